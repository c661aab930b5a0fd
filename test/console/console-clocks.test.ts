import type { Page } from 'playwright-core';
import { describeConsole, eventually, sendDecisions } from '../support/console-demo';

describeConsole('Typing and clocks in the console', (given) => {
  const ask = (question: string) =>
    given().agent.ok('createQuestion', { body: { question, on_answer: 'I go on.' } });

  describe('while an input method composes', () => {
    /** Composes a text in the focused field, without its end. */
    const compose = async (page: Page, text: string) => {
      const session = await page.context().newCDPSession(page);
      const { length } = text;
      const selection = { selectionStart: length, selectionEnd: length };
      await session.send('Input.imeSetComposition', { text, ...selection });
      return session;
    };

    /** Presses Enter as Safari does after the end of a composition. */
    const confirm = async (page: Page) => {
      const session = await page.context().newCDPSession(page);
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    };

    test('no key closes or sends an answer, and the next Enter sends all of it', async () => {
      const { id } = await ask('Which word?');
      const { page } = await given().openNow();
      await page.locator('[data-row]', { hasText: 'Which word?' }).focus();
      await page.keyboard.press('0');
      const field = page.locator('textarea');
      await field.waitFor();
      const session = await compose(page, 'こん');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      expect(await field.count()).toBe(1);
      await session.send('Input.insertText', { text: '今日' });
      await confirm(page);
      await page.keyboard.type(' は');
      // The browser of the tests also begins a line for the Enter that the input method takes.
      expect((await field.inputValue()).trim()).toMatch(/^今日 は$/);
      await page.keyboard.press('Enter');
      await page.getByText(/You: Answered/).waitFor();
      await sendDecisions(page);
      await eventually(
        async () => (await given().person.ok('getQuestion', { path: { id } })).response,
        '今日 は',
      );
    });

    test('no key leaves the fields for capturing and searching', async () => {
      const { cookie } = given();
      await given().agent.ok('createAction', { body: { title: 'Wash the velvet' } });
      const { page } = await given().openPage({ cookie, path: '/app/inbox' });
      const capture = page.getByLabel('Capture an action');
      await capture.focus();
      await compose(page, 'こん');
      await page.keyboard.press('Escape');
      expect(await capture.evaluate((element) => element.matches(':focus'))).toBe(true);

      await page.goto(new URL('/app/search?q=velvet', page.url()).href);
      const search = page.getByLabel('Words');
      await page.locator('[data-row]').first().waitFor();
      await search.focus();
      await confirm(page);
      expect(await search.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      await eventually(() => search.evaluate((element) => element.matches(':focus')), false);
    });

    test('Escape does not close a dialog', async () => {
      const { page } = await given().openNow();
      await page.keyboard.press('c');
      const title = page.getByRole('dialog').getByLabel('Title');
      await title.waitFor();
      await compose(page, 'こん');
      await page.keyboard.press('Escape');
      expect(await title.count()).toBe(1);
    });
  });

  describe('a time', () => {
    const hourMs = 3_600_000;
    const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

    const shownAs = async (due_at: string, timeZone: string): Promise<Page> => {
      const { cookie, person } = given();
      const { id } = await person.ok('createAction', { body: { title: 'Sweep', due_at } });
      const { page } = await given().openPage({ cookie, timeZone, path: `/app/actions/${id}` });
      await page.getByRole('heading', { name: 'Sweep' }).waitFor();
      return page;
    };

    test('of another day has its date, in the time zone of the browser', async () => {
      const due = inHours(13 * 24);
      const page = await shownAs(due, 'Asia/Tokyo');
      const shown = page.locator(`time[datetime="${due}"]`).first();
      const date = new Date(due);
      const year = { timeZone: 'Asia/Tokyo', year: 'numeric' } as const;
      const isThisYear = date.toLocaleString('en', year) === new Date().toLocaleString('en', year);
      const expected = date.toLocaleString('en-GB', {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        ...(isThisYear ? {} : { year: 'numeric' }),
        hour: '2-digit',
        minute: '2-digit',
        timeZone: 'Asia/Tokyo',
      });
      expect(await shown.textContent()).toBe(expected);
      expect(await shown.getAttribute('title')).toMatch(/\(Asia\/Tokyo\)$/);
    });

    test.each([
      [1.8, 'in 2 hours'],
      [0.76, 'in 46 minutes'],
      [-5.02, '5 hours ago'],
    ])('in %d hours is %s', async (hours, words) => {
      const due = inHours(hours);
      const page = await shownAs(due, 'UTC');
      const shown = page.locator(`time[datetime="${due}"]`).first();
      expect(await shown.textContent()).toBe(words);
    });

    test('is shown in the time zone that the person chooses for the browser', async () => {
      const { cookie } = given();
      const { page } = await given().openPage({
        cookie,
        timeZone: 'Europe/Madrid',
        path: '/app/settings/account',
      });
      const zone = page.getByLabel('Time zone of this browser');
      expect(await zone.inputValue()).toBe('Europe/Madrid');
      await zone.selectOption('America/New_York');
      await page.reload();
      await eventually(() => zone.inputValue(), 'America/New_York');
      const due = '2031-05-01T02:00:00.000Z';
      const { id } = await given().person.ok('createAction', {
        body: { title: 'Rehearse', due_at: due },
      });
      await page.goto(new URL(`/app/actions/${id}`, page.url()).href);
      await page
        .getByText(/Wed,? 30 Apr 2031, 22:00/)
        .first()
        .waitFor();
    });

    test.each([
      ['Europe/Madrid', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
      ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
      ['Europe/Madrid', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
      ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
    ])('that is typed where the clocks of %s change (%s)', async (timeZone, typed, due_at) => {
      const { person } = given();
      const { page } = await given().openNow({ timeZone });
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog');
      const title = `Change ${due_at}`;
      await dialog.getByLabel('Title').fill(title);
      await dialog.getByLabel(/^Due/).fill(typed);
      await dialog.getByRole('button', { name: 'Create the action' }).click();
      const read = async () => {
        const { items } = await person.ok('listActions', { query: { limit: 200 } });
        return items.find((action) => action.title === title)?.due_at;
      };
      await eventually(read, due_at);
    });
  });
});
