import type { Locator, Page, Route } from 'playwright-core';
import {
  accessibilityFaults,
  choose,
  pick,
  endPause,
  type ConsoleOptions,
} from '../support/console-page';
import {
  describeConsole,
  describeScreen,
  eventually,
  holdWrites,
  sendDecisions,
} from '../support/console-demo';
import { quickest } from '../support/quickest';

describeScreen('The page of an action', (given, scenarios) => {
  const button = (page: Page | Locator, name: string): Locator =>
    page.getByRole('button', { name, exact: false }).first();

  const panel = (page: Page, name: string): Locator => page.getByRole('region', { name });
  const status = (page: Page): Locator => page.getByRole('list', { name: 'Status' });

  async function create(title: string, more: object = {}) {
    return given().person.ok('createAction', { body: { title, ...more } });
  }

  const read = (id: string) => given().person.ok('getAction', { path: { id } });

  async function open(id: string, options: ConsoleOptions = {}, query = '') {
    const { cookie } = given();
    const path = `/app/actions/${id}${query}`;
    const opened = await given().openPage({ cookie, path, ...options });
    await status(opened.page).waitFor();
    return opened.page;
  }

  async function withTitle(title: string) {
    const { items } = await given().person.ok('listActions', { query: { limit: 200 } });
    return items.find((action) => action.title === title);
  }

  async function rewritten(): Promise<string> {
    const details = 'Oil the **hinges**.';
    const { id } = await create('Oil the trapdoor', { status: 'ready', details });
    await given().agent.ok('updateAction', { path: { id }, body: { details: 'Burn it.' } });
    return id;
  }

  test('an action whose context cannot be read says so, and names its project', async () => {
    const project = await given().person.ok('createProject', { body: { title: 'A festival' } });
    const { id } = await create('Hang the lamps', { status: 'ready', project_id: project.id });
    const { page } = await given().openPage({ cookie: given().cookie, expected: [400] });
    let isHealed = false;
    await page.route('**/v1/actions/*/context*', async (route) => {
      if (isHealed) return route.fallback();
      return route.fulfill({ status: 400, contentType: 'application/json', body: '{}' });
    });
    await page.goto(`${new URL(page.url()).origin}/app/actions/${id}`);
    await panel(page, 'Facts').locator(`a[href="/app/projects/${project.id}"]`).waitFor();
    isHealed = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await panel(page, 'Facts').getByRole('link', { name: 'A festival' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('a person works on an action by keyboard alone', async () => {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie });
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByLabel('Title').waitFor();
    await page.keyboard.type('Count the chairs');
    await page.keyboard.press('Enter');
    await page.locator('.done', { hasText: 'Created “Count the chairs”.' }).waitFor();
    const { id = '' } = (await withTitle('Count the chairs')) ?? {};
    const action = await open(id);
    await action.keyboard.press('m');
    await panel(action, 'Facts').getByText('Ada').first().waitFor();
    await eventually(async () => (await read(id)).assigned_actor_kind, 'user');
    await action.locator('.done', { hasText: 'It is assigned to you.' }).waitFor();
    await action.keyboard.press('u');
    await eventually(async () => (await read(id)).assigned_actor_id, null);
    await action.locator('.done', { hasText: 'Undone.' }).waitFor();
    await action.keyboard.press('d');
    await action.getByRole('dialog').getByLabel('Until').waitFor();
    await action.keyboard.press('Enter');
    await status(action).getByText('Deferred').waitFor();
    const { defer_until: until } = await read(id);
    expect(until).toMatch(/T09:00:00.000Z$/);
    expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now());
    await button(action, 'Stop deferring').press('Enter');
    await eventually(async () => (await read(id)).defer_until, null);
    await action.locator('.done', { hasText: 'not deferred' }).waitFor();
    await button(action, 'Make ready').press('Enter');
    await status(action).getByText('Ready: any agent').waitFor();
    await action.getByLabel('A note').focus();
    await action.keyboard.type('There are 40.');
    await action.keyboard.press('Enter');
    await panel(action, 'Timeline').locator('.note', { hasText: 'There are 40.' }).waitFor();
    expect(await action.getByLabel('A note').inputValue()).toBe('');
    await button(action, 'Complete').press('Enter');
    await action.getByRole('dialog').getByLabel('Result').waitFor();
    await action.keyboard.type('Forty chairs.');
    await action.keyboard.press('Control+Enter');
    await status(action).getByText('Done').waitFor();
    expect(await read(id)).toMatchObject({ status: 'done', result_summary: 'Forty chairs.' });
    await action.keyboard.press('u');
    await eventually(async () => (await read(id)).status, 'ready');
    await action.locator('.done', { hasText: 'Undone.' }).waitFor();
    await status(action).getByText('Ready: any agent').waitFor();
    await button(action, 'Drop').press('Enter');
    await action.getByRole('dialog').getByLabel('Reason').waitFor();
    await action.keyboard.type('No chairs are needed.');
    await action.keyboard.press('Control+Enter');
    await status(action).getByText('Dropped').waitFor();
    await button(action, 'Reopen').press('Enter');
    await action.getByRole('dialog').getByLabel('Reason').waitFor();
    await action.keyboard.press('Control+Enter');
    await eventually(async () => (await read(id)).status, 'inbox');
    await action.getByRole('dialog').waitFor({ state: 'detached' });
    await status(action).getByText('Captured').waitFor();
    await action.keyboard.press('e');
    await eventually(async () => new URL(action.url()).searchParams.get('edit'), '1');
    await action.getByRole('dialog').waitFor();
    await action.keyboard.press('Escape');
    await eventually(async () => new URL(action.url()).searchParams.get('edit'), null);
  });

  test('files are attached by the panel and by a note, and removing one is undone', async () => {
    const { id } = await create('Mend the banner');
    const page = await open(id);
    const [files, notes] = [panel(page, 'Files'), panel(page, 'Timeline')];
    const file = (name: string, bytes = 3) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(bytes, 'a'),
    });
    const large = file('large.txt', 10 * 2 ** 20 + 1);
    const chosen = [file('one.txt'), large, file('two.txt')];
    await files.getByLabel('Files to attach').setInputFiles(chosen);
    await files.getByText('“large.txt” was not attached. It is larger than 10 MiB.').waitFor();
    await files.getByRole('link', { name: 'two.txt' }).waitFor();
    const names = async () => (await read(id)).files?.map(({ name }) => name);
    expect(await names()).toEqual(['one.txt', 'two.txt']);
    await button(files, 'Remove one.txt').click();
    await page.locator('.done', { hasText: 'Removed “one.txt”.' }).waitFor();
    await page.keyboard.press('u');
    await eventually(names, ['one.txt', 'two.txt']);
    await notes.getByLabel('Files to attach').setInputFiles([file('seam.txt'), file('no.txt')]);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await button(notes, 'Remove no.txt').click();
    expect((await deleted).status()).toBe(204);
    await page.getByLabel('A note').focus();
    await page.evaluate(`
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['pasted'], 'pasted.txt'));
      const paste = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', paste));
    `);
    await button(notes, 'Remove pasted.txt').waitFor();
    await page.getByLabel('A note').fill('See the seam.');
    await page.getByLabel('A note').press('Enter');
    const note = notes.locator('.note', { hasText: 'See the seam.' });
    await note.getByRole('link', { name: 'seam.txt' }).waitFor();
    expect((await read(id)).latest_note?.files).toMatchObject([
      { name: 'seam.txt' },
      { name: 'pasted.txt' },
    ]);
    expect(await names()).toHaveLength(2);
  });

  scenarios((testLooks) => {
    test('a person creates an action by mouse, and edits what they see changed', async () => {
      const { cookie, person } = given();
      const { page } = await given().openPage({ cookie, timeZone: 'America/New_York' });
      await button(page, 'New action').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Sew the curtain');
      await button(dialog, 'Close').click();
      await button(page, 'New action').click();
      expect(await dialog.getByLabel('Title').inputValue()).toBe('Sew the curtain');
      // The browser cuts what does not fit.
      await dialog.getByLabel('Title').focus();
      await page.keyboard.insertText('x'.repeat(500));
      const full = dialog.getByText('The field is full: it takes 500 characters.');
      await full.waitFor();
      // The sentence describes the field, and is no part of its name.
      const title = dialog.getByRole('textbox', { name: 'Title', exact: true });
      expect(await title.getAttribute('aria-describedby')).toBe(await full.getAttribute('id'));
      await dialog.getByLabel('Title').fill('Sew the curtain');
      await full.waitFor({ state: 'hidden' });
      await dialog.getByLabel(/^Details/).fill('In **red**.');
      await choose(dialog.getByLabel(/^Assigned to/), 'Scribe');
      await pick(dialog.getByLabel(/^Status/), 'Ready: it can be done now');
      await choose(dialog.getByLabel(/^Project/), 'The Tempest: technical set-up');
      await dialog.getByLabel(/^Due/).fill('2027-07-01T09:30');
      await dialog.getByText('More fields').click();
      await pick(dialog.getByLabel(/^Priority/), 'High');
      await dialog.getByLabel(/^Labels/).fill('"Smith, Ada", urgent, "Smith, Ada"');
      await dialog.getByLabel(/^Capabilities/).fill('sewing, mail, sewing');
      await pick(dialog.getByLabel(/^Repeats/), 'Counted from when it is due');
      await dialog.getByLabel(/^Every/).fill('2');
      await button(dialog, 'Create the action').click();
      await page.getByRole('link', { name: 'Open it' }).click();
      await page.getByRole('heading', { name: 'Sew the curtain' }).waitFor();
      await page.locator('strong', { hasText: 'red' }).waitFor();
      const created = await withTitle('Sew the curtain');
      expect(created).toMatchObject({
        status: 'ready',
        assigned_agent_name: 'Scribe',
        due_at: '2027-07-01T13:30:00.000Z',
        requirements: ['sewing', 'mail'],
        priority: 3,
        labels: ['Smith, Ada', 'urgent'],
        repeat_rule: { type: 'from_due', unit: 'week', interval: 2, time_zone: 'America/New_York' },
        requires_review: true,
      });
      const path = { id: created?.id ?? '' };

      await button(page, 'Edit').click();
      await dialog.getByLabel('Title').fill('Sew the red curtain');
      await dialog.getByLabel(/^Details/).fill('Mine.');
      await dialog.getByLabel(/^Waits for/).fill('The weaver');
      const theirs = { details: 'Theirs.', delegate_label: 'The dyer' };
      await person.ok('updateAction', { path, body: theirs });
      await button(dialog, 'Save').click();
      const stale = dialog.getByRole('alert', { name: 'Changed meanwhile' });
      await stale.getByText('Theirs.').waitFor();
      const [notice, end] = [stale, button(dialog, 'Save mine on top')];
      // The buttons stay at the end of the dialog, and must not cover why nothing was saved.
      const [above, below] = [await notice.boundingBox(), await end.boundingBox()];
      expect(above?.y).toBeLessThan(below?.y ?? 0);
      expect(await dialog.getByLabel(/^Details/).inputValue()).toBe('Mine.');
      await button(stale, 'Use theirs for Waits for').click();
      expect(await dialog.getByLabel(/^Waits for/).inputValue()).toBe('The dyer');
      await stale.locator('button:focus', { hasText: 'for Details' }).waitFor();
      await button(dialog, 'Save mine on top').click();
      await page.getByRole('heading', { name: 'Sew the red curtain' }).waitFor();
      expect(await read(path.id)).toMatchObject({
        title: 'Sew the red curtain',
        details: 'Mine.',
        delegate_label: 'The dyer',
        due_at: '2027-07-01T13:30:00.000Z',
      });
      await page.keyboard.press('u');
      await page.getByRole('heading', { name: 'Sew the curtain' }).waitFor();
      expect(await read(path.id)).toMatchObject({ details: 'Theirs.' });
    });

    test('blockers, links, a claim and a version that is too old', async () => {
      const { agent, person } = given();
      const blocker = await create('Find the key');
      const { id } = await create('Open the door', { status: 'ready' });
      const path = { id };
      await agent.ok('claimAction', { path, body: {} });
      const page = await open(id);
      await status(page).getByText('Working').waitFor();
      await status(page).getByText('the claim ends').waitFor();
      await button(panel(page, 'Blocked by'), 'Change').click();
      const dialog = page.getByRole('dialog');
      // Enter takes nothing that nobody moved to, and sends nothing.
      const first = dialog.getByLabel('Blocked by');
      await first.fill('find the ke');
      await dialog.getByRole('option', { name: 'Find the key' }).waitFor();
      await page.keyboard.press('Enter');
      expect(await first.inputValue()).toBe('find the ke');
      expect(await button(dialog, 'Add the blocker').isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await first.inputValue()).toBe('');
      await choose(first, blocker.key);
      await button(dialog, 'Add the blocker').click();
      await button(dialog, 'Remove the blocker: Find the key').waitFor();
      await page.keyboard.press('Escape');
      await status(page).getByText('Blocked by another action').waitFor();
      expect((await read(id)).blocked_by).toEqual([blocker.id]);
      expect(await button(page, 'Complete').count()).toBe(0);
      await panel(page, 'Blocked by').getByRole('link', { name: 'Find the key' }).waitFor();
      await button(panel(page, 'Blocked by'), 'Change').click();
      await button(dialog, 'Remove the blocker: Find the key').click();
      await dialog.getByText('Nothing blocks it.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('No other action must end first.').waitFor();
      await button(panel(page, 'Links'), 'Attach').click();
      await dialog.getByLabel('Address').fill('https://example.com/key');
      await button(dialog, 'Attach').click();
      const link = panel(page, 'Links').getByRole('link', { name: 'https://example.com/key' });
      await link.waitFor();
      await button(page, 'Remove “https://example.com/key”').click();
      await link.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await link.waitFor();
      await button(panel(page, 'Links'), 'Attach').click();
      await dialog.getByLabel('A document').check();
      await dialog.getByLabel('Words in the title').fill('house st');
      await button(dialog, 'Attach “House style”').click();
      const documents = panel(page, 'Links').getByRole('link', { name: 'House style' });
      expect(await documents.getAttribute('href')).toMatch(/^\/app\/documents\/doc_/);
      const { items } = await person.ok('listLinks', { query: { action_id: id } });
      expect(items.map(({ document_id: document }) => document !== null)).toEqual([true, false]);
      await button(page, 'Remove “House style”').click();
      await documents.waitFor({ state: 'detached' });
      await button(page, 'End the claim').click();
      await button(dialog, 'End the claim').click();
      await eventually(async () => (await read(id)).claimed_by_actor_id, null);

      await button(page, 'Complete').click();
      await dialog.getByLabel('Result').fill('It is open.');
      await person.ok('updateAction', { path, body: { status: 'waiting', delegate_label: 'Zoe' } });
      await button(dialog, 'Complete').click();
      await dialog.getByText('Waits for Zoe').waitFor();
      expect(await dialog.getByLabel('Result').inputValue()).toBe('It is open.');
      await person.ok('dropAction', { path, body: {} });
      await button(dialog, 'Complete').click();
      await dialog.getByText('It is done or dropped meanwhile').waitFor();
      expect((await read(id)).status).toBe('dropped');
    });

    test('a person edits and archives a note by keys, and sees what another tab saved', async () => {
      const { person } = given();
      const { id } = await create('Hang the lamps');
      const note = await person.ok('createActionNote', { path: { id }, body: { body: 'Forty.' } });
      const path = { id: note.id };
      const body = async () => (await person.ok('getNote', { path })).body;
      const page = await open(id);
      await button(page, 'Edit the note “Forty.”').press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Note' }).waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Fifty.');
      await person.ok('updateNote', { path, body: { body: 'Sixty.' } });
      await page.keyboard.press('Control+Enter');
      await dialog.getByRole('region', { name: 'Changed by' }).getByText('Sixty.').waitFor();
      expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Fifty.');
      expect(await body()).toBe('Sixty.');
      await page.keyboard.press('Control+Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await body()).toBe('Fifty.');
      // The list must show this version. One that still shows the other tab's "Sixty." would pass
      // for the undone one, and archiving it would be refused.
      await page.locator('button:focus', { hasText: 'Edit the note “Fifty.”' }).waitFor();
      await page.keyboard.press('u');
      await eventually(body, 'Sixty.');
      await button(page, 'Archive the note “Sixty.”').press('Enter');
      await page.locator('.note').waitFor({ state: 'detached' });
      expect((await person.ok('getNote', { path })).archived).toBe(true);
      await page.locator('[aria-pressed]:focus').press('Enter');
      await page.waitForURL(/\?archived=1$/);
      await page.locator('.note', { hasText: 'archived' }).waitFor();
      await button(page, 'Restore the note').press('Enter');
      await button(page, 'Archive the note').waitFor();
      expect((await person.ok('getNote', { path })).archived).toBe(false);
    });

    test('facts are edited in place by keys, and an edit is undone', async () => {
      const { person } = given();
      const { id } = await create('Tune the organ');
      const page = await open(id);
      const facts = panel(page, 'Facts');
      const edit = (name: string) =>
        facts.getByRole('button', { name: `Change: ${name}` }).press('Enter');
      await edit('Assigned to');
      await choose(facts.getByLabel('Assigned to'), 'Scribe');
      await facts.getByText('Scribe').waitFor();
      await facts.locator('button:focus').waitFor();
      await edit('Priority');
      expect(await accessibilityFaults(page)).toEqual([]);
      await facts.getByRole('button', { name: 'High', exact: true }).press('Enter');
      await facts.getByText('High').waitFor();
      // The button covers the whole fact.
      await facts.getByText('None').nth(1).click({ force: true });
      await facts.getByLabel('Labels').waitFor();
      await page.keyboard.type('sound, autumn');
      await page.keyboard.press('Enter');
      await facts.getByText('sound, autumn').or(facts.getByText('autumn, sound')).waitFor();
      await edit('Due');
      await page.keyboard.type('2031-02-03 9am');
      await page.keyboard.press('Escape');
      await edit('Due');
      await page.keyboard.type('2031-02-03 8am');
      await page.keyboard.press('Enter');
      await facts.getByText('3 Feb 2031').waitFor();
      const path = { id };
      // The field shows the date that it reads before the date is stored.
      await eventually(
        async () => (await person.ok('getAction', { path })).due_at,
        '2031-02-03T08:00:00.000Z',
      );
      const { priority, labels } = await person.ok('getAction', { path });
      expect([priority, [...labels].toSorted()]).toEqual([3, ['autumn', 'sound']]);
      // The server may have stored it before the page knows, and the key undoes what the page knows.
      await facts.locator('button:focus').waitFor();
      await page.keyboard.press('u');
      await eventually(async () => (await person.ok('getAction', { path })).due_at, null);
    });

    test('a slow response takes no focus from who types, and ends no text', async () => {
      const { person } = given();
      const { id } = await create('Tune the lute');
      const path = { id };
      const read = async () => {
        const { priority, labels } = await person.ok('getAction', { path });
        return { priority, labels };
      };
      const notes = async () =>
        (await person.ok('listActionNotes', { path })).items.map(({ body }) => body);
      const page = await open(id);
      const facts = panel(page, 'Facts');
      const release = await holdWrites(page);
      await facts.getByRole('button', { name: 'Change: Priority' }).press('Enter');
      await facts.getByRole('button', { name: 'High', exact: true }).press('Enter');
      await facts.getByRole('button', { name: 'Change: Labels' }).click();
      await page.keyboard.type('dr');
      await eventually(read, { priority: 3, labels: [] });
      release();
      await page.locator('.done', { hasText: 'Saved.' }).waitFor();
      await page.keyboard.type('um');
      await page.keyboard.press('Enter');
      await eventually(read, { priority: 3, labels: ['drum'] });

      const releaseDue = await holdWrites(page);
      await facts.getByRole('button', { name: 'Change: Due' }).press('Enter');
      await page.keyboard.type('fri 5pm');
      await page.keyboard.press('Enter');
      await facts.getByRole('button', { name: 'Change: Labels' }).click();
      await page.keyboard.press('End');
      await page.keyboard.type(', gut');
      await eventually(
        async () => typeof (await person.ok('getAction', { path })).due_at,
        'string',
      );
      releaseDue();
      await page.keyboard.press('Enter');
      await eventually(read, { priority: 3, labels: ['drum', 'gut'] });

      // Its field closes when another one is chosen, which must not miss its click.
      await facts.getByRole('button', { name: 'Change: Assigned to' }).click();
      await facts.getByRole('combobox', { name: 'Assigned to' }).waitFor();
      await facts.getByRole('button', { name: 'Change: Project' }).click();
      await facts.getByRole('combobox', { name: 'Project' }).waitFor();
      await facts.getByRole('button', { name: 'Change: Assigned to' }).waitFor();

      const releaseNote = await holdWrites(page);
      const note = page.getByLabel('A note that');
      await note.fill('One.');
      await note.press('Enter');
      await page.keyboard.type(' Tw');
      await eventually(notes, ['One.']);
      releaseNote();
      await page.locator('.note', { hasText: 'One.' }).waitFor();
      await page.keyboard.type('o.');
      expect(await note.inputValue()).toBe('Two.');
      await page.keyboard.press('Enter');
      await eventually(notes, ['Two.', 'One.']);
      await eventually(() => note.inputValue(), '');

      // A form that was closed while it is sent is another one when it opens again.
      const releaseNew = await holdWrites(page);
      const title = page.getByRole('dialog').getByLabel('Title');
      await button(page, 'New action').first().click();
      await title.fill('Tune the viol');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await button(page, 'New action').first().click();
      expect(await title.inputValue()).toBe('');
      await title.fill('Tune the rebec');
      releaseNew();
      await page.locator('.done', { hasText: 'Created “Tune the viol”.' }).waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'New action').first().click();
      expect(await title.inputValue()).toBe('Tune the rebec');
      await title.press('Enter');
      await page.locator('.done', { hasText: 'Created “Tune the rebec”.' }).waitFor();
    });

    test('a change whose response was lost is saved', async () => {
      const { id } = await create('Tune the shawm');
      const page = await open(id, { expected: [504] });
      const facts = panel(page, 'Facts');
      let lose: ((route: Route) => Promise<void>) | undefined;
      await page.route(`**/v1/actions/${id}`, async (route) => {
        const answer = route.request().method() === 'GET' ? undefined : lose;
        if (answer === undefined) return route.fallback();
        lose = undefined;
        await route.fetch();
        return answer(route);
      });
      // The network ends, or a proxy does not wait.
      for (const [priority, losing] of [
        ['High', (route: Route) => route.abort('internetdisconnected')],
        ['Urgent', (route: Route) => route.fulfill({ status: 504, body: '' })],
      ] as const) {
        lose = losing;
        const choice = facts.getByRole('button', { name: priority, exact: true });
        await facts.getByRole('button', { name: 'Change: Priority' }).press('Enter');
        await choice.press('Enter');
        await choice.waitFor({ state: 'detached' });
        await facts.getByText(priority).waitFor();
      }
      await page.locator('.done', { hasText: 'Saved.' }).waitFor();
      await page.keyboard.press('u');
      await eventually(async () => (await read(id)).priority, 3);
    });

    test('what was typed into a fact survives reloading, and the end of the record', async () => {
      const { person } = given();
      const { id } = await create('Tune the harp');
      const path = { id };
      const page = await open(id, { movesClock: true });
      const facts = panel(page, 'Facts');
      await facts.getByRole('button', { name: 'Change: Labels' }).press('Enter');
      await page.keyboard.type('strings');
      await page.reload();
      const field = facts.getByLabel('Labels');
      await field.waitFor();
      expect(await field.inputValue()).toBe('strings');
      await person.ok('updateAction', { path, body: { labels: ['loud'] } });
      await field.press('Enter');
      await facts.getByText('Somebody else has changed this meanwhile. It is now: loud').waitFor();
      await endPause(page);
      await person.ok('dropAction', { path, body: { reason: 'No harp.' } });
      await facts.getByText('You wrote, not saved: strings').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await button(facts, 'Discard Labels').click();
      await facts.getByText('You wrote').waitFor({ state: 'detached' });
      await facts.locator('span:focus', { hasText: 'loud' }).waitFor();
      await page.reload();
      await facts.getByText('loud').waitFor();
      expect(await facts.getByText('You wrote').count()).toBe(0);
    });

    test('a typed date is kept while it is a time, and what is saved already ends quietly', async () => {
      const { person } = given();
      const { id } = await create('Tune the drum');
      const path = { id };
      const page = await open(id);
      const facts = panel(page, 'Facts');
      const edit = (name: string) =>
        facts.getByRole('button', { name: `Change: ${name}` }).press('Enter');
      await edit('Due');
      await page.keyboard.type('2031-02-03 9am');
      await page.reload();
      const due = facts.getByLabel('Due');
      await due.waitFor();
      expect(await due.inputValue()).toMatch('3 Feb 2031, 09:00');
      await due.fill('2031-02-03 9amx');
      await page.reload();
      await facts.getByRole('button', { name: 'Change: Due' }).waitFor();
      await edit('Due');
      await page.keyboard.type('2031-02-03 9am');
      await person.ok('updateAction', { path, body: { labels: ['quiet'] } });
      await page.reload();
      await due.waitFor();
      await edit('Labels');
      await facts.getByLabel('Labels').fill('loud');
      await person.ok('updateAction', { path, body: { labels: ['loud'] } });
      await page.reload();
      await facts.getByLabel('Labels').press('Enter');
      await facts.getByRole('button', { name: 'Change: Labels' }).waitFor();
      await person.ok('dropAction', { path, body: {} });
      await page.reload();
      await facts.getByText('You wrote, not saved: Mon, 3 Feb 2031, 09:00').waitFor();
    });

    test('the timeline reads the newest events first, and older ones on request', async () => {
      const { cookie, person } = given();
      const { id } = await create('Count to sixty');
      for (let number = 1; number <= 60; number += 1) {
        await person.ok('updateAction', { path: { id }, body: { details: `${number}` } });
      }
      const path = `/app/actions/${id}`;
      const { page, calls } = await given().openPage({ cookie, path });
      const timeline = panel(page, 'Timeline');
      await timeline.locator('.event').first().waitFor();
      expect(await timeline.locator('.event').count()).toBe(50);
      expect(calls.filter(({ operation }) => operation === 'readEvents')).toHaveLength(1);
      await button(timeline, 'Show more').click();
      await timeline.getByText('added the action').waitFor();
      expect(await timeline.locator('.event').count()).toBe(61);
      expect(await button(timeline, 'Show more').count()).toBe(0);
    });

    test('questions and the review are decided in place, and the page is live', async () => {
      const { agent, person } = given();
      const { id } = await agent.ok('createAction', {
        body: { title: 'Paint the moon', status: 'ready', requires_review: true },
      });
      const path = { id };
      const page = await open(id, { movesClock: true });
      const ask = { action_id: id, on_answer: 'I paint it so.', blocking: true };
      await endPause(page);
      await agent.ok('createQuestion', {
        body: { ...ask, question: 'Full or half?', choices: ['Full', 'Half'] },
      });
      await status(page).getByText('Waits for an answer').waitFor();
      await endPause(page);
      await page.locator('[data-row]').getByRole('button', { name: 'Half' }).click();
      await sendDecisions(page);
      await panel(page, 'Ended questions').getByText('Half').first().waitFor();
      for (let note = 1; note <= 22; note += 1) {
        await agent.ok('createActionNote', { path, body: { body: `Coat ${note}` } });
      }
      await endPause(page);
      const timeline = panel(page, 'Timeline');
      await timeline.getByText('Coat 22').waitFor();
      expect(await timeline.getByText('Coat 1', { exact: true }).count()).toBe(0);
      expect(await timeline.getByText('added the action').count()).toBe(0);
      await button(timeline, 'Show more').click();
      await timeline.getByText('Coat 1', { exact: true }).waitFor();
      await timeline.getByText('added the action').waitFor();
      await endPause(page);
      await agent.ok('completeAction', { path, body: { result_summary: '# Half a *moon*' } });
      await page.locator('[data-row] em', { hasText: 'moon' }).waitFor();
      await button(page, 'Reject').click();
      await page.getByLabel('What is wrong?').fill('It is green.');
      await page.keyboard.press('Enter');
      await sendDecisions(page);
      await eventually(async () => (await read(id)).review.state, 'rejected');
      await status(page).getByText('The last result was rejected by you').waitFor();
      await agent.ok('completeAction', { path, body: { result_summary: 'Silver now.' } });
      const { page: now } = await given().openNow({ movesClock: true });
      await now.getByRole('link', { name: 'Paint the moon' }).press('Enter');
      await now.locator('[data-row]', { hasText: 'Silver now.' }).waitFor();
      await endPause(now);
      await person.ok('approveAction', { path });
      await status(now).getByText('Done and approved').waitFor();
    });

    test('the author of a text is named, and a person restores what was replaced', async () => {
      const id = await rewritten();
      const page = await open(id);
      const details = panel(page, 'Details');
      await details.getByText('The details are by Scribe (agent)').waitFor();
      await details.getByText('Earlier texts').click();
      const earlier = details.getByRole('article', { name: 'Earlier details' });
      await earlier.locator('strong', { hasText: 'hinges' }).waitFor();
      await earlier.getByText('replaced by Scribe (agent)').waitFor();
      await button(earlier, 'Restore').click();
      await eventually(async () => (await read(id)).details, 'Oil the **hinges**.');
      await details.getByText('The details are by').waitFor({ state: 'detached' });
      await button(page, 'Undo').click();
      await eventually(async () => (await read(id)).details, 'Burn it.');
    });

    testLooks('the list of earlier texts', async (options) => {
      const page = await open(await rewritten(), options);
      await panel(page, 'Details').getByText('Earlier texts').click();
      await page.getByRole('article', { name: 'Earlier details' }).waitFor();
      return page;
    });

    test('on a phone, by taps; and an id without an action', async () => {
      const { id } = await create('Carry the piano', { status: 'ready' });
      const page = await open(id, { width: 320, isPhone: true }, '?edit=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Carry the grand piano');
      await button(dialog, 'Save').tap();
      await page.getByRole('heading', { name: 'Carry the grand piano' }).waitFor();
      await button(page, 'Assign').tap();
      await choose(dialog.getByLabel(/^Assigned to/), 'Rigger');
      await button(dialog, 'Assign').tap();
      await eventually(async () => (await read(id)).assigned_agent_name, 'Rigger');
      // The dialog makes the rest of the page inert.
      await dialog.waitFor({ state: 'detached' });
      await page.getByLabel('A note that').fill('It is heavy.');
      await button(page, 'Write the note').tap();
      await button(page, 'Edit the note').tap();
      await dialog.getByLabel('Note').fill('It is very heavy.');
      await button(dialog, 'Save').tap();
      await page.locator('.note', { hasText: 'It is very heavy.' }).waitFor();
      await button(page, 'Archive the note').tap();
      await page.locator('.note').waitFor({ state: 'detached' });
      await button(panel(page, 'Links'), 'Attach').tap();
      await dialog.getByLabel('A document').tap();
      await button(dialog, 'Attach “House style”').tap();
      await panel(page, 'Links').getByRole('link', { name: 'House style' }).waitFor();
      await button(page, 'Complete').tap();
      await dialog.getByLabel('Result').fill('It stands on the stage.');
      await button(dialog, 'Complete').tap();
      await eventually(async () => (await read(id)).status, 'done');
      const { page: other } = await given().openPage({
        cookie: given().cookie,
        path: '/app/actions/act_none',
        expected: [404],
      });
      await other.getByRole('heading', { name: 'There is no such action' }).waitFor();
    });

    testLooks('the page', async (options) => {
      const { agent, person } = given();
      const { id } = await agent.ok('createAction', {
        body: { title: `Hang the ${'אבג 🎭 gallery '.repeat(30)}`, status: 'ready' },
      });
      const path = { id };
      const blocker = await create('Buy the ropes');
      await person.ok('addBlocker', { path: { id, blocker_id: blocker.id } });
      await agent.ok('createQuestion', {
        body: { question: 'How high?', choices: ['High'], on_answer: 'I pull.', action_id: id },
      });
      const url = `https://example.com/${'long'.repeat(200)}`;
      await person.ok('createLink', { body: { url, action_id: id } });
      await person.ok('updateAction', {
        path,
        body: { details: `# A\n\n${'word '.repeat(12_000)}` },
      });
      await person.ok('createActionNote', { path, body: { body: '# A title\n\n- one' } });
      const page = await open(id, options);
      await page.locator('.note .markdown').waitFor();
      return page;
    });

    testLooks('a note that another tab has changed', async (options) => {
      const { person } = given();
      const { id } = await create('Tune the harp');
      const note = { body: `One ${'אבג 🎭 string '.repeat(30)}` };
      const { id: noteId } = await person.ok('createActionNote', { path: { id }, body: note });
      const page = await open(id, options);
      await button(page, 'Edit the note').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Note').fill('Mine');
      const theirs = { body: 'word '.repeat(2_000) };
      await person.ok('updateNote', { path: { id: noteId }, body: theirs });
      await button(dialog, 'Save').click();
      await button(dialog, 'Discard mine').waitFor();
      return page;
    });

    testLooks('the dialog for documents', async (options) => {
      const { id } = await create('Sort the scores');
      const title = `Scores ${'אבג 🎭 gallery '.repeat(30)}`;
      await given().person.ok('createDocument', { body: { title, content: 'One' } });
      const page = await open(id, options);
      await button(panel(page, 'Links'), 'Attach').click();
      await page.getByRole('dialog').getByLabel('A document').check();
      await button(page.getByRole('dialog'), 'Attach “Scores').waitFor();
      return page;
    });

    testLooks('the dialog for editing', async (options) => {
      const { id } = await create(`Dust the ${'אבג 🎭 gallery '.repeat(30)}`);
      const page = await open(id, options, '?edit=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('More fields').click();
      await dialog.getByLabel('Title').fill('Mine');
      await given().person.ok('updateAction', { path: { id }, body: { title: 'Theirs' } });
      await button(dialog, 'Save').click();
      await button(dialog, 'Use theirs').waitFor();
      return page;
    });
  });
});

