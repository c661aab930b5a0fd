import type { Page } from 'playwright-core';
import { client } from '../../scripts/requests/client';
import { describeConsole, eventually } from '../support/console-demo';
import { sessionCookieNames } from '../../src/platform/http/cookies';

describeConsole('What the console keeps of a person', (given) => {
  const secret = 'My secret plan';
  const stored = (page: Page): Promise<string> =>
    page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  const signInForm = (page: Page) => page.getByRole('heading', { name: 'Sign in to Callboard' });
  const field = (page: Page) => page.getByLabel('Capture an action');

  /** Opens the inbox as a person with a session of their own, and types something. */
  async function openWithDraft(cookie: string): Promise<Page> {
    const { page } = await given().openPage({ cookie, path: '/app/inbox' });
    await page.locator('[data-row]').first().waitFor();
    await field(page).fill(secret);
    await page.evaluate(`localStorage.setItem('callboard.keys', 'on')`);
    await page.locator('.person').waitFor();
    expect(await stored(page)).toContain(secret);
    return page;
  }

  async function aPerson(
    name: string,
  ): Promise<{ email: string; password: string; cookie: string }> {
    const email = `${name.toLowerCase()}@example.com`;
    const { token } = await given().person.ok('createInvitation', {
      body: { email, role: 'member' },
    });
    const password = 'correct horse battery staple';
    const accepted = { token, password, name };
    const { headers } = await client(given().app).send('acceptInvitation', { body: accepted });
    const cookie = /callboard_session=([\w-]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
    return { email, password, cookie };
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test('signing out forgets it, in the other tabs too', async () => {
    const { cookie } = await aPerson('Dora');
    const page = await openWithDraft(cookie);
    const other = await page.context().newPage();
    await other.goto(`${given().app.url}/app/inbox`);
    await other.locator('[data-row]').first().waitFor();
    await field(other).fill(secret);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInForm(page).waitFor();
    await signInForm(other).waitFor();
    expect(await stored(page)).toBe('[{},{}]');
    expect(await stored(other)).toBe('[{},{}]');
    expect(await other.locator('[data-row]').count()).toBe(0);
  });

  test('a session that is ended elsewhere forgets it, and the next person sees nothing', async () => {
    const one = await aPerson('Emil');
    const next = await aPerson('Fay');
    const page = await openWithDraft(one.cookie);
    await client(given().app, { cookie: one.cookie }).send('deleteSessions', {});
    await page.reload();
    await signInForm(page).waitFor();
    expect(await stored(page)).toBe('[{},{}]');
    await signIn(page, next);
    await page.locator('.person').getByText('Fay').waitFor();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe('');
  });

  test('another person who signs in in another tab takes over all tabs', async () => {
    const one = await aPerson('Gus');
    const next = await aPerson('Hal');
    const page = await openWithDraft(one.cookie);
    const other = await page.context().newPage();
    await other.goto(`${given().app.url}/app/sign-in`);
    await signIn(other, next);
    await other.locator('.person').getByText('Hal').waitFor();
    await page.locator('.person').getByText('Hal').waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(await stored(page)).not.toContain(secret);
  });

  test('a page of another person shows no draft for a moment', async () => {
    const one = await aPerson('Ida');
    const next = await aPerson('Jon');
    const page = await openWithDraft(one.cookie);
    // As when somebody signs in on a page that is not the console's.
    const { hostname } = new URL(given().app.url);
    const cookie = {
      name: sessionCookieNames.secure,
      value: next.cookie,
      domain: hostname,
      path: '/',
    };
    await page.context().addCookies([{ ...cookie, secure: true, httpOnly: true }]);
    await page.addInitScript(`
      globalThis.seen = [];
      setInterval(() => {
        const field = document.querySelector('.capture input');
        if (field !== null) seen.push(field.value);
      }, 5);
    `);
    await page.reload();
    await page.locator('.person').getByText('Jon').waitFor();
    await eventually(() => field(page).inputValue(), '');
    expect(await page.evaluate('seen')).not.toContain(secret);
    expect(await stored(page)).not.toContain(secret);
  });
});
