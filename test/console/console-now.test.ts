import type { Locator, Page } from 'playwright-core';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';
import { accessibilityFaults } from '../support/console-page';

describeConsole('The screen Now', (given, testLooks) => {
  const row = (page: Page, title: string): Locator =>
    page.locator('[data-row]').filter({ hasText: title });
  const focusedTitle = (page: Page): Promise<string> =>
    page.evaluate<string>(`document.querySelector('[data-row]:focus h3')?.textContent ?? ''`);

  async function ask(question: string, more: { readonly recommended_choice?: string } = {}) {
    const body = { question, choices: ['Left', 'Right'], on_answer: 'I go there.', ...more };
    return given().agent.ok('createQuestion', { body });
  }

  async function propose(title: string) {
    const payload = { title: 'Summer season', work_mode: 'parallel' } as const;
    return given().agent.ok('createProposal', {
      body: { operation: 'createProject', payload, title },
    });
  }

  async function finish(title: string): Promise<string> {
    const body = {
      title,
      assigned_actor_id: 'me',
      status: 'ready',
      requires_review: true,
    } as const;
    const { id } = await given().agent.ok('createAction', { body });
    await given().agent.ok('completeAction', {
      path: { id },
      body: { result_summary: `Done: ${title}` },
    });
    return id;
  }

  const waitingIn = async (page: Page): Promise<number> =>
    Number(/^\((\d+)\) Now/.exec(await page.title())?.[1] ?? 0);
  const stateOf = async (id: string) =>
    (await given().person.ok('getQuestion', { path: { id } })).state;
  const reviewOf = async (id: string) =>
    (await given().person.ok('getAction', { path: { id } })).review.state;

  test('a person decides by mouse', async () => {
    const question = await ask('Which door for the choir?');
    const dismissed = await ask('Which door for the critics?');
    const approved = await finish('Sweep the stage');
    const rejected = await finish('Wax the stage');
    const { id: proposal } = await propose('A project for the summer');
    const { page } = await given().openNow();
    await row(page, 'Which door for the choir?').getByRole('button', { name: 'Right' }).click();
    await row(page, 'Which door for the critics?').getByRole('button', { name: 'Dismiss' }).click();
    await row(page, 'Sweep the stage').getByRole('button', { name: 'Approve' }).click();
    await row(page, 'Wax the stage').getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel('What is wrong?').fill('It is slippery.');
    await row(page, 'Wax the stage').getByRole('button', { name: 'Reject' }).click();
    await row(page, 'A project for the summer').getByRole('button', { name: 'Change and' }).click();
    await page.getByLabel('Title').fill('Summer season, shorter');
    await page.getByRole('button', { name: 'Permit with these values' }).click();
    await page.getByText('You: Answered “Right”').waitFor();
    await sendDecisions(page);
    await eventually(() => stateOf(question.id), 'answered');
    await eventually(() => stateOf(dismissed.id), 'dismissed');
    await eventually(() => reviewOf(approved), 'approved');
    await eventually(() => reviewOf(rejected), 'rejected');
    const permitted = async () => given().person.ok('getProposal', { path: { id: proposal } });
    await eventually(async () => (await permitted()).state, 'permitted');
    expect((await permitted()).permitted_payload).toEqual({
      title: 'Summer season, shorter',
      work_mode: 'parallel',
    });
  });

  test('the second click of a double tap decides about no other row', async () => {
    await finish('Polish the lamp');
    await finish('Polish the mirror');
    const { page } = await given().openNow();
    const approve = (title: string) => row(page, title).getByRole('button', { name: 'Approve' });
    await approve('Polish the lamp').scrollIntoViewIfNeeded();
    const box = await approve('Polish the lamp').boundingBox();
    const at = { clientX: (box?.x ?? 0) + 9, clientY: (box?.y ?? 0) + 9 };
    const next = await approve('Polish the mirror').elementHandle();
    await page.mouse.click(at.clientX, at.clientY);
    await next?.dispatchEvent('click', { ...at, detail: 1 });
    await row(page, 'Polish the lamp').getByText('You: Approved').waitFor();
    expect(await approve('Polish the mirror').count()).toBe(1);
    // A double tap is over by now.
    await page.waitForTimeout(600);
    await approve('Polish the mirror').click();
    await row(page, 'Polish the mirror').getByText('You: Approved').waitFor();
  });

  test('a person decides by keyboard alone, and the focus is on the next row', async () => {
    await ask('Which door for the horse?', { recommended_choice: 'Left' });
    await ask('Which door for the donkey?');
    const written = await ask('Which door for the dragon?');
    const approved = await finish('Oil the trap door');
    const { page } = await given().openNow();
    await row(page, 'Which door for the dragon?').waitFor();
    // A key chooses the first row while none is chosen, and decides nothing.
    await page.keyboard.press('2');
    expect(await focusedTitle(page)).toBe('Which door for the dragon?');
    await page.keyboard.press('0');
    await page.keyboard.type('Through the roof');
    await page.keyboard.press('Enter');
    expect(await focusedTitle(page)).toBe('Which door for the donkey?');
    await page.keyboard.press('2');
    expect(await focusedTitle(page)).toBe('Which door for the horse?');
    await page.keyboard.press('y');
    await page.getByText('You: Answered “Left”').waitFor();
    await page.keyboard.press('u');
    await page.locator(':focus', { hasText: 'the horse' }).waitFor();
    expect(await page.getByText('You: Answered “Left”').count()).toBe(0);
    await page.keyboard.press('s');
    await sendDecisions(page);
    await eventually(() => stateOf(written.id), 'answered');
    const { response } = await given().person.ok('getQuestion', { path: { id: written.id } });
    expect(response).toBe('Through the roof');
    await row(page, 'Oil the trap door').focus();
    await page.keyboard.press('n');
    await page.keyboard.type('Too much oil');
    await page.keyboard.press('Escape');
    expect(await focusedTitle(page)).toBe('Oil the trap door');
    await page.keyboard.press('y');
    await sendDecisions(page);
    await eventually(() => reviewOf(approved), 'approved');
  });

  test('a person decides on a phone', async () => {
    const question = await ask('Which door for the giant?');
    const { page } = await given().openNow({ width: 320, isPhone: true });
    await row(page, 'Which door for the giant?').getByRole('button', { name: 'Left' }).tap();
    await page.getByText('You: Answered “Left”').waitFor();
    await row(page, 'Which door for the giant?').getByRole('button', { name: 'Undo' }).tap();
    await row(page, 'Which door for the giant?').getByRole('button', { name: 'Right' }).tap();
    // Nobody hurries this one: it is sent after four seconds.
    await eventually(() => stateOf(question.id), 'answered');
    const { response } = await given().person.ok('getQuestion', { path: { id: question.id } });
    expect(response).toBe('Right');
  });

  test('a decision that waits is sent when the page closes', async () => {
    const question = await ask('Which door for the ghost?');
    const { page, calls } = await given().openNow();
    // A busy Chromium may drop a request of a page that opens another connection as it is closed.
    const isStreaming = () => calls.some(({ operation }) => operation === 'streamEvents');
    await eventually(async () => isStreaming(), true);
    await row(page, 'Which door for the ghost?').getByRole('button', { name: 'Left' }).click();
    // As when a person closes the tab.
    await page.close({ runBeforeUnload: true });
    await eventually(() => stateOf(question.id), 'answered');
  });

  // Without waiting for any task: the page may be gone in the next one.
  test('a decision is sent even by a page that closes right after the click', async () => {
    await ask('Which door for the ghoul?');
    const { page } = await given().openNow();
    await page.addInitScript(`
      globalThis.urls = [];
      const send = globalThis.fetch;
      globalThis.fetch = (request) => {
        urls.push(request.url);
        return send(request);
      };
    `);
    await page.reload();
    await row(page, 'Which door for the ghoul?').getByRole('button', { name: 'Left' }).focus();
    const sent = await page.evaluate(`(async () => {
      const microtasks = async () => {
        for (let count = 0; count < 100; count += 1) await undefined;
      };
      document.activeElement.click();
      await microtasks();
      dispatchEvent(new Event('pagehide'));
      await microtasks();
      return urls;
    })()`);
    expect(sent).toContainEqual(expect.stringMatching(/\/respond$/));
  });

  test('a person who is late reads who was first', async () => {
    const { id, version } = await ask('Which door for the queen?');
    const finished = await finish('Polish the crown');
    const { page } = await given().openNow();
    await row(page, 'Which door for the queen?').getByRole('button', { name: 'Left' }).click();
    const header = { 'If-Match': `"${version}"` };
    await given().person.ok('respondQuestion', {
      path: { id },
      header,
      body: { response: 'Right' },
    });
    await sendDecisions(page);
    await row(page, 'Which door for the queen?').getByText('You answered “Right”.').waitFor();
    const path = { id: finished };
    await row(page, 'Polish the crown').getByRole('button', { name: 'Approve' }).click();
    await given().person.ok('createActionNote', {
      path,
      body: { body: 'The crown is for the king.' },
    });
    await given().person.ok('rejectAction', { path, body: { reason: 'It is dull.' } });
    await sendDecisions(page);
    await row(page, 'Polish the crown').getByText('You rejected it.').waitFor();
  });

  test('several rows are decided at once', async () => {
    const finished = await Promise.all([finish('Paint the moon'), finish('Paint the sun')]);
    const { page } = await given().openNow();
    await row(page, 'Paint the moon').focus();
    await page.keyboard.press('x');
    await row(page, 'Paint the sun').focus();
    await page.keyboard.press('x');
    expect(await page.locator('.row-selected').count()).toBe(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Agree to all' }).click();
    await sendDecisions(page);
    for (const id of finished) await eventually(() => reviewOf(id), 'approved');
  });

  test('the keys are explained, and can be turned off', async () => {
    const { page } = await given().openNow();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Single keys are commands').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.keyboard.press('j');
    expect(await dialog.isVisible()).toBe(false);
    expect(await focusedTitle(page)).toBe('');
  });

  test('the title counts what waits, and a notification says that more waits', async () => {
    const { page } = await given().openPage({ cookie: given().cookie, path: '/app/questions' });
    await page.addInitScript(`
      globalThis.shown = [];
      globalThis.isHidden = false;
      globalThis.Notification = class extends EventTarget {
        static permission = 'default';
        static async requestPermission() {
          return (Notification.permission = 'granted');
        }
        constructor(title, { body }) {
          super();
          shown.push(body);
        }
      };
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
    `);
    await page.goto(`${given().app.url}/app`);
    await page.getByLabel('Notify me when something waits').check();
    const before = await waitingIn(page);
    await ask('Which door for the dog?');
    await eventually(() => waitingIn(page), before + 1);
    expect(await page.evaluate('shown')).toEqual([]);
    await page.evaluate('isHidden = true');
    await ask('Which door for the cat?');
    await eventually(() => waitingIn(page), before + 2);
    expect(await page.evaluate('shown')).toEqual([`${before + 2} decisions wait for you.`]);
    await page.evaluate('isHidden = false');
    await page.getByRole('button', { name: 'Show 2 new' }).click();
    await row(page, 'Which door for the dog?').getByRole('button', { name: 'Left' }).click();
    await eventually(() => waitingIn(page), before + 1);
    expect(await page.evaluate('shown')).toHaveLength(1);
  });

  testLooks('the screen', async (options) => {
    await ask(`Where does ${'🎭 the אבג mask '.repeat(20)} go?`, { recommended_choice: 'Left' });
    await propose(`A project for ${'W'.repeat(400)}`);
    const { page } = await given().openNow(options);
    await page.getByRole('button', { name: 'Change and' }).first().click();
    await page.getByRole('button', { name: 'Reject' }).first().click();
    return page;
  });
});