describeConsole('The texts that agents and people write', (given, testLooks) => {
  const size = 65_536;
  const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

  /** Texts of 64 KiB with which the lexer of Markdown takes seconds or fails. */
  const hostile: Readonly<Record<string, string>> = {
    quotes: fill('>'),
    'quotes of lists': fill('> - '),
    'lists in one line': fill('1. '),
    'a list in a list': Array.from(
      { length: 250 },
      (_, depth) => `${' '.repeat(2 * depth)}- a`,
    ).join('\n'),
    'lines of a list': fill('-\n'),
    'brackets without ends': fill('['),
    'links in links': '['.repeat(size / 5) + '](a)'.repeat(size / 5),
    emphasis: fill('**a '),
    'emphasis in emphasis': '*a **b '.repeat(size / 14) + 'c** d*'.repeat(size / 14),
    'struck in struck': '~~a '.repeat(size / 8) + 'a~~ '.repeat(size / 8),
    underlines: fill('_a'),
    images: fill('!'),
    addresses: `www.a${'?'.repeat(size - 6)} `,
    'a wide table': `${'|a'.repeat(8_000)}|\n${'|-'.repeat(8_000)}|\n${'|c\n'.repeat(5_000)}`,
    'lazy quotes': fill('> a\nb\n'),
  };

  const title = 'Read what they wrote';

  async function create(details: string): Promise<string> {
    const body = { title, details, assigned_actor_id: 'me', status: 'ready' } as const;
    return (await given().agent.ok('createAction', { body })).id;
  }

  async function openAction(id: string): Promise<Page> {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path: `/app/actions/${id}` });
    await page.getByRole('heading', { name: title }).waitFor();
    return page;
  }

  /** Shows the whole text of an action. Returns the longest time in which the page did nothing else. */
  async function freezeOf(id: string): Promise<number> {
    const page = await openAction(id);
    await page.evaluate(`
      window.longTasks = [];
      new PerformanceObserver((list) => {
        window.longTasks.push(...list.getEntries().map((entry) => entry.duration));
      }).observe({ type: 'longtask' });
    `);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Show the whole text' }).click();
    await details.getByRole('button', { name: 'Show less' }).waitFor();
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    await page.getByRole('heading', { name: title }).waitFor();
    return page.evaluate<number>('Math.max(0, ...window.longTasks)');
  }

  test.each(Object.entries(hostile))('%s fail no page and freeze no tab', async (_name, text) => {
    const id = await create(text);
    // The lexer has half a second, and the browser lays out what it returned.
    const limit = 4_000;
    expect(await quickest(limit, () => freezeOf(id))).toBeLessThan(limit);
  });

  test('a text gets its Markdown although the computer stops while it is read', async () => {
    const id = await create('# Wake up\n\nIt is **late**.');
    const { page } = await given().openPage({ path: '/app/sign-in', cookie: given().cookie });
    await page.addInitScript(`
      let passed = 0;
      const [now, split] = [performance.now.bind(performance), String.prototype.split];
      performance.now = () => now() + passed;
      String.prototype.split = function (...by) {
        if (by[0] === '\\n\\n' && this.startsWith('It is')) passed ||= 60_000;
        return split.apply(this, by);
      };
      hasStopped = () => passed > 0;
    `);
    await page.goto(`${given().app.url}/app/actions/${id}`);
    await page.locator('strong', { hasText: 'late' }).waitFor();
    expect(await page.evaluate('hasStopped()')).toBe(true);
  });

  test('@ and # suggest records by keyboard, whose links assign and tell nobody', async () => {
    const { agent, person } = given();
    const { key } = await agent.ok('createAction', { body: { title: 'Oil the [big] door' } });
    const id = await create(`First ${key}, then UTF-8, \`${key}\` and [it](/app/actions/${key}).`);
    const page = await openAction(id);
    const details = page.getByRole('region', { name: 'Details' });
    await eventually(() => details.getByRole('link', { name: key }).count(), 1);
    expect(await details.getByRole('link').count()).toBe(2);
    const note = page.getByLabel('A note that people and agents read');
    await note.focus();
    await page.keyboard.type('Ask @scri');
    const option = page.getByRole('option').filter({ hasText: 'Scribe' });
    await option.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('about #oil big do');
    await page.getByRole('option').filter({ hasText: 'Oil the' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.getByRole('option').filter({ hasText: 'Oil the' }).click();
    await page.keyboard.press('Enter');
    const written = page.locator('.note').filter({ hasText: 'Ask @Scribe about' });
    await written.getByRole('link', { name: `${key} Oil the [big] door` }).click();
    await page.waitForURL(/\/app\/actions\/act_/);
    await page.getByRole('heading', { name: 'Oil the [big] door' }).waitFor();
    await page.goBack();
    await written.getByRole('link', { name: '@Scribe' }).click();
    await page.getByRole('heading', { name: 'Scribe' }).waitFor();
    const { assigned_actor_name: assignee } = await person.ok('getAction', { path: { id: key } });
    expect(assignee).toBeNull();
  });

  test('a hostile note leaves the other notes and the page as they are', async () => {
    const id = await create('Fine.');
    const path = { id };
    await given().agent.ok('createActionNote', { path, body: { body: fill('>') } });
    await given().agent.ok('createActionNote', { path, body: { body: 'A **good** note.' } });
    const page = await openAction(id);
    await page.locator('strong', { hasText: 'good' }).waitFor();
    await page.getByRole('article').filter({ hasText: '>>>>' }).first().waitFor();
  });

  test('a document of one line of a megabyte is shown', async () => {
    const body = { title: 'One line', content: 'a *b* '.repeat(170_000) };
    const { id } = await given().agent.ok('createDocument', { body });
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path: `/app/documents/${id}` });
    await page.getByText('a *b* a *b*').or(page.locator('.markdown em').first()).first().waitFor();
  });

  const question = 'Which **door**?\n\n- the left\n- the *right*\n\nOne line\nand another.';

  async function ask() {
    const body = {
      question,
      choices: ['Take `left`', 'Take [right](https://example.com)'],
      on_answer: 'I open it:\n\n1. slowly\n2. with `care`',
    };
    return given().agent.ok('createQuestion', { body });
  }

  test('a question is Markdown, in its row and on its page', async () => {
    const { id } = await ask();
    for (const path of ['/app', `/app/questions/${id}`]) {
      const { page } = await given().openPage({ cookie: given().cookie, path });
      const row = page.locator(`[data-row=question-${id}]`);
      await row.locator('.markdown li em', { hasText: 'right' }).waitFor();
      await page.locator('h1 strong, h3 strong').filter({ hasText: 'door' }).first().waitFor();
      await row.locator('.row-then ol li code', { hasText: 'care' }).waitFor();
      await row.locator('button code', { hasText: 'left' }).waitFor();
      // A link in a button would lead away instead of answering.
      expect(await row.locator('button a').count()).toBe(0);
      await row.getByRole('button', { name: '[right](https://example.com)' }).waitFor();
      const lines = await row.getByText('and another.').evaluate((one) => {
        const { height } = one.getBoundingClientRect();
        return (
          height / Number.parseFloat(one.ownerDocument.defaultView.getComputedStyle(one).lineHeight)
        );
      });
      expect(lines).toBeGreaterThan(1.5);
    }
  });

  test('an ended question and a proposal are Markdown', async () => {
    const { id } = await ask();
    const path = { id };
    const body = { response: 'The **left** one.\nNow.' };
    await given().person.ok('respondQuestion', { path, body });
    const { page } = await given().openPage({
      cookie: given().cookie,
      path: `/app/questions/${id}`,
    });
    await page.locator('.markdown strong', { hasText: 'left' }).waitFor();
    await page.locator('.markdown li em', { hasText: 'right' }).waitFor();
    const proposal = await given().agent.ok('createProposal', {
      body: {
        operation: 'createProject',
        payload: { title: 'A tour' },
        title: 'Plan a tour',
        description: 'Because:\n\n- **we** must',
      },
    });
    await page.goto(`${given().app.url}/app/proposals/${proposal.id}`);
    await page.locator('.markdown li strong', { hasText: 'we' }).waitFor();
  });

  testLooks('a question with Markdown', async (options) => {
    await ask();
    const { page } = await given().openNow(options);
    await page.locator('.row-then ol li code').first().waitFor();
    return page;
  });
});
