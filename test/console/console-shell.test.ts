import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { client, type ApiClient } from '../../scripts/requests/client';
import { makeWorkspace, type Person } from '../../scripts/servers/app';
import {
  accessibilityFaults,
  choose,
  focusedTitle,
  pick,
  sidewaysScroll,
  type ConsoleOptions,
  type ConsolePage,
} from '../support/console-page';
import {
  describeConsole,
  describeScreen,
  eventually,
  sendDecisions,
} from '../support/console-demo';
import { quickest } from '../support/quickest';
import { findUserForUpdate, issueSignInLink } from '../../src/features/auth';
import { transact } from '../../src/platform/db/transaction';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { newId } from '../../src/platform/ids';
import { findSystemActor } from '../../src/shared/actor-store';

describeScreen('The console', (given, scenarios) => {
  /** How much moved since the page was opened, as browsers sum it up. */
  function layoutShift(page: Page): Promise<number> {
    return page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 200);
    })`);
  }

  // A tab that hears from the others only when `hear` is called, and then only who leads.
  const hearLate = `
    const answers = [];
    let isHearing = false;
    const listen = BroadcastChannel.prototype.addEventListener;
    BroadcastChannel.prototype.addEventListener = function (type, listener) {
      listen.call(this, type, (event) => {
        if (isHearing) listener(event);
        else if (event.data === '!') answers.push(() => listener(event));
      });
    };
    window.hear = () => {
      isHearing = true;
      for (const answer of answers) answer();
    };
  `;

  /** Delays the responses of an address until the returned function is called. */
  async function hold(page: Page, address: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(address, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  test('a person signs in and out', async () => {
    const { page, calls } = await given().openPage();
    await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
    await eventually(async () => calls, [{ operation: 'getSignIn', status: 200 }]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(given().demo.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The address or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(given().demo.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(await page.getByText('City Theatre').count()).toBe(1);
    expect(await page.getByText('without a password').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
  });

  test('what one person decides, another one sees within a second, with the name', async () => {
    const { cookie: other } = await given().addMember('Bo');
    // A loaded machine is slower than the second that is promised.
    const limit = 3_000;
    const seenAfter = await quickest(limit, async () => {
      const { id } = await given().agent.ok('createQuestion', {
        body: {
          question: 'Which curtain for the end?',
          choices: ['Red'],
          on_answer: 'I close it.',
        },
      });
      const [ours, theirs] = [await given().openNow(), await given().openNow({ cookie: other })];
      const rowIn = ({ page }: ConsolePage) => page.locator(`[data-row*="${id}"]`);
      await rowIn(ours).waitFor();
      const sent = theirs.page.waitForResponse((response) => response.url().endsWith('/respond'));
      await rowIn(theirs).getByRole('button', { name: 'Red' }).click();
      await sendDecisions(theirs.page);
      await sent;
      const start = Date.now();
      await rowIn(ours).getByText('Bo answered “Red”.').waitFor();
      const duration = Date.now() - start;
      const read = () => given().person.ok('getQuestion', { path: { id } });
      await eventually(async () => (await read()).state, 'answered');
      return duration;
    });
    expect(seenAfter).toBeLessThan(limit);
  });

  scenarios(() => {
    test('rows get their Markdown although its module arrives before their effects run', async () => {
      const count = 12;
      const asked = Array.from({ length: count }, (_, index) => `Is **lamp** ${index} on?`);
      for (const question of asked) {
        const body = { question, choices: ['Yes'], on_answer: 'I note it.' };
        await given().agent.ok('createQuestion', { body });
      }
      const { page } = await given().openPage({ path: '/app/sign-in', cookie: given().cookie });
      // React runs the effects of a rendering in a task of its own, here long after it.
      await page.addInitScript(`
        isSlow = true;
        setImmediate = (task) =>
          setTimeout(task, isSlow && document.querySelector('[data-row]') ? 2000 : 0);
      `);
      const release = await hold(page, '**/markdown-elements-*');
      await page.goto(`${given().app.url}/app`);
      await page
        .locator('[data-row]', { hasText: '**lamp**' })
        .nth(count - 1)
        .waitFor();
      release();
      await page
        .locator('[data-row] strong', { hasText: 'lamp' })
        .nth(count - 1)
        .waitFor();
    });

    test('the sign-in is accessible on a phone, too', async () => {
      const { page } = await given().openPage({ width: 320, scheme: 'dark', isPhone: true });
      await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    });

    test('in development it opens as the owner, and says so', async () => {
      const app = await given().startAnother({ environment: 'development' });
      const { page } = await given().openPage({ app });
      const banner = page.getByText('Development: you act as the owner without a password');
      await page.locator('.person').waitFor();
      // The page has the banner from the start.
      const response = await fetch(`${app.url}/app`);
      const served = (await response.text()).replaceAll(/<[^>]*>/g, '');
      expect(served).toContain(await banner.textContent());
      expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
      await page.getByRole('heading', { name: 'Sign in to Callboard' }).waitFor();
    });

    test('it is in the language of the browser, or in the chosen one, and loads no other', async () => {
      const app = await given().startAnother({ environment: 'development' });
      const { page } = await given().openPage({
        app,
        locale: 'de-AT',
        width: 320,
        path: '/app/mine',
      });
      const loaded = new Set<string>();
      page.on('request', (request) => {
        const [, language] = /assets\/(de|en)-/.exec(request.url()) ?? [];
        if (language !== undefined) loaded.add(language);
      });
      const html = page.locator('html');
      await page.reload();
      await page.getByRole('heading', { name: 'Meine Arbeit' }).waitFor();
      expect(await html.getAttribute('lang')).toBe('de');
      await page.goto(`${app.url}/app`);
      await page.getByRole('heading', { name: 'Jetzt' }).waitFor();
      expect(await sidewaysScroll(page)).toBe(0);
      expect([...loaded]).toEqual(['de']);
      await page.goto(`${app.url}/app/work?tab=all`);
      await page.getByRole('checkbox', { name: 'Newsletter for November' }).check();
      await page.getByRole('button', { name: 'Priorität …' }).click();
      await page.getByRole('dialog').getByLabel('Priorität').waitFor();
      await page.goto(`${app.url}/app/settings`);
      await page.getByRole('link', { name: 'Konto', exact: true }).click();
      await pick(page.getByLabel('Sprache'), 'English');
      await page.getByRole('heading', { name: 'Account' }).waitFor();
      expect(await html.getAttribute('lang')).toBe('en');
      // The choice counts more than the language of the browser, also after the page is loaded again.
      await page.goto(`${app.url}/app/mine`);
      await page.getByRole('heading', { name: 'My work' }).waitFor();
      await page.goto(`${app.url}/app/settings/account`);
      await pick(page.getByLabel('Language'), 'That of the browser');
      await page.getByRole('heading', { name: 'Konto' }).waitFor();
      const response = await page.evaluate(async () => {
        const { headers } = await fetch('/v1/workspace');
        const tag = headers.get('etag') ?? '';
        const body = JSON.stringify({ working_seconds: 3600, stalled_seconds: 172_800 });
        const sent = { 'Content-Type': 'application/json', 'If-Match': tag };
        return (await fetch('/v1/workspace', { method: 'PATCH', headers: sent, body })).status;
      });
      expect(response).toBe(200);
      const shows = async (durations: readonly string[]): Promise<void> => {
        await page.goto(`${app.url}/app/settings/workspace`);
        for (const text of durations) await page.getByText(text, { exact: true }).waitFor();
      };
      await shows(['1 Stunde', '2 Tage']);
      await page.goto(`${app.url}/app/settings/account`);
      await pick(page.getByLabel('Sprache'), 'English');
      await page.getByRole('heading', { name: 'Account' }).waitFor();
      await shows(['1 hour', '2 days']);
    });

    test('nothing moves on a phone while a screen loads', async () => {
      const app = await given().startAnother({ environment: 'development' });
      const phone = { app, width: 412, isPhone: true, path: '/app/sign-in' };
      const { page } = await given().openPage(phone);
      // Each of these arrives in a frame of its own, the parts of the top last.
      const late = [
        'events?',
        'notes?',
        'decisions-',
        'markdown-',
        'context',
        'command?',
        'session',
      ];
      for (const [index, part] of late.entries()) {
        await page.route(
          (url) => url.href.includes(part),
          async (route) => {
            await pause(60 * (index + 1));
            await route.fallback();
          },
        );
      }
      const { items } = await given().person.ok('getReviewView', {});
      const [action] = items;
      await page.addInitScript(`new MutationObserver((_, observer) => {
        globalThis.firstRows = document.querySelectorAll('[data-row]').length;
        if (firstRows > 0) observer.disconnect();
      }).observe(document, { childList: true, subtree: true });`);
      await page.goto(`${app.url}/app`);
      await page.locator('[data-row]').nth(9).waitFor();
      // The others are rendered once these are on the screen.
      expect(await page.evaluate('firstRows')).toBeLessThan(6);
      await page.getByText('Development: you act').waitFor();
      await page.locator('.person').waitFor({ state: 'attached' });
      expect(await layoutShift(page)).toBeLessThan(0.1);
      await page.goto(`${app.url}/app/actions/${action?.id}`);
      await page.getByRole('heading', { name: 'Review' }).waitFor();
      await page.locator('.timeline').waitFor();
      expect(await layoutShift(page)).toBeLessThan(0.1);
    });

    test('a session that has ended leads to the sign-in', async () => {
      const { page } = await given().openPage({ cookie: 'ended' });
      await page.getByText('Your session has ended.').waitFor();
    });

    test('a workspace that has moved is named with a link, which nobody follows by itself', async () => {
      const { database, cookie, app } = given();
      const { id } = await database.knex('workspaces').first('id');
      const address = 'https://cell2.example';
      const closed_at = new Date().toISOString();
      const row = { workspace_id: id, state: 'moved', address, closed_at };
      await database.knex('closed_workspaces').insert(row);
      try {
        const { page } = await given().openPage({ app, cookie, expected: [410] });
        await page.getByRole('heading', { name: 'This workspace has moved' }).waitFor();
        const link = page.getByRole('link', { name: address });
        expect(await link.getAttribute('href')).toBe(`${address}/app`);
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.getByRole('button', { name: 'Sign in to another workspace here' }).click();
        await page.getByLabel('E-mail address').fill(given().demo.email);
        await page.getByLabel('Password').fill(given().demo.password);
        await page.keyboard.press('Enter');
        await link.waitFor();
      } finally {
        await database.knex('closed_workspaces').where({ workspace_id: id }).delete();
      }
    });

    test('reads little: a session, a view and the events, of at most 100 KB together', async () => {
      const { cookie } = given();
      // Before the console, a page without scripts: what it reads must not be counted.
      const { page, calls } = await given().openPage({
        path: '/healthz',
        cookie,
        movesClock: true,
      });
      // The first reads wait for the stream for half a second, which a busy machine may exceed. So the
      // page's clock is slowed.
      await page.clock.pauseAt(Date.now() + 1_000);
      const before = calls.length;
      const called = () => calls.slice(before).map(({ operation }) => operation);
      await page.goto(`${given().app.url}/app`);
      const isShown = async () => (await page.locator('[data-row]').count()) > 0;
      const hasBegun = () => called().includes('streamEvents');
      while (!hasBegun() || !(await isShown())) {
        await page.clock.runFor(10);
        await pause(50);
      }
      // The start of the stream must read nothing again.
      await page.clock.runFor(1_000);
      await pause(500);
      expect(called().toSorted()).toEqual(['getCommandView', 'getSession', 'streamEvents']);
      // A moved clock has no entries of performance.
      const { page: timed } = await given().openNow();
      await timed.locator('[data-row]').first().waitFor();
      const bytes = await timed.evaluate<number>(`
      performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/v1/'))
        .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
    `);
      expect(bytes).toBeGreaterThan(1_000);
      expect(bytes).toBeLessThan(100_000);
    });

    test('an address without a page says so, inside the console', async () => {
      const { cookie } = given();
      const { page } = await given().openPage({ cookie, path: '/app/nothing/here' });
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Show what needs you now' }).click();
      await page.getByRole('heading', { name: 'Now' }).waitFor();
    });

    test('a person connects an agent, whose token works and is shown once', async () => {
      const { page } = await given().openNow();
      await page.getByRole('button', { name: 'Connect an agent' }).click();
      await page.getByRole('dialog', { name: 'Connect an agent' }).waitFor();
      await page.keyboard.type('Prompter');
      await page.keyboard.press('Enter');
      const shown = page.getByText('export TOKEN=');
      await shown.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const token = /TOKEN='([^']+)'/.exec((await shown.textContent()) ?? '')?.[1] ?? '';
      await client(given().app, { bearer: token }).ok('getMe');
      await page.keyboard.press('Escape');
      expect(await page.getByText('export TOKEN=').count()).toBe(1);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator('.agent').filter({ hasText: 'Prompter' }).waitFor();
      expect(await page.getByText('export TOKEN=').count()).toBe(0);
      const focused = `document.activeElement.textContent.trim()`;
      expect(await page.evaluate<string>(focused)).toBe('Connect an agent');
    });

    test('the last data stay while the browser is offline', async () => {
      const { page } = await given().openNow();
      await page.locator('[data-row]').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
      expect(await page.locator('[data-row]').count()).toBeGreaterThan(0);
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    });

    test('nothing that was typed is lost while the browser is offline', async () => {
      const { page } = await given().openNow();
      await page.getByRole('button', { name: 'Reject' }).first().click();
      await page.keyboard.type('Not yet');
      await page.context().setOffline(true);
      await page.keyboard.press('Enter');
      // The row's own alert, because a read of the screen may fail too.
      const alert = page.locator('[data-row]').getByRole('alert');
      await alert.filter({ hasText: 'The server cannot be reached.' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Reject' }).first().click();
      expect(await page.getByLabel('What is wrong?').inputValue()).toBe('Not yet');
    });

    test('new rows wait until the person wants them', async () => {
      const { page } = await given().openNow();
      const asked = 'Which curtain for the start?';
      await given().agent.ok('createQuestion', {
        body: { question: asked, choices: [], on_answer: 'I open it.' },
      });
      await page.getByRole('button', { name: 'Show 1 new' }).click();
      await page.getByRole('heading', { name: asked }).waitFor();
    });

    test('no event is missed before the tab hears of events', async () => {
      const ask = async (question: string) => {
        const body = { question, choices: [], on_answer: 'I do it.' };
        await given().agent.ok('createQuestion', { body });
      };
      const showNew = async (page: Page, question: string) => {
        await page.getByRole('button', { name: 'Show 1 new' }).click();
        await page.getByRole('heading', { name: question }).waitFor();
      };
      const stream = '**/v1/events/stream*';

      // Between the first read and the start of the stream.
      const { page } = await given().openNow();
      const startStream = await hold(page, stream);
      await page.reload();
      await page.locator('[data-row]').first().waitFor();
      await ask('Who opens the door?');
      startStream();
      await showNew(page, 'Who opens the door?');

      // In a tab that has read before it hears what the leading tab says.
      const next = await page.context().newPage();
      await next.addInitScript(hearLate);
      await next.goto(page.url());
      await next.locator('[data-row]').first().waitFor();
      await ask('Who closes the door?');
      await next.evaluate('window.hear()');
      await showNew(next, 'Who closes the door?');
      await showNew(page, 'Who closes the door?');

      // When the leading tab is gone, and another one has not begun to lead.
      const lead = await hold(next, stream);
      await page.close();
      await ask('Who paints the door?');
      lead();
      await showNew(next, 'Who paints the door?');
    });
  });
});

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
    await page.locator('.person').waitFor();
    await page.evaluate(
      `localStorage.setItem('callboard.' + localStorage['callboard.workspace'] + '.keys', 'on')`,
    );
    expect(await stored(page)).toContain(secret);
    return page;
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** As when somebody signs in on a page that is not the console's. */
  async function useCookie(page: Page, value: string): Promise<void> {
    const { hostname } = new URL(given().app.url);
    const cookie = { name: sessionCookieNames.secure, value, domain: hostname, path: '/' };
    await page.context().addCookies([{ ...cookie, secure: true, httpOnly: true }]);
  }

  test('signing out forgets it, in the other tabs too', async () => {
    const { cookie } = await given().addMember('Dora');
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

  test('a session that is ended elsewhere shows nothing of it, and the next person sees nothing', async () => {
    const one = await given().addMember('Emil');
    const next = await given().addMember('Fay');
    const page = await openWithDraft(one.cookie);
    await client(given().app, { cookie: one.cookie }).send('deleteSessions', {});
    await page.reload();
    await signInForm(page).waitFor();
    await signIn(page, next);
    await page.locator('.person').getByText('Fay').waitFor();
    await eventually(() => field(page).inputValue(), '');
    expect(await stored(page)).not.toContain(secret);
  });

  test('who signs in again after the session has ended goes on with the draft', async () => {
    const one = await given().addMember('Eva');
    const page = await openWithDraft(one.cookie);
    await client(given().app, { cookie: one.cookie }).send('deleteSessions', {});
    await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
    await page.getByText('with what you typed').waitFor();
    expect(await page.locator('[data-row]').count()).toBe(0);
    await signIn(page, one);
    await page.locator('.person').getByText('Eva').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/inbox');
    expect(await field(page).inputValue()).toBe(secret);
  });

  /** Opens the dialog of a new action, and types into it. */
  async function openWithDialog(cookie: string) {
    const { page } = await given().openPage({ cookie, path: '/app/inbox' });
    const opens = page.getByRole('button', { name: 'New action' });
    const title = page.getByRole('dialog').getByLabel('Title');
    await page.locator('.person').waitFor();
    await opens.click();
    await title.fill(secret);
    return { page, opens, title };
  }

  test('a dialog that was open when the session ended has its text after a new sign-in', async () => {
    const one = await given().addMember('Kim');
    const { page, opens, title } = await openWithDialog(one.cookie);
    await client(given().app, { cookie: one.cookie }).send('deleteSessions', {});
    await page.getByRole('button', { name: 'Create the action' }).click();
    await page.getByText('with what you typed').waitFor();
    expect(await title.count()).toBe(0);
    await signIn(page, one);
    await page.locator('.person').getByText('Kim').waitFor();
    await opens.click();
    await page.getByText('This is what you typed before').waitFor();
    expect(await title.inputValue()).toBe(secret);
  });

  test('a dialog shows no draft before the page knows whose it is', async () => {
    const one = await given().addMember('Lea');
    const next = await given().addMember('Max');
    const { page, opens, title } = await openWithDialog(one.cookie);
    await page.keyboard.press('Escape');
    await title.waitFor({ state: 'detached' });
    await useCookie(page, next.cookie);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/session', async (route) => {
      await answered;
      await route.continue();
    });
    await page.reload();
    await opens.click();
    await page.getByRole('dialog').waitFor();
    expect(await title.count()).toBe(0);
    answer();
    await page.locator('.person').getByText('Max').waitFor();
    await eventually(async () => (await stored(page)).includes(secret), false);
    await opens.click();
    expect(await title.inputValue()).toBe('');
  });

  test('another person who signs in in another tab takes over all tabs', async () => {
    const one = await given().addMember('Gus');
    const next = await given().addMember('Hal');
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
    const one = await given().addMember('Ida');
    const next = await given().addMember('Jon');
    const page = await openWithDraft(one.cookie);
    await useCookie(page, next.cookie);
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

describeScreen('The palette, and the pages that it opens', (given, scenarios) => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'A screen, a command' });

  /** The name of the option that Enter takes. */
  const chosen = (page: Page): Promise<string> =>
    page.evaluate<string>(`
      document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))
        ?.textContent ?? ''
    `);

  async function ask(question: string, more: { readonly action_id?: string } = {}) {
    const body = { question, choices: ['Left', 'Right'], on_answer: 'I go there.', ...more };
    return given().agent.ok('createQuestion', { body });
  }

  async function propose(title: string) {
    const payload = { title: 'Autumn season', work_mode: 'parallel' } as const;
    const body = { operation: 'createProject', payload, title } as const;
    return given().agent.ok('createProposal', { body });
  }

  async function openRecord(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { cookie } = given();
    const { page } = await given().openPage({ cookie, path, ...options });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  test('a person finds a question, answers it on its page, and reads how it ended', async () => {
    const { person } = given();
    const [action] = (await person.ok('listActions', { query: { limit: 1 } })).items;
    const about = { action_id: action?.id ?? '' };
    const { id } = await ask('Where does the xylophone stand?', about);
    const { page, calls } = await given().openNow();
    const searches = () => calls.filter(({ operation }) => operation === 'searchWorkspace');
    await page.getByRole('button', { name: 'Find …' }).click();
    await field(page).waitFor();
    // The first request never ends by itself: the next letters cancel it.
    const aborted = page.waitForEvent('requestfailed');
    await page.route('**/v1/search?q=xylo&*', () => undefined);
    const first = page.waitForRequest('**/v1/search?q=xylo&*');
    await page.keyboard.type('xylo', { delay: 20 });
    await first;
    await page.keyboard.type('phone');
    expect((await aborted).url()).toContain('q=xylo&');
    await page.getByRole('option', { name: 'Where does the xylophone stand?' }).waitFor();
    expect(searches()).toHaveLength(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/questions/${id}`);
    await page.getByRole('heading', { name: 'Where does the xylophone stand?' }).waitFor();
    await page.locator('[data-row]:focus').waitFor();
    await page.keyboard.press('2');
    await page.getByText('You: Answered “Right”').waitFor();
    await sendDecisions(page);
    await page.getByRole('heading', { name: 'How it ended' }).waitFor();
    await page.getByText('You answered').waitFor();
    await page.getByText('I go there.').waitFor();
    const link = page.getByRole('link', { name: action?.title ?? '', exact: true });
    expect(await link.getAttribute('href')).toBe(`/app/actions/${action?.id}`);
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('A note that').focus();
    await page.keyboard.type('It is **loud** there.');
    await page.keyboard.press('Enter');
    await notes.locator('strong', { hasText: 'loud' }).waitFor();
    const noteOf = async () => (await person.ok('listQuestionNotes', { path: { id } })).items[0];
    await notes.getByRole('button', { name: 'Archive the note' }).press('Enter');
    await notes.getByText('Remarks of people and agents appear here.').waitFor();
    await notes.locator('[aria-pressed]:focus').press('Enter');
    await notes.getByRole('button', { name: 'Restore the note' }).press('Enter');
    await eventually(async () => (await noteOf())?.body, 'It is **loud** there.');
  });

  test('a proposal is decided on its page, and its address shows the end', async () => {
    const { id } = await propose('An autumn of operas');
    const page = await openRecord(`/app/proposals/${id}`);
    await page.getByRole('button', { name: 'Change and permit' }).click();
    await page.getByLabel('Title').fill('Late autumn season');
    await page.getByRole('button', { name: 'Permit with these values' }).click();
    await sendDecisions(page);
    await page.getByText('You permitted it').waitFor();
    await page.getByRole('heading', { name: 'As it was permitted' }).waitFor();
    await page.getByText('Late autumn season').waitFor();
    const denied = await propose('An autumn of ballets');
    const other = await openRecord(`/app/proposals/${denied.id}`);
    await other.locator('[data-row]:focus').waitFor();
    const body = { comment: 'Ballets are in spring.' };
    await given().person.ok('denyProposal', { path: { id: denied.id }, body });
    await other.getByText('You denied it').waitFor();
    await other.getByText('Ballets are in spring.').waitFor();
  });

  scenarios((testLooks) => {
    test('a person goes to a screen and decides by keyboard alone', async () => {
      await ask('Which wig for the judge?');
      const { id } = await ask('Which wig for the clown?');
      const { page } = await given().openNow();
      await page.getByRole('heading', { name: 'Which wig for the clown?' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Control+k');
      await field(page).waitFor();
      expect(await chosen(page)).toContain('Answer “Left”');
      await page.keyboard.press('ArrowDown');
      expect(await chosen(page)).toContain('Answer “Right”');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'hidden' });
      expect(await focusedTitle(page)).toBe('Which wig for the clown?');
      await page.keyboard.press('.');
      await field(page).waitFor();
      await page.keyboard.type('answ right');
      await eventually(() => page.locator('[role=option]').count(), 2);
      expect(await chosen(page)).toContain('Answer “Right”');
      await page.keyboard.press('Enter');
      await page.getByText('You: Answered “Right”').waitFor();
      expect(await focusedTitle(page)).toBe('Which wig for the judge?');
      const read = () => given().person.ok('getQuestion', { path: { id } });
      await sendDecisions(page);
      await eventually(async () => (await read()).response, 'Right');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('inbox');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      await page.keyboard.press('/');
      await page.waitForURL('**/app/search');
    });

    test('an address of no record says so', async () => {
      const page = await openRecord('/app/questions/qst_00000000000000000000000000');
      await page.getByRole('heading', { name: 'There is no such question' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Show all open questions' }).click();
      await page.getByRole('heading', { name: 'Questions and proposals' }).waitFor();
    });

    test('a person finds and decides on a phone', async () => {
      const { id } = await ask('Which shoe for the giant?');
      const { page } = await given().openNow({ width: 320, isPhone: true });
      await page.getByRole('button', { name: 'Find …' }).tap();
      await field(page).fill('shoe giant');
      await page.getByRole('option', { name: 'Which shoe for the giant?' }).tap();
      await page.waitForURL(`**/app/questions/${id}`);
      await page.getByRole('button', { name: 'Left' }).tap();
      await page.getByText('You: Answered “Left”').waitFor();
    });

    testLooks('the palette', async (options) => {
      await ask(`Where does ${'🎭 the אבג wardrobe '.repeat(20)} go?`);
      const { page } = await given().openNow(options);
      await page.getByRole('button', { name: 'Find …' }).click();
      await field(page).fill('wardrobe');
      await page.getByRole('option', { name: 'the אבג' }).first().waitFor();
      return page;
    });

    testLooks('the page of an open question', async (options) => {
      const { id } = await ask(`Where does ${'W'.repeat(400)} go?`);
      const body = { body: `# A thought\n\n${'🎭 אבג '.repeat(100)}` };
      await given().agent.ok('createQuestionNote', { path: { id }, body });
      const page = await openRecord(`/app/questions/${id}`, options);
      await page.getByText('A thought').waitFor();
      return page;
    });

    testLooks('the page of a denied proposal', async (options) => {
      const { id } = await propose('A winter of mimes');
      const body = { comment: 'No mimes.' };
      await given().person.ok('denyProposal', { path: { id }, body });
      const page = await openRecord(`/app/proposals/${id}`, options);
      await page.getByText('No mimes.').waitFor();
      return page;
    });
  });
});

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
      await page.keyboard.insertText('x'.repeat(501));
      await page.getByText('The field is full: it takes 500 characters.').waitFor();
      await capture.fill('');

      await page.goto(new URL('/app/search?q=velvet', page.url()).href);
      const search = page.getByLabel('Words');
      await page.locator('[data-row]').first().waitFor();
      await search.focus();
      await confirm(page);
      expect(await search.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      await eventually(() => search.evaluate((element) => element.matches(':focus')), false);
    });

    test('a click on the ground closes a dialog until something is typed', async () => {
      const { page } = await given().openNow();
      await page.keyboard.press('c');
      const title = page.getByRole('dialog').getByLabel('Title');
      await title.waitFor();
      await page.mouse.click(5, 5);
      await title.waitFor({ state: 'detached' });
      await page.keyboard.press('c');
      await title.fill('Lock the foyer');
      await page.mouse.click(5, 5);
      await page.waitForTimeout(200);
      expect(await title.inputValue()).toBe('Lock the foyer');
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
      await shown.hover();
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
      await choose(zone, 'America/New_York');
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

describeConsole('Several workspaces in one browser', (given, testLooks) => {
  /** Adds the session of another workspace to a browser, as a sign-in does. */
  async function addWorkspace(page: Page, name: string): Promise<Person> {
    const other = await makeWorkspace(given().database, name);
    const { hostname } = new URL(given().app.url);
    await page.context().addCookies([
      {
        name: `${sessionCookieNames.secure}_${other.owner.workspaceId.slice('wsp_'.length)}`,
        value: other.cookie,
        domain: hostname,
        path: '/',
        secure: true,
        httpOnly: true,
      },
    ]);
    return other;
  }

  const switcher = (page: Page, name: string) =>
    page.locator('.workspace-button', { hasText: name });
  const field = (page: Page) => page.getByLabel('Capture an action');

  test('two tabs with two workspaces do not mix, and a link of the other offers to switch', async () => {
    const { cookie } = await given().addMember('Kim');
    const { page } = await given().openPage({ cookie, path: '/app/inbox' });
    await switcher(page, 'City Theatre').waitFor();
    await field(page).fill('Only for the theatre');
    const tour = await addWorkspace(page, 'Touring Company');
    const second = await page.context().newPage();
    await second.goto(`${given().app.url}/app/inbox`);
    await switcher(second, 'City Theatre').click();
    await second.getByRole('dialog').getByRole('button', { name: 'Touring Company' }).click();
    await switcher(second, 'Touring Company').waitFor();
    await second.goto(`${given().app.url}/app/inbox`);
    // The titles tell the tabs apart.
    const titleOf = async (tab: Page) => (await tab.title()).replace(/^\(\d+\) /, '');
    await eventually(() => titleOf(second), 'Inbox · Touring Company');
    await eventually(() => titleOf(page), 'Inbox · City Theatre');
    expect(await field(second).inputValue()).toBe('');
    await field(second).fill('Only for the tour');
    await field(second).press('Enter');
    await field(page).press('Enter');
    const titlesOf = async (person: ApiClient) =>
      (await person.ok('listActions', { query: { limit: 200 } })).items.map(({ title }) => title);
    const ofTour = client(given().app, tour);
    await eventually(() => titlesOf(ofTour), ['Only for the tour']);
    await page.getByText('Only for the theatre').first().waitFor();
    expect(await titlesOf(given().person)).not.toContain('Only for the tour');
    // The events of one workspace reach the tab of the other in no way.
    await ofTour.ok('createAction', { body: { title: 'Heard by the tour' } });
    const news = /Heard by the tour|Show 1 new/;
    await second.getByText(news).first().waitFor();
    expect(await page.getByText(news).count()).toBe(0);
    await page.reload();
    await switcher(page, 'City Theatre').waitFor();

    const { id } = await ofTour.ok('createAction', { body: { title: 'Load the truck' } });
    await page.goto(`${given().app.url}/app/actions/${id}`);
    await page.locator('.banner').getByRole('button', { name: 'Touring Company' }).click();
    await page.getByRole('heading', { name: 'Load the truck' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Switch to City Theatre' }).click();
    await switcher(page, 'City Theatre').waitFor();
    // Signing out of one leaves the other, which the sign-in offers.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Touring Company' }).click();
    await switcher(page, 'Touring Company').waitFor();
    await switcher(second, 'Touring Company').waitFor();

    // Signing out of all asks first, because another tab has text that is not sent.
    await addWorkspace(page, 'Third Stage');
    await field(second).fill('Not sent');
    await switcher(page, 'Touring Company').click();
    const asked = page.waitForEvent('dialog');
    const signOut = page.getByRole('button', { name: 'Sign out of all' }).click();
    const dialog = await asked;
    expect(dialog.message()).toContain('Text that you wrote is not sent');
    await dialog.dismiss();
    await signOut;
    expect(await field(second).inputValue()).toBe('Not sent');
    page.once('dialog', (each) => void each.accept());
    await page.getByRole('button', { name: 'Sign out of all' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await second.getByLabel('E-mail address').waitFor();
  });

  test('a link of a message opens its workspace, and one with a secret ends no other session', async () => {
    const { cookie } = await given().addMember('Lou');
    const { page } = await given().openPage({ cookie, path: '/app/inbox' });
    await switcher(page, 'City Theatre').waitFor();
    const tour = await addWorkspace(page, 'Touring Company');
    const { workspaceId } = tour.owner;
    const { id } = await client(given().app, tour).ok('createAction', { body: { title: 'Pack' } });
    await page.goto(`${given().app.url}/app/actions/${id}?workspace_id=${workspaceId}`);
    await page.getByRole('heading', { name: 'Pack' }).waitFor();
    await switcher(page, 'Touring Company').waitFor();
    expect(page.url()).toBe(`${given().app.url}/app/actions/${id}`);

    const { database } = given();
    const userId = (await client(given().app, tour).ok('getSession')).user.id;
    const now = new Date().toISOString();
    const { token } = await transact(database, async (transaction) => {
      const actor = await findSystemActor(transaction, workspaceId);
      const user = await findUserForUpdate(transaction, { workspaceId, userId });
      if (actor === undefined || user === undefined) throw new Error('Not found.');
      const ids = { newId: (prefix: string) => newId(prefix, now) };
      return issueSignInLink({ transaction, workspaceId, now, actor, ...ids }, user);
    });
    await page.goto(`${given().app.url}/app/sign-in-link#${token}`);
    await page.getByText('The link works once.').waitFor();
    expect(page.url()).toBe(`${given().app.url}/app/sign-in-link`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await switcher(page, 'Touring Company').waitFor();

    const invited = await given().person.ok('createInvitation', {
      body: { email: 'max@example.com', role: 'member' },
    });
    await page.goto(`${given().app.url}/app/invitation#${invited.token}`);
    await page.getByLabel('Your name').fill('Max');
    await page.getByLabel('New password').fill('wrong donkey engine clip');
    await page.getByRole('button', { name: 'Join' }).click();
    await switcher(page, 'City Theatre').click();
    const other = page.getByRole('dialog').getByRole('button', { name: 'Touring Company' });
    await other.waitFor();
  });

  testLooks('The list of workspaces', async (options) => {
    const { page } = await given().openPage({ cookie: given().cookie, ...options });
    await addWorkspace(page, `Touring Company ${options.width}`);
    await switcher(page, 'City Theatre').click();
    await page.getByRole('dialog').getByText('waiting').first().waitFor();
    return page;
  });
});
