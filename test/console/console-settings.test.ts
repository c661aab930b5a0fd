import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';
import { client } from '../../scripts/requests/client';
import {
  accessibilityFaults,
  choose,
  pick,
  sidewaysScroll,
  type ConsoleOptions,
} from '../support/console-page';
import { cookieOf, describeScreen, eventually } from '../support/console-demo';
import { deliver, startReceiver, type Receiver } from '../../scripts/servers/receiver';

describeScreen('The settings', (given, scenarios) => {
  const long = `${'אבג 🎭 gallery '.repeat(30)}end`;

  let receiver: Receiver | undefined;

  afterEach(async () => {
    await receiver?.close();
    receiver = undefined;
  });

  const item = (page: Page, text: string): Locator =>
    page.locator('.items > li').filter({ hasText: text });

  async function openSettings(section: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const path = `/app/settings/${section}`;
    return (await given().openPage({ cookie, path, ...options })).page;
  }

  const userOf = (id: string) => given().person.ok('getUser', { path: { id } });

  test('an owner changes a role, resets a password, deactivates and reactivates', async () => {
    const { cookie } = await given().addMember('Jo');
    const { id } = (await client(given().app, { cookie }).ok('getSession')).user;
    const page = await openSettings('people');
    await page.getByRole('button', { name: 'Change: Jo' }).click();
    await pick(page.getByLabel('Role'), 'Owner: also manages people and the workspace');
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
    expect(await page.getByLabel('Role').textContent()).toMatch(/^Owner/);
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

  test('an owner erases a deactivated person, after a question', async () => {
    const { cookie } = await given().addMember('Ozzy');
    const { id } = (await client(given().app, { cookie }).ok('getSession')).user;
    await given().person.ok('deactivateUser', { path: { id } });
    const page = await openSettings('people?state=deactivated');
    await page.getByRole('button', { name: 'Erase …: Ozzy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nobody can take that back').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await userOf(id)).name).toBe('Ozzy');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The name and the address are erased.').first().waitFor();
    const { name } = await userOf(id);
    expect(name).toMatch(/^Former member \d+$/);
    await item(page, name).waitFor();
    expect(await page.getByRole('button', { name: `Reactivate: ${name}` }).count()).toBe(0);
    expect(await page.getByText('Ozzy').count()).toBe(0);
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
    await choose(page.getByLabel('Time zone'), 'Asia/Tokyo');
    const windows = page.getByRole('group', { name: 'Work counts as stalled' });
    await windows.getByLabel('The server’s setting').uncheck();
    await windows.getByLabel('Number').fill('36');
    await pick(windows.getByLabel('Unit'), 'hours');
    await pick(page.getByRole('button', { name: /^Plan / }), 'free');
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

  test('an undo does not replace the secret of a webhook, which is shown only once', async () => {
    const { cookie, person } = given();
    const { page } = await given().openPage({ cookie, path: '/app/settings/webhooks' });
    const opens = page.getByRole('button', { name: 'New webhook' });
    await opens.click();
    await pick(page.getByLabel('It sends'), 'Messages to ntfy');
    await page.keyboard.press('Escape');
    await opens.click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('URL').fill('https://hooks.example.com/standard');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = page.locator('.copyable code');
    await secret.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').first().waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    const { items } = await person.ok('listWebhooks');
    for (const { id } of items) await person.ok('deleteWebhook', { path: { id } });
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

  scenarios((testLooks) => {
    test('what was typed about a webhook is kept, but never its URL', async () => {
      const { id } = await given().person.ok('createWebhook', {
        body: { format: 'slack', url: 'https://hooks.example.com/first' },
      });
      const page = await openSettings(`webhooks/${id}`);
      const edit = () => page.getByRole('button', { name: 'Change' }).click();
      await edit();
      await page.getByLabel('URL').fill('https://hooks.example.com/second');
      await page.getByLabel('Description').fill('For the crew');
      await page.reload();
      await edit();
      await page.getByText('This is what you typed before, except what is secret.').waitFor();
      expect(await page.getByLabel('Description').inputValue()).toBe('For the crew');
      expect(await page.getByLabel('URL').inputValue()).toBe('https://hooks.example.com/***');
      const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
      expect(stored).toContain('For the crew');
      expect(stored).not.toContain('hooks.example.com');
    });

    test('the URL of a webhook is kept while the page lives, and is not lost in silence', async () => {
      const { id } = await given().person.ok('createWebhook', {
        body: { format: 'slack', url: 'https://hooks.example.com/first' },
      });
      const page = await openSettings('webhooks');
      const url = page.getByLabel('URL');
      const restored = page.getByText('This is what you typed before. It is not saved yet.');
      const cut = page.getByText('This is what you typed before, except what is secret.');
      const address = 'https://hooks.example.com/typed';
      for (const [path, opens] of [
        ['webhooks', 'New webhook'],
        [`webhooks/${id}`, 'Change'],
      ] as const) {
        await page.goto(`${given().app.url}/app/settings/${path}`);
        const open = () => page.getByRole('button', { name: opens }).click();
        await open();
        const before = await url.inputValue();
        await url.fill(address);
        await page.keyboard.press('Escape');
        await url.waitFor({ state: 'detached' });
        await open();
        await restored.waitFor();
        expect(await url.inputValue()).toBe(address);
        await page.reload();
        await open();
        await cut.waitFor();
        expect(await url.inputValue()).toBe(before);
        await page.getByRole('button', { name: 'Discard' }).click();
        await cut.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Cancel' }).click();
        await open();
        await url.waitFor();
        expect(await cut.or(restored).count()).toBe(0);
        const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
        expect(stored).not.toContain('hooks.example.com');
      }
    });

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
      expect(link).toMatch(/^http.*\/app\/invitation#cbi_[0-9A-Z]{26}_[0-9a-f]{64}$/);
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

    test('a member sees people and settings without the commands of owners', async () => {
      const { cookie } = await given().addMember('Kim');
      const { page } = await given().openPage({ cookie, path: '/app/settings/people' });
      await page.getByText('You are a member. Owners invite').waitFor();
      await page.getByRole('button', { name: 'Change: Kim' }).waitFor();
      expect(await page.getByRole('button', { name: /^(Deactivate|Reset|Invite)/ }).count()).toBe(
        1,
      );
      await page.getByRole('link', { name: 'Workspace' }).click();
      await page.getByText('Owners change these settings.').waitFor();
      expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByText('Only owners see and change webhooks.').waitFor();
      await page.getByRole('link', { name: 'Domains' }).click();
      await page.getByRole('button', { name: 'New domain' }).waitFor();
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
});

describeScreen('The account and the pages of links', (given, scenarios) => {
  const password = 'correct horse battery staple';
  const other = 'wrong donkey engine clip';

  async function sessionOf(email: string, password: string): Promise<string> {
    const body = { email, password };
    return cookieOf((await client(given().app).send('createSession', { body })).headers);
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

  test('an owner filters the audit, and downloads it', async () => {
    const { person } = given();
    await person.ok('createInvitation', { body: { email: 'audited@example.com', role: 'member' } });
    await person.ok('createAgent', { body: { name: 'Audited' } });
    const { page } = await given().openPage({
      cookie: given().cookie,
      path: '/app/settings/audit',
    });
    await page.getByText('Invitation · Created: audited@example.com').waitFor();
    await page.getByText('Agent · Created: Audited').waitFor();
    await pick(page.getByLabel('Kind'), 'People and their roles');
    await page.getByText('Agent · Created: Audited').waitFor({ state: 'detached' });
    await page.getByText('Invitation · Created: audited@example.com').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('audit.csv');
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('"invitation.created"');
    expect(text).not.toContain('"agent.created"');
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByText('No entry matches.').waitFor();
  });

  test('a viewer sees what members see, and no button or key that writes', async () => {
    const { token = '' } = await given().person.ok('createInvitation', {
      body: { email: 'vi@example.com', role: 'viewer' },
    });
    const accepted = await client(given().app).send('acceptInvitation', {
      body: { token, password },
    });
    const cookie = cookieOf(accepted.headers);
    const { id } = await given().person.ok('createAction', { body: { title: 'Hang a lamp' } });
    const paths = ['/app', '/app/inbox', `/app/actions/${id}`, '/app/agents', '/app/documents'];
    const writes = 'button:visible:is(.new-action, .button-primary, .button-ok), form:visible';
    const counts = async (page: Page): Promise<readonly number[]> => {
      const seen: number[] = [];
      for (const path of paths) {
        await page.goto(`${given().app.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const reading = page.locator('#main [aria-busy="true"]').first();
        await reading.waitFor({ state: 'detached' });
        await page.keyboard.press('c');
        seen.push(await page.locator(`${writes}, dialog[open]`).count());
        await page.keyboard.press('Escape');
      }
      return seen;
    };
    const { page: own } = await given().openPage({ cookie: given().cookie });
    expect(await counts(own)).not.toContain(0);
    const { page } = await given().openPage({ cookie });
    expect(await counts(page)).toEqual(paths.map(() => 0));
    await page.goto(`${given().app.url}/app/settings/account`);
    await page.getByRole('button', { name: 'Change the password' }).waitFor();
    await page.getByText('Viewer', { exact: true }).waitFor();
  });

  test('a reset sets the password by keys, and ends the sessions', async () => {
    const { cookie } = await given().addMember('Fay');
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
    const { cookie } = await given().addMember('Gil');
    const elsewhere = await sessionOf('gil@example.com', password);
    const path = '/app/settings/account';
    const { page } = await given().openPage({ cookie, path, expected: [403, 422] });
    await page.getByRole('region', { name: 'You' }).getByRole('button', { name: 'Change' }).click();
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

    // The focus stays where the person works.
    const focused = (name: string) =>
      page.getByRole('button', { name }).and(page.locator(':focus'));
    await page.getByLabel('Away until').fill('2099-01-01T09:00');
    await page.getByRole('button', { name: 'I am away' }).focus();
    await page.keyboard.press('Enter');
    await focused('Change the time').waitFor();
    await page.locator('.done', { hasText: 'You are away.' }).waitFor();
    await page.getByRole('button', { name: 'I am back' }).focus();
    await page.keyboard.press('Enter');
    await focused('I am away').waitFor();

    const phone = await sessionOf('gilbert@example.com', other);
    const tablet = await sessionOf('gilbert@example.com', other);
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

  scenarios((testLooks) => {
    test('ending the own session signs out', async () => {
      const { cookie } = await given().addMember('Hal');
      const path = '/app/settings/account';
      const { page } = await given().openPage({ cookie, path, width: 320, isPhone: true });
      await page.getByRole('button', { name: 'End session: this browser' }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).tap();
      await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
      await client(given().app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });

    test('theme, density and first screen are chosen for this browser', async () => {
      const { cookie, app } = given();
      const { page } = await given().openPage({ cookie, path: '/app/settings/account' });
      const look = () =>
        page.evaluate<unknown>(
          '[document.documentElement.dataset.theme, document.documentElement.dataset.density]',
        );
      expect(await look()).toEqual(['light', 'comfortable']);
      await pick(page.getByLabel('Theme'), 'Dark');
      await pick(page.getByLabel('Density of lists'), 'Compact');
      await pick(page.getByLabel('First screen'), 'Work: all actions');
      expect(await look()).toEqual(['dark', 'compact']);
      expect(await accessibilityFaults(page)).toEqual([]);
      // Without the console's own script, which runs after the first paint.
      await page.route('**/assets/main-*.js', (route) =>
        route.fulfill({ body: '', contentType: 'text/javascript' }),
      );
      await page.reload();
      expect(await look()).toEqual(['dark', 'compact']);
      await page.unroute('**/assets/main-*.js');
      await page.goto('about:blank');
      await page.goto(`${app.url}/app`);
      await page.waitForURL(`${app.url}/app/work?tab=all`);
      await page.getByRole('link', { name: 'Now', exact: true }).click();
      await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
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
      const { page } = await given().openPage({
        cookie,
        path: '/app/settings/account',
        ...options,
      });
      await page.getByText('This browser (current session)').waitFor();
      return page;
    });
  });
});
