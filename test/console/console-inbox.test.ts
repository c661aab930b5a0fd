import type { Locator, Page, Route } from 'playwright-core';
import { describeConsole, eventually } from '../support/console-demo';
import type { ConsoleOptions } from '../support/console-page';

describeConsole('The screen Inbox', (given, testLooks) => {
  const row = (page: Page, title: string): Locator =>
    page.locator('[data-row]').filter({ hasText: title });
  const focusedTitle = (page: Page): Promise<string> =>
    page.evaluate<string>(`document.querySelector('[data-row]:focus h3')?.textContent ?? ''`);

  async function openInbox(options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path: '/app/inbox', ...options });
    await page.locator('[data-row]').first().waitFor();
    return page;
  }

  async function capture(title: string, details: string | null = null): Promise<string> {
    const body = { title, details, status: 'inbox' } as const;
    return (await given().agent.ok('createAction', { body })).id;
  }

  const read = (id: string) => given().person.ok('getAction', { path: { id } });
  const statusOf = async (id: string) => (await read(id)).status;
  const assigneeOf = async (id: string) => (await read(id)).assigned_actor_id;
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo U' }).click();

  test('a person captures and sorts by mouse, and takes each back', async () => {
    const [rigger] = (await given().person.ok('listAgents', { query: {} })).items.filter(
      ({ name }) => name === 'Rigger',
    );
    const page = await openInbox({ timeZone: 'Europe/Berlin' });
    await page.getByLabel('Capture an action').fill('Buy ropes');
    await page.getByRole('button', { name: 'Capture' }).click();
    const ropes = row(page, 'Buy ropes');
    await ropes.getByText('Ada captured it').waitFor();
    expect(await page.getByLabel('Capture an action').inputValue()).toBe('');
    const { items } = await given().person.ok('getInboxView', { query: { limit: 1 } });
    const id = items[0]?.id ?? '';

    await ropes.getByRole('button', { name: 'Assign …' }).click();
    await ropes.getByLabel('Assigned to').selectOption({ label: 'Rigger (agent)' });
    await ropes.getByRole('button', { name: 'Assign', exact: true }).click();
    await ropes.getByText('assigned to Rigger').waitFor();
    await eventually(() => assigneeOf(id), rigger?.actor_id);
    await undo(page);
    await eventually(() => assigneeOf(id), null);

    await ropes.getByRole('button', { name: 'Project …' }).click();
    await ropes.getByLabel('Project').selectOption({ label: 'Winter season programme' });
    await ropes.getByRole('button', { name: 'Put into this project' }).click();
    await ropes.getByText('in “Winter season programme”').waitFor();
    await undo(page);
    await eventually(async () => (await read(id)).project_id, null);

    // The inbox does not list what is part of a template.
    await ropes.getByRole('button', { name: 'Project …' }).click();
    await ropes.getByLabel('Project').selectOption({ label: 'Opening night' });
    await ropes.getByRole('button', { name: 'Put into this project' }).click();
    await ropes.getByText('You: Put into “Opening night”').waitFor();
    await ropes.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await read(id)).project_id, null);

    await ropes.getByRole('button', { name: 'Defer …' }).click();
    await ropes.getByLabel('Or the morning of another day').fill('2031-01-15');
    await ropes.getByRole('button', { name: 'Defer until that day' }).click();
    await ropes.getByText('You: Deferred until').waitFor();
    const deferral = async () => (await read(id)).defer_until;
    await eventually(deferral, '2031-01-15T08:00:00.000Z');
    await undo(page);
    await eventually(deferral, null);

    await ropes.getByRole('button', { name: 'Make ready' }).click();
    await ropes.getByText('You: Made ready').waitFor();
    await eventually(() => statusOf(id), 'ready');
    await ropes.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => statusOf(id), 'inbox');

    await ropes.getByRole('button', { name: 'Drop' }).click();
    await eventually(() => statusOf(id), 'dropped');
    await undo(page);
    await eventually(() => statusOf(id), 'inbox');
    await ropes.getByRole('button', { name: 'Make ready' }).waitFor();
  });

  test('a person captures and sorts by keyboard alone, and the focus is on the next row', async () => {
    const [third, second, first] = [
      await capture('Mend the third hat'),
      await capture('Mend the second hat'),
      await capture('Mend the first hat', 'It has **holes**.'),
    ];
    const page = await openInbox();
    await page.keyboard.press('c');
    await page.keyboard.type('Mend the newest hat');
    await page.keyboard.press('Enter');
    await row(page, 'Mend the newest hat').waitFor();
    await page.keyboard.press('Escape');
    expect(await focusedTitle(page)).toBe('Mend the newest hat');
    await page.keyboard.press('y');
    expect(await focusedTitle(page)).toBe('Mend the first hat');
    await page.keyboard.press('Enter');
    await row(page, 'Mend the first hat').locator('strong', { hasText: 'holes' }).waitFor();
    await page.keyboard.press('m');
    await row(page, 'Mend the first hat').getByText('assigned to Ada').waitFor();
    expect(await focusedTitle(page)).toBe('Mend the first hat');
    await page.keyboard.press('d');
    await page.keyboard.press('2');
    expect(await focusedTitle(page)).toBe('Mend the second hat');
    const monday = async () => new Date((await read(first)).defer_until ?? 0).getUTCDay();
    await eventually(monday, 1);
    await page.keyboard.press('n');
    expect(await focusedTitle(page)).toBe('Mend the third hat');
    await eventually(() => statusOf(second), 'dropped');
    // The key undoes what the page knows to be done.
    await row(page, 'Mend the second hat').getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('u');
    await eventually(() => statusOf(second), 'inbox');
    await page.locator(':focus', { hasText: 'the second hat' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.waitForURL(`**/app/actions/${third}?edit=1`);
  });

  test('several are sorted at once, and one that has changed is shown as it is', async () => {
    const ids = [await capture('Wash cloak 3'), await capture('Wash cloak 2')];
    const changed = await capture('Wash cloak 1');
    const page = await openInbox();
    await row(page, 'Wash cloak 1').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('m');
    const { user } = await given().person.ok('getSession');
    for (const id of [...ids, changed]) await eventually(() => assigneeOf(id), user.actor_id);
    // Before the request arrives, so that its version is old.
    const change = { path: { id: changed }, body: { title: 'Wash cloak 1 by hand' } };
    let isLate = false;
    const beforeIt = async (route: Route): Promise<void> => {
      // The row may be read again in between.
      if (route.request().method() === 'PATCH' && !isLate) {
        isLate = true;
        await given().person.ok('updateAction', change);
      }
      await route.continue();
    };
    await page.route(`**/v1/actions/${changed}`, beforeIt);
    await page.getByRole('region', { name: 'Selected rows' }).getByText('Make ready').click();
    for (const id of ids) await eventually(() => statusOf(id), 'ready');
    const late = row(page, 'Wash cloak 1 by hand');
    await late.getByText('It has changed since you saw it').waitFor();
    expect(await statusOf(changed)).toBe('inbox');
    await undo(page);
    for (const id of ids) await eventually(() => statusOf(id), 'inbox');
    await late.getByRole('button', { name: 'Make ready' }).click();
    await eventually(() => statusOf(changed), 'ready');
    await given().person.ok('dropAction', { path: { id: ids[1] ?? '' } });
    await row(page, 'Wash cloak 2').getByText('You dropped the action.').waitFor();
    const { items } = await given().person.ok('listProjects', { query: {} });
    const project_id = items.find(({ is_template }) => is_template)?.id ?? '';
    await given().person.ok('updateAction', { path: { id: ids[0] ?? '' }, body: { project_id } });
    await row(page, 'Wash cloak 3').getByText('You changed project_id').waitFor();
  });

  test('the list goes on, and its address has the assignee', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push(await capture(`Seat ${count}`));
    const page = await openInbox();
    const rows = page.locator('[data-row]');
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await row(page, 'Store the old chandelier').waitFor();
    await page.getByLabel('Assigned to').selectOption({ label: 'Rigger (agent)' });
    await page.getByRole('heading', { name: 'No captured action has this assignee' }).waitFor();
    const [assigned = ''] = ids;
    const body = { assigned_actor_id: 'me' };
    await given().person.ok('updateAction', { path: { id: assigned }, body });
    await page.getByLabel('Assigned to').selectOption({ label: 'Me' });
    expect(page.url()).toContain('assigned=me');
    await row(page, 'Seat 0').waitFor();
    await row(page, 'Seat 0').getByText('assigned to Ada').waitFor();
    await page.reload();
    await row(page, 'Seat 0').waitFor();
    expect(await rows.filter({ hasNotText: 'assigned to Ada' }).count()).toBe(0);
    for (const id of ids) await given().person.ok('dropAction', { path: { id } });
  });

  test('a person captures and sorts on a phone', async () => {
    const page = await openInbox({ width: 320, isPhone: true });
    await page.getByLabel('Capture an action').fill('Feed the cat');
    await page.getByRole('button', { name: 'Capture' }).tap();
    const cat = row(page, 'Feed the cat');
    await cat.getByRole('button', { name: 'Defer …' }).tap();
    await cat.getByRole('button', { name: 'In a week' }).tap();
    await cat.getByText('You: Deferred until').waitFor();
    await cat.getByRole('button', { name: 'Undo' }).tap();
    await cat.getByRole('button', { name: 'Drop' }).tap();
    await cat.getByText('You: Dropped').waitFor();
  });

  testLooks('the screen', async (options) => {
    await capture(`Hang ${'🎭 the אבג mask '.repeat(20)}`, `# A plan\n\n- ${'W'.repeat(400)}`);
    await capture('Drop the curtain');
    const page = await openInbox(options);
    await row(page, 'Drop the curtain').getByRole('button', { name: 'Make ready' }).click();
    await row(page, 'Hang').getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('heading', { name: 'A plan' }).first().waitFor();
    await row(page, 'Hang').getByRole('button', { name: 'Defer …' }).first().click();
    await page.getByRole('checkbox').nth(1).check();
    // Where the bars at the bottom cover nothing.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return page;
  });
});
