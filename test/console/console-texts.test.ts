import type { Page } from 'playwright-core';
import { describeConsole } from '../support/console-demo';

const size = 65_536;
const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** Texts of 64 KiB with which the lexer of Markdown takes seconds or fails. */
const hostile: Readonly<Record<string, string>> = {
  quotes: fill('>'),
  'quotes of lists': fill('> - '),
  'lists in one line': fill('1. '),
  'a list in a list': Array.from({ length: 250 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join(
    '\n',
  ),
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

describeConsole('The texts that agents and people write', (given, testLooks) => {
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

  /** The longest time in which the page did nothing else, in milliseconds. */
  const longestTask = (page: Page): Promise<number> =>
    page.evaluate<number>('Math.max(0, ...window.longTasks)');

  test.each(Object.entries(hostile))('%s fail no page and freeze no tab', async (_name, text) => {
    const id = await create(text);
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
    // The lexer has half a second, and the browser lays out what it returned.
    expect(await longestTask(page)).toBeLessThan(4_000);
    await page.getByRole('heading', { name: title }).waitFor();
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
