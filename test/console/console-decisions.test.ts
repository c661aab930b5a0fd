import type { Locator, Page } from 'playwright-core';
import { client } from '../../scripts/requests/client';
import type { OperationId } from '../../src/platform/operation';
import {
  describeConsole,
  describeScreen,
  eventually,
  sendDecisions,
} from '../support/console-demo';
import {
  accessibilityFaults,
  choose,
  pick,
  endPause,
  focusedTitle,
  row,
  sidewaysScroll,
  smallTargets,
  type ConsoleOptions,
  type ConsolePage,
  takeFromMenu,
} from '../support/console-page';

describeScreen('The screen Now', (given, scenarios) => {
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

  test('a row says for whom it waits, and until when that person is away', async () => {
    const { cookie } = await given().addMember('Vera');
    const vera = client(given().app, { cookie });
    const away = new Date(Date.now() + 7_200_000).toISOString();
    const { user } = await vera.ok('updateMe', { body: { away_until: away } });
    if (user === null) throw new Error('A person has no user.');
    const body = { question: 'Which door for Vera?', choices: ['Left', 'Right'] };
    const on = { on_answer: 'I go there.', assigned_actor_id: user.actor_id };
    const question = await given().agent.ok('createQuestion', { body: { ...body, ...on } });
    const id = await finish('Sweep for Vera');
    await given().person.ok('updateAction', {
      path: { id },
      body: { reviewer_actor_id: user.actor_id },
    });
    const { page } = await given().openNow();
    for (const title of ['Which door for Vera?', 'Sweep for Vera']) {
      await row(page, title)
        .getByText(/^for Vera, away until \w+,? \d+ \w+,? \d\d:\d\d$/)
        .waitFor();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await vera.ok('updateMe', { body: { away_until: null } });
    await page.reload();
    await row(page, 'Sweep for Vera').getByText('for Vera', { exact: true }).waitFor();
    await given().person.ok('dismissQuestion', { path: { id: question.id } });
    await given().person.ok('approveAction', { path: { id } });
  });

  test('a person decides by mouse', async () => {
    const question = await ask('Which door for the choir?');
    const dismissed = await ask('Which door for the critics?');
    const approved = await finish('Sweep the stage');
    const rejected = await finish('Wax the stage');
    const { id: proposal } = await propose('A project for the summer');
    const { page } = await given().openNow();
    await row(page, 'Which door for the choir?').getByRole('button', { name: 'Right' }).click();
    await takeFromMenu(row(page, 'Which door for the critics?'), 'Dismiss');
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

  scenarios((testLooks) => {
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

    test('what a person typed is shown when another is first, and can be a note', async () => {
      const { agent, person, cookie } = given();
      const asked = await agent.ok('createQuestion', {
        body: { question: 'Why is the queen late?', on_answer: 'I tell the king.' },
      });
      const proposed = await propose('Wake the queen');
      const finished = await finish('Dress the queen');
      const text = 'She sleeps,\njust yet.';
      const unsent = (where: Locator) => where.getByLabel('You wrote, not sent:');
      const { page } = await given().openNow();
      const { page: own } = await given().openPage({ cookie, path: `/app/questions/${asked.id}` });
      for (const [at, title] of [
        [page, 'Why is the queen late?'],
        [page, 'Wake the queen'],
        [page, 'Dress the queen'],
        [own, 'Why is the queen late?'],
      ] as const) {
        const one = at === own ? at.locator('[data-row]') : row(at, title);
        await one.getByRole('button', { name: /^(Write an answer|Deny …|Reject …)/ }).click();
        await one.getByRole('textbox').fill(text);
      }
      const response = { response: 'She is not.' };
      await person.ok('respondQuestion', { path: { id: asked.id }, body: response });
      await person.ok('denyProposal', { path: { id: proposed.id }, body: {} });
      for (const title of ['Why is the queen late?', 'Wake the queen']) {
        await unsent(row(page, title)).waitFor();
        expect(await unsent(row(page, title)).inputValue()).toBe(text);
      }
      const typed = row(page, 'Dress the queen').getByRole('textbox');
      await typed.and(page.locator(':focus')).waitFor();
      // Letters that the person still types there are no commands.
      await own.getByText('How it ended').waitFor();
      await unsent(own.locator('main')).and(own.locator(':focus')).waitFor();
      expect(await accessibilityFaults(own)).toEqual([]);
      await own.getByRole('button', { name: 'Send as a note' }).click();
      await own.getByRole('button', { name: 'Archive the note “She sleeps' }).waitFor();
      await unsent(own.locator('main')).waitFor({ state: 'detached' });
      // The denial that was not sent is discarded, and discarded after all.
      const denial = row(page, 'Wake the queen');
      await denial.getByRole('button', { name: 'Discard' }).click();
      await unsent(denial).waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'What was done' }).getByText('Undo').click();
      await page.getByText('Undone.').first().waitFor();
      expect(await unsent(denial).inputValue()).toBe(text);
      await denial.getByRole('button', { name: 'Discard' }).press('Enter');
      await unsent(denial).waitFor({ state: 'detached' });
      // The reason of a rejection that was sent too late.
      await typed.press('Enter');
      await person.ok('approveAction', { path: { id: finished } });
      await sendDecisions(page);
      await row(page, 'Dress the queen').getByText('You approved it.').waitFor();
      await row(page, 'Dress the queen').getByRole('button', { name: 'Send as a note' }).click();
      const notes = async () =>
        (await person.ok('listActionNotes', { path: { id: finished } })).items[0]?.body;
      await eventually(notes, text);
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
      const path = '/app/questions';
      const { page } = await given().openPage({ cookie: given().cookie, path, movesClock: true });
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
      await endPause(page);
      await ask('Which door for the cat?');
      await eventually(() => waitingIn(page), before + 2);
      expect(await page.evaluate('shown')).toEqual([`${before + 2} decisions wait for you.`]);
      await page.evaluate('isHidden = false');
      await endPause(page);
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
});

describeScreen('The screen Review', (given, scenarios) => {
  const reviewOf = async (id: string) =>
    (await given().person.ok('getAction', { path: { id } })).review.state;

  /** Work that an agent has finished, with a changed document, a link and a note. */
  async function finish(title: string): Promise<string> {
    const { agent, person } = given();
    const { id: documentId, version } = await person.ok('createDocument', {
      body: { title: `Plan: ${title}`, content: 'One\nTwo\n', access_mode: 'shared_edit' },
    });
    const { id } = await agent.ok('createAction', {
      body: {
        title,
        details: 'Change the **plan**.',
        assigned_actor_id: 'me',
        status: 'ready',
        requires_review: true,
      },
    });
    const header = { 'If-Match': `"${version}"` };
    const path = { id: documentId };
    await agent.ok('updateDocument', { path, header, body: { content: 'One\nThree\n' } });
    await agent.ok('createLink', {
      body: { document_id: documentId, title: 'Plan', action_id: id },
    });
    const url = 'https://example.com/stage';
    await agent.ok('createLink', { body: { url, title: 'The stage', action_id: id } });
    const note = 'A note with <img src=x onerror=alert(1)> and [a trap](javascript:alert(1)).';
    await agent.ok('createActionNote', { path: { id }, body: { body: note } });
    const result = `# Done\n\n- ${title}\n- \`plan\` changed, see [it](https://example.com/plan)`;
    await agent.ok('completeAction', { path: { id }, body: { result_summary: result } });
    return id;
  }

  async function openReview(options: ConsoleOptions = {}) {
    const { cookie } = given();
    const opened = await given().openPage({ cookie, path: '/app/review', ...options });
    await opened.page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
    return opened;
  }

  test('a person reads result, links, notes and the diff beside the list, and decides', async () => {
    const approved = await finish('Mark the stage');
    const rejected = await finish('Mark the balcony');
    const { page } = await openReview();
    await row(page, 'Mark the stage').getByRole('button', { name: 'More' }).click();
    const detail = page.getByRole('article', { name: 'Mark the stage' }).last();
    await detail.getByText('− Two').waitFor();
    await detail.getByText('+ Three').waitFor();
    await detail.getByRole('link', { name: 'The stage' }).waitFor();
    await detail.locator('.markdown li').first().waitFor();
    await detail.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await detail.getByRole('link', { name: 'a trap' }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('open')).toBe(`review-${approved}`);
    await row(page, 'Mark the stage').first().getByRole('button', { name: 'Approve' }).click();
    await row(page, 'Mark the balcony').first().focus();
    await page.keyboard.press('n');
    await page.keyboard.type('The balcony is closed.');
    await page.keyboard.press('Enter');
    await sendDecisions(page);
    await eventually(() => reviewOf(approved), 'approved');
    await eventually(() => reviewOf(rejected), 'rejected');
  });

  test('questions and proposals have a screen, with the same rows', async () => {
    const { cookie, agent, person } = given();
    const { id } = await agent.ok('createQuestion', {
      body: { question: 'Which side is left?', choices: ['This', 'That'], on_answer: 'I turn.' },
    });
    const proposal = await agent.ok('createProposal', {
      body: { operation: 'createProject', payload: { title: 'A tour' }, title: 'Plan a tour' },
    });
    for (const width of [320, 1280]) {
      const isPhone = width === 320;
      const { page } = await given().openPage({ cookie, path: '/app/questions', width, isPhone });
      await row(page, 'Which side is left?').getByText('Then it will:').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await smallTargets(page)).toEqual([]);
    }
    const { page } = await given().openNow();
    await page.getByRole('link', { name: /^Questions/ }).click();
    await page.getByRole('heading', { name: 'Questions and proposals' }).waitFor();
    await row(page, 'Which side is left?').focus();
    await page.keyboard.press('2');
    await row(page, 'Plan a tour').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    const questionState = async () => (await person.ok('getQuestion', { path: { id } })).state;
    await sendDecisions(page);
    await eventually(questionState, 'answered');
    const path = { id: proposal.id };
    await eventually(async () => (await person.ok('getProposal', { path })).state, 'denied');

    // What has ended is listed by who decided it and when.
    await page.getByRole('link', { name: 'Ended questions' }).click();
    await choose(page.getByLabel('Decided by'), 'Me');
    await pick(page.getByLabel('Decided in'), 'The last day');
    await row(page, 'Which side is left?').getByText('That').waitFor();
    await pick(page.getByLabel('How it ended'), 'Dismissed');
    await page.getByText('No question here has ended').waitFor();
    await page.getByRole('link', { name: 'Decided proposals' }).click();
    await pick(page.getByLabel('How it ended'), 'Denied');
    await page.reload();
    await row(page, 'Plan a tour').getByText('decided by').waitFor();
    expect(new URL(page.url()).search).toBe('?show=proposals&by=me&days=1&state=denied');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('open questions page, oldest first, by agent', async () => {
    const { cookie, agent } = given();
    for (let count = 1; count <= 51; count += 1) {
      const body = { question: `Seat ${count}?`, choices: ['Yes'], on_answer: 'I sit.' };
      await agent.ok('createQuestion', { body });
    }
    const { page } = await given().openPage({ cookie, path: '/app/questions' });
    const titles = page.locator('#question [data-row] h3');
    await titles.nth(49).waitFor();
    expect(await titles.count()).toBe(50);
    await page.locator('#question').getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await row(page, 'Seat 51?').waitFor();
    await page.locator('#question [data-row]').nth(50).and(page.locator(':focus')).waitFor();
    await pick(page.getByLabel('Sort'), 'Newest first');
    await titles.first().filter({ hasText: 'Seat 51?' }).waitFor();
    await pick(page.getByLabel('Questions for'), 'Nobody in particular');
    await row(page, 'Seat 51?').waitFor({ state: 'detached' });
  });

  test('a link of a message marks its choice, and confirms it once all has been seen', async () => {
    const { agent, person, demo } = given();
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n');
    const { id } = await agent.ok('createQuestion', {
      body: { question: `Which bell?\n\n${long}`, choices: ['Small', 'Big'], on_answer: 'I ring.' },
    });
    const path = `/app/questions/${id}?choose=2`;
    // A person who is not signed in comes back to the choice.
    const { page } = await given().openPage({ path, width: 320, isPhone: true });
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const confirm = page.getByRole('button', { name: 'Send this answer' });
    await confirm.waitFor();
    await page.getByText('Line 59.').waitFor();
    await page.getByRole('button', { name: /Big.*In your link/ }).waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    expect(await confirm.and(page.locator(':focus')).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    const state = async () => (await person.ok('getQuestion', { path: { id } })).response;
    expect(await state()).toBeNull();
    await confirm.scrollIntoViewIfNeeded();
    await confirm.click();
    await sendDecisions(page);
    await eventually(state, 'Big');
    // The decision of the link is marked, and its own button takes it.
    const work = await finish('Sew the flag');
    const { id: proposal } = await agent.ok('createProposal', {
      body: { operation: 'createProject', payload: { title: 'A dovecote' }, title: 'Build it' },
    });
    for (const [address, marked] of [
      [`actions/${work}?choose=1`, 'Approve'],
      [`proposals/${proposal}?choose=2`, 'Deny'],
    ] as const) {
      await page.goto(new URL(`/app/${address}`, page.url()).href);
      await page.getByRole('button', { name: new RegExp(`${marked}.*In your link`) }).waitFor();
      expect(await page.getByText('In your link').count()).toBe(1);
    }
    const context = { path: { id: work } };
    expect((await person.ok('getAction', context)).review.state).toBe('pending');
  });

  scenarios((testLooks) => {
    test('the address of one piece of work opens it', async () => {
      const id = await finish('Mark the pit');
      const { page } = await given().openPage({
        cookie: given().cookie,
        path: `/app/review?open=review-${id}`,
      });
      await page.locator('.detail').getByText('+ Three').waitFor();
      expect(await page.locator('.detail h3').textContent()).toBe('Mark the pit');
    });

    // A decision may be stored before the page has its response.
    const sent = (calls: ConsolePage['calls'], name: OperationId): number =>
      calls.filter(({ operation }) => operation === name).length;

    test('a person goes there by keys, and decides about several rows', async () => {
      const ids = [await finish('Mark the left wing'), await finish('Mark the right wing')];
      const { page, calls } = await given().openNow();
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await page.getByRole('heading', { name: 'Review', exact: true }).waitFor();
      expect(await page.evaluate<string>('document.activeElement.id')).toBe('main');
      await row(page, 'Mark the left wing').first().focus();
      await page.keyboard.press('x');
      await row(page, 'Mark the right wing').first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('y');
      await sendDecisions(page);
      for (const id of ids) await eventually(() => reviewOf(id), 'approved');
      await eventually(async () => sent(calls, 'batchReviewActions'), 1);
      expect(sent(calls, 'approveAction')).toBe(0);
    });

    test('each of several rows has its own result, and all of them are undone at once', async () => {
      const ids = [await finish('Mark the trap'), await finish('Mark the lift')];
      const { page, calls } = await openReview();
      const decideBoth = async () => {
        for (const title of ['Mark the trap', 'Mark the lift']) {
          await row(page, title).first().focus();
          await page.keyboard.press('x');
        }
        await page.keyboard.press('y');
        await row(page, 'Mark the trap').getByText('You: Approved').waitFor();
      };
      await decideBoth();
      await page.keyboard.press('u');
      await row(page, 'Mark the trap').getByRole('button', { name: 'Approve' }).waitFor();
      await row(page, 'Mark the lift').getByRole('button', { name: 'Approve' }).waitFor();
      await decideBoth();
      const [trap = '', lift = ''] = ids;
      const body = { reason: 'It is stuck.' };
      await given().person.ok('rejectAction', { path: { id: lift }, body });
      await sendDecisions(page);
      await eventually(() => reviewOf(trap), 'approved');
      await row(page, 'Mark the lift').getByText('You rejected it.').waitFor();
      await eventually(async () => sent(calls, 'batchReviewActions'), 1);
    });

    describe('what is shown beside the list', () => {
      const shown = (page: Page): Promise<string | null> =>
        page.locator('.review-pane h3').first().textContent();
      const ring = (page: Page): Promise<string> =>
        page.evaluate<string>(`document.querySelector('[data-row]:focus h3')?.textContent ?? ''`);
      const finishAll = async (name: string): Promise<readonly string[]> => {
        const ids: string[] = [];
        for (const place of ['a', 'b', 'c']) ids.push(await finish(`${name} ${place}`));
        return ids;
      };

      test('is the row with the ring, by keys, and Y acts on it', async () => {
        const [a = '', b = '', c = ''] = await finishAll('Follow the keys');
        const { page } = await openReview();
        await row(page, 'Follow the keys a').first().focus();
        for (const [key, title] of [
          ['j', 'b'],
          ['k', 'a'],
          ['j', 'b'],
          ['ArrowDown', 'c'],
          ['k', 'b'],
        ] as const) {
          await page.keyboard.press(key);
          expect(await ring(page)).toBe(`Follow the keys ${title}`);
          await eventually(() => shown(page), `Follow the keys ${title}`);
        }
        await page.keyboard.press('y');
        await eventually(() => shown(page), 'Follow the keys c');
        expect(await ring(page)).toBe('Follow the keys c');
        await sendDecisions(page);
        await eventually(() => reviewOf(b), 'approved');
        expect(await reviewOf(a)).toBe('pending');
        expect(await reviewOf(c)).toBe('pending');
      });

      test('is the row with the ring, by mouse, and keys in the pane act on it', async () => {
        const [a = '', b = ''] = await finishAll('Follow the mouse');
        const { page } = await openReview();
        await row(page, 'Follow the mouse b').first().locator('.row-meta').click();
        await eventually(() => shown(page), 'Follow the mouse b');
        await page.locator('.review-pane').focus();
        await page.keyboard.press('n');
        await page.keyboard.type('Once more.');
        await page.keyboard.press('Enter');
        await sendDecisions(page);
        await eventually(() => reviewOf(b), 'rejected');
        expect(await reviewOf(a)).toBe('pending');
      });

      test('stays when new work comes, and Y without a ring acts on it', async () => {
        await finishAll('Stay');
        const { page } = await openReview();
        const pane = page.locator('.review-pane');
        await pane.locator('h3').waitFor();
        const title = await shown(page);
        const id = (await pane.getAttribute('data-shows'))?.replace('review-', '') ?? '';
        await finish('Stay, says the newest');
        await row(page, 'Stay, says the newest').waitFor();
        expect(await shown(page)).toBe(title);
        await page.keyboard.press('y');
        await sendDecisions(page);
        await eventually(() => reviewOf(id), 'approved');
        const next = await ring(page);
        expect(next).not.toBe('');
        await pane.getByRole('heading', { name: next, exact: true }).waitFor();
      });

      test('on a phone, an opened record follows the ring', async () => {
        const [a = '', b = ''] = await finishAll('Follow on a phone');
        const { page } = await openReview({ width: 320, isPhone: true });
        const detail = (title: string) => row(page, title).locator('.detail');
        await row(page, 'Follow on a phone a').getByRole('button', { name: 'More' }).tap();
        await detail('Follow on a phone a').getByText('+ Three').waitFor();
        await page.keyboard.press('j');
        await detail('Follow on a phone b').getByText('+ Three').waitFor();
        expect(await page.locator('.detail').count()).toBe(1);
        await row(page, 'Follow on a phone a').getByRole('button', { name: 'Approve' }).tap();
        await row(page, 'Follow on a phone a').getByText('You: Approved').waitFor();
        await detail('Follow on a phone b').waitFor();
        await page.keyboard.press('y');
        await sendDecisions(page);
        await eventually(() => reviewOf(a), 'approved');
        await eventually(() => reviewOf(b), 'approved');
      });

      test('a key decides nothing about a row that the person has scrolled away', async () => {
        await finishAll('Scroll away');
        const { page } = await openReview({ width: 320, isPhone: true });
        const first = page.locator('[data-row]').first();
        const id = (await first.getAttribute('data-row'))?.replace('review-', '') ?? '';
        await first.focus();
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        await page.keyboard.press('y');
        expect(await page.getByText('You: Approved').count()).toBe(0);
        await page.keyboard.press('y');
        await sendDecisions(page);
        await eventually(() => reviewOf(id), 'approved');
      });
    });

    testLooks('the screen', async (options) => {
      await finish(`Mark the ${'אבג 🎭 gallery '.repeat(20)}`);
      const { page } = await openReview(options);
      await row(page, 'gallery').first().getByRole('button', { name: 'More' }).click();
      await page.getByText('+ Three').first().waitFor();
      return page;
    });
  });
});

describeConsole('The approval of a request', (given, testLooks) => {
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

  test('the fields of a request are in the language of the person', async () => {
    const { id } = await proposeReassignment('Give it to Ada in German');
    const { cookie } = given();
    const path = `/app/proposals/${id}`;
    const { page } = await given().openPage({ cookie, path, locale: 'de-AT' });
    const assignee = field(page, 'assigned_actor_id');
    await assignee.getByText('Zuständig').waitFor();
    await assignee.getByText('ohne').waitFor();
    await field(page, 'id').getByText('Aktion').waitFor();
    const now = page.getByRole('region', { name: 'Die Aktion, wie sie jetzt ist' });
    await now.getByText('bereit', { exact: true }).waitFor();
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
    await page.getByLabel('Title').press('Escape');
    await field(page, 'title').getByText('Changed by you').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Change and permit' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('A longer tour');
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

  test('times, choices and lists are read and changed as words, and others as JSON', async () => {
    const seconds = '2027-03-02T09:30:15.500Z';
    const due_at = '2027-03-05T16:00:00Z';
    const rule = {
      type: 'from_due',
      unit: 'week',
      interval: 2,
      time_zone: 'Europe/Berlin',
    } as const;
    const payload = {
      title: 'Tune the harp',
      status: 'inbox',
      due_at,
      defer_until: seconds,
      priority: 3,
      labels: ['Strings', 'Spring tour'],
      repeat_rule: rule,
      input_payload: { pitch: 442 },
    } as const;
    const body = { operation: 'createAction', payload, title: 'Tune it' } as const;
    const { id } = await given().agent.ok('createProposal', { body });
    const page = await openProposal(id, { timeZone: 'Europe/Berlin', locale: 'en-GB' });
    const text = async (name: string) => field(page, name).locator('dd').innerText();
    expect(await text('due_at')).toBe('Fri, 5 Mar 2027, 17:00 CET');
    expect(await text('defer_until')).toBe(seconds);
    expect(await text('priority')).toBe('High');
    expect(await text('labels')).toBe('Strings\nSpring tour');
    expect(await text('repeat_rule')).toBe('Every 2 weeks from when it is due (Europe/Berlin)');
    expect(await text('input_payload')).toContain('"pitch": 442');
    await page.getByRole('button', { name: 'Change and permit' }).click();
    const form = page.locator('form');
    const due = form.getByLabel('Due at');
    await due.fill('some day');
    await form.getByText('Due at is not a time yet.').waitFor();
    await page.locator('[data-row]').focus();
    await page.keyboard.press('y');
    expect(await page.getByText('You: Permitted').count()).toBe(0);
    // The server takes the years from 1000 to 2999, and the clock skips half past two that day.
    await due.fill('1 Jan 3005');
    await form.getByText(/^Not a time yet/).waitFor();
    await due.fill('1 Jan 1000');
    await field(page, 'due_at').getByText('1 Jan 1000, 17:00').waitFor();
    await due.fill('28 Mar 2027 2:30');
    await field(page, 'due_at').getByText('Sun, 28 Mar 2027, 03:30 CEST').waitFor();
    await due.fill('8 Mar 2027 9:15');
    expect(await form.getByLabel('Defer until').inputValue()).toBe(seconds);
    await form.getByRole('group', { name: 'Priority' }).getByText('Urgent').click();
    await form.getByRole('group', { name: 'Status' }).getByText('ready').click();
    await form.getByLabel('Labels').fill('Strings\n\n Summer, all of it ');
    await field(page, 'due_at').getByText('The agent proposed: Fri, 5 Mar 2027').waitFor();
    await field(page, 'labels').getByText('Summer, all of it').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Change and permit' }).click();
    expect(await due.inputValue()).toBe('Mon, 8 Mar 2027, 09:15');
    await page.getByRole('button', { name: 'Permit with these values' }).click();
    await sendDecisions(page);
    await eventually(() => stateOf(id), 'permitted');
    const { permitted_payload } = await given().person.ok('getProposal', { path: { id } });
    expect(permitted_payload).toEqual({
      ...payload,
      status: 'ready',
      due_at: '2027-03-08T08:15:00.000Z',
      priority: 4,
      labels: ['Strings', 'Summer, all of it'],
    });
  });

  test('a text that is empty or looks like a number is told from none, and shows what it replaces', async () => {
    const { agent } = given();
    const text = { title: 'Cues', content: 'Cue 1\n', access_mode: 'shared_edit' } as const;
    const { id: document } = await agent.ok('createDocument', { body: text });
    const emptied = {
      operation: 'updateDocument',
      payload: { id: document, content: '' },
    } as const;
    const { id } = await agent.ok('createProposal', { body: { ...emptied, title: 'Empty it' } });
    const page = await openProposal(id);
    // What it replaces is read after the proposal.
    const shown = (on: Page, name: string, value: string) =>
      eventually(() => field(on, name).locator('dd').innerText(), value);
    await shown(page, 'content', '(empty)\nNow: Cue 1\n');
    const dated = { due_at: '2027-03-05T16:00:00Z', priority: 1 } as const;
    const horn = await agent.ok('createAction', {
      body: { title: 'Polish the horn', labels: ['Brass'], ...dated },
    });
    const change = { id: horn.id, due_at: '2027-03-08T16:00:00Z', labels: [] };
    const changed = { operation: 'updateAction', payload: change, title: 'Later' } as const;
    const later = await openProposal((await agent.ok('createProposal', { body: changed })).id);
    await field(later, 'due_at').getByText('Now: Fri, 5 Mar 2027, 16:00 UTC').waitFor();
    expect(await field(later, 'due_at').locator('dd').innerText()).toContain(
      'Mon, 8 Mar 2027, 16:00 UTC\nNow: Fri, 5 Mar 2027, 16:00 UTC',
    );
    await shown(later, 'labels', 'none\nNow: Brass');
    const now = later.getByRole('region', { name: 'The action as it is now' });
    await now.getByText('Low', { exact: true }).waitFor();
    expect(await now.getByText('Defer until').count()).toBe(0);
    const payload = { title: 'Set it', input_payload: '42', delegate_label: null };
    const body = { operation: 'createAction', payload, title: 'Set it' } as const;
    const other = await openProposal((await agent.ok('createProposal', { body })).id);
    expect(await field(other, 'input_payload').locator('dd').innerText()).toBe('"42"');
    expect(await field(other, 'delegate_label').locator('dd').innerText()).toBe('none');
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
