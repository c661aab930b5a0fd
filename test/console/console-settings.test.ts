import type { Locator, Page } from 'playwright-core';
import { client, type ApiClient } from '../../scripts/requests/client';
import type { ConsoleOptions } from '../support/console-page';
import { describeConsole, eventually } from '../support/console-demo';
import { deliver, startReceiver, type Receiver } from '../../scripts/servers/receiver';

const long = `${'אבג 🎭 gallery '.repeat(30)}end`;

describeConsole('The settings', (given, testLooks) => {
  let receiver: Receiver | undefined;
  afterEach(async () => {
    await receiver?.close();
    receiver = undefined;
  });

  const cookieOf = (headers: object): string =>
    /callboard_session=([\w-]+)/.exec(String(Object(headers)['set-cookie']))?.[1] ?? '';
  const item = (page: Page, text: string): Locator =>
    page.locator('.items > li').filter({ hasText: text });

  async function openSettings(section: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const path = `/app/settings/${section}`;
    return (await given().openPage({ cookie, path, ...options })).page;
  }

  /** Invites a member, who accepts. Returns the id of the person and the session cookie. */
  async function aMember(name: string) {
    const body = { email: `${name.toLowerCase()}@example.com`, role: 'member' } as const;
    const { token } = await given().person.ok('createInvitation', { body });
    const accept = { token, password: 'correct horse battery staple', name };
    const { headers } = await client(given().app).send('acceptInvitation', { body: accept });
    const cookie = cookieOf(headers);
    const api: ApiClient = client(given().app, { cookie });
    const { user } = await api.ok('getSession');
    return { id: user.id, cookie, api };
  }

  const userOf = (id: string) => given().person.ok('getUser', { path: { id } });

  test('an owner invites by keys, and the link that is shown once works', async () => {
    const { page } = await given().openNow();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('hal@example.com');
    await page.keyboard.press('Enter');
    const shown = page.locator('.copyable code');
    await shown.waitFor();
    const link = (await shown.textContent()) ?? '';
    expect(link).toMatch(/^http.*\/app\/invitation#cbi_[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Close' }).click();
    await item(page, 'hal@example.com').waitFor();
    expect(await page.locator('.copyable').count()).toBe(0);
    const focused = 'document.activeElement.textContent.trim()';
    expect(await page.evaluate<string>(focused)).toBe('Invite a person');
    const token = link.slice(link.indexOf('#') + 1);
    const body = { token, password: 'correct horse battery staple', name: 'Hal' };
    await client(given().app).ok('acceptInvitation', { body });

    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('E-mail address').fill('hal@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('hal@example.com already has an account').waitFor();
    await page.getByLabel('E-mail address').fill('ida@example.com');
    await page.keyboard.press('Enter');
    await shown.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Revoke: ida@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await item(page, 'ida@example.com').waitFor({ state: 'detached' });
  });

  test('an owner changes a role, resets a password, deactivates and reactivates', async () => {
    const { id, cookie } = await aMember('Jo');
    const page = await openSettings('people');
    await page.getByRole('button', { name: 'Change: Jo' }).click();
    await page.getByLabel('Role').selectOption('owner');
    // Another owner changes the same person meanwhile.
    await given().person.ok('updateUser', {
      path: { id },
      header: { 'If-Match': `"${(await userOf(id)).version}"` },
      body: { role: 'owner' },
    });
    const demoted = { path: { id }, body: { role: 'member' } } as const;
    await given().person.ok('updateUser', {
      ...demoted,
      header: { 'If-Match': `"${(await userOf(id)).version}"` },
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing was saved').waitFor();
    expect(await page.getByLabel('Role').inputValue()).toBe('owner');
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await item(page, 'Jo').getByText('Owner').waitFor();
    expect((await userOf(id)).role).toBe('owner');

    await page.getByRole('button', { name: 'Reset the password: Jo' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    const link = (await page.locator('.copyable code').textContent()) ?? '';
    const token = link.slice(link.indexOf('/app/reset#') + '/app/reset#'.length);
    const reset = { token, password: 'wrong donkey engine clip' };
    await client(given().app).ok('resetPassword', { body: reset });
    await client(given().app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    // The reset has changed the person, whom the page would read again only in a moment.
    await page.reload();

    // Jo is an owner, and has created a token.
    const signIn = { email: 'jo@example.com', password: reset.password };
    const signed = await client(given().app).send('createSession', { body: signIn });
    const again = client(given().app, { cookie: cookieOf(signed.headers) });
    const { id: agentId } = await again.ok('createAgent', { body: { name: 'Loom' } });
    const { id: tokenId } = await again.ok('createToken', { path: { id: agentId }, body: {} });
    await page.getByRole('button', { name: 'End sessions: Jo' }).click();
    await page.getByRole('button', { name: 'End the sessions' }).click();
    await page.getByText('The sessions of Jo have ended.').first().waitFor();
    await again.fails('getMe', {}, 401, 'UNAUTHENTICATED');
    await page.getByRole('button', { name: 'Deactivate: Jo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByText('Loom').waitFor();
    await page.getByRole('button', { name: 'Revoke them' }).click();
    await page.getByText('The tokens that Jo created are revoked.').first().waitFor();
    const tokens = await given().person.ok('listTokens', { path: { id: agentId } });
    expect(tokens.items.find((token) => token.id === tokenId)?.revoked_at).not.toBeNull();
    await page.getByRole('button', { name: 'Deactivated', exact: true }).click();
    expect(new URL(page.url()).search).toBe('?state=deactivated');
    await page.getByRole('button', { name: 'Reactivate: Jo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
    await page.getByText('Nobody is in this state.').waitFor();
    expect((await userOf(id)).state).toBe('active');
    await given().person.ok('updateUser', {
      ...demoted,
      header: { 'If-Match': `"${(await userOf(id)).version}"` },
    });
    const me = await given().person.ok('getSession');
    const owners = await given().person.ok('listUsers', { query: { role: 'owner' } });
    expect(owners.items.map((user) => user.id)).toEqual([me.user.id]);
    await page.goto(`${given().app.url}/app/settings/people`);
    await page.getByRole('button', { name: `Deactivate: ${me.user.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('This is the last active owner.').waitFor();
  });

  test('a member sees people and settings without the commands of owners', async () => {
    const { cookie } = await aMember('Kim');
    const { page } = await given().openPage({ cookie, path: '/app/settings/people' });
    await page.getByText('You are a member. Owners invite').waitFor();
    await page.getByRole('button', { name: 'Change: Kim' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Deactivate|Reset|Invite)/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'Workspace' }).click();
    await page.getByText('Owners change these settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('Only owners see and change webhooks.').waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'New domain' }).waitFor();
  });

  test('a person creates, changes and archives domains on a phone', async () => {
    const page = await openSettings('domains', { width: 320, isPhone: true });
    await page.getByRole('button', { name: 'New domain' }).tap();
    await page.getByLabel('Name').fill('Wardrobe');
    await page.getByRole('button', { name: 'Create' }).tap();
    await page.getByRole('button', { name: 'Change: Wardrobe' }).tap();
    await page.getByLabel('Description').fill('Costumes and hats.');
    await page.getByRole('button', { name: 'Save' }).tap();
    await item(page, 'Costumes and hats.').waitFor();
    const { items } = await given().person.ok('listDomains', { query: { limit: 100 } });
    const wardrobe = items.find(({ name }) => name === 'Wardrobe');
    expect(wardrobe?.description).toBe('Costumes and hats.');
    const path = { id: wardrobe?.id ?? '' };
    const stateNow = async () => (await given().person.ok('getDomain', { path })).state;

    await page.getByRole('button', { name: 'Archive: Wardrobe' }).tap();
    await item(page, 'Wardrobe').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).tap();
    await item(page, 'Wardrobe').waitFor();
    await eventually(stateNow, 'active');
    await given().person.ok('createProject', {
      body: { title: 'New hats', domain_id: path.id },
    });
    await page.getByRole('button', { name: 'Archive: Wardrobe' }).tap();
    await page.getByText('it has 1 active or paused project').waitFor();
    expect(await stateNow()).toBe('active');
  });

  test('an owner changes the workspace, and the plan limits what is added', async () => {
    const page = await openSettings('workspace');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    const windows = page.getByRole('group', { name: 'Work counts as stalled' });
    await windows.getByLabel('The server’s setting').uncheck();
    await windows.getByLabel('Number').fill('36');
    await windows.getByLabel('Unit').selectOption('hour');
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('free');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('36 hours').waitFor();
    await page.getByRole('row', { name: 'Active domains' }).getByText('0').waitFor();
    const workspace = await given().person.ok('getWorkspace');
    expect(workspace).toMatchObject({
      time_zone: 'Asia/Tokyo',
      working_seconds: null,
      stalled_seconds: 129_600,
      plan: 'free',
    });
    const domains = await openSettings('domains', { expected: [403] });
    await domains.getByRole('button', { name: 'New domain' }).click();
    await domains.getByLabel('Name').fill('One too many');
    await domains.keyboard.press('Enter');
    await domains.getByText('The plan “free” allows').waitFor();
    await given().person.ok('updateWorkspace', {
      header: { 'If-Match': `"${workspace.version}"` },
      body: { plan: 'unlimited', time_zone: 'Europe/Lisbon', stalled_seconds: null },
    });
  });

  test('an owner creates a webhook, tests it, sends from a message on, rotates and deletes it', async () => {
    const { database, cookie, person } = given();
    receiver = await startReceiver();
    const hook = receiver;
    const app = await given().startAnother({ webhookAllow: ['127.0.0.1'] });
    const { page } = await given().openPage({ app, cookie, path: '/app/settings/webhooks' });
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('URL').fill(hook.url);
    await page.locator('summary').filter({ hasText: 'domain' }).click();
    await page.getByLabel('domain.created').check();
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = page.locator('.copyable code');
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: hook.url }).click();
    await page.getByText('only domain.created').waitFor();

    hook.respond = (response) => void response.writeHead(500).end('no room');
    const stop = deliver(database);
    try {
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('responded with status 500.').waitFor();
      hook.respond = (response) => void response.writeHead(200).end('thanks');
      await page.getByRole('button', { name: /^Open: webhook.test/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('no room').waitFor();
      await dialog.getByText('"webhook.test"').waitFor();
      await dialog.getByRole('button', { name: 'Send it again' }).click();
      await dialog.getByText('thanks').waitFor();
      expect(hook.received.length).toBe(2);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Failed', exact: true }).click();
      await page.getByText('Messages to the webhook appear here').waitFor();

      for (const name of ['First', 'Second']) await person.ok('createDomain', { body: { name } });
      await page.getByRole('button', { name: 'Delivered', exact: true }).click();
      const sent = page.getByRole('button', { name: 'Open: domain.created, Delivered' });
      await sent.nth(1).focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Send it and all later ones again' }).click();
      await dialog.getByText('The webhook sends domain.created').waitFor();
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('The webhook sends the messages again.').first().waitFor();
      await hook.until(() => hook.received.length === 6);
    } finally {
      await stop();
    }

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('The old secret signs too, until').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled. A person disabled it.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Webhooks appear here.').waitFor();
    expect((await person.ok('listWebhooks')).items).toEqual([]);
  });

  testLooks('the list of people', async (options) => {
    const body = { email: `lo${Date.now()}@example.com`, name: long, role: 'member' } as const;
    await given().person.ok('createInvitation', { body });
    const page = await openSettings('people', options);
    await item(page, 'gallery').first().waitFor();
    return page;
  });

  testLooks('the list of domains', async (options) => {
    const name = `${long} ${Date.now()}`;
    await given().person.ok('createDomain', { body: { name, description: long.repeat(20) } });
    const page = await openSettings('domains', options);
    await item(page, 'gallery').first().waitFor();
    return page;
  });

  testLooks('the form of the workspace', async (options) => {
    const page = await openSettings('workspace', options);
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('The server’s setting').first().uncheck();
    return page;
  });

  testLooks('a webhook', async (options) => {
    const url = 'https://example.com/callboard';
    const { id } = await given().person.ok('createWebhook', {
      body: { url, kinds: ['domain.created', 'domain.updated'], description: long },
    });
    const delivery = await given().person.ok('testWebhook', { path: { id } });
    const page = await openSettings(`webhooks/${id}?delivery=${delivery.id}`, options);
    await page.getByRole('dialog').getByText('"webhook.test"').waitFor();
    return page;
  });
});
