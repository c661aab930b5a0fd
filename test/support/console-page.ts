import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page, Request, Response } from 'playwright-core';
import { operationFacts } from '../../generated/handlers';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import type { TestApp } from '../../scripts/servers/app';

/** How a console is opened. */
export interface ConsoleOptions {
  /** The value of the session cookie; none shows the sign-in. */
  readonly cookie?: string;
  readonly path?: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Whether the browser is a phone, which has no mouse. */
  readonly isPhone?: boolean;
  /** The language of the browser, `en-US` by default. */
  readonly locale?: string;
  /** The time zone of the browser. */
  readonly timeZone?: string;
  /** Further statuses of errors that the page explains, such as 404. */
  readonly expected?: readonly number[];
  /** Whether the test moves the clock of the page, as `endPause` does. */
  readonly movesClock?: boolean;
  /** Whether the test stops the server, so that connections are refused. */
  readonly isServerStopped?: boolean;
  /** What else the page may say in the browser's console. */
  readonly says?: RegExp;
}

/** The console in a tab of its own. */
export interface ConsolePage {
  readonly page: Page;
  /** The operations that it called so far, with the statuses of their responses. */
  readonly calls: readonly { readonly operation: string; readonly status: number }[];
  /**
   * What no page of the console may do, as sentences: errors, violations of the policy, requests to
   * other origins or outside the contract.
   */
  faults(): readonly string[];
  /** Whether it is reading scripts, once it has rendered what it has read. */
  readsScripts(): Promise<boolean>;
  close(): Promise<void>;
}

const operations = Object.entries(operationFacts).map(([id, { method, path }]) => ({
  id,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
}));

/** Opens the console of a server. */
export async function openConsole(
  browser: Browser,
  app: TestApp,
  options: ConsoleOptions = {},
): Promise<ConsolePage> {
  const { cookie, path = '/app', width = 1280, scheme = 'light', isPhone = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 640 : 900 },
    colorScheme: scheme,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    locale: options.locale ?? 'en-US',
    timezoneId: options.timeZone ?? 'UTC',
  });
  if (cookie !== undefined) {
    const name = sessionCookieNames.secure;
    const { hostname } = new URL(app.url);
    await context.addCookies([
      { name, value: cookie, domain: hostname, path: '/', secure: true, httpOnly: true },
    ]);
  }
  const page = await context.newPage();
  const statuses = [...expectedErrors, ...(options.expected ?? [])];
  const { isServerStopped, says } = options;
  const watched = watch(page, app.url, { statuses, isServerStopped, says });
  if (options.movesClock === true) {
    watchReads(page);
    await page.clock.install();
  }
  await page.goto(app.url + path);
  return { page, ...watched, close: () => context.close() };
}

// Chromium writes this for each response with an error and while it is offline. The console
// explains both to the person.
const explained = /^Failed to load resource: (the server responded|net::ERR_INTERNET_DISCONNECTED)/;

// Of a server that was stopped.
const refused = /^Failed to load resource: net::ERR_(CONNECTION|INCOMPLETE|EMPTY)/;

/**
 * Errors of the API that the console explains: without a session; no such record; decided or
 * changed by another person.
 */
const expectedErrors = [401, 404, 409, 412];

/** The requests of a page, except those for the stream of events. */
interface Reads {
  readonly open: Set<Request>;
  count: number;
}

const readsOf = new WeakMap<Page, Reads>();

function watchReads(page: Page): void {
  const reads: Reads = { open: new Set(), count: 0 };
  readsOf.set(page, reads);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.includes('/v1/') || url.includes('/stream')) return;
    reads.open.add(request);
    reads.count += 1;
  });
  page.on('requestfinished', (request) => reads.open.delete(request));
  page.on('requestfailed', (request) => reads.open.delete(request));
}

function watch(
  page: Page,
  origin: string,
  expected: {
    readonly statuses: readonly number[];
    readonly isServerStopped?: boolean | undefined;
    readonly says?: RegExp | undefined;
  },
): Pick<ConsolePage, 'calls' | 'faults' | 'readsScripts'> {
  const calls: { operation: string; status: number }[] = [];
  const scripts = new Set<Request>();
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isResponse =
      explained.test(message.text()) ||
      (expected.isServerStopped === true && refused.test(message.text())) ||
      expected.says?.test(message.text()) === true;
    if (['error', 'warning'].includes(message.type()) && !isResponse) found.push(message.text());
  });
  page.on('request', (request) => {
    const fault = faultOf(request, origin);
    if (fault !== undefined) found.push(fault);
    if (request.resourceType() === 'script') scripts.add(request);
  });
  page.on('requestfinished', (request) => scripts.delete(request));
  page.on('requestfailed', (request) => scripts.delete(request));
  page.on('response', (response) => {
    const { status, url } = { status: response.status(), url: response.url() };
    const isExpected = expected.statuses.includes(status) && url.includes('/v1/');
    if (status >= 400 && !isExpected) found.push(`${status} of ${url}`);
    const operation = operationOf(response);
    if (operation !== undefined) calls.push({ operation, status: response.status() });
  });
  return {
    calls,
    faults: () => found,
    async readsScripts() {
      await page.evaluate(
        'new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)))',
      );
      return scripts.size > 0;
    },
  };
}

