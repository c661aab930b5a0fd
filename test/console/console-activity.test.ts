import type { Page } from 'playwright-core';
import { describeConsole } from '../support/console-demo';
import type { ConsoleOptions } from '../support/console-page';

describeConsole('The screens Activity and Search', (given, testLooks) => {
  async function open(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { page } = await given().openPage({ cookie: given().cookie, path, ...options });
    return page;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name });
  const results = (page: Page) => page.getByRole('list', { name: 'Results' });
  const events = (page: Page) => page.getByRole('list', { name: 'Events' });
  const focused = (page: Page) => page.locator('[data-row]:focus');

  const note = async (id: string, body: string): Promise<unknown> =>
    given().person.ok('createActionNote', { path: { id }, body: { body } });
  const createAction = async (title: string): Promise<string> =>
    (await given().person.ok('createAction', { body: { title } })).id;

  test('a person searches as they type, narrows by kind and opens what was found', async () => {
    const { person, agent } = given();
    const word = 'Xylophone';
    const action = await createAction(`${word} for the foyer`);
    const project = await person.ok('createProject', { body: { title: `${word} project` } });
    const document = await person.ok('createDocument', {
      body: { title: `${word} manual`, content: 'Turn the xylophone off first.' },
    });
    const question = await agent.ok('createQuestion', {
      body: { question: `Which ${word}?`, on_answer: 'I order it.' },
    });
    const page = await open('/app/search');
    await page.getByRole('heading', { name: 'Find a record by its words' }).waitFor();
    await page.locator('input[type=search]:focus').fill('xylo');
    await page.waitForURL(/q=xylo$/);
    await page.getByText('4 results').waitFor();
    const hrefs = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[data-row] a")].map((link) => link.getAttribute("href"))',
    );
    expect(hrefs.toSorted()).toEqual([
      `/app/actions/${action}`,
      `/app/documents/${document.id}`,
      `/app/projects/${project.id}`,
      `/app/questions/${question.id}`,
    ]);
    await page.getByRole('radio', { name: 'Documents' }).check();
    await page.getByText('1 result', { exact: true }).waitFor();
    await results(page).getByText('Turn the xylophone off first.').waitFor();
    await page.getByRole('radio', { name: 'Orders' }).check();
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    await page.getByRole('radio', { name: 'Documents' }).check();
    await results(page).getByRole('link').click();
    await page.getByRole('heading', { name: `${word} manual` }).waitFor();
    await page.goBack();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(await page.getByLabel('Words').inputValue()).toBe('xylo');
  });

  test('the keys lead from the field through the results and back', async () => {
    const body = { title: 'Trapdoor rules', content: 'Never alone.' };
    await given().person.ok('createDocument', { body });
    const page = await open('/app/search?q=trapdoor');
    await results(page).getByRole('link').first().waitFor();
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await focused(page).getByText('Trapdoor rules').waitFor();
    await page.keyboard.press('k');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('the');
    await page.waitForURL(/q=the$/);
    await page.getByText(/^20 of \d+ results$/).waitFor();
    await button(page, 'Show more').click();
    await results(page).locator('li').nth(25).waitFor();
    await page.getByLabel('Words').fill('trapdoor rules');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByLabel('Words').press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Trapdoor rules' }).waitFor();
  });

  test('the feed shows the newest first, reads older ones, and goes on where it was', async () => {
    const id = await createAction('Count the seats');
    for (let index = 1; index <= 170; index += 1) await note(id, `Row ${index} is counted.`);
    const page = await open('/app/activity');
    await events(page).getByText('Row 170 is counted.').waitFor();
    const first = events(page).locator('li').first();
    expect(await first.textContent()).toContain('Row 170 is counted.');
    expect(await first.getByRole('link').getAttribute('href')).toBe(`/app/actions/${id}`);
    expect(await page.getByText('created the workspace').count()).toBe(0);
    for (const number of [101, 201]) {
      await button(page, 'Show older').click();
      await events(page).locator(`li:nth-child(${number})`).waitFor();
    }
    await page.getByText('created the workspace').waitFor();
    expect(await button(page, 'Show older').count()).toBe(0);
    const all = await given().person.ok('readEvents', { query: { limit: 200 } });
    const rest = await given().person.ok('readEvents', {
      query: { limit: 200, after: all.page.next },
    });
    const ids = [...all.items, ...rest.items].map((event) => event.id).toReversed();
    const shown = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[data-row]")].map((row) => row.dataset.row)',
    );
    expect(shown).toEqual(ids);

    for (const index of [171, 172, 173]) await note(id, `Row ${index} is counted.`);
    await button(page, 'Show 3 new').waitFor();
    expect(await first.textContent()).toContain('Row 170 is counted.');
    await button(page, 'Show 3 new').click();
    expect(await first.textContent()).toContain('Row 173 is counted.');
    await page.reload();
    await events(page).getByText('Row 173 is counted.').waitFor();

    // A page that is being read arrives, although something happens meanwhile.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/v1\/events\?.*before=(?!now)/, async (route) => {
      await released;
      await route.continue();
    });
    await page.evaluate(`window.heard = new Promise((resolve) => {
      new BroadcastChannel('callboard.events').onmessage = () => setTimeout(resolve, 1000);
    }); 0`);
    await button(page, 'Show older').click();
    await note(id, 'Row 174 is counted.');
    await page.evaluate('window.heard');
    release();
    await events(page).locator('li:nth-child(101)').waitFor();
    await button(page, 'Show 1 new').waitFor();
  });

  test('filters are in the address, and the keys open what an event is about', async () => {
    const { person, agent } = given();
    const { id: projectId } = await person.ok('createProject', { body: { title: 'A tour' } });
    const body = { title: 'Book the bus', project_id: projectId };
    const { id } = await person.ok('createAction', { body });
    await agent.ok('createDocument', { body: { title: 'Bus log', content: 'Full.' } });
    const { page } = await given().openNow();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await events(page).getByRole('link', { name: 'Bus log' }).waitFor();
    await page.getByLabel('Caused by').selectOption({ label: 'Ada' });
    await page.waitForURL(/actor=atr_/);
    await events(page).getByRole('link', { name: 'Bus log' }).waitFor({ state: 'detached' });
    await page.getByLabel('Caused by').selectOption({ label: 'Anybody' });
    await page.getByLabel('Events of').selectOption({ label: 'Documents, notes and links' });
    await events(page).getByText('added the action').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('kind')).toBe('documents');
    await page.getByText('Project, order or one record').click();
    await page.getByLabel('Id of a record').fill(id);
    await page.getByRole('heading', { name: 'No event matches' }).waitFor();
    await page.getByLabel('Events of').selectOption({ label: 'All' });
    await page.getByRole('combobox', { name: /^Project/ }).selectOption({ label: 'A tour' });
    await events(page).getByText('added the action').waitFor();
    expect(await events(page).locator('li').count()).toBe(1);
    await page.getByLabel('Id of a record').fill('');
    await events(page).getByRole('link', { name: 'A tour' }).waitFor();
    await page.getByRole('heading', { name: 'Activity' }).focus();
    await page.keyboard.press('j');
    await focused(page).getByText('Book the bus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/app/actions/${id}$`));
  });

  test('on a phone a person searches and reads what happened', async () => {
    const body = { title: 'Curtain rules', content: 'Slowly.' };
    const { id } = await given().person.ok('createDocument', { body });
    const page = await open('/app/search', { width: 320, isPhone: true });
    await page.getByLabel('Words').tap();
    await page.keyboard.type('curtain');
    await page.getByText('Documents', { exact: true }).last().tap();
    await results(page).getByRole('link', { name: 'Curtain rules' }).tap();
    await page.getByRole('heading', { name: 'Curtain rules' }).waitFor();
    await page.goto(`${given().app.url}/app/activity?subject=${id}`);
    await events(page).getByRole('link', { name: 'Curtain rules' }).tap();
    await page.getByText('Slowly.').waitFor();
  });

  testLooks('Search', async (options) => {
    await createAction(`Lantern ${'אבג 🎭 gallery '.repeat(20)}`);
    const page = await open('/app/search?q=lantern', options);
    await results(page).getByRole('link').first().waitFor();
    return page;
  });

  testLooks('Activity', async (options) => {
    const id = await createAction(`Lantern ${'אבג 🎭 gallery '.repeat(20)}`);
    await note(id, 'long'.repeat(3_000));
    const page = await open('/app/activity', options);
    await events(page).getByRole('link').first().waitFor();
    await page.getByText('Project, order or one record').click();
    return page;
  });
});
