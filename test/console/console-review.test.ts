import type { Locator, Page } from 'playwright-core';
import {
  accessibilityFaults,
  sidewaysScroll,
  smallTargets,
  type ConsoleOptions,
} from '../support/console-page';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';

describeConsole('The screen Review', (given, testLooks) => {
  const row = (page: Page, title: string): Locator =>
    page.locator('[data-row]').filter({ hasText: title });
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

  test('the address of one piece of work opens it', async () => {
    const id = await finish('Mark the pit');
    const { page } = await given().openPage({
      cookie: given().cookie,
      path: `/app/review?open=review-${id}`,
    });
    await page.locator('.detail').getByText('+ Three').waitFor();
    expect(await page.locator('.detail h3').textContent()).toBe('Mark the pit');
  });

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
    expect(calls.filter(({ operation }) => operation === 'batchReviewActions')).toHaveLength(1);
    expect(calls.filter(({ operation }) => operation === 'approveAction')).toEqual([]);
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
    expect(calls.filter(({ operation }) => operation === 'batchReviewActions')).toHaveLength(1);
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
      await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
      expect(await shown(page)).toBe(title);
      await page.keyboard.press('y');
      await sendDecisions(page);
      await eventually(() => reviewOf(id), 'approved');
      const next = await ring(page);
      expect(next).not.toBe('');
      await pane.getByRole('heading', { name: next, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Show 1 new' }).click();
      await page.locator('[data-row]:focus').waitFor();
      await pane.getByRole('heading', { name: await ring(page), exact: true }).waitFor();
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
