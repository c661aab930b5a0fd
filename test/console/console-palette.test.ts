import type { Page } from 'playwright-core';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';
import { accessibilityFaults, type ConsoleOptions } from '../support/console-page';

describeConsole('The palette, and the pages that it opens', (given, testLooks) => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'A screen, a command' });
  /** The name of the option that Enter takes. */
  const chosen = (page: Page): Promise<string> =>
    page.evaluate<string>(`
      document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))
        ?.textContent ?? ''
    `);
  const focusedTitle = (page: Page): Promise<string> =>
    page.evaluate<string>(`document.querySelector('[data-row]:focus h3')?.textContent ?? ''`);

  async function ask(question: string, more: { readonly action_id?: string } = {}) {
    const body = { question, choices: ['Left', 'Right'], on_answer: 'I go there.', ...more };
    return given().agent.ok('createQuestion', { body });
  }

  async function propose(title: string) {
    const payload = { title: 'Autumn season', work_mode: 'parallel' } as const;
    const body = { operation: 'createProject', payload, title } as const;
    return given().agent.ok('createProposal', { body });
  }

  async function openRecord(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path, ...options });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  test('a person goes to a screen and decides by keyboard alone', async () => {
    await ask('Which wig for the judge?');
    const { id } = await ask('Which wig for the clown?');
    const { page } = await given().openNow();
    await page.getByRole('heading', { name: 'Which wig for the clown?' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    expect(await chosen(page)).toContain('Answer “Left”');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toContain('Answer “Right”');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'hidden' });
    expect(await focusedTitle(page)).toBe('Which wig for the clown?');
    await page.keyboard.press('.');
    await field(page).waitFor();
    await page.keyboard.type('answ right');
    await eventually(() => page.locator('[role=option]').count(), 2);
    expect(await chosen(page)).toContain('Answer “Right”');
    await page.keyboard.press('Enter');
    await page.getByText('You: Answered “Right”').waitFor();
    expect(await focusedTitle(page)).toBe('Which wig for the judge?');
    const read = () => given().person.ok('getQuestion', { path: { id } });
    await sendDecisions(page);
    await eventually(async () => (await read()).response, 'Right');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('inbox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('/');
    await page.waitForURL('**/app/search');
  });

  test('a person finds a question, answers it on its page, and reads how it ended', async () => {
    const { person } = given();
    const [action] = (await person.ok('listActions', { query: { limit: 1 } })).items;
    const about = { action_id: action?.id ?? '' };
    const { id } = await ask('Where does the xylophone stand?', about);
    const { page, calls } = await given().openNow();
    const searches = () => calls.filter(({ operation }) => operation === 'searchWorkspace');
    await page.getByRole('button', { name: 'Find …' }).click();
    await field(page).waitFor();
    // The first request never ends by itself: the next letters cancel it.
    const aborted = page.waitForEvent('requestfailed');
    await page.route('**/v1/search?q=xylo&*', () => undefined);
    const first = page.waitForRequest('**/v1/search?q=xylo&*');
    await page.keyboard.type('xylo', { delay: 20 });
    await first;
    await page.keyboard.type('phone');
    expect((await aborted).url()).toContain('q=xylo&');
    await page.getByRole('option', { name: 'Where does the xylophone stand?' }).waitFor();
    expect(searches()).toHaveLength(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/questions/${id}`);
    await page.getByRole('heading', { name: 'Where does the xylophone stand?' }).waitFor();
    await page.locator('[data-row]:focus').waitFor();
    await page.keyboard.press('2');
    await page.getByText('You: Answered “Right”').waitFor();
    await sendDecisions(page);
    await page.getByRole('heading', { name: 'How it ended' }).waitFor();
    await page.getByText('You answered').waitFor();
    await page.getByText('I go there.').waitFor();
    const link = page.getByRole('link', { name: action?.title ?? '', exact: true });
    expect(await link.getAttribute('href')).toBe(`/app/actions/${action?.id}`);
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('A note that').focus();
    await page.keyboard.type('It is **loud** there.');
    await page.keyboard.press('Enter');
    await notes.locator('strong', { hasText: 'loud' }).waitFor();
    const noteOf = async () => (await person.ok('listQuestionNotes', { path: { id } })).items[0];
    await notes.getByRole('button', { name: 'Archive the note' }).press('Enter');
    await notes.getByText('Remarks of people and agents appear here.').waitFor();
    await notes.locator('[aria-pressed]:focus').press('Enter');
    await notes.getByRole('button', { name: 'Restore the note' }).press('Enter');
    await eventually(async () => (await noteOf())?.body, 'It is **loud** there.');
  });

  test('a proposal is decided on its page, and its address shows the end', async () => {
    const { id } = await propose('An autumn of operas');
    const page = await openRecord(`/app/proposals/${id}`);
    await page.getByRole('button', { name: 'Change and permit' }).click();
    await page.getByLabel('Title').fill('Late autumn season');
    await page.getByRole('button', { name: 'Permit with these values' }).click();
    await sendDecisions(page);
    await page.getByText('You permitted it').waitFor();
    await page.getByRole('heading', { name: 'As it was permitted' }).waitFor();
    await page.getByText('Late autumn season').waitFor();
    const denied = await propose('An autumn of ballets');
    const other = await openRecord(`/app/proposals/${denied.id}`);
    await other.locator('[data-row]:focus').waitFor();
    const body = { comment: 'Ballets are in spring.' };
    await given().person.ok('denyProposal', { path: { id: denied.id }, body });
    await other.getByText('You denied it').waitFor();
    await other.getByText('Ballets are in spring.').waitFor();
  });

  test('an address of no record says so', async () => {
    const page = await openRecord('/app/questions/qst_00000000000000000000000000');
    await page.getByRole('heading', { name: 'There is no such question' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show all open questions' }).click();
    await page.getByRole('heading', { name: 'Questions and proposals' }).waitFor();
  });

  test('a person finds and decides on a phone', async () => {
    const { id } = await ask('Which shoe for the giant?');
    const { page } = await given().openNow({ width: 320, isPhone: true });
    await page.getByRole('button', { name: 'Find …' }).tap();
    await field(page).fill('shoe giant');
    await page.getByRole('option', { name: 'Which shoe for the giant?' }).tap();
    await page.waitForURL(`**/app/questions/${id}`);
    await page.getByRole('button', { name: 'Left' }).tap();
    await page.getByText('You: Answered “Left”').waitFor();
  });

  testLooks('the palette', async (options) => {
    await ask(`Where does ${'🎭 the אבג wardrobe '.repeat(20)} go?`);
    const { page } = await given().openNow(options);
    await page.getByRole('button', { name: 'Find …' }).click();
    await field(page).fill('wardrobe');
    await page.getByRole('option', { name: 'the אבג' }).first().waitFor();
    return page;
  });

  testLooks('the page of an open question', async (options) => {
    const { id } = await ask(`Where does ${'W'.repeat(400)} go?`);
    const body = { body: `# A thought\n\n${'🎭 אבג '.repeat(100)}` };
    await given().agent.ok('createQuestionNote', { path: { id }, body });
    const page = await openRecord(`/app/questions/${id}`, options);
    await page.getByText('A thought').waitFor();
    return page;
  });

  testLooks('the page of a denied proposal', async (options) => {
    const { id } = await propose('A winter of mimes');
    const body = { comment: 'No mimes.' };
    await given().person.ok('denyProposal', { path: { id }, body });
    const page = await openRecord(`/app/proposals/${id}`, options);
    await page.getByText('No mimes.').waitFor();
    return page;
  });
});
