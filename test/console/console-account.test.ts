import type { Page, Request } from 'playwright-core';
import { client } from '../../scripts/requests/client';
import { accessibilityFaults, sidewaysScroll, type ConsoleOptions } from '../support/console-page';
import { describeConsole } from '../support/console-demo';

const password = 'correct horse battery staple';
const other = 'wrong donkey engine clip';

describeConsole('The account and the pages of links', (given, testLooks) => {
  /** Invites a member, who accepts. Returns the session cookie. */
  async function aMember(name: string): Promise<string> {
    const body = { email: `${name.toLowerCase()}@example.com`, role: 'member' } as const;
    const { token = '' } = await given().person.ok('createInvitation', { body });
    return sessionOf('acceptInvitation', { token, password, name });
  }

  async function sessionOf(
    operation: 'acceptInvitation' | 'createSession',
    body: Record<string, string>,
  ): Promise<string> {
    const { headers } = await client(given().app).send(operation, { body });
    return /callboard_session=([\w-]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
  }

  async function resetOf(email: string): Promise<string> {
    const { items } = await given().person.ok('listUsers', { query: { limit: 100 } });
    const id = items.find((user) => user.email === email)?.id ?? '';
    const { token = '' } = await given().person.ok('createPasswordReset', { path: { id } });
    return token;
  }

  /** The requests of the page whose address, headers or body contain the text. */
  function requestsWith(page: Page, text: string): Request[] {
    const found: Request[] = [];
    page.on('request', (request) => {
      const parts = [request.url(), request.postData() ?? '', JSON.stringify(request.headers())];
      if (parts.some((part) => part.includes(text))) found.push(request);
    });
    return found;
  }

  async function whatIsStored(page: Page): Promise<string> {
    return page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state])',
    );
  }

  test('an invitation is accepted; its secret is in the body of one request alone', async () => {
    const { token = '' } = await given().person.ok('createInvitation', {
      body: { email: 'dora@example.com', name: 'Dora', role: 'member' },
    });
    const { page } = await given().openPage({ expected: [422] });
    const sent = requestsWith(page, token);
    await page.goto(`${given().app.url}/app/invitation#${token}`);
    await page.getByRole('heading', { name: 'Join Callboard' }).waitFor();
    expect(page.url()).toBe(`${given().app.url}/app/invitation`);
    await page.getByLabel('New password').fill('password1234');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('This password is too common').waitFor();
    await page.getByLabel('New password').fill(password);
    expect(await whatIsStored(page)).not.toContain(token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    await page.getByText('Dora').first().waitFor();
    expect(sent.map((request) => `${request.method()} ${request.url()}`)).toEqual(
      Array.from({ length: 2 }, () => `POST ${given().app.url}/v1/invitations/accept`),
    );
    expect(sent.every((request) => !JSON.stringify(request.headers()).includes(token))).toBe(true);
    expect(await whatIsStored(page)).not.toContain(token);

    // The link again, and then another one in the same tab, which changes only the fragment.
    await page.goto(`${given().app.url}/app/invitation#${token}`);
    await page.getByLabel('New password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('This invitation is not valid.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Open the whole link' }).waitFor();
    const { token: second = '' } = await given().person.ok('createInvitation', {
      body: { email: 'emil@example.com', role: 'member' },
    });
    await page.goto(`${given().app.url}/app/invitation#${second}`);
    await page.getByRole('heading', { name: 'Join Callboard' }).waitFor();
    expect(page.url()).not.toContain(second);
  });

  test('a reset sets the password by keys, and ends the sessions', async () => {
    const cookie = await aMember('Fay');
    const token = await resetOf('fay@example.com');
    const path = `/app/reset#${token}`;
    const { page } = await given().openPage({ cookie, path, expected: [422] });
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect(page.url()).toBe(`${given().app.url}/app/reset`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('fay@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('This password is too common').waitFor();
    await page.getByLabel('New password').fill(other);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The password is set' }).waitFor();
    expect(await whatIsStored(page)).not.toContain(token);
    await client(given().app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('Forgotten the password?').click();
    await page.getByText('callboard password reset').waitFor();
    await page.getByLabel('E-mail address').fill('fay@example.com');
    await page.getByLabel('Password', { exact: true }).fill(other);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Now' }).waitFor();

    const again = await given().openPage({ path, expected: [422] });
    await again.page.getByLabel('New password').fill(other);
    await again.page.keyboard.press('Enter');
    await again.page.getByText('This password reset is not valid.').waitFor();
  });

  test('a member changes name, address and password, ends a session and signs out everywhere', async () => {
    const cookie = await aMember('Gil');
    const elsewhere = await sessionOf('createSession', { email: 'gil@example.com', password });
    const path = '/app/settings/account';
    const { page } = await given().openPage({ cookie, path, expected: [403, 422] });
    await page.getByRole('region', { name: 'You' }).getByRole('button').click();
    expect(await page.getByLabel('Role').count()).toBe(0);
    await page.getByRole('dialog').getByLabel('Name').fill('Gilbert');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').first().waitFor();

    const address = page.getByRole('region', { name: 'Address' });
    await address.getByLabel('New address').fill('gilbert@example.com');
    await address.getByLabel('Current password').fill('not the password');
    await address.getByRole('button', { name: 'Change the address' }).click();
    await address.getByText('The current password is wrong.').waitFor();
    await address.getByLabel('Current password').fill(password);
    await page.keyboard.press('Enter');
    await address.getByText('You sign in with gilbert@example.com').waitFor();

    const secret = page.getByRole('region', { name: 'Password' });
    await secret.getByLabel('Current password').fill(password);
    await secret.getByLabel('New password').fill('gilbert@example.com');
    await secret.getByRole('button', { name: 'Change the password' }).click();
    await secret.getByText('This password is too common').waitFor();
    await secret.getByLabel('New password').fill(other);
    await page.keyboard.press('Enter');
    await page.getByText('The password is changed.').first().waitFor();
    await client(given().app, { cookie: elsewhere }).fails('getMe', {}, 401, 'UNAUTHENTICATED');

    const third = { email: 'gilbert@example.com', password: other };
    const [phone, tablet] = [
      await sessionOf('createSession', third),
      await sessionOf('createSession', third),
    ];
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await page.reload();
    await sessions.getByText('This browser (current session)').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(3);
    // The newest is first.
    await sessions.getByRole('button', { name: 'End session: signed in' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('sign in again in that browser').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await page.getByText('The session has ended.').first().waitFor();
    await sessions.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    await client(given().app, { cookie: tablet }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    await client(given().app, { cookie: phone }).ok('getMe');

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
    await client(given().app, { cookie: phone }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
  });

  test('ending the own session signs out', async () => {
    const cookie = await aMember('Hal');
    const path = '/app/settings/account';
    const { page } = await given().openPage({ cookie, path, width: 320, isPhone: true });
    await page.getByRole('button', { name: 'End session: this browser' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).tap();
    await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
    await client(given().app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
  });

  test('in development without a session the account says what does not apply', async () => {
    const app = await given().startAnother({ environment: 'development' });
    const { page } = await given().openPage({ app, path: '/app/settings/account' });
    await page.getByText('You act as Ada without a session').waitFor();
    expect(await page.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Change the password' }).count()).toBe(0);
  });

  test.each(['invitation', 'reset'])('the page %s is accessible on a phone', async (name) => {
    const options = { width: 320, scheme: 'dark', isPhone: true } as const;
    const { page } = await given().openPage({ ...options, path: `/app/${name}#secret` });
    await page.getByLabel('New password').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  testLooks('the account', async (options: ConsoleOptions) => {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path: '/app/settings/account', ...options });
    await page.getByText('This browser (current session)').waitFor();
    return page;
  });
});
