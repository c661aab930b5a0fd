import type { Profiler } from 'node:inspector';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleConsole } from '../../src/features/console-pages/console-files';
import { addAgent, makeWorkspace, type TestApp } from '../servers/app';
import { startBrowser } from '../servers/browser';
import { client } from '../requests/client';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import { ranFunctions, type Way } from './coverage';

/** The way of an approval on the screen Review, from the key to the response of the server. */
export async function wayOfApproval(app: TestApp): Promise<Way> {
  const browser = await startBrowser();
  try {
    return {
      name: 'Approve in the console',
      aim: 30,
      files: await modulesOfApproval(app, browser),
    };
  } finally {
    await browser.close();
  }
}

async function modulesOfApproval(app: TestApp, browser: Browser): Promise<string[]> {
  const cookie = await prepareReviews(app, ['Sew the first curtain', 'Sew the second curtain']);
  const context = await browser.newContext();
  const { hostname } = new URL(app.url);
  const name = sessionCookieNames.secure;
  await context.addCookies([
    { name, value: cookie, domain: hostname, path: '/', secure: true, httpOnly: true },
  ]);
  const scripts = await serveReadable(context, app.url);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await page.goto(`${app.url}/app/review`);
  await approveFirst(page);
  // What follows an approval is over, such as the list that is loaded again.
  await page.waitForTimeout(2_000);
  await session.send('Profiler.takePreciseCoverage');
  await approveFirst(page);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  return modulesIn(result, scripts);
}

/** Adds finished work of an agent, and returns the owner's session cookie. */
async function prepareReviews(app: TestApp, titles: readonly string[]): Promise<string> {
  const owner = await makeWorkspace(app.database, 'Reviews');
  const { agent, token } = await addAgent(app, owner);
  const person = client(app, { cookie: owner.cookie });
  const worker = client(app, { bearer: token });
  for (const title of titles) {
    const work = { assigned_actor_id: agent.actor_id, requires_review: true };
    const { id } = await person.ok('createAction', { body: { title, status: 'ready', ...work } });
    await worker.ok('completeAction', { path: { id }, body: { result_summary: 'It is sewn.' } });
  }
  return owner.cookie;
}

/** Serves scripts that name their modules in comments, and returns them by their addresses. */
async function serveReadable(context: BrowserContext, origin: string) {
  const { first, assets } = await bundleConsole(0, { minify: false });
  const served = await (await fetch(`${origin}/app`)).text();
  const main = /src="([^"]*main-[^"]*\.js)"/.exec(served)?.[1];
  const scripts = new Map<string, string>();
  for (const { name, type, bytes } of assets) {
    if (!type.startsWith('text/javascript')) continue;
    const path = name === first.script && main !== undefined ? main : `/app/assets/${name}`;
    scripts.set(origin + path, bytes.toString());
  }
  await context.route('**/*.js', async (route) => {
    const body = scripts.get(route.request().url());
    await (body === undefined
      ? route.continue()
      : route.fulfill({ body, contentType: 'text/javascript' }));
  });
  return scripts;
}

async function approveFirst(page: Page): Promise<void> {
  await page.locator('[data-row^="review-"]:not([data-decided="true"])').first().focus();
  const response = page.waitForResponse((one) => one.url().endsWith('/approve'));
  await page.keyboard.press('y');
  await response;
}

/** The modules of the console in which a function ran. */
function modulesIn(
  coverage: readonly Profiler.ScriptCoverage[],
  scripts: ReadonlyMap<string, string>,
): string[] {
  const modules = new Set<string>();
  for (const script of coverage) {
    const text = scripts.get(script.url);
    if (text === undefined) continue;
    const marks = [...text.matchAll(/^\/\/ (\S+\.\w+)$/gm)].toReversed();
    for (const { start } of ranFunctions(script, text)) {
      const module = marks.find(({ index }) => index < start)?.[1];
      if (module?.startsWith('src/console/')) modules.add(module.slice('src/'.length));
    }
  }
  return [...modules].toSorted();
}
