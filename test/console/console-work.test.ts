import type { Locator, Page, Route } from 'playwright-core';
import { describeScreen, eventually, holdWrites } from '../support/console-demo';
import {
  choose,
  pick,
  endPause,
  focusedTitle,
  row,
  takeFromMenu,
  type ConsoleOptions,
} from '../support/console-page';

describeScreen('The screen Work', (given, scenarios) => {
  const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
  const get = (id: string) => given().person.ok('getProject', { path: { id } });

  const orderOf = async (id: string): Promise<string> => {
    const status = ['inbox', 'ready', 'waiting'] as const;
    const query = { status: [...status] };
    const { items } = await given().person.ok('listProjectActions', { path: { id }, query });
    return items.map(({ title }) => title).join(', ');
  };

  /** A project with actions that have no position. */
  async function createProject(title: string, ...actions: readonly string[]): Promise<string> {
    const { person } = given();
    const { id } = await person.ok('createProject', { body: { title } });
    for (const each of actions) {
      const body = { title: each, project_id: id, status: 'ready' as const };
      await person.ok('createAction', { body });
    }
    return id;
  }

  async function open(path: string, heading: string, options: ConsoleOptions = {}) {
    const opened = await given().openPage({ cookie: given().cookie, path, ...options });
    await opened.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return opened.page;
  }

  /** Lets somebody else act after the page has sent a write, and before the server gets it. */
  async function beforeWrite(page: Page, address: string, act: () => Promise<unknown>) {
    let isFirst = true;
    await page.route(address, async (route) => {
      if (isFirst && route.request().method() !== 'GET') {
        isFirst = false;
        await act();
      }
      await route.continue();
    });
  }

  const long = 'אבג 🎭 gallery '.repeat(33);

  test('a person filters all actions, saves the filters as a view, and changes them together', async () => {
    const { person } = given();
    const status = 'ready' as const;
    const body = { status, priority: 4 as const, labels: ['light'] };
    const gels = await person.ok('createAction', { body: { ...body, title: 'Order gels' } });
    const page = await open('/app/work?tab=all&status=waiting&priority=4', 'Work');
    const dialog = page.getByRole('dialog');
    const filter = async (name: string, choose: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await choose();
      await dialog.getByRole('button', { name: 'Apply' }).click();
    };
    await page.getByText('No actions here').waitFor();
    await page.getByRole('button', { name: 'Status: Waiting' }).click();
    await dialog.getByLabel('Waiting').uncheck();
    await dialog.getByLabel('Ready').check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await row(page, 'Order gels').getByText('Urgent').waitFor();
    await filter('Label', () => dialog.getByLabel('light', { exact: true }).check());
    await page.getByRole('button', { name: 'Label: light' }).waitFor();
    await pick(page.getByLabel('Sort'), 'Due first');
    await page.getByRole('button', { name: 'Save as a view …' }).click();
    await page.getByLabel('Name').fill('Urgent light');
    await page.getByLabel('Everybody in the workspace sees it').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved the view Urgent light.').first().waitFor();
    const [view] = (await person.ok('listSavedViews')).items;
    const query = { status: ['ready'], priority: [4], label: ['light'], sort: 'due_at' };
    expect(view).toMatchObject({ name: 'Urgent light', shared: true, query });
    expect(view?.display.columns).toContain('key');

    for (const title of ['Hang gels', 'Focus gels', 'Store gels']) {
      await person.ok('createAction', { body: { ...body, title } });
    }
    await page.getByRole('button', { name: 'Remove the filter Priority' }).click();
    await page.reload();
    const select = (title: string) => row(page, title).getByRole('checkbox');
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    const heading = page.getByRole('columnheader', { name: 'Title' });
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    await select('Focus gels').check();
    await select('Order gels').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 4 of the filter' }).click();
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Label …' }).click();
    await dialog.getByLabel('Add').fill('gels, stock');
    await dialog.getByLabel('Remove').fill('light');
    await dialog.getByRole('button', { name: 'Change 4 actions' }).click();
    await page.getByText('Changed 4 actions.').first().waitFor();
    const labelsOf = async () =>
      (await person.ok('getAction', { path: { id: gels.id } })).labels.join();
    expect(await labelsOf()).toBe('gels,stock');
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(labelsOf, 'light');
    await select('Focus gels').check();
    await page.getByRole('button', { name: 'Due …' }).click();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByText('Write a time, or choose “No due date”.').waitFor();
    await dialog.getByLabel('Due', { exact: true }).fill('in 3 days');
    await dialog.getByRole('button', { name: 'Change 1 action' }).click();
    const focused = page.locator('[data-row]:focus', { hasText: 'Focus gels' });
    await focused.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').first().waitFor();
    await focused.waitFor();
    await row(page, 'Order gels').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('k');
    await page.keyboard.press('Shift+X');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Drop …' }).click();
    await dialog.getByRole('button', { name: 'Drop 2 actions' }).click();
    await row(page, 'Order gels').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    const statusOf = async () => (await person.ok('getAction', { path: { id: gels.id } })).status;
    await eventually(statusOf, 'ready');

    await pick(page.getByLabel('Group by'), 'Priority');
    const urgent = page.getByRole('region', { name: 'Urgent' });
    await urgent.getByRole('link', { name: 'Store gels' }).waitFor();
    expect(await urgent.locator('.count').textContent()).toBe('4');
    await page.goBack();
    await page.getByRole('region', { name: 'Actions' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Key' }).click();
    await page.getByRole('columnheader', { name: 'Key' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Save changes' }).click();
    const saved = async () => (await person.ok('listSavedViews')).items[0];
    await eventually(async () => (await saved())?.query.sort, 'title');
    expect((await saved())?.display.columns).not.toContain('key');
    await pick(page.getByLabel('Group by'), 'Status');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await eventually(async () => (await saved())?.display.group, 'status');
    const choice = page.getByRole('button', { name: /^View/ });
    await pick(choice, 'None');
    await pick(choice, 'Urgent light (shared)');
    await row(page, 'Order gels').waitFor();
    expect(param(page, 'label')).toBe('light');
    expect(param(page, 'group')).toBe('status');
    await page.getByRole('columnheader', { name: 'Title' }).first().waitFor();
    expect(await page.getByRole('columnheader', { name: 'Key' }).count()).toBe(0);
    // An open view follows the new name of its label.
    await person.ok('renameLabel', { body: { name: 'light', new_name: 'lamp' } });
    await page.getByRole('button', { name: 'Label: lamp' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete the view …' }).click();
    await page.getByRole('button', { name: 'Delete the view', exact: true }).click();
    await page.getByText('Deleted the view Urgent light.').first().waitFor();
    expect((await person.ok('listSavedViews')).items).toEqual([]);
  });

  test('a person lists actions without a label, and chooses among many views', async () => {
    const { person } = given();
    const status = 'ready' as const;
    await person.ok('createAction', { body: { title: 'Sort bolts', status } });
    await person.ok('createAction', { body: { title: 'Mend a lamp', status, labels: ['light'] } });
    const page = await open('/app/work?tab=all&status=ready&label=light', 'Work');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Label: light' }).click();
    await dialog.getByLabel('No label').check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Label: None' }).waitFor();
    await pick(page.getByLabel('Group by'), 'Label');
    await page.getByRole('region', { name: 'No label' }).getByText('Sort bolts').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Label' }).click();
    await page.getByRole('region', { name: 'light' }).getByText('Mend a lamp').waitFor();
    await page.getByRole('region', { name: 'No label' }).getByText('Sort bolts').waitFor();

    // A list of choices does not end with its first page.
    for (const name of ['First page', 'Second page']) {
      await person.ok('createSavedView', { body: { name, query: {}, shared: false } });
    }
    await page.route('**/v1/saved-views?*', (route) => {
      return route.continue({ url: route.request().url().replace('limit=200', 'limit=1') });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Second page' }).waitFor();
    await pick(page.getByRole('button', { name: /^View/ }), 'Second page');
  });

  test('a person creates a project, plans it, and ends it', async () => {
    const { person } = given();
    const page = await open('/app/work?tab=projects', 'Work');
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('A tour');
    await dialog.getByLabel('Description').fill('Three **cities**.');
    await choose(dialog.getByLabel('Domain'), 'Stage');
    await dialog.getByLabel('Due').fill('2031-07-01T18:30');
    await dialog.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('heading', { level: 1, name: 'A tour' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const due = new Date((await get(id)).due_at ?? 0);
    expect(due.toLocaleString('sv-SE', { timeZone: 'UTC' })).toBe('2031-07-01 18:30:00');
    await page.locator('.markdown strong', { hasText: 'cities' }).waitFor();
    await page.getByText('One action after the other.').waitFor();

    await page.getByRole('button', { name: 'Add an action' }).click();
    for (const title of ['Book the hotel', 'Rent the bus', 'Pack the set']) {
      await page.getByLabel('Title').fill(title);
      await choose(page.getByLabel('Assigned to'), 'Scribe');
      await page.getByRole('button', { name: 'Add the action' }).click();
      await row(page, title).getByText('Scribe').waitFor();
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'Book the hotel').getByText('Next').waitFor();
    await row(page, 'Pack the set')
      .getByRole('button', { name: /^Move up/ })
      .click();
    await eventually(() => orderOf(id), 'Book the hotel, Pack the set, Rent the bus');
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => orderOf(id), 'Book the hotel, Rent the bus, Pack the set');

    await row(page, 'Pack the set')
      .getByRole('button', { name: /^Blockers/ })
      .click();
    await dialog.getByText('Nothing blocks it.').waitFor();
    await choose(dialog.getByLabel('Blocked by'), 'Rent the bus');
    await dialog.getByRole('button', { name: 'Add the blocker' }).click();
    await choose(dialog.getByLabel('Blocked by'), 'Hire the wind machine');
    await dialog.getByRole('button', { name: 'Add the blocker' }).click();
    await dialog.getByRole('button', { name: 'Remove the blocker: Rent the bus' }).click();
    await dialog
      .getByRole('button', { name: 'Remove the blocker: Rent' })
      .waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row(page, 'Pack the set').getByText('Blocked by “Hire the wind machine”').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Pack the set').getByText('“Rent the bus”').waitFor();

    await page.getByLabel('A note that').fill('The bus has *forty* seats.');
    await page.keyboard.press('Enter');
    await page.locator('.note em', { hasText: 'forty' }).waitFor();
    await page.getByRole('button', { name: 'Edit the note' }).click();
    await dialog.getByLabel('Note').fill('The bus has *fifty* seats.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.note em', { hasText: 'fifty' }).waitFor();
    await page.getByRole('button', { name: 'Archive the note' }).click();
    await page.locator('.note').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Attach a link' }).click();
    await dialog.getByLabel('Address').fill('https://example.com/bus');
    await dialog.getByLabel('Title').fill('The bus');
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    const link = page.getByRole('link', { name: 'The bus', exact: true });
    expect(await link.getAttribute('href')).toBe('https://example.com/bus');
    await page.getByRole('button', { name: 'Edit “The bus”' }).click();
    await dialog.getByLabel('Title').fill('The large bus');
    const [attached] = (await person.ok('listLinks', { query: { project_id: id } })).items;
    await person.ok('updateLink', {
      path: { id: attached?.id ?? '' },
      body: { title: 'The small bus' },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The small bus').waitFor();
    await dialog.getByRole('button', { name: 'Save mine instead' }).click();
    await page.getByRole('link', { name: 'The large bus', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove “The large bus”' }).click();
    await page.getByText('Nothing is attached.').waitFor();

    await page.getByRole('button', { name: 'Complete' }).click();
    await dialog.getByText('3 actions are still open.').waitFor();
    await dialog.getByRole('button', { name: 'Complete the project and drop them' }).click();
    await page.getByText('It has ended. Reactivate it to go on.').waitFor();
    expect((await get(id)).state).toBe('completed');
    expect(await page.getByRole('button', { name: 'Add an action' }).count()).toBe(0);
    await page.getByText('3 done or dropped').click();
    await page.getByRole('link', { name: 'Rent the bus' }).waitFor();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByText('Its actions can be taken up.').waitFor();
    await page.getByRole('button', { name: 'Add an action' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await get(id)).state, 'completed');
  });

  scenarios((testLooks) => {
    test('my work begins with what is overdue, and says whose days it counts', async () => {
      const { person } = given();
      const own = { assigned_actor_id: 'me', status: 'ready' as const };
      for (const [title, due_at] of [
        ['Late lamp', '2020-01-01T00:00:00Z'],
        ['Later lamp', '2099-01-01T00:00:00Z'],
      ] as const) {
        await person.ok('createAction', { body: { title, due_at, ...own } });
      }
      const page = await open('/app/mine', 'My work', { timeZone: 'Asia/Tokyo' });
      const section = (name: string) => page.getByRole('region', { name });
      await section('Overdue').getByText('Late lamp').waitFor();
      expect(await section('Today').getByText('Late lamp').count()).toBe(0);
      await section('Later').getByText('Later lamp').waitFor();
      await page.getByText('Times are in Asia/Tokyo.').waitFor();
      const shown = await section('Overdue').locator('[data-row]').count();
      expect(await section('Overdue').locator('.count').textContent()).toBe(String(shown));
    });

    test('a person finds work by domain, by what can be done with it, and by project', async () => {
      const { person } = given();
      const domain = await person.ok('createDomain', { body: { name: 'Wardrobe' } });
      for (let number = 1; number <= 12; number += 1) {
        const body = {
          title: `Sew costume ${number}`,
          domain_id: domain.id,
          status: 'ready' as const,
        };
        await person.ok('createAction', { body });
      }
      const page = await open('/app/work', 'Work');
      const wardrobe = page.getByRole('region', { name: 'Wardrobe' });
      await wardrobe.getByText('12', { exact: true }).waitFor();
      expect(await wardrobe.locator('[data-row]').count()).toBe(10);
      await wardrobe.getByRole('link', { name: 'Show more of the 12 tasks' }).click();
      await wardrobe.locator('[data-row]').nth(11).waitFor();
      expect(await page.getByRole('region', { name: 'Stage' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show all domains' }).click();
      await pick(page.getByLabel('Tasks', { exact: true }), 'Of templates');
      await row(page, 'Order the flowers').getByText('Opening night').waitFor();
      expect(param(page, 'slice')).toBe('templates');
      await row(page, 'Order the flowers').getByRole('link', { name: 'Opening night' }).click();
      await page.getByRole('heading', { name: 'Opening night', level: 1 }).waitFor();
      await page.goBack();

      for (const [tab, operation, title] of [
        ['Ready', 'getReadyView', 'Sign the contract with the choir'],
        ['Working', 'getWorkingView', 'Plot the storm cues'],
        ['Waiting', 'getWaitingView', 'Hire the wind machine'],
        ['Stalled', 'getStalledView', 'Archive the posters'],
        ['Deferred', 'getDeferredView', 'Renew the fire insurance'],
      ] as const) {
        const { total } = await person.ok(operation, { query: { limit: 1 } });
        await page.getByRole('link', { name: `${tab} ${total}` }).click();
        await row(page, title).waitFor();
      }
      await page.getByRole('link', { name: /^Waiting/ }).click();
      const waiting = row(page, 'Hire the wind machine');
      const project = waiting.getByRole('link', { name: 'The Tempest: technical set-up' });
      expect(await project.getAttribute('href')).toMatch(/^\/app\/projects\/prj_/);
      await waiting.getByText('Waits for: The opera house').waitFor();
      await choose(page.getByLabel('Assigned to'), 'Nobody');
      await page.getByText('Actions appear here while they wait').waitFor();
      await choose(page.getByLabel('Assigned to'), 'Me');
      await waiting.getByRole('link', { name: 'Hire the wind machine' }).click();
      await page.waitForURL(/\/app\/actions\/act_/);
      await page.goBack();
      await waiting.waitFor();
      expect(param(page, 'assignee')).toBe('me');

      await page.getByRole('link', { name: 'Projects' }).click();
      await pick(page.getByLabel('State'), 'All');
      await row(page, 'Autumn gala').getByText('Completed').waitFor();
      await page.getByLabel('Words').fill('refurbishment');
      await row(page, 'Autumn gala').waitFor({ state: 'detached' });
      await row(page, 'Foyer refurbishment')
        .getByText(/^\d+ of \d+ done$/)
        .waitFor();
      await choose(page.getByLabel('Domain'), 'Stage');
      await page.getByText('Projects that match these filters').waitFor();
      expect([param(page, 'q'), param(page, 'state')]).toEqual(['refurbishment', 'all']);
    });

    test('an open view that is renamed or deleted elsewhere says so', async () => {
      const { person } = given();
      const body = { name: 'Tonight', query: { status: ['ready' as const] }, shared: false };
      const { id } = await person.ok('createSavedView', { body });
      const page = await open(`/app/work?tab=all&view=${id}&status=ready`, 'Work');
      const readAgain = () => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await page.getByRole('button', { name: 'View Tonight' }).waitFor();
      await pick(page.getByRole('button', { name: /^Sort / }), 'Oldest first');
      const save = page.getByRole('button', { name: 'Save changes' });
      await person.ok('updateSavedView', { path: { id }, body: { name: 'Tomorrow' } });
      await save.click();
      await page.getByText('so nothing was saved').waitFor();
      await page.getByRole('button', { name: 'View Tomorrow' }).waitFor();
      await save.click();
      await page.getByText('Changed the view Tomorrow.').first().waitFor();
      const focused = `document.activeElement.textContent.includes('Tomorrow')`;
      await eventually(() => page.evaluate<boolean>(focused), true);
      const renamed = { name: 'This evening' };
      await person.ok('updateSavedView', { path: { id }, body: renamed });
      await readAgain();
      await page.getByText('The view is called This evening now.').first().waitFor();
      await page.getByRole('button', { name: 'View This evening' }).waitFor();
      await person.ok('deleteSavedView', { path: { id } });
      await readAgain();
      await page.getByText('The view that was open was deleted.').first().waitFor();
      await page.waitForURL((url) => !url.searchParams.has('view'));
      await page.getByRole('button', { name: 'Status: Ready' }).waitFor();
      expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    });

    test('a person moves and adds actions faster than the server responds', async () => {
      const id = await createProject('A puppet play', 'Carve it', 'Paint it', 'Show it');
      const page = await open(`/app/projects/${id}`, 'A puppet play');
      await row(page, 'Show it').focus();
      const release = await holdWrites(page);
      await page.keyboard.press('Shift+K');
      await page.keyboard.press('Shift+K');
      release();
      await eventually(() => orderOf(id), 'Show it, Carve it, Paint it');

      let load = (): void => undefined;
      const loading = new Promise<void>((resolve) => {
        load = resolve;
      });
      await page.route('**/add-action-*', (route) => loading.then(() => route.fallback()));
      await page.keyboard.press('a');
      await page.keyboard.press('e');
      load();
      await page.getByLabel('Details').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      const releaseAdded = await holdWrites(page);
      await page.keyboard.type('Sell it');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Mend ');
      await eventually(() => orderOf(id), 'Show it, Carve it, Paint it, Sell it');
      releaseAdded();
      await row(page, 'Sell it').waitFor();
      await page.keyboard.type('it');
      await page.keyboard.press('Enter');
      await eventually(() => orderOf(id), 'Show it, Carve it, Paint it, Sell it, Mend it');
    });

    test('a person plans a project by keys alone', async () => {
      const id = await createProject('A radio play', 'Write it', 'Cast it', 'Record it');
      const { page } = await given().openNow();
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
      await page.locator('[data-row]').first().waitFor();
      await page.getByRole('link', { name: 'Projects' }).focus();
      await page.keyboard.press('Enter');
      await row(page, 'A radio play').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await row(page, 'Write it').waitFor();
      expect(await page.locator('h1').textContent()).toBe('A radio play');

      await page.keyboard.press('e');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.type(' in verse');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'A radio play in verse' }).waitFor();
      await page.keyboard.press('u');
      await page.getByRole('heading', { name: 'A radio play', exact: true }).waitFor();

      await row(page, 'Write it').focus();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Shift+K');
      await eventually(() => orderOf(id), 'Write it, Record it, Cast it');
      await page.locator('li:nth-child(2)[data-row]', { hasText: 'Record it' }).waitFor();
      await page.keyboard.press('Shift+K');
      await eventually(() => orderOf(id), 'Record it, Write it, Cast it');
      await page.locator('li:nth-child(1)[data-row]', { hasText: 'Record it' }).waitFor();
      await page.keyboard.press('Shift+J');
      await eventually(() => orderOf(id), 'Write it, Record it, Cast it');
      expect(await page.evaluate<string>('document.activeElement.textContent')).toMatch(
        /^Record it/,
      );

      await page.keyboard.press('b');
      await choose(page.getByRole('dialog').getByLabel('Blocked by'), 'Write it');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove the blocker: Write it' }).waitFor();
      await page.keyboard.press('Escape');
      await row(page, 'Record it').getByText('Blocked by “Write it”').waitFor();

      await page.keyboard.press('a');
      await page.getByLabel('Details').waitFor();
      await page.keyboard.type('Broadcast it');
      await page.keyboard.press('Enter');
      await row(page, 'Broadcast it').waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel('Details').waitFor({ state: 'detached' });
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/app\/actions\/act_/);
    });

    test('a person duplicates a template, and sees both versions of a stale edit', async () => {
      const { person } = given();
      const page = await open('/app/work?tab=projects&kind=templates', 'Work');
      await row(page, 'Opening night').click();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await dialog.getByLabel('Title').fill('Opening of Hamlet');
      await dialog.getByRole('button', { name: 'Create the project' }).click();
      await page.getByRole('heading', { level: 1, name: 'Opening of Hamlet' }).waitFor();
      await row(page, 'Order the flowers').waitFor();
      expect(await page.locator('[data-row]').count()).toBe(6);
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

      await page.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByLabel('Title').fill('Hamlet opens');
      const header = { 'If-Match': `"${(await get(id)).version}"` };
      const body = { title: 'Hamlet', description: 'From Ada.' };
      await person.ok('updateProject', { path: { id }, header, body });
      await dialog.getByRole('button', { name: 'Save' }).click();
      const current = dialog.getByRole('region', { name: 'Changed by somebody else' });
      await current.getByText('Hamlet', { exact: true }).waitFor();
      await current.getByText('From Ada.').waitFor();
      expect(await dialog.getByLabel('Title').inputValue()).toBe('Hamlet opens');
      await dialog.getByRole('button', { name: 'Save mine instead' }).click();
      await page.getByRole('heading', { level: 1, name: 'Hamlet opens' }).waitFor();
      await page.getByRole('button', { name: 'Change: Template' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.getByText('Nobody works on its actions.').waitFor();
      expect(await get(id)).toMatchObject({ description: 'From Ada.', is_template: true });
      await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    });

    test('a filter whose record does not exist says so, and can be removed', async () => {
      const page = await open('/app/work?tab=all&project_id=prj_unknown', 'Work');
      await page.getByText('No actions here').waitFor();
      await page.getByRole('button', { name: 'Project: Unknown' }).click();
      const field = page.getByRole('dialog').getByLabel('Project');
      await eventually(() => field.inputValue(), 'Unknown');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Remove the filter Project' }).click();
      await page.locator('[data-row]').first().waitFor();

      await page.goto(new URL('/app/work?tab=projects&domain=dom_unknown', page.url()).href);
      await eventually(() => page.getByLabel('Domain').inputValue(), 'Unknown');

      const { actor_id: actor } = (await given().person.ok('getSession')).user;
      const other = actor.slice(0, -1) + (actor.endsWith('1') ? '2' : '1');
      await page.goto(new URL(`/app/documents?creator=${other}`, page.url()).href);
      await eventually(() => page.getByLabel('Created by').inputValue(), 'Unknown');
    });

    test('the words of a list follow the address', async () => {
      const page = await open('/app/work?tab=all', 'Work');
      const words = page.getByLabel('Words');
      await words.fill('gels');
      await page.waitForURL(/q=gels/);
      await page.goBack();
      await eventually(() => words.inputValue(), '');
      // Longer than the pause after which a field sends its words.
      await page.waitForTimeout(500);
      expect(page.url()).toMatch(/\?tab=all$/);
    });

    test('what was typed about a project is kept, and saved only over the version it began with', async () => {
      const { person } = given();
      const id = await createProject('A tour');
      const page = await open(`/app/projects/${id}`, 'A tour');
      const dialog = page.getByRole('dialog');
      const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
      const title = dialog.getByLabel('Title');
      const restored = dialog.getByText('This is what you typed before.');
      await edit();
      await title.fill('A long tour');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.reload();
      await edit();
      await restored.waitFor();
      expect(await title.inputValue()).toBe('A long tour');
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await restored.waitFor({ state: 'detached' });
      expect(await title.inputValue()).toBe('A tour');
      expect(await title.evaluate((field) => field.matches(':focus'))).toBe(true);
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await restored.waitFor();
      expect(await title.inputValue()).toBe('A long tour');

      await page.goto('about:blank');
      await person.ok('updateProject', { path: { id }, body: { title: 'A short tour' } });
      await page.goto(`${given().app.url}/app/projects/${id}`);
      await page.getByRole('heading', { level: 1, name: 'A short tour' }).waitFor();
      await edit();
      const current = dialog.getByRole('region', { name: 'Changed by somebody else' });
      await current.getByText('A short tour', { exact: true }).waitFor();
      expect(await current.locator('dt').allTextContents()).toEqual(['Title']);
      expect(await title.inputValue()).toBe('A long tour');
      expect((await get(id)).title).toBe('A short tour');
      await dialog.getByRole('button', { name: 'Save mine instead' }).click();
      await page.getByRole('heading', { level: 1, name: 'A long tour' }).waitFor();
      await edit();
      await title.waitFor();
      expect(await restored.count()).toBe(0);
    });

    test('a person plans a project on a phone', async () => {
      const id = await createProject('A podcast', 'Write the script', 'Buy a microphone');
      const page = await open('/app/work', 'Work', { width: 320, isPhone: true });
      await page.getByRole('link', { name: 'Projects' }).tap();
      await row(page, 'A podcast').tap();
      await row(page, 'Buy a microphone')
        .getByRole('button', { name: /^Move up/ })
        .tap();
      await eventually(() => orderOf(id), 'Buy a microphone, Write the script');
      await page.getByRole('button', { name: 'Add an action' }).tap();
      await page.getByLabel('Title').fill('Publish it');
      await pick(page.getByLabel('Status'), 'Captured');
      await page.getByRole('button', { name: 'Add the action' }).tap();
      await row(page, 'Publish it').getByText('Captured').waitFor();
      await page.getByRole('button', { name: 'Pause' }).tap();
      await eventually(async () => (await get(id)).state, 'paused');
    });

    test('rows stay where they are while others work', async () => {
      const { person } = given();
      const domain = await person.ok('createDomain', { body: { name: 'Lighting' } });
      const add = (title: string, due_at: string) => {
        const body = { title, due_at, domain_id: domain.id, status: 'ready' as const };
        return person.ok('createAction', { body: { ...body, assigned_actor_id: 'me' } });
      };
      await add('Focus the lamps', '2020-02-01T00:00:00Z');
      const second = await add('Dim the lamps', '2020-03-01T00:00:00Z');
      const titles = (page: Page) =>
        page
          .locator('.work-rows [data-row] :is(a, s)')
          .allTextContents()
          .then((texts) => texts.map((text) => text.replace(/^[A-Z]+-\d+ /, '')));
      const page = await open(`/app/work?domain=${domain.id}`, 'Work', { movesClock: true });
      await row(page, 'Dim the lamps').waitFor();

      await add('Buy the lamps', '2020-01-01T00:00:00Z');
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      expect(await titles(page)).toEqual(['Focus the lamps', 'Dim the lamps']);
      await endPause(page);
      await person.ok('completeAction', {
        path: { id: second.id },
        body: { result_summary: 'Dim.' },
      });
      const struck = row(page, 'Dim the lamps').filter({ has: page.locator('s') });
      await struck.getByText(/^You .*complete/i).waitFor();
      expect(await titles(page)).toEqual(['Focus the lamps', 'Dim the lamps']);
      await page.getByRole('button', { name: 'Show 1 new' }).click();
      await row(page, 'Buy the lamps').waitFor();
      expect(await titles(page)).toEqual(['Buy the lamps', 'Focus the lamps']);

      // A new project of somebody else waits, one of the person's own is there at once.
      await page.getByRole('link', { name: 'Projects' }).click();
      await page.locator('[data-row]').first().waitFor();
      await endPause(page);
      await person.ok('createProject', { body: { title: 'A light show' } });
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      expect(await row(page, 'A light show').count()).toBe(0);
      await page.getByRole('button', { name: 'New project' }).click();
      await page.getByRole('dialog').getByLabel('Title').fill('A sound show');
      await page.getByRole('button', { name: 'Create the project' }).click();
      await page.getByRole('heading', { level: 1, name: 'A sound show' }).waitFor();
      await page.getByRole('link', { name: 'Projects' }).click();
      await row(page, 'A sound show').waitFor();
      await row(page, 'A light show').waitFor();
      expect(await page.getByRole('button', { name: 'Show 1 new' }).count()).toBe(0);
    });

    test('a command that is too late shows what changed, and can be sent again', async () => {
      const { person } = given();
      const id = await createProject('A late show', 'Invite', 'Rehearse', 'Perform');
      const { items } = await person.ok('listProjectActions', { path: { id } });
      const idOf = (title: string): string => items.find((item) => item.title === title)?.id ?? '';
      const page = await open(`/app/projects/${id}`, 'A late show');
      const theirs = page.getByRole('region', { name: 'Changed by somebody else' });
      const again = theirs.getByRole('button', { name: 'Do it again' });

      const renamed = { path: { id: idOf('Perform') }, body: { title: 'Perform_twice' } };
      await beforeWrite(page, '**/v1/actions/*', () => person.ok('updateAction', renamed));
      await row(page, 'Perform')
        .getByRole('button', { name: /^Move up/ })
        .click();
      await theirs.getByText('Perform_twice').waitFor();
      await again.click();
      await eventually(() => orderOf(id), 'Invite, Perform_twice, Rehearse');
      await theirs.waitFor({ state: 'detached' });

      const retitled = { path: { id }, body: { title: 'A later show' } };
      await beforeWrite(page, '**/v1/projects/*', () => person.ok('updateProject', retitled));
      await page.getByRole('button', { name: 'Pause' }).click();
      await theirs.getByText('A later show').waitFor();
      expect(await theirs.locator('dt').allTextContents()).toEqual(['Title']);
      await again.click();
      await eventually(async () => (await get(id)).state, 'paused');

      const dialog = page.getByRole('dialog');
      const blocked = { id: idOf('Rehearse'), blocker_id: idOf('Invite') };
      await row(page, 'Rehearse')
        .getByRole('button', { name: /^Blockers/ })
        .click();
      await choose(dialog.getByLabel('Blocked by'), 'Perform_twice');
      await beforeWrite(page, '**/blockers/*', () => person.ok('addBlocker', { path: blocked }));
      await dialog.getByRole('button', { name: 'Add the blocker' }).click();
      await theirs.getByText('Invite').waitFor();
      await again.click();
      await dialog.getByRole('button', { name: 'Remove the blocker: Perform_twice' }).waitFor();
      await dialog.getByRole('button', { name: 'Remove the blocker: Invite' }).waitFor();
    });

    testLooks('the list of projects', async (options) => {
      await createProject(`List ${long}`);
      const page = await open('/app/work?tab=projects', 'Work', options);
      await row(page, 'gallery').first().waitFor();
      return page;
    });

    testLooks('the list of all actions', async (options) => {
      const body = { title: `Table ${long}`, status: 'ready' as const, priority: 4 as const };
      const due = { due_at: '2020-01-01T00:00:00Z', labels: ['light', 'ש'.repeat(50)] };
      await given().person.ok('createAction', {
        body: { ...body, ...due, assigned_actor_id: 'me' },
      });
      const page = await open('/app/work?tab=all&status=ready&status=done', 'Work', options);
      await row(page, 'gallery').first().getByRole('checkbox').check();
      await page.getByRole('button', { name: /^Select all/ }).waitFor();
      // Where the bar at the bottom covers nothing.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return page;
    });

    test('a person moves cards on the board, and sees what is due by week', async () => {
      const { person } = given();
      const create = async (title: string, fields: object = {}) => {
        const body = { title, status: 'ready' as const, labels: ['props'], ...fields };
        return (await person.ok('createAction', { body })).id;
      };
      const [sword, crown] = [await create('Forge the sword'), await create('Gild the crown')];
      const blocked = await create('Wear the crown');
      await person.ok('addBlocker', { path: { id: blocked, blocker_id: crown } });
      const statusOf = async (id = sword) =>
        (await person.ok('getAction', { path: { id } })).status;
      const page = await open('/app/work?tab=board&label=props', 'Work');
      const dialog = page.getByRole('dialog');
      const column = (name: string) => page.getByRole('region', { name, exact: true });
      const card = (name: string, title: string) =>
        row(page, title).and(column(name).locator('li'));

      await card('Ready', 'Forge the sword').dragTo(column('Waiting'));
      await eventually(statusOf, 'waiting');
      await card('Waiting', 'Forge the sword').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(statusOf, 'ready');
      await card('Ready', 'Forge the sword').focus();
      const release = await holdWrites(page);
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await eventually(statusOf, 'inbox');
      release();
      await eventually(statusOf, 'waiting');
      await page.locator(':focus', { hasText: 'Forge the sword' }).waitFor();
      await page.keyboard.press('m');
      await dialog.locator(':focus', { hasText: 'Inbox' }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.getByLabel('Result').fill('It is sharp.');
      await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
      await card('Done', 'Forge the sword').waitFor();
      expect(await statusOf()).toBe('done');
      await card('Done', 'Forge the sword').dragTo(column('Waiting'));
      await page.getByText('Work that is done opens again as ready.').waitFor();
      await card('Done', 'Forge the sword').dragTo(column('Ready'));
      await dialog.getByLabel('Reason').fill('Too sharp.');
      await dialog.getByRole('button', { name: 'Reopen', exact: true }).click();
      await card('Ready', 'Forge the sword').waitFor();
      await card('Ready', 'Wear the crown').dragTo(column('Done'));
      await dialog.getByLabel('Result').fill('Worn.');
      await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
      await dialog.getByText('Other actions block it.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await beforeWrite(page, '**/v1/actions/*', () =>
        person.ok('updateAction', { path: { id: crown }, body: { priority: 3 } }),
      );
      await card('Ready', 'Gild the crown').dragTo(column('Inbox'));
      await page.getByText('It has changed since you opened it').waitFor();
      await card('Ready', 'Gild the crown').waitFor();
      await pick(page.getByLabel('Columns'), 'Priority');
      await card('High', 'Gild the crown').dragTo(column('Urgent'));
      await card('Urgent', 'Gild the crown').waitFor();
      await eventually(
        async () => (await person.ok('getAction', { path: { id: crown } })).priority,
        4,
      );

      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await create('Return the shields', { due_at: inDays(-30) });
      await create('Order the plumes', { due_at: inDays(7) });
      await page.getByRole('link', { name: 'Due', exact: true }).click();
      await page.getByRole('region', { name: 'Overdue' }).getByText('Return the shields').waitFor();
      expect(param(page, 'label')).toBe('props');
      await page.getByRole('button', { name: 'Week after' }).click();
      await row(page, 'Order the plumes').waitFor();
      expect(await row(page, 'Return the shields').count()).toBe(0);
      await page.getByRole('button', { name: 'This week' }).click();
      await row(page, 'Return the shields').waitFor();
      await page.getByRole('button', { name: 'No due date' }).click();
      await page.getByRole('region', { name: 'No due date' }).getByText('Gild the crown').waitFor();
      expect(await row(page, 'Return the shields').count()).toBe(0);
      await page.getByRole('button', { name: 'Due: None' }).click();
      await page.getByRole('dialog').getByLabel('No due date').uncheck();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
      await row(page, 'Return the shields').waitFor();
    });

    test('a person moves a card by thumb', async () => {
      const { person } = given();
      const body = { title: 'Sand the masks', status: 'inbox' as const, labels: ['masks'] };
      const { id } = await person.ok('createAction', { body });
      const path = '/app/work?tab=board&label=masks';
      const page = await open(path, 'Work', { width: 320, isPhone: true });
      const isInView = async (part: Locator) => {
        const { x = -1, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
        const window = page.viewportSize();
        return x >= 0 && x + width <= 320 && y + height <= (window?.height ?? 0);
      };
      const tab = page.getByRole('link', { name: 'Board', exact: true });
      await eventually(() => isInView(tab), true);
      await page.getByRole('button', { name: 'Filter', exact: true }).tap();
      await eventually(() => isInView(page.locator('.menu:popover-open')), true);
      await page.keyboard.press('Escape');
      await row(page, 'Sand the masks').getByRole('button', { name: /^Move/ }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Waiting' }).tap();
      const statusOf = async () => (await person.ok('getAction', { path: { id } })).status;
      await eventually(statusOf, 'waiting');
    });

    testLooks('the board', async (options) => {
      const body = { title: `Card ${long}`, status: 'ready' as const, priority: 4 as const };
      const due = { due_at: '2020-01-01T00:00:00Z', labels: ['light', 'ש'.repeat(50)] };
      await given().person.ok('createAction', {
        body: { ...body, ...due, assigned_actor_id: 'me' },
      });
      const page = await open('/app/work?tab=board', 'Work', options);
      await row(page, 'gallery').first().waitFor();
      return page;
    });

    testLooks('what is due', async (options) => {
      const body = { title: `Due ${long}`, status: 'ready' as const };
      const due = { due_at: '2020-01-01T00:00:00Z', labels: ['light'] };
      await given().person.ok('createAction', { body: { ...body, ...due } });
      const page = await open('/app/work?tab=due', 'Work', options);
      await row(page, 'gallery').first().waitFor();
      return page;
    });

    testLooks('the tasks', async (options) => {
      const id = await createProject(`Tasks ${long}`);
      const body = { title: `Paint ${long}`, project_id: id, due_at: '2020-01-01T00:00:00Z' };
      await given().person.ok('createAction', { body: { ...body, status: 'ready' } });
      const page = await open('/app/work', 'Work', options);
      await row(page, 'gallery').first().waitFor();
      return page;
    });

    testLooks('a project', async (options) => {
      const { person } = given();
      const id = await createProject(`Project ${long}`, `Paint ${long}`, `Hang ${long}`);
      const { items } = await person.ok('listProjectActions', { path: { id } });
      const [blocker, blocked] = items.map((item) => item.id);
      await person.ok('addBlocker', { path: { id: blocked ?? '', blocker_id: blocker ?? '' } });
      const text = 'עברית '.repeat(9_000);
      await person.ok('createProjectNote', { path: { id }, body: { body: text } });
      const url = `https://example.com/${'a'.repeat(1_500)}`;
      await person.ok('createLink', { body: { url, project_id: id } });
      const page = await open(`/app/projects/${id}`, 'Project', options);
      await row(page, 'Hang').getByText('Blocked by').waitFor();
      await page.getByRole('button', { name: 'Add an action' }).click();
      await page.getByLabel('Details').waitFor();
      await page.getByText('example.com').first().waitFor();
      return page;
    });

    testLooks('the dialog of a project', async (options) => {
      const id = await createProject(`Dialog ${long}`);
      const page = await open(`/app/projects/${id}`, 'Dialog', options);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').getByLabel('Title').fill('Mine');
      await given().person.ok('updateProject', { path: { id }, body: { title: long } });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody else has changed this meanwhile.').waitFor();
      const sideways =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog[open]'))";
      const overflow = await page.evaluate<number>(sideways);
      if (overflow !== 0) throw new Error(`The dialog scrolls sideways by ${overflow} pixels.`);
      return page;
    });
  });
});

describeScreen('The screen Inbox', (given, scenarios) => {
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
  const undo = (page: Page) => page.locator('.done').getByRole('button').click();

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

    await takeFromMenu(ropes, 'Assign …');
    await choose(ropes.getByLabel('Assigned to'), 'Rigger');
    await ropes.getByRole('button', { name: 'Assign', exact: true }).click();
    await ropes.getByText('assigned to Rigger').waitFor();
    await eventually(() => assigneeOf(id), rigger?.actor_id);
    await undo(page);
    await eventually(() => assigneeOf(id), null);

    await takeFromMenu(ropes, 'Project …');
    await choose(ropes.getByLabel('Project'), 'Winter season programme');
    await ropes.getByRole('button', { name: 'Put into this project' }).click();
    await ropes.getByText('in “Winter season programme”').waitFor();
    await undo(page);
    await eventually(async () => (await read(id)).project_id, null);

    // The inbox does not list what is part of a template.
    await takeFromMenu(ropes, 'Project …');
    await choose(ropes.getByLabel('Project'), 'Opening night');
    await ropes.getByRole('button', { name: 'Put into this project' }).click();
    await ropes.getByText('You: Put into “Opening night”').waitFor();
    await ropes.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await read(id)).project_id, null);

    await takeFromMenu(ropes, 'Defer …');
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

    await takeFromMenu(ropes, 'Drop');
    await eventually(() => statusOf(id), 'dropped');
    await undo(page);
    await eventually(() => statusOf(id), 'inbox');
    await ropes.getByRole('button', { name: 'Make ready' }).waitFor();
  });

  scenarios((testLooks) => {
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
      await page.locator('.done', { hasText: 'Dropped' }).waitFor();
      await page.keyboard.press('u');
      await eventually(() => statusOf(second), 'inbox');
      await page.locator(':focus', { hasText: 'the second hat' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      await page.waitForURL(`**/app/actions/${third}?edit=1`);
    });

    test('a person sorts and captures faster than the server responds', async () => {
      const id = await capture('Fold the red cloth');
      const page = await openInbox();
      const titles = async () =>
        (await given().person.ok('getInboxView', { query: { limit: 2 } })).items.map(
          ({ title }) => title,
        );
      await row(page, 'Fold the red cloth').focus();
      const release = await holdWrites(page);
      await page.keyboard.press('m');
      await eventually(async () => typeof (await assigneeOf(id)), 'string');
      await page.keyboard.press('y');
      await page.getByLabel('Capture an action').fill('Fold the blue cloth');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Fold the green cloth');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Fold');
      await eventually(async () => (await titles())[0], 'Fold the blue cloth');
      release();
      await row(page, 'Fold the red cloth').getByText('You: Made ready').waitFor();
      await eventually(() => statusOf(id), 'ready');
      await eventually(titles, ['Fold the green cloth', 'Fold the blue cloth']);
      expect(await page.getByLabel('Capture an action').inputValue()).toBe('Fold');

      await row(page, 'Fold the green cloth').focus();
      const { items } = await given().person.ok('getInboxView', { query: { limit: 1 } });
      const releaseDrop = await holdWrites(page);
      await page.keyboard.press('n');
      await eventually(() => statusOf(items[0]?.id ?? ''), 'dropped');
      await page.keyboard.press('u');
      releaseDrop();
      await eventually(() => statusOf(items[0]?.id ?? ''), 'inbox');
    });

    test('several are sorted at once, and one that has changed is shown as it is', async () => {
      const ids = [await capture('Wash cloak 3'), await capture('Wash cloak 2')];
      const changed = await capture('Wash cloak 1');
      const page = await openInbox({ movesClock: true });
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
      await endPause(page);
      await given().person.ok('dropAction', { path: { id: ids[1] ?? '' } });
      await row(page, 'Wash cloak 2').getByText('You dropped the action.').waitFor();
      const { items } = await given().person.ok('listProjects', { query: {} });
      const project_id = items.find(({ is_template }) => is_template)?.id ?? '';
      await endPause(page);
      await given().person.ok('updateAction', { path: { id: ids[0] ?? '' }, body: { project_id } });
      await row(page, 'Wash cloak 3').getByText('You changed project').waitFor();
    });

    test('the list goes on, and its address has the assignee', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 50; count += 1) ids.push(await capture(`Seat ${count}`));
      const page = await openInbox();
      const rows = page.locator('[data-row]');
      expect(await rows.count()).toBe(50);
      await page.getByRole('button', { name: 'Show more' }).focus();
      await page.keyboard.press('Enter');
      await row(page, 'Store the old chandelier').waitFor();
      // The button is gone, and the focus goes on with the first row that it read.
      await rows.nth(50).and(page.locator(':focus')).waitFor();
      await choose(page.getByLabel('Assigned to'), 'Rigger');
      await page.getByRole('heading', { name: 'No captured action has this assignee' }).waitFor();
      const [assigned = ''] = ids;
      const body = { assigned_actor_id: 'me' };
      await given().person.ok('updateAction', { path: { id: assigned }, body });
      await choose(page.getByLabel('Assigned to'), 'Me');
      expect(page.url()).toContain('assigned=me');
      await row(page, 'Seat 0').waitFor();
      await row(page, 'Seat 0').getByText('assigned to Ada').waitFor();
      await page.reload();
      await row(page, 'Seat 0').waitFor();
      expect(await rows.filter({ hasNotText: 'assigned to Ada' }).count()).toBe(0);
      for (const id of ids) await given().person.ok('dropAction', { path: { id } });
    });

    test('a person captures and sorts on a phone', async () => {
      await capture('אבג 🎭 gallery '.repeat(33));
      const page = await openInbox({ width: 320, isPhone: true });
      // Two lines of a long title.
      const title = row(page, 'gallery').locator('h3');
      expect((await title.boundingBox())?.height).toBeLessThan(60);
      await page.getByRole('button', { name: 'Filters' }).tap();
      await page.getByRole('dialog').getByLabel('Assigned to').waitFor();
      await page.getByRole('button', { name: 'Close' }).tap();
      await page.getByLabel('Capture an action').fill('Feed the cat');
      await page.getByRole('button', { name: 'Capture' }).tap();
      const cat = row(page, 'Feed the cat');
      // The ground that a menu dims closes it, and nothing below it is pressed.
      await cat.getByRole('button', { name: 'Other commands' }).tap();
      await page.getByRole('menuitem', { name: 'Drop' }).waitFor();
      const below = await page.getByRole('button', { name: 'New action' }).boundingBox();
      await page.touchscreen.tap((below?.x ?? 0) + 9, (below?.y ?? 0) + 9);
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('dialog').count()).toBe(0);
      await takeFromMenu(cat, 'Defer …');
      await cat.getByRole('button', { name: 'In a week' }).tap();
      await cat.getByText('You: Deferred until').waitFor();
      await cat.getByRole('button', { name: 'Undo' }).tap();
      await takeFromMenu(cat, 'Drop');
      await cat.getByText('You: Dropped').waitFor();
    });

    testLooks('the screen', async (options) => {
      await capture(`Hang ${'🎭 the אבג mask '.repeat(20)}`, `# A plan\n\n- ${'W'.repeat(400)}`);
      await capture('Drop the curtain');
      const page = await openInbox(options);
      await row(page, 'Drop the curtain').getByRole('button', { name: 'Make ready' }).click();
      await row(page, 'Hang').getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('heading', { name: 'A plan' }).first().waitFor();
      await takeFromMenu(row(page, 'Hang').first(), 'Defer …');
      await page.getByRole('checkbox').nth(1).check();
      // Where the bars at the bottom cover nothing.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return page;
    });
  });
});
