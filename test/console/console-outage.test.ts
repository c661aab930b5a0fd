import type { Locator, Page } from 'playwright-core';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';

describeConsole('The console without its server', (given, testLooks) => {
  const row = (page: Page, title: string): Locator =>
    page.locator('[data-row]').filter({ hasText: title });
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
    const { page } = await given().openPage({
      app: first,
      cookie,
      path,
      isServerStopped: true,
      ...options,
    });
    await page.locator('[data-row]').first().waitFor();
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
      row(page, title).getByRole('button', { name }).press('Enter');
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
    await click('Which attic?', 'Dismiss');
    await click('A summer', 'Y Permit');
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
    expect(await page.getByLabel('Capture an action').inputValue()).toBe('Buy buttons');
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
    });
    const times: number[] = [];
    const headers = { 'Retry-After': '9' };
    await page.route(/\/v1\/(session|views)/, async (route) => {
      times.push(Date.now());
      if (times.length <= 2) await route.fulfill({ status: 429, headers, body: '{}' });
      else await route.continue();
    });
    await page.goto(`${given().app.url}/app`);
    await page.getByText(/Too many requests: the server waits until \d\d:\d\d:\d\d/).waitFor();
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
