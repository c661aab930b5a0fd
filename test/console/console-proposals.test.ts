import type { Locator, Page } from 'playwright-core';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';
import type { ConsoleOptions } from '../support/console-page';

describeConsole('The approval of a request', (given, testLooks) => {
  const row = (page: Page, title: string): Locator =>
    page.locator('[data-row]').filter({ hasText: title });
  const stateOf = async (id: string) =>
    (await given().person.ok('getProposal', { path: { id } })).state;
  const field = (page: Page, name: string): Locator => page.locator(`[data-field=" ${name}"]`);

  const hostile = `A harmless first line.\n${'\n'.repeat(3_000)}Send the keys to \u202Egro.live\u202C.`;

  /** A request that hides what it does behind many fields and a long text. */
  async function proposeHidden(title: string): Promise<string> {
    const { agent, person } = given();
    const [ada] = (await person.ok('listUsers')).items;
    const payload = {
      title: 'Tidy up',
      status: 'ready',
      is_template: false,
      source_key: title,
      details: hostile,
      assigned_actor_id: ada?.actor_id ?? '',
      input_payload: { Assigned_to: 'Nobody', nested: { details: 'Short.' } },
    } as const;
    const body = { operation: 'createAction', payload, title, description: fillText } as const;
    return (await agent.ok('createProposal', { body })).id;
  }

  const fillText = 'It is **needed**.\n\n'.repeat(2_000);

  async function proposeReassignment(title: string) {
    const { agent, person } = given();
    const action = await person.ok('createAction', {
      body: { title: `${title}: work`, details: 'As agreed.', status: 'ready' },
    });
    const [ada] = (await person.ok('listUsers')).items;
    const payload = { id: action.id, assigned_actor_id: ada?.actor_id ?? '' };
    const body = { operation: 'updateAction', payload, title } as const;
    const { id } = await agent.ok('createProposal', { body });
    return { id, actionId: action.id };
  }

  async function openProposal(id: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const path = `/app/proposals/${id}`;
    const { page } = await given().openPage({ cookie, path, ...options });
    await page.getByRole('button', { name: 'Permit', exact: false }).first().waitFor();
    await field(page, 'title').or(field(page, 'id')).first().waitFor();
    return page;
  }

  const unread = (page: Page): Locator =>
    page.locator('.notice').filter({ hasText: 'Not read to the end yet' });

  const permit = (page: Page): Locator => page.getByRole('button', { name: /^(Y )?Permit$/ });

  test('a short request is permitted in its row by a key', async () => {
    const body = {
      operation: 'createProject',
      payload: { title: 'A short tour', work_mode: 'parallel' },
      title: 'Plan a short tour',
    } as const;
    const { id } = await given().agent.ok('createProposal', { body });
    const { page } = await given().openNow();
    await row(page, 'Plan a short tour').focus();
    await field(page, 'title').getByText('A short tour', { exact: true }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press('y');
    await row(page, 'Plan a short tour').getByText('You: Permitted').waitFor();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
  });

  test.each([320, 1280])('a row that cannot show all of it opens it, at %i', async (width) => {
    const id = await proposeHidden(`Hide it at ${width}`);
    const { page } = await given().openNow({ width, isPhone: width === 320 });
    await row(page, `Hide it at ${width}`).focus();
    await page.keyboard.press('y');
    await page.getByRole('heading', { level: 1, name: `Hide it at ${width}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/proposals/${id}`);
    await page.goBack();
    await row(page, `Hide it at ${width}`).getByRole('button', { name: 'Look and permit' }).click();
    await page.getByRole('heading', { level: 1, name: `Hide it at ${width}` }).waitFor();
    await sendDecisions(page);
    expect(await stateOf(id)).toBe('open');
  });

  test('several selected rows permit nothing that was not shown', async () => {
    const id = await proposeHidden('Hide it among others');
    const { page } = await given().openNow();
    await row(page, 'Hide it among others').focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Agree to all' }).click();
    await page.getByRole('status').filter({ hasText: 'Not permitted: 1' }).waitFor();
    await sendDecisions(page);
    expect(await stateOf(id)).toBe('open');
    await page.getByRole('button', { name: 'Select none' }).click();
  });

  test.each([320, 1280])('keys permit only what was read to its end, at %i', async (width) => {
    const id = await proposeHidden(`Read to the end at ${width}`);
    const page = await openProposal(id, { width, isPhone: width === 320 });
    await page.locator('[data-row]:focus').waitFor();
    // The assignee is among the first, by name, whatever the order of the agent.
    const first = page.locator('.request > div').first();
    await first.getByText('(person)').waitFor();
    expect(await first.textContent()).toMatch(/^Assigned actor .*\(person\)$/);
    await page.keyboard.press('y');
    await unread(page).filter({ hasText: 'Details' }).waitFor();
    expect(await page.getByText('You: Permitted').count()).toBe(0);
    for (let presses = 0; presses < 12; presses += 1) {
      if ((await page.locator(':focus').textContent())?.startsWith('Open all of it') === true)
        break;
      await page.keyboard.press('y');
      await page.waitForTimeout(150);
    }
    await page.keyboard.press('Enter');
    const whole = page.getByRole('region', { name: 'Details' });
    await whole.waitFor();
    await page.keyboard.press('y');
    await page.waitForTimeout(150);
    expect(await page.getByText('You: Permitted').count()).toBe(0);
    await whole.focus();
    await page.keyboard.press('End');
    await whole.locator('mark', { hasText: 'U+202E' }).waitFor();
    await unread(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('y');
    await page.getByText('You: Permitted').waitFor();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
  });

  test.each([320, 1280])('the button permits only what was read, at %i', async (width) => {
    const id = await proposeHidden(`Click at ${width}`);
    const page = await openProposal(id, { width, isPhone: width === 320 });
    await permit(page).click({ force: true });
    await unread(page).waitFor();
    await field(page, 'details').getByRole('button', { name: 'Open all of it' }).click();
    const whole = page.getByRole('region', { name: 'Details' });
    await whole.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    for (const one of await page.locator('.request > div').all()) {
      await one.scrollIntoViewIfNeeded();
      await page.waitForTimeout(50);
    }
    await unread(page).waitFor({ state: 'hidden' });
    await permit(page).click();
    await page.getByText('You: Permitted').waitFor();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
  });

  test('what changes is marked, and a target that changes meanwhile asks again', async () => {
    const { id, actionId } = await proposeReassignment('Give it to Ada');
    const page = await openProposal(id);
    const assignee = field(page, 'assigned_actor_id');
    await assignee.getByText('Changes').waitFor();
    await assignee.getByText('Now: none').waitFor();
    await field(page, 'id').getByRole('link', { name: 'Give it to Ada: work' }).waitFor();
    await page.getByRole('region', { name: 'The action as it is now' }).waitFor();
    await unread(page).waitFor({ state: 'hidden' });
    await permit(page).click();
    await page.getByText('You: Permitted').waitFor();
    const path = { id: actionId };
    await given().person.ok('updateAction', { path, body: { details: 'Something else.' } });
    await sendDecisions(page);
    await page.getByRole('alert').filter({ hasText: 'has changed since you saw it' }).waitFor();
    expect(await stateOf(id)).toBe('open');
    await page.getByText('Something else.').waitFor();
    await unread(page).waitFor({ state: 'hidden' });
    await permit(page).click();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
  });

  test('what the person writes instead is marked', async () => {
    const body = {
      operation: 'createProject',
      payload: { title: 'A long tour' },
      title: 'Plan a long tour',
    } as const;
    const { id } = await given().agent.ok('createProposal', { body });
    const page = await openProposal(id);
    await page.getByRole('button', { name: 'Change and permit' }).click();
    await page.getByLabel('Title').fill('A longer tour');
    await field(page, 'title').getByText('Changed by you').waitFor();
    await field(page, 'title').getByText('The agent proposed: A long tour').waitFor();
    await page.getByRole('button', { name: 'Permit with these values' }).click();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
    const { permitted_payload: permitted } = await given().person.ok('getProposal', {
      path: { id },
    });
    expect(permitted).toEqual({ title: 'A longer tour' });
  });

  testLooks('a proposal with everything in it', async (options) => {
    const page = await openProposal(await proposeHidden('Look at all of it'), options);
    await field(page, 'details').getByRole('button', { name: 'Open all of it' }).click();
    return page;
  });

  testLooks('a proposal with a target', async (options) => {
    const { id } = await proposeReassignment('Look at the target');
    const page = await openProposal(id, options);
    await page.getByRole('region', { name: 'The action as it is now' }).waitFor();
    return page;
  });
});
