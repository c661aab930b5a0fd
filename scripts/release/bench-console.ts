import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startBrowser } from '../servers/browser';
import { surroundings } from '../bench/report';
import { measureFiles, measureRequests } from './bench-console/bytes';
import { measureKeyPresses } from './bench-console/key-press';
import { measureLighthouse } from './bench-console/lighthouse';
import { isWithin, toTable, type Measurement } from './bench-console/measurement';
import { measureScrolling } from './bench-console/scrolling';
import { addWork, findNotedAction } from './bench-console/seed';
import { withDemoServer } from '../demo-server';

const usage = `npm run bench:console -- [--page PATH]... [--list PATH] [--skip-lighthouse]

Builds the console, serves it with the sample workspace, and measures its budgets in a browser:
- the bytes of its files, gzipped, and the requests of the screen Now;
- the scores of Lighthouse for each page: Now, Work and an action, or those of --page;
- the time from a key press to the painted decision;
- the longest frame while the list at --list (the inbox) scrolls, with 200 rows.
The exit code is 1 when a number exceeds its budget. The times depend on what else the machine does.
Lighthouse is a package of its own, scripts/release/bench-console, which the script installs.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      page: { type: 'string', multiple: true },
      list: { type: 'string', default: '/app/inbox' },
      'skip-lighthouse': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const all: Measurement[] = [];
  const add = (measured: readonly Measurement[]): void => {
    all.push(...measured);
    for (const { what, notes = [] } of measured) {
      if (notes.length > 0) console.log([`${what}:`, ...notes].join('\n  '));
    }
  };
  add(await measureFiles());
  await withDemoServer(async (url) => {
    // First, because the pages are scored with the sample as it is.
    const pages = values.page ?? [
      '/app',
      '/app/work',
      `/app/actions/${await findNotedAction(url)}`,
    ];
    for (const path of values['skip-lighthouse'] ? [] : pages) {
      add(await measureLighthouse(url, path));
    }
    const browser = await startBrowser();
    try {
      add(await measureRequests(browser, url));
      await addWork(url, { reviews: 200, inbox: 200 });
      add(await measureKeyPresses(browser, url));
      add([await measureScrolling(browser, url, values.list)]);
    } finally {
      await browser.close();
    }
  });
  const { date, commit, machine } = surroundings();
  const [load = 0] = loadavg();
  console.log(`\n${date}, ${commit}, ${machine}, load ${load.toFixed(1)}\n\n${toTable(all)}`);
  if (!all.every(isWithin)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
