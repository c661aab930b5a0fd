import type { Page } from 'playwright-core';
import { transact } from '../../src/platform/db/transaction';
import { newId } from '../../src/platform/ids';
import { client } from '../../scripts/requests/client';
import {
  choose,
  pick,
  accessibilityFaults,
  endPause,
  sidewaysScroll,
  smallTargets,
  type ConsoleOptions,
} from '../support/console-page';
import { describeScreen, eventually } from '../support/console-demo';

describeScreen('The screens of agents and orders', (given, scenarios) => {
  const long = `${'🎭 the אבג mask '.repeat(20)}${'W'.repeat(150)}`;

  async function open(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path, ...options });
    await page.locator('h1').waitFor();
    return page;
  }

  /** The id of an agent of the sample. */
  async function idOf(name: string): Promise<string> {
    const { items } = await given().person.ok('listAgents');
    return items.find((agent) => agent.name === name)?.id ?? '';
  }

  const agentOf = (id: string) => given().person.ok('getAgent', { path: { id } });
  const orderOf = (id: string) => given().person.ok('getOrder', { path: { id } });

  const focused = (page: Page) =>
    page.evaluate<string>(`document.activeElement.textContent.replace(/\\s+/g, ' ').trim()`);

  const secretIn = async (page: Page): Promise<string> =>
    (await page.getByRole('dialog').locator('pre').first().textContent()) ?? '';

  /** An agent with orders and check-ins, and a client that acts as it. */
  async function addAgent(name: string, orders: readonly string[] = []) {
    const { app, person } = given();
    const { id } = await person.ok('createAgent', { body: { name, capabilities: ['rope'] } });
    const { token = '' } = await person.ok('createToken', { path: { id }, body: {} });
    const ids: string[] = [];
    for (const order of orders) {
      const body = { agent_id: id, name: order, checkin_every_seconds: 7_200 };
      ids.push((await person.ok('createOrder', { body })).id);
    }
    return { id, token, orders: ids, agent: client(app, { bearer: token }) };
  }

  /** Adds a connection by OAuth, which needs a browser and an https URL to come about. */
  async function addGrant(agentId: string): Promise<void> {
    const { app, person } = given();
    const { user, workspace } = await person.ok('getSession');
    const now = new Date().toISOString();
    const row = {
      workspace_id: workspace.id,
      id: newId('ogr', now),
      agent_id: agentId,
      user_id: user.id,
      client_id: 'ocl_0',
      client_name: 'Claude on a phone',
      redirect_host: 'localhost',
      scopes: '["read","write"]',
      audience: 'https://calls.example.com/mcp',
      refreshes: true,
      created_at: now,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      redeemed_at: now,
    };
    await transact(app.database, (transaction) =>
      transaction.write((db) => db('oauth_grants').insert(row)),
    );
  }

  /** An agent and an order with names as long as may be. */
  async function addLong(): Promise<{ readonly id: string; readonly order: string }> {
    const { items } = await given().person.ok('listAgents', { query: { state: ['pending'] } });
    const found = items.find(({ name }) => name === long);
    const body = { name: long, capabilities: ['x'.repeat(200)] };
    const { id } = found ?? (await given().person.ok('createAgent', { body }));
    await given().person.ok('createToken', { path: { id }, body: { name: long } });
    const order = await given().person.ok('createOrder', {
      body: { agent_id: id, name: long, summary: `# ${long}`, checkin_every_seconds: 60 },
    });
    return { id, order: order.id };
  }

  test('a person finds, edits, pauses, resumes and revokes an agent by mouse', async () => {
    const { id, agent } = await addAgent('Flyman');
    await agent.ok('createAction', { body: { title: 'Lower the moon', status: 'ready' } });
    const page = await open('/app/agents');
    const usher = page.locator('[data-row]').filter({ hasText: 'Usher' });
    await usher.getByRole('link', { name: 'Answer the ticket mails' }).waitFor();
    expect(await usher.textContent()).toContain('Working');
    await page.getByRole('link', { name: 'Not connected yet' }).click();
    await page.getByText('No agent has this state').waitFor();
    expect(page.url()).toMatch(/state=pending$/);
    await page.getByRole('link', { name: 'Active' }).click();
    await page.getByRole('link', { name: 'Flyman' }).click();
    await page.getByRole('heading', { name: 'Flyman' }).waitFor();
    const action = page.getByRole('link', { name: 'Lower the moon' });
    expect(await action.getAttribute('href')).toMatch(/^\/app\/actions\/act_/);
    const facts = page.getByRole('region', { name: 'Facts' });
    const edit = (name: string) => facts.getByRole('button', { name: `Change: ${name}` }).click();
    await edit('Permission');
    await facts.getByRole('button', { name: 'It asks before' }).click();
    await facts.getByRole('button', { name: 'Change: Permission' }).waitFor();
    await edit('Capabilities');
    await facts.getByLabel('Capabilities').fill('rope\nknots\nrope');
    await given().person.ok('updateAgent', {
      path: { id },
      body: {
        icon: '🪢',
        webhook_url: 'https://hooks.example.com/fly',
        capabilities: ['flying'],
      },
    });
    // What the person saw was another value, so it is not replaced before they have seen this one.
    await facts.getByRole('button', { name: 'Save' }).click();
    await facts.getByText('It is now: flying').waitFor();
    expect(await facts.getByLabel('Capabilities').inputValue()).toBe('rope\nknots\nrope');
    expect(await accessibilityFaults(page)).toEqual([]);
    await facts.getByRole('button', { name: 'Save' }).click();
    await facts.getByText('rope, knots').waitFor();
    expect(await agentOf(id)).toMatchObject({
      capabilities: ['rope', 'knots'],
      requires_proposals: true,
      icon: '🪢',
      webhook_url: 'https://hooks.example.com/fly',
    });
    // The URL of a webhook may hold a secret, so no storage keeps what was typed.
    await edit('Webhook URL');
    await facts.getByLabel('Webhook URL').fill('https://hooks.example.com/typed');
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await page.goBack();
    await eventually(
      () => facts.getByLabel('Webhook URL').inputValue(),
      'https://hooks.example.com/typed',
    );
    const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    expect(stored).not.toContain('hooks.example.com/typed');
    await facts.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Reason').fill('The ropes are checked.');
    await page.getByRole('button', { name: 'Pause the agent' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect((await agentOf(id)).state).toBe('active');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nothing undoes this.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await agentOf(id)).state).toBe('active');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the agent' }).click();
    await page.getByRole('button', { name: 'Revoke …' }).waitFor({ state: 'detached' });
    expect((await agentOf(id)).state).toBe('revoked');
    // Another name frees the name for another agent.
    await eventually(() => page.locator('.fact-button').count(), 1);
    await page.getByRole('button', { name: 'Change: Name' }).waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).last().click();
    await page.getByRole('link', { name: 'Revoked' }).click();
    await page.getByRole('link', { name: 'Flyman' }).waitFor();
  });

  test('a person creates, orders, pauses and ends orders, and reads their check-ins', async () => {
    const { id, agent, orders } = await addAgent('Stagehand', ['Count the swords', 'Wax the bows']);
    const [swords = '', bows = ''] = orders;
    for (let count = 1; count <= 6; count += 1) {
      const body = { summary: `Count ${count}: all there.` };
      await agent.ok('createCheckin', { path: { id: swords }, body });
    }
    await agent.ok('createAction', { body: { title: 'Buy a sword', order_id: swords } });
    const question = 'Which sword is the old one?';
    await agent.ok('createQuestion', { body: { question, order_id: swords, on_answer: 'I go.' } });
    const page = await open(`/app/agents/${id}?tab=orders`);
    await page.getByRole('button', { name: 'New order' }).click();
    await page.getByLabel('Name').fill('Mend the masks');
    await choose(page.getByLabel('Document'), 'House style');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the order' }).click();
    await page.getByRole('link', { name: 'Mend the masks' }).waitFor();
    const names = () => page.locator('[data-row] .item-title').allTextContents();
    expect(await names()).toEqual(['Count the swords', 'Wax the bows', 'Mend the masks']);
    await page.getByRole('button', { name: 'Down Count the swords' }).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => (await names())[1], 'Count the swords');
    await eventually(() => focused(page), 'Down Count the swords');
    await eventually(async () => (await orderOf(swords)).position, 2);
    expect((await orderOf(bows)).position).toBe(1);
    await page.getByRole('link', { name: 'Count the swords' }).click();
    await page.getByText('Count 6: all there.').waitFor();
    expect(await page.getByText('Count 1: all there.').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Count 1: all there.').waitFor();
    await page.getByRole('link', { name: 'Buy a sword' }).waitFor();
    expect(await page.getByRole('link', { name: question }).getAttribute('href')).toMatch(
      /^\/app\/questions\?open=question-qst_/,
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
    expect((await orderOf(swords)).state).toBe('paused');
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect((await orderOf(swords)).state).toBe('active');
    await page.getByRole('button', { name: 'End' }).click();
    await page.getByLabel('Reason').fill('The play is over.');
    await page.getByRole('button', { name: 'End the order' }).click();
    await page.locator('.page-title').getByText('Ended').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect((await orderOf(swords)).state).toBe('dropped');
  });

  scenarios((testLooks) => {
    test('the page of an agent shows whether it works, which does not change its version', async () => {
      const { id, agent } = await addAgent('Zanni');
      const { id: action } = await agent.ok('createAction', {
        body: { title: 'Iron the ruffs', status: 'ready' },
      });
      const page = await open(`/app/agents/${id}`, { movesClock: true });
      const head = page.locator('.page-head');
      await head.getByText('Idle').waitFor();
      await endPause(page);
      const claimed = await agent.ok('claimAction', { path: { id: action }, body: {} });
      await head.getByText('Working').waitFor();
      await endPause(page);
      await agent.ok('completeAction', {
        path: { id: action },
        body: { result_summary: 'Ironed.', claim_generation: claimed.claim.generation },
      });
      await head.getByText('Idle').waitFor();
    });

    test('what an agent reports is on its page, and on those of its action and its project', async () => {
      const { id, agent } = await addAgent('Scene painter');
      const { id: project } = await given().person.ok('createProject', {
        body: { title: 'Swords' },
      });
      const { id: action } = await agent.ok('createAction', {
        body: { title: 'Blunt the swords', status: 'ready', project_id: project },
      });
      const page = await open(`/app/agents/${id}?tab=usage`);
      await page.getByText('It reported nothing.').waitFor();
      const usage = {
        model: 'gpt-5',
        input_tokens: 81_200,
        cost_usd_micros: 410_000,
        seconds: 5400,
      };
      await agent.ok('completeAction', {
        path: { id: action },
        body: { result_summary: 'Blunt.', usage },
      });
      await page.reload();
      const sum = '$0.41 · 1 hr 30 min · 81,200 tokens read';
      const panel = page.locator('section').filter({ hasText: 'Reported by the agent' }).last();
      await panel.getByText(sum).first().waitFor();
      expect(await panel.textContent()).toMatch(/Total.*tokens read.*20\d\d.*tokens read/);
      await page.goto(new URL(`/app/actions/${action}`, page.url()).href);
      await page.getByText(`${sum} · gpt-5`).waitFor();
      await page.goto(new URL(`/app/projects/${project}`, page.url()).href);
      await page.getByText(sum).waitFor();
    });

    test('a person goes to an agent, edits it and an order by keyboard alone', async () => {
      const { id, orders } = await addAgent('Aerialist', ['Check the nets']);
      const [orderId = ''] = orders;
      const { page } = await given().openNow();
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await page.getByRole('link', { name: 'Aerialist' }).waitFor();
      await page.keyboard.press('j');
      expect(await focused(page)).toContain('Aerialist');
      await page.keyboard.press('j');
      expect(await focused(page)).toContain('Rigger');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Aerialist' }).waitFor();
      await page.keyboard.press('e');
      await page.getByLabel('Name').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.type(' of the night');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Aerialist of the night' }).waitFor();
      expect((await agentOf(id)).name).toBe('Aerialist of the night');
      await page.getByRole('link', { name: 'Orders' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Check the nets' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check the nets' }).waitFor();
      await page.getByLabel('A note that').focus();
      await page.keyboard.type('The left one **sags**.');
      await page.keyboard.press('Control+Enter');
      await page.locator('strong', { hasText: 'sags' }).waitFor();
      await page.getByRole('heading', { name: 'Notes' }).click();
      await page.keyboard.press('e');
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Change: Check-ins' }).press('Enter');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('3');
      await page.keyboard.press('Enter');
      await page.locator('.page-title').getByText('checks in every 3 hours').waitFor();
      expect((await orderOf(orderId)).checkin_every_seconds).toBe(10_800);
      await page.keyboard.press('u');
      await page.locator('.page-title').getByText('checks in every 2 hours').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Check the nets' }).waitFor();
      expect(page.url()).toMatch(/\/app\/agents\/agt_\w+\?tab=orders$/);
    });

    test('tokens, connections and the webhook secret are made, replaced and ended', async () => {
      const { id, token: first } = await addAgent('Keyholder');
      const other = await addAgent('Doorkeeper');
      for (const each of [id, other.id]) await addGrant(each);
      const page = await open(`/app/agents/${id}?tab=access`);
      const works = (token: string) =>
        client(given().app, { bearer: token })
          .send('getMe')
          .then(({ status }) => status);
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('Name').fill('for the door');
      await pick(page.getByLabel('It may'), 'Only read');
      await pick(page.getByLabel('It expires'), 'In 90 days');
      await page.getByRole('button', { name: 'Create the token' }).click();
      await page.getByText('The token is shown only now').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const created = await secretIn(page);
      expect(await works(created)).toBe(200);
      for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
      expect(await secretIn(page)).toBe(created);
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await page.evaluate<string>('document.activeElement.textContent')).toContain(
        'New token',
      );
      const row = page.locator('li').filter({ hasText: 'for the door' });
      await row.getByText('Reads only').waitFor();
      expect(await row.textContent()).toMatch(/expires \w{3},? \d+ \w+( \d{4})?, \d\d:\d\d/);
      await row.getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('button', { name: 'Replace the token' }).click();
      await page.getByText('The token is shown only now').waitFor();
      const replaced = await secretIn(page);
      expect([await works(created), await works(replaced)]).toEqual([401, 200]);
      await page.getByRole('button', { name: 'Done' }).click();
      const kept = await page.evaluate<string>(
        'document.body.outerHTML + location + JSON.stringify([{...localStorage}, {...sessionStorage}])',
      );
      for (const secret of [created, replaced]) expect(kept).not.toContain(secret.slice(-20));
      const old = page.locator('li').filter({ has: page.getByText('token', { exact: true }) });
      await old.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke the token' }).click();
      await old.getByText('revoked').waitFor();
      expect(await works(first)).toBe(401);
      await page.getByRole('button', { name: 'End … Claude on a phone' }).click();
      await page.getByRole('button', { name: 'End the connection' }).click();
      await page.getByText('None. Here you will see clients').waitFor();
      const { items } = await given().person.ok('listOauthGrants');
      expect(items.map(({ agent_id }) => agent_id)).toEqual([other.id]);
      await page.getByRole('button', { name: 'New secret' }).click();
      await page.getByRole('button', { name: 'Create the secret' }).click();
      await page.getByText('The secret is shown only now').waitFor();
      expect(await secretIn(page)).toMatch(/^whsec_/);
    });

    test('a new agent waits, and one that is revoked elsewhere stays, struck', async () => {
      const { person } = given();
      const leaving = await person.ok('createAgent', { body: { name: 'Aaron' } });
      const page = await open('/app/agents', { movesClock: true });
      await page.getByRole('link', { name: 'Aaron' }).waitFor();
      await endPause(page);
      await person.ok('revokeAgent', { path: { id: leaving.id }, body: {} });
      const struck = page
        .locator('[data-row]')
        .filter({ has: page.locator('s', { hasText: 'Aaron' }) });
      await struck.getByText(/^You revoked/).waitFor();
      await endPause(page);
      await person.ok('createAgent', { body: { name: 'Aaliyah' } });
      await page.getByRole('button', { name: 'Show 1 new' }).click();
      await page.getByRole('link', { name: 'Aaliyah' }).waitFor();
      expect(await page.getByText('Aaron').count()).toBe(0);
    });

    test('the URL of a new agent is in no storage, and a folded mistake in it is shown', async () => {
      const page = await open('/app/agents');
      const secret = 'https://hooks.example.com/typed';
      const url = page.getByLabel('Webhook URL');
      const more = page.getByText('More about the agent');
      const connect = page.getByRole('button', { name: 'Connect an agent' });
      const stored = () =>
        page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
      await connect.click();
      await page.getByLabel('Name of the agent').fill('Typist');
      await more.click();
      await url.fill(secret);
      await eventually(async () => (await stored()).includes('Typist'), true);
      expect(await stored()).not.toContain(secret);
      await page.keyboard.press('Escape');
      await connect.click();
      await url.waitFor();
      expect(await url.inputValue()).toBe(secret);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => (await stored()).includes('Typist'), true);
      expect(await stored()).not.toContain(secret);

      await page.reload();
      await connect.click();
      await page.getByText('This is what you typed before, except what is secret.').waitFor();
      expect(await page.getByLabel('Name of the agent').inputValue()).toBe('Typist');
      await more.click();
      expect(await url.inputValue()).toBe('');
      await url.fill('no address');
      await more.click();
      await url.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Create the agent' }).click();
      await page.locator('input[type=url]:focus').waitFor();
    });

    test('a person connects an agent and its clients on a phone', async () => {
      const page = await open('/app/agents', { width: 320, isPhone: true });
      await page.getByRole('button', { name: 'Connect an agent' }).tap();
      await page.getByLabel('Name of the agent').fill('Callboy');
      await page.getByText('More about the agent').tap();
      await page.getByLabel('Capabilities').fill('errands');
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create the agent' }).tap();
      await page.getByText('export TOKEN=').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const token = /TOKEN='([^']+)'/.exec(await secretIn(page))?.[1] ?? '';
      await client(given().app, { bearer: token }).ok('getMe');
      await page.getByRole('link', { name: 'the page of the agent' }).tap();
      await page.getByRole('heading', { name: 'Callboy' }).waitFor();
      await page.getByText('The server does not know its own address.').waitFor();
      const tabs = page.getByRole('navigation', { name: 'Parts of the page' });
      await tabs.getByRole('link', { name: 'Work' }).tap();
      await page.getByText('errands').waitFor();
      await page.getByText('Also work of the pool').tap();
      await page.waitForURL(/pool=1/);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    test('an agent’s page has the text for each client, with a button that copies it', async () => {
      const app = await given().startAnother({ publicUrl: 'https://calls.example.com' });
      const path = `/app/agents/${await idOf('Usher')}?tab=connect`;
      const { page } = await given().openPage({ app, cookie: given().cookie, path });
      await page.locator('summary', { hasText: 'Claude Code' }).click();
      await page.getByText('claude mcp add --transport http callboard').waitFor();
      await page.locator('summary', { hasText: 'Codex' }).click();
      await page.getByText('~/.codex/config.toml').waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy the text for Codex' }).click();
      await page.getByRole('button', { name: 'Copied the text for Codex' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('url = "https://calls.example.com/mcp"');
      expect(await page.locator('summary').allTextContents()).toEqual([
        'Claude Code',
        'Codex',
        'Cursor',
        'VS Code',
        'Claude',
        'ChatGPT',
        'curl',
      ]);
    });

    test('an agent says why it is idle, and what it did by day', async () => {
      const { id, agent } = await addAgent('Pantalone');
      const body = { title: 'Count the coins', status: 'ready', assigned_actor_id: 'me' } as const;
      const done = await agent.ok('createAction', { body });
      await agent.ok('completeAction', { path: { id: done.id }, body: { result_summary: 'All.' } });
      const page = await open(`/app/agents/${id}`);
      const waiting = page.getByRole('region', { name: 'Waits for your answer' });
      expect(await waiting.count()).toBe(0);
      const { id: blocked } = await agent.ok('createAction', { body });
      await agent.ok('createQuestion', {
        body: { question: 'Whose coins?', action_id: blocked, on_answer: 'I return them.' },
      });
      await waiting.getByRole('link', { name: 'Whose coins?' }).waitFor();
      const { id: other } = await agent.ok('createAction', { body });
      await agent.ok('claimAction', { path: { id: other }, body: {} });
      await page.reload();
      await page.getByRole('region', { name: 'Works on' }).getByText('claim ends').waitFor();
      await page.goto(`${given().app.url}/app/agents`);
      await page.locator('li', { hasText: 'Pantalone' }).getByText('Waits for your ans').waitFor();
      await page.goto(`${given().app.url}/app/agents/${id}?tab=days`);
      await page.getByText('The numbers as a table').click();
      await page.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    });

    testLooks('the page of insights', async (options) => {
      const page = await open('/app/insights', options);
      await page.getByText('The numbers as a table').click();
      await page.getByRole('row', { name: /Work in review/ }).waitFor();
      return page;
    });

    testLooks('the list of agents', async (options) => {
      await addLong();
      const page = await open('/app/agents', options);
      await page.getByRole('link', { name: 'Usher' }).waitFor();
      return page;
    });

    testLooks('the orders of an agent', async (options) => {
      const { id } = await addLong();
      const page = await open(`/app/agents/${id}?tab=orders`, options);
      await page.getByText('0 open actions').first().waitFor();
      return page;
    });

    testLooks('the access of an agent', async (options) => {
      const { id } = await addLong();
      const page = await open(`/app/agents/${id}?tab=access`, options);
      await page.getByText('never expires').first().waitFor();
      return page;
    });

    testLooks('the page of an order', async (options) => {
      const { order } = await addLong();
      await given().person.ok('createOrderNote', { path: { id: order }, body: { body: long } });
      const page = await open(`/app/orders/${order}`, options);
      await page.locator('.note').waitFor();
      await page.getByText('Nothing is attached.').waitFor();
      return page;
    });

    // It makes the list of agents longer than a page, so it is the last one that reads the list.
    test('an agent beyond the first 200 is named', async () => {
      const created = Array.from({ length: 201 }, (_, at) => `Extra ${1000 + at}`).map((name) =>
        given().person.ok('createAgent', { body: { name } }),
      );
      await Promise.all(created);
      const last = await given().person.ok('createAgent', { body: { name: 'Zuffolo' } });
      const { id } = await given().person.ok('createAction', {
        body: { title: 'Sweep', status: 'ready', assigned_actor_id: last.actor_id },
      });
      const page = await open(`/app/work?tab=all&assigned_actor_id=${last.actor_id}`);
      await page.getByText(/^Assigned to: Zuffolo/).waitFor();
      await page.goto(`${given().app.url}/app/actions/${id}`);
      await page.getByText('Zuffolo').first().waitFor();
    });
  });
});
