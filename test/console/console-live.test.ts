import type { Page } from 'playwright-core';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import { transact } from '../../src/platform/db/transaction';
import { client } from '../../scripts/requests/client';
import { describeConsole, eventually } from '../support/console-demo';
import type { ConsolePage } from '../support/console-page';

const minuteMs = 60_000;
// 200 events in a minute, in bursts.
const bursts = 25;
const eventsOfBurst = 8;

describeConsole('The events in the console', (given) => {
  async function createAction(title: string): Promise<string> {
    const body = { title, assigned_actor_id: 'me', status: 'ready' } as const;
    return (await given().agent.ok('createAction', { body })).id;
  }

  const isStreaming = async ({ calls }: ConsolePage) =>
    calls.some(({ operation }) => operation === 'streamEvents');

  const heartbeat = (id: string) => given().agent.ok('heartbeatAction', { path: { id }, body: {} });
  let written = 0;
  const write = (id: string) => {
    written += 1;
    return written % 2 === 0
      ? given().agent.ok('createActionNote', {
          path: { id },
          body: { body: `Chair ${written}` },
        })
      : given().agent.ok('updateAction', { path: { id }, body: { title: `Chair ${written}` } });
  };

  /**
   * Lets a minute of the clock of all tabs pass, while another actor causes 200 events. Returns the
   * minutes that passed: more than one on a slow machine.
   */
  async function busyMinute(
    page: Page,
    id: string,
    cause: (id: string) => Promise<unknown> = heartbeat,
  ): Promise<number> {
    const now = () => page.evaluate<number>('Date.now()');
    const start = await now();
    for (let count = 1; count <= bursts; count += 1) {
      for (let event = 0; event < eventsOfBurst; event += 1) {
        await cause(id);
      }
      // The clock also goes on by itself, and more so on a slow machine.
      const left = start + (count * minuteMs) / bursts - (await now());
      if (left > 0) await page.clock.fastForward(left);
    }
    return Math.max(1, ((await now()) - start) / minuteMs);
  }

  const screens = ['/app', '/app/review', '/app/inbox', '/app/agents', '/app/activity', 'its page'];
  test.each([
    ...screens.map((path) => ['heartbeats', path, heartbeat] as const),
    ...['/app', '/app/work', '/app/activity', 'its page'].map(
      (path) => ['notes and edits', path, write] as const,
    ),
  ])(
    '200 %s in a minute cause at most 20 requests of %s',
    async (_events, path, cause) => {
      const id = await createAction('Count the chairs');
      const opened = await given().openPage({ path: '/app/sign-in', cookie: given().cookie });
      const { page, calls } = opened;
      await page.clock.install();
      await page.goto(given().app.url + (path.startsWith('/') ? path : `/app/actions/${id}`));
      await eventually(() => isStreaming(opened), true);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.clock.fastForward(minuteMs);
      await page.waitForTimeout(1_000);
      const before = calls.length;
      const minutes = await busyMinute(page, id, cause);
      await page.waitForTimeout(1_000);
      const caused = calls.slice(before).map(({ operation }) => operation);
      expect(caused.length).toBeGreaterThan(0);
      const isBounded = caused.length <= 20 * minutes;
      expect({ caused, isBounded }).toEqual({ caused, isBounded: true });
    },
    90_000,
  );

  test('two tabs have one stream, and each is bounded', async () => {
    const id = await createAction('Count the tables');
    const one = await given().openPage({ path: '/app/sign-in', cookie: given().cookie });
    await one.page.clock.install();
    await one.page.goto(`${given().app.url}/app`);
    await eventually(() => isStreaming(one), true);
    const other = await one.page.context().newPage();
    const reads: string[] = [];
    other.on('response', (response) => {
      if (response.url().includes('/v1/')) reads.push(response.url());
    });
    await other.goto(`${given().app.url}/app`);
    await other.locator('[data-row]').first().waitFor();
    await other.waitForTimeout(1_000);
    const [before, beforeOther] = [one.calls.length, reads.length];
    const most = 20 * (await busyMinute(one.page, id));
    expect(reads.filter((url) => url.includes('/stream'))).toEqual([]);
    expect(one.calls.length - before).toBeLessThanOrEqual(most);
    expect(reads.length - beforeOther).toBeLessThanOrEqual(most);
    expect(reads.length - beforeOther).toBeGreaterThan(0);
  }, 90_000);

  test('rows that leave say what the events say, without a request for each', async () => {
    const { agent, person, app } = given();
    const body = { email: 'cy@example.com', role: 'member' } as const;
    const { token } = await person.ok('createInvitation', { body });
    const accept = { token, password: 'correct horse battery staple', name: 'Cy' };
    const { headers } = await client(app).send('acceptInvitation', { body: accept });
    const cookie = /callboard_session=([\w-]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
    const ids: string[] = [];
    for (let count = 1; count <= 10; count += 1) {
      const action = { title: `Dust lamp ${count}`, assigned_actor_id: 'me' } as const;
      const { id } = await agent.ok('createAction', {
        body: { ...action, status: 'ready', requires_review: true },
      });
      await agent.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
      ids.push(id);
    }
    const opened = await given().openNow();
    const { page, calls } = opened;
    await page.getByRole('heading', { name: 'Dust lamp 10' }).waitFor();
    await eventually(() => isStreaming(opened), true);
    const before = calls.length;
    for (const id of ids) await client(app, { cookie }).ok('approveAction', { path: { id } });
    await eventually(() => page.getByText('Cy approved').count(), 10);
    const caused = calls.slice(before).map(({ operation }) => operation);
    expect(new Set(caused)).toEqual(new Set(['getCommandView']));
    expect(caused.length).toBeLessThanOrEqual(3);
  });

  test('an open tab reads its screen again after a restore', async () => {
    const id = await createAction('Count the ropes');
    const path = `/app/actions/${id}`;
    const opened = await given().openPage({ cookie: given().cookie, path });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Count the ropes' }).waitFor();
    await eventually(() => isStreaming(opened), true);
    await page.waitForTimeout(1_000);
    // Another version of the same number, which no event tells of.
    await given().database.knex('actions').where({ id }).update({ title: 'Count the chains' });
    await transact(given().database, beginEpoch);
    await createAction('Count something else');
    await page.getByRole('heading', { name: 'Count the chains' }).waitFor();
  });

  test('an event reads only what shows its record', async () => {
    const id = await createAction('Count the lamps');
    const { id: other } = await given().person.ok('createDocument', {
      body: { title: 'Lamp rules', content: 'Off at night.' },
    });
    const { page, calls } = await given().openPage({
      cookie: given().cookie,
      path: `/app/actions/${id}`,
    });
    await page.getByRole('heading', { name: 'Count the lamps' }).waitFor();
    await page.locator('.timeline').waitFor();
    await page.waitForTimeout(1_000);
    const before = calls.length;
    await given().person.ok('updateDocument', {
      path: { id: other },
      body: { title: 'Rules of lamps' },
    });
    await page.waitForTimeout(2_000);
    expect(calls.slice(before)).toEqual([]);
  });
});
