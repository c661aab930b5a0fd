import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import { transact } from '../../src/platform/db/transaction';
import { client } from '../../scripts/requests/client';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';
import { row, takeFromMenu, type ConsolePage } from '../support/console-page';

describeConsole('The events in the console', (given) => {
  const minuteMs = 60_000;

  // 200 events in a minute, in bursts.
  const bursts = 25;
  const eventsOfBurst = 8;

  async function createAction(title: string): Promise<string> {
    const body = { title, assigned_actor_id: 'me', status: 'ready' } as const;
    return (await given().agent.ok('createAction', { body })).id;
  }

  const isStreaming = async ({ calls }: ConsolePage) =>
    calls.some(({ operation }) => operation === 'streamEvents');

  const heartbeat = (id: string) => given().agent.ok('heartbeatAction', { path: { id }, body: {} });

  let written = 0;

  const write = (id: string) => {
    written += 1;
    return written % 2 === 0
      ? given().agent.ok('createActionNote', {
          path: { id },
          body: { body: `Chair ${written}` },
        })
      : given().agent.ok('updateAction', { path: { id }, body: { title: `Chair ${written}` } });
  };

  const open = (path: string) =>
    given().openPage({ path, cookie: given().cookie, movesClock: true });

  /**
   * Lets a minute of the clock of each page pass, while another actor causes 200 events. Returns
   * the minutes that passed for each: more than one on a slow machine.
   */
  async function busyMinute(
    pages: readonly Page[],
    id: string,
    cause: (id: string) => Promise<unknown> = heartbeat,
  ): Promise<readonly number[]> {
    const timers = pages.map(async (page) => {
      const now = () => page.evaluate<number>('Date.now()');
      const start = await now();
      return { page, passed: async () => (await now()) - start };
    });
    const clocks = await Promise.all(timers);
    for (let count = 1; count <= bursts; count += 1) {
      for (let event = 0; event < eventsOfBurst; event += 1) {
        await cause(id);
      }
      const moves = clocks.map(async ({ page, passed }) => {
        // The clock also goes on by itself, and more so on a slow machine.
        const left = (count * minuteMs) / bursts - (await passed());
        if (left > 0) await page.clock.fastForward(left);
      });
      await Promise.all(moves);
    }
    const minutes = clocks.map(async ({ passed }) => Math.max(1, (await passed()) / minuteMs));
    return Promise.all(minutes);
  }

  // One minute is enough for all screens, because each has a browser context and a clock of its own.
  test.each([
    [
      'heartbeats',
      heartbeat,
      ['/app', '/app/review', '/app/inbox', '/app/agents', '/app/activity', 'its page'],
    ],
    ['notes and edits', write, ['/app', '/app/work', '/app/activity', 'its page']],
  ] as const)(
    '200 %s in a minute cause at most 20 requests of a screen',
    async (_events, cause, paths) => {
      const id = await createAction('Count the chairs');
      const screens = await Promise.all(
        paths.map((path) => open(path.startsWith('/') ? path : `/app/actions/${id}`)),
      );
      for (const screen of screens) {
        await eventually(() => isStreaming(screen), true);
        await screen.page.getByRole('heading', { level: 1 }).waitFor();
        await screen.page.clock.fastForward(minuteMs);
      }
      await pause(1_000);
      const before = screens.map(({ calls }) => calls.length);
      const minutes = await busyMinute(
        screens.map(({ page }) => page),
        id,
        cause,
      );
      await pause(1_000);
      const found = screens.map(({ calls }, index) => {
        const caused = calls.slice(before[index]).map(({ operation }) => operation);
        const isBounded = caused.length > 0 && caused.length <= 20 * (minutes[index] ?? 0);
        return { path: paths[index], caused, isBounded };
      });
      expect(found.filter(({ isBounded }) => !isBounded)).toEqual([]);
    },
  );

  test('two tabs have one stream, and each is bounded', async () => {
    const id = await createAction('Count the tables');
    const one = await open('/app');
    await eventually(() => isStreaming(one), true);
    const other = await one.page.context().newPage();
    const reads: string[] = [];
    other.on('response', (response) => {
      if (response.url().includes('/v1/')) reads.push(response.url());
    });
    await other.goto(`${given().app.url}/app`);
    await other.locator('[data-row]').first().waitFor();
    await other.waitForTimeout(1_000);
    const [before, beforeOther] = [one.calls.length, reads.length];
    const [minutes = 0] = await busyMinute([one.page], id);
    const most = 20 * minutes;
    expect(reads.filter((url) => url.includes('/stream'))).toEqual([]);
    expect(one.calls.length - before).toBeLessThanOrEqual(most);
    expect(reads.length - beforeOther).toBeLessThanOrEqual(most);
    expect(reads.length - beforeOther).toBeGreaterThan(0);
  });

  test('rows that leave say what the events say, without a request for each', async () => {
    const { agent, app } = given();
    const { cookie } = await given().addMember('Cy');
    const ids: string[] = [];
    for (let count = 1; count <= 10; count += 1) {
      const action = { title: `Dust lamp ${count}`, assigned_actor_id: 'me' } as const;
      const { id } = await agent.ok('createAction', {
        body: { ...action, status: 'ready', requires_review: true },
      });
      await agent.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
      ids.push(id);
    }
    const opened = await given().openNow();
    const { page, calls } = opened;
    await page.getByRole('heading', { name: 'Dust lamp 10' }).waitFor();
    await eventually(() => isStreaming(opened), true);
    const before = calls.length;
    for (const id of ids) await client(app, { cookie }).ok('approveAction', { path: { id } });
    await eventually(() => page.getByText('Cy approved').count(), 10);
    const caused = calls.slice(before).map(({ operation }) => operation);
    expect(new Set(caused)).toEqual(new Set(['getCommandView']));
    expect(caused.length).toBeLessThanOrEqual(3);
  });

  test('an open tab reads its screen again after a restore', async () => {
    const id = await createAction('Count the ropes');
    const path = `/app/actions/${id}`;
    const opened = await given().openPage({ cookie: given().cookie, path });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Count the ropes' }).waitFor();
    await eventually(() => isStreaming(opened), true);
    await page.waitForTimeout(1_000);
    // Another version of the same number, which no event tells of.
    await given().database.knex('actions').where({ id }).update({ title: 'Count the chains' });
    await transact(given().database, beginEpoch);
    await createAction('Count something else');
    await page.getByRole('heading', { name: 'Count the chains' }).waitFor();
  });

  test('an event reads only what shows its record', async () => {
    const id = await createAction('Count the lamps');
    const { id: other } = await given().person.ok('createDocument', {
      body: { title: 'Lamp rules', content: 'Off at night.' },
    });
    const { page, calls } = await given().openPage({
      cookie: given().cookie,
      path: `/app/actions/${id}`,
    });
    await page.getByRole('heading', { name: 'Count the lamps' }).waitFor();
    await page.locator('.timeline').waitFor();
    await page.waitForTimeout(1_000);
    const before = calls.length;
    await given().person.ok('updateDocument', {
      path: { id: other },
      body: { title: 'Rules of lamps' },
    });
    await page.waitForTimeout(2_000);
    expect(calls.slice(before)).toEqual([]);
  });
});

