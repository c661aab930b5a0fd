import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { withBuiltServer, type BuiltServer } from '../demo-server';
import { startBrowser } from '../servers/browser';
import { createOwner, fillWorkspace } from './walk/given';
import { takeLooks } from './walk/looks';
import { signedIn, type Newcomer } from './walk/newcomer';
import type { Walk } from './walk/task';
import { tasks } from './walk/tasks';
import type { Language } from './walk/texts';

const usage = `npm run walk -- [--out FOLDER] [--language en|de] [--task NAME]... [--screen NAME]...
[--skip-pictures]

Serves the built program in production on a new database, and does twenty tasks in its console as a
newcomer, who knows only visible names. Checks by the API that each task had its effect. Then takes
pictures of all screens at five widths, light and dark, with titles that break layouts, and judges
each with axe. Prints the tasks with their seconds. --task and --screen choose some of them. The
exit code is 1 when anything failed.`;

const screens: Readonly<Record<string, string>> = {
  now: '/app',
  mine: '/app/mine',
  inbox: '/app/inbox',
  review: '/app/review',
  questions: '/app/questions',
  tasks: '/app/work',
  ready: '/app/work?tab=ready',
  all: '/app/work?tab=all',
  grouped: '/app/work?tab=all&group=assignee',
  board: '/app/work?tab=board',
  due: '/app/work?tab=due',
  projects: '/app/work?tab=projects',
  agents: '/app/agents',
  insights: '/app/insights',
  documents: '/app/documents',
  activity: '/app/activity',
  search: '/app/search?q=garden',
  people: '/app/settings/people',
  domains: '/app/settings/domains',
  workspace: '/app/settings/workspace',
  webhooks: '/app/settings/webhooks',
  audit: '/app/settings/audit',
  account: '/app/settings/account',
  missing: '/app/actions/act_00000000000000000000000000',
};

interface Options {
  readonly out: string;
  readonly language: Language;
  readonly only: readonly string[];
  readonly screens: readonly string[];
  readonly hasPictures: boolean;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join('.cache', 'walk') },
      language: { type: 'string', default: 'en' },
      task: { type: 'string', multiple: true, default: [] },
      screen: { type: 'string', multiple: true, default: [] },
      'skip-pictures': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const options: Options = {
    out: resolve(values.out),
    language: values.language === 'de' ? 'de' : 'en',
    only: values.task,
    screens: values.screen,
    hasPictures: !values['skip-pictures'],
  };
  mkdirSync(options.out, { recursive: true });
  const env = { CALLBOARD_ENV: 'production', WEBHOOK_ALLOW: '127.0.0.1' };
  await withBuiltServer({ env, prepare: createOwner }, async (server) => {
    const browser = await startBrowser();
    try {
      await walk(browser, server, options);
    } finally {
      await browser.close();
    }
  });
}

async function walk(browser: Browser, server: BuiltServer, options: Options): Promise<void> {
  const { url } = server;
  const newcomer = await signedIn(browser, url, options.language);
  const faults: string[] = [];
  const look = async (name: string): Promise<void> => {
    if (options.hasPictures) faults.push(...(await takeLooks(newcomer.page, { name, ...folder })));
  };
  const folder = { folder: options.out };
  // What an empty workspace shows.
  if (options.screens.length === 0) await look('empty-now');
  const given = await fillWorkspace(url);
  // The page that is open hears of all that within half a minute; the newcomer does not wait.
  await newcomer.page.reload();
  const onPhone = (): Promise<Newcomer> => {
    const viewport = { width: 375, height: 667 };
    return signedIn(browser, url, options.language, { viewport, hasTouch: true, isMobile: true });
  };
  faults.push(...(await doTasks({ newcomer, given, server, onPhone }, options)));
  if (options.hasPictures) {
    for (const [name, path] of Object.entries({ ...screens, ...given.records })) {
      if (options.screens.length > 0 && !options.screens.includes(name)) continue;
      await newcomer.page.goto(url + path);
      await newcomer.page.getByRole('heading', { level: 1 }).waitFor();
      await newcomer.page.waitForTimeout(1_000);
      await look(name);
      console.log(`${name}: looked at`);
    }
  }
  if (faults.length === 0) return;
  console.error(faults.join('\n'));
  process.exitCode = 1;
}

/** Does the tasks and prints a table of them. Returns what failed. */
async function doTasks(given: Walk, { only, out }: Options): Promise<readonly string[]> {
  const faults: string[] = [];
  console.log('| Task | Seconds | Result |\n| --- | ---: | --- |');
  for (const { name, run } of tasks) {
    if (only.length > 0 && !only.includes(name)) continue;
    const began = performance.now();
    let result = 'done';
    try {
      await run(given);
    } catch (error) {
      result = 'FAILED';
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      const path = join(out, `failed-${name.replaceAll(' ', '-')}.png`);
      await given.newcomer.page.screenshot({ path });
      await given.newcomer.page.goto(`${given.server.url}/app`);
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`| ${name} | ${seconds} | ${result} |`);
  }
  return faults;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
