import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { pino } from 'pino';
import { createDemo, type Demo } from '../../src/demo';
import { streamTimes } from '../../src/features/feed';
import type { Config } from '../../src/platform/config';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeInBrowser, theBrowser } from './in-browser';
import { client, type ApiClient } from '../../scripts/requests/client';
import {
  accessibilityFaults,
  openConsole,
  sidewaysScroll,
  smallTargets,
  type ConsoleOptions,
  type ConsolePage,
} from './console-page';
import type { TestDatabase } from '../../scripts/databases/test-database';
import { testCost } from '../../scripts/servers/password-cost';
import { openSession } from '../../scripts/servers/session';

/** The sample workspace on a server, and a browser. */
export interface ConsoleOfDemo {
  readonly app: TestApp;
  readonly database: TestDatabase;
  readonly demo: Demo;
  /** The session cookie of its owner. */
  readonly cookie: string;
  /** The owner. */
  readonly person: ApiClient;
  readonly agent: ApiClient;
  /** Opens a page. The test fails if a page does what none may do. */
  openPage(options?: ConsoleOptions & { readonly app?: TestApp }): Promise<ConsolePage>;
  /** Opens the screen Now as the owner. */
  openNow(options?: ConsoleOptions): Promise<ConsolePage>;
  /** Invites a member, who accepts. */
  addMember(name: string): Promise<Member>;
  /** Starts another server on the same database. It stops after the test. */
  startAnother(overrides: Partial<Config>): Promise<TestApp>;
}

/** A member with a session. */
interface Member {
  readonly email: string;
  readonly password: string;
  /** The value of the session cookie. */
  readonly cookie: string;
}

/** Adds a test of both colour schemes for each width. `open` opens the screen as it is to be judged. */
type TestLooks = (name: string, open: (options: ConsoleOptions) => Promise<Page>) => void;

/** The sample workspace, for hooks and tests. */
type Given = () => ConsoleOfDemo;

/** Runs a `describe` on SQLite. `testLooks` adds tests of how a screen looks. */
export function describeConsole(
  name: string,
  define: (given: Given, testLooks: TestLooks) => void,
): void {
  describeInBrowser('sqlite', name, (database) => define(givenDemo(database), testLooks));
}

/**
 * Runs a `describe` on SQLite, and its journeys on Postgres too. Journeys are the tests outside
 * `scenarios`: they read and write with the main commands of a screen. Scenarios run on SQLite
 * only, because the database does not change what they check.
 */
export function describeScreen(
  name: string,
  define: (given: Given, scenarios: (add: (testLooks: TestLooks) => void) => void) => void,
): void {
  describeInBrowser('sqlite', name, (database) => {
    define(givenDemo(database), (add) => add(testLooks));
  });
  describeInBrowser('postgres', `${name}: journeys`, (database) => {
    define(givenDemo(database), () => undefined);
  });
}

/** Adds the hooks of a block: they start the sample and judge the pages that a test opened. */
function givenDemo(database: () => TestDatabase): Given {
  let given: ConsoleOfDemo | undefined;
  const open = new Set<ConsolePage>();
  const started = new Set<TestApp>();

  beforeAll(async () => {
    given = await startDemo(database(), open, started);
  });
  afterEach(async () => {
    const faults = [...open].flatMap((one) => one.faults());
    for (const one of [...open, ...started]) await one.close();
    open.clear();
    started.clear();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  afterAll(() => given?.app.close());
  return () => {
    if (given === undefined) throw new Error('The console is for hooks and tests.');
    return given;
  };
}

const testLooks: TestLooks = (name, open) => {
  // Both schemes on one page, because opening it takes longer than judging it.
  test.each([
    [320, 'light', 'dark'],
    [1280, 'dark', 'light'],
  ] as const)(`${name} is accessible at %i pixels, %s and %s`, async (width, first, second) => {
    const page = await open({ width, scheme: first, isPhone: width === 320 });
    for (const scheme of [first, second]) {
      await page.emulateMedia({ colorScheme: scheme });
      const looks = {
        scheme,
        accessibilityFaults: await accessibilityFaults(page, { colorsOnly: scheme === second }),
        sidewaysScroll: await sidewaysScroll(page),
        smallTargets: await smallTargets(page),
      };
      const flawless = { accessibilityFaults: [], sidewaysScroll: 0, smallTargets: [] };
      expect(looks).toEqual({ scheme, ...flawless });
    }
  });
};

async function startDemo(
  database: TestDatabase,
  open: Set<ConsolePage>,
  started: Set<TestApp>,
): Promise<ConsoleOfDemo> {
  const app = await startApp(database, {}, { streamTimes });
  const settings = {
    workingSeconds: 900,
    stalledSeconds: 86_400,
    storedBytes: null,
    mcpUrl: null,
    consoleUrl: null,
  };
  const demo = await createDemo(database, settings, pino({ level: 'silent' }), testCost);
  if (demo === undefined) throw new Error('The sample exists already.');
  const [{ id: userId, workspace_id: workspaceId }] = await database
    .knex('users')
    .where({ email: demo.email })
    .select('id', 'workspace_id');
  const cookie = await openSession(database, { workspaceId, userId });
  const openPage: ConsoleOfDemo['openPage'] = async ({ app: other = app, ...options } = {}) => {
    const opened = await openConsole(await theBrowser(), other, options);
    open.add(opened);
    return opened;
  };
  const person = client(app, { cookie });
  return {
    app,
    database,
    demo,
    cookie,
    person,
    agent: client(app, { bearer: demo.token }),
    openPage,
    async openNow(options = {}) {
      const opened = await openPage({ cookie, ...options });
      await opened.page.getByRole('heading', { name: 'Now' }).waitFor();
      return opened;
    },
    async addMember(name) {
      const email = `${name.toLowerCase()}@example.com`;
      const { token } = await person.ok('createInvitation', { body: { email, role: 'member' } });
      const password = 'correct horse battery staple';
      const body = { token, password, name };
      const { headers } = await client(app).send('acceptInvitation', { body });
      return { email, password, cookie: cookieOf(headers) };
    },
    async startAnother(overrides) {
      const another = await startApp(database, overrides, { streamTimes });
      started.add(another);
      return another;
    },
  };
}

/** Makes the page send the decisions that wait, as when it closes, instead of after four seconds. */
export async function sendDecisions(page: Page): Promise<void> {
  await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
}

/** Lets the server store what a page writes, and holds the responses until it is released. */
export async function holdWrites(page: Page): Promise<() => void> {
  let isHeld = true;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/**', async (route) => {
    if (!isHeld || route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    await released;
    return route.fulfill({ response });
  });
  return () => {
    isHeld = false;
    release();
  };
}

/** Waits until the value is as expected. */
export async function eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = Date.now() + 60_000;
  let found = await read();
  while (!isDeepStrictEqual(found, expected) && Date.now() < deadline) {
    await pause(100);
    found = await read();
  }
  expect(found).toEqual(expected);
}

/** The session cookie that a response sets. */
export function cookieOf(headers: object): string {
  return /callboard_session\w*=([\w-]+)/.exec(String(Object(headers)['set-cookie']))?.[1] ?? '';
}