describeConsole('The console without its server', (given, testLooks) => {
  const outage = (page: Page): Locator => page.getByText('The server has not answered since');
  const notSaved = (one: Locator): Locator => one.getByText('Not saved');
  const again = (one: Locator): Locator => one.getByRole('button', { name: 'Try again' });

  async function finish(title: string): Promise<string> {
    const body = {
      title,
      assigned_actor_id: 'me',
      status: 'ready',
      requires_review: true,
    } as const;
    const { id } = await given().agent.ok('createAction', { body });
    await given().agent.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    return id;
  }

  async function ask(question: string): Promise<string> {
    const body = { question, choices: ['Left', 'Right'], on_answer: 'I go there.' };
    return (await given().agent.ok('createQuestion', { body })).id;
  }

  async function propose(title: string): Promise<string> {
    const payload = { title: 'Summer season', work_mode: 'parallel' } as const;
    const body = { operation: 'createProject', payload, title } as const;
    return (await given().agent.ok('createProposal', { body })).id;
  }

  const reviewOf = async (id: string) =>
    (await given().person.ok('getAction', { path: { id } })).review.state;

  const questionOf = async (id: string) =>
    (await given().person.ok('getQuestion', { path: { id } })).state;

  const proposalOf = async (id: string) =>
    (await given().person.ok('getProposal', { path: { id } })).state;

  const statusOf = async (id: string) =>
    (await given().person.ok('getAction', { path: { id } })).status;

  /** Opens a page of a server that can be stopped and started again. */
  async function openStoppable(path: string, options = {}) {
    const first = await given().startAnother({});
    const { cookie } = given();
    const opened = await given().openPage({
      app: first,
      cookie,
      path,
      isServerStopped: true,
      ...options,
    });
    const { page } = opened;
    await page.locator('[data-row]').first().waitFor();
    // A page that lacks a script loads itself again once the server answers.
    await eventually(() => opened.readsScripts(), false);
    const port = Number(new URL(first.url).port);
    return { page, stop: () => first.close(), start: () => given().startAnother({ port }) };
  }

  test('every kind of decision comes back, and can be tried again where it was made', async () => {
    const [approved, rejected] = [await finish('Sweep the roof'), await finish('Wax the roof')];
    const [answered, dismissed] = [await ask('Which roof?'), await ask('Which attic?')];
    const [permitted, denied] = [await propose('A summer'), await propose('A winter')];
    const { page, stop, start } = await openStoppable('/app');
    // By a key: the second of two quick clicks at one place would be ignored.
    const click = (title: string, name: string) =>
      row(page, title).getByRole('button', { name }).first().press('Enter');
    // So that the scripts of the other screen are loaded.
    const goTo = async (letter: string, name: string) => {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await page.getByRole('heading', { name, exact: true }).waitFor();
    };
    await goTo('r', 'Review');
    await goTo('n', 'Now');
    await stop();
    await outage(page).waitFor();
    await click('Sweep the roof', 'Approve');
    await click('Which roof?', 'Left');
    await takeFromMenu(row(page, 'Which attic?'), 'Dismiss');
    await click('A summer', 'Permit');
    await click('A winter', 'Deny');
    await page.getByLabel('Why not?').fill('Too cold.');
    await page.keyboard.press('Enter');
    await click('Wax the roof', 'Reject');
    await page.getByLabel('What is wrong?').fill('It is slippery.');
    await page.keyboard.press('Enter');
    await sendDecisions(page);
    await page.getByText('6 decisions were not saved.').waitFor();
    const titles = [
      'Sweep the roof',
      'Wax the roof',
      'Which roof?',
      'Which attic?',
      'A summer',
      'A winter',
    ];
    for (const title of titles) await notSaved(row(page, title)).waitFor();
    expect(await page.getByRole('heading', { name: 'Now' }).count()).toBe(1);
    // What is not saved stays when the person looks at another screen, and the tab asks first.
    await goTo('r', 'Review');
    await page.getByText('6 decisions were not saved.').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await start();
    await outage(page).waitFor({ state: 'hidden' });
    await goTo('n', 'Now');
    await again(row(page, 'Sweep the roof')).click();
    await eventually(() => reviewOf(approved), 'approved');
    await page.getByText('5 decisions were not saved.').waitFor();
    // The others together.
    await again(page.locator('.banners')).click();
    await eventually(() => reviewOf(rejected), 'rejected');
    await eventually(() => questionOf(answered), 'answered');
    await eventually(() => questionOf(dismissed), 'dismissed');
    await eventually(() => proposalOf(permitted), 'permitted');
    await eventually(() => proposalOf(denied), 'denied');
    await page.getByText('were not saved').waitFor({ state: 'hidden' });
    await page.locator('#main:focus').waitFor();
  });

  test('decisions about several rows come back, and the undo window stays as it is', async () => {
    const ids = [await finish('Paint the moon'), await finish('Paint the sun')];
    const { page, stop, start } = await openStoppable('/app');
    for (const title of ['Paint the moon', 'Paint the sun']) {
      await row(page, title).getByRole('checkbox').check();
    }
    await stop();
    await outage(page).waitFor();
    await page.getByRole('button', { name: 'Agree to all' }).click();
    await row(page, 'Paint the moon').getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Paint the moon').getByRole('button', { name: 'Approve' }).click();
    await sendDecisions(page);
    for (const title of ['Paint the moon', 'Paint the sun'])
      await notSaved(row(page, title)).waitFor();
    await start();
    await again(page.locator('.banners')).click();
    for (const id of ids) await eventually(() => reviewOf(id), 'approved');
  });

  test('what is sorted in the inbox comes back', async () => {
    const body = { title: 'Mend the cloak', status: 'inbox' } as const;
    const { id } = await given().person.ok('createAction', { body });
    const { page, stop, start } = await openStoppable('/app/inbox');
    const cloak = row(page, 'Mend the cloak');
    await cloak.waitFor();
    await page.getByLabel('Capture an action').fill('Buy buttons');
    await stop();
    await outage(page).waitFor();
    await cloak.getByRole('button', { name: 'Make ready' }).click();
    await notSaved(cloak).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Capture' }).click();
    await page.getByText('The server cannot be reached.').first().waitFor();
    // The line comes back once the request has failed.
    await eventually(() => page.getByLabel('Capture an action').inputValue(), 'Buy buttons');
    await start();
    await outage(page).waitFor({ state: 'hidden' });
    await again(cloak).click();
    await cloak.getByText('You: Made ready').waitFor();
    await eventually(() => statusOf(id), 'ready');
  });

  test('the first read waits for the server by itself', async () => {
    const { page } = await given().openPage({
      path: '/app/sign-in',
      cookie: given().cookie,
      expected: [503],
    });
    let isDown = true;
    await page.route('**/v1/**', async (route) => {
      if (isDown) await route.fulfill({ status: 503, body: '{}' });
      else await route.continue();
    });
    await page.goto(`${given().app.url}/app`);
    await outage(page).waitFor();
    isDown = false;
    await page.locator('[data-row]').first().waitFor();
    await outage(page).waitFor({ state: 'hidden' });
  });

  test('a dialog whose module could not be read opens once the server answers', async () => {
    const { page, stop, start } = await openStoppable('/app');
    await stop();
    await outage(page).waitFor();
    await page.keyboard.press('c');
    await start();
    await page.getByRole('dialog', { name: 'New action' }).waitFor();
  });

  test('a page that could not load a module loads itself again', async () => {
    const says = /^TypeError: Failed to fetch dynamically imported module/;
    const { page } = await given().openNow({ isServerStopped: true, says });
    await page.locator('[data-row]').first().waitFor();
    let isMissing = true;
    await page.route('**/action-dialog-*', async (route) => {
      if (isMissing) await route.abort('connectionrefused');
      else await route.continue();
    });
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('c')]);
    isMissing = false;
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New action' }).waitFor();
  });

  test('text is plain while the module that shows Markdown cannot be read', async () => {
    const id = await finish('Scrub the attic');
    const { page } = await given().openPage({
      path: '/app/sign-in',
      cookie: given().cookie,
      isServerStopped: true,
    });
    let failed = 0;
    await page.route('**/markdown-elements-*', async (route) => {
      failed += 1;
      await route.abort('connectionrefused');
    });
    await page.goto(`${given().app.url}/app/actions/${id}`);
    await page.getByRole('heading', { name: 'Scrub the attic', level: 1 }).waitFor();
    await page.goto(`${given().app.url}/app`);
    await row(page, 'Scrub the attic').first().waitFor();
    expect(failed).toBeGreaterThanOrEqual(2);
  });

  test('a 500 leaves what was read, and its decision can be tried again', async () => {
    const id = await finish('Scrub the roof');
    const { page } = await given().openNow({ expected: [500] });
    await row(page, 'Scrub the roof').waitFor();
    await page.route('**/v1/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await row(page, 'Scrub the roof').getByRole('button', { name: 'Approve' }).click();
    await sendDecisions(page);
    await notSaved(row(page, 'Scrub the roof')).waitFor();
    await page.unroute('**/v1/**');
    await again(row(page, 'Scrub the roof')).click();
    await eventually(() => reviewOf(id), 'approved');
  });

  test('after a 429 the console waits as long as the server says, and says so', async () => {
    const { page } = await given().openPage({
      path: '/app/sign-in',
      cookie: given().cookie,
      expected: [429],
      movesClock: true,
    });
    // Of the page's clock.
    const times: number[] = [];
    const headers = { 'Retry-After': '9' };
    await page.route(/\/v1\/(session|views)/, async (route) => {
      times.push(await page.evaluate<number>('Date.now()'));
      if (times.length <= 2) await route.fulfill({ status: 429, headers, body: '{}' });
      else await route.continue();
    });
    await page.goto(`${given().app.url}/app`);
    await page.getByText(/Too many requests: the server waits until \d\d:\d\d:\d\d/).waitFor();
    // A request that is sent too early has time to arrive.
    for (let seconds = 1; seconds <= 8; seconds += 1) {
      await page.clock.fastForward(1_000);
      await pause(100);
    }
    await page.locator('[data-row]').first().waitFor();
    await page.getByText('Too many requests').waitFor({ state: 'hidden' });
    const [first = 0] = times;
    const early = times.slice(2).filter((time) => time < first + 9_000);
    expect(early).toEqual([]);
  });

  test('a session that ends says what it has lost', async () => {
    await finish('Rinse the roof');
    const { page } = await given().openNow();
    await row(page, 'Rinse the roof').getByRole('button', { name: 'Approve' }).click();
    const body = JSON.stringify({ code: 'UNAUTHENTICATED', message: '', issues: [], details: {} });
    await page.route('**/v1/**', (route) => route.fulfill({ status: 401, body }));
    await sendDecisions(page);
    await page.getByText('One decision was not saved before it ended.').waitFor();
  });

  testLooks('an outage with a decision that is not saved', async (options) => {
    await finish(`Repair ${'W'.repeat(60)}`);
    const { page, stop } = await openStoppable('/app', options);
    await stop();
    await outage(page).waitFor();
    await row(page, 'Repair').first().getByRole('button', { name: 'Approve' }).click();
    await sendDecisions(page);
    await page.getByText('One decision was not saved.').waitFor();
    const { SHOTS: shots } = process.env;
    if (shots !== undefined) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const path = `${shots}/outage-${options.width}-${colorScheme}.png`;
        await page.screenshot({ path });
        await row(page, 'Repair').first().scrollIntoViewIfNeeded();
        await page.screenshot({ path: path.replace('outage', 'row') });
      }
    }
    return page;
  });
});