function operationOf(response: Response): string | undefined {
  const { pathname } = new URL(response.url());
  const method = response.request().method();
  return operations.find((one) => one.method === method && one.pattern.test(pathname))?.id;
}

function faultOf(request: Request, origin: string): string | undefined {
  const url = new URL(request.url());
  if (url.protocol === 'data:') return undefined;
  if (url.origin !== origin) return `request to ${url.origin}`;
  const { pathname } = url;
  if (pathname === '/app' || pathname.startsWith('/app/')) return undefined;
  const isKnown = operations.some(
    ({ method, pattern }) => method === request.method() && pattern.test(pathname),
  );
  return isKnown ? undefined : `${request.method()} ${pathname} is not in the contract`;
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

// Describing everything that passes, too, would take axe most of its time.
const axeOptions = { runOnly: tags, resultTypes: ['violations'] };

// The rules whose result depends on the colour scheme.
const colorOptions = { ...axeOptions, runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * The violations of WCAG 2.2 AA that axe finds on the page, as sentences; with `colorsOnly` those of
 * the rules about colours, for another colour scheme of a page that was judged.
 */
export async function accessibilityFaults(
  page: Page,
  { colorsOnly = false } = {},
): Promise<readonly string[]> {
  // The script is so long that it runs once in a page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const violations = await page.evaluate<readonly AxeViolation[]>(
    `axe.run(document, ${JSON.stringify(colorsOnly ? colorOptions : axeOptions)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** How far the page scrolls sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** The targets smaller than 24 by 24 pixels that WCAG 2.5.8 does not except: links in text are. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('button, summary, label.check, label.row-select, a.bar-link')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.textContent, one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 24 || height < 24)
      .map(([text]) => text)
  `);
}

/**
 * Ends the pause after a read that events caused, so that the page reads the next events at once.
 * Waits until the page has read what it heard so far, because that read must not see what the test
 * does next. The page must have been opened with `movesClock`.
 */
export async function endPause(page: Page): Promise<void> {
  const reads = readsOf.get(page);
  if (reads === undefined) throw new Error('Open the page with movesClock.');
  // A read that begins here begins another pause. Lists are read anew after 60 seconds, too.
  for (let rounds = 0, before = -1; rounds < 3 && reads.count > before; rounds += 1) {
    before = reads.count;
    // The pause is six seconds for each request of a read.
    await page.clock.fastForward(30_000);
    // Chromium reports no end of some reads that were cancelled.
    for (let waited = 0; waited === 0 || (reads.open.size > 0 && waited < 5_000); waited += 100) {
      await pause(100);
    }
  }
}

/** The rows with a text. */
export function row(page: Page, text: string): Locator {
  return page.locator('[data-row]').filter({ hasText: text });
}

/** The title of the row that has the focus; empty when none has it. */
export function focusedTitle(page: Page): Promise<string> {
  return page.evaluate<string>(`document.querySelector('[data-row]:focus h3')?.textContent ?? ''`);
}

/** Chooses a record in a combobox: types its name and takes it from the list by keyboard. */
export async function choose(field: Locator, name: string): Promise<void> {
  const option = field.page().locator('.choice', { hasText: name }).first();
  await field.fill('');
  await field.fill(name);
  await option.waitFor();
  // The list of the letters before has gone.
  await field.page().locator('.choices-end:empty').first().waitFor({ state: 'attached' });
  await field.press('ArrowDown');
  await field.press('Enter');
}

/** Chooses a value of a select field by its name, by keyboard. */
export async function pick(field: Locator, name: string): Promise<void> {
  const option = field.page().getByRole('option', { name, exact: true });
  await field.press('ArrowDown');
  // The list gives the focus to an option in the next frame.
  await field.page().locator('[role=option]:focus').waitFor();
  await option.press('Enter');
}

/** Takes a command of the menu of a row. */
export async function takeFromMenu(within: Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name: 'Other commands' }).first();
  // By the keyboard, since soon after a click nearby another one counts as a double tap.
  await button.press('ArrowDown');
  await within.getByRole('menuitem', { name }).click();
}
