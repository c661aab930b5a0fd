import type { Browser, Request } from 'playwright-core';
import { bundleConsole } from '../../../src/features/console-pages/console-files';
import { consoleSizes } from '../../build/console';
import type { Measurement } from './measurement';

const bestQuality = 11;
const KiB = 1024;
const KB = 1000;
/** The budget of the screen Now. */
const now = { documents: 1, calls: 3, bytes: 100 * KB };
// The console reads its screens again when the stream of events has begun.
const settleMs = 2_000;

// The time of the frame that shows the first rows, in milliseconds since 1970.
const recordRows = `{
  const look = () => {
    if (document.querySelector('[data-row]') === null) requestAnimationFrame(look);
    else globalThis.rowsShownAt = performance.timeOrigin + performance.now();
  };
  requestAnimationFrame(look);
}`;

/** The sizes of the console's files, gzipped. */
export async function measureFiles(): Promise<readonly Measurement[]> {
  const sizes = consoleSizes(await bundleConsole(bestQuality));
  return sizes.map(({ part, bytes, budget }) => ({
    what: `${part}, gzipped`,
    value: bytes / KiB,
    unit: 'KiB',
    budget: budget / KiB,
  }));
}

/** What the screen Now requests until its rows are shown. */
export async function measureRequests(
  browser: Browser,
  url: string,
): Promise<readonly Measurement[]> {
  const page = await browser.newPage();
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin === url) requests.push(request);
  });
  await page.addInitScript(recordRows);
  await page.goto(`${url}/app`);
  await page.locator('[data-row]').first().waitFor();
  await page.waitForTimeout(settleMs);
  const shownAt = await page.evaluate<number>('rowsShownAt');
  const isNeeded = (request: Request): boolean => request.timing().startTime < shownAt;
  const documents = requests.filter((request) => request.resourceType() === 'document').length;
  const calls = requests.filter((request) => isCall(request) && isNeeded(request));
  const again = requests.filter((request) => isCall(request) && !isNeeded(request)).length;
  const sizes = await Promise.all(calls.map(sizeOf));
  await page.close();
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const notes = [
    ...calls.map((call, index) => `${pathOf(call)}: ${sizes[index] ?? 0} bytes`),
    `${again} more calls within two seconds, after its rows are shown`,
  ];
  return [
    { what: 'Now: documents', value: documents, unit: 'requests', budget: now.documents },
    { what: 'Now: API calls', value: calls.length, unit: 'requests', budget: now.calls, notes },
    { what: 'Now: their responses', value: bytes / KB, unit: 'KB', budget: now.bytes / KB },
  ];
}

function isCall(request: Request): boolean {
  return pathOf(request).startsWith('/v1/');
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${pathname}${decodeURIComponent(search)}`;
}

/** The bytes of a response; none for the stream of events, which does not end. */
async function sizeOf(request: Request): Promise<number> {
  if (pathOf(request).startsWith('/v1/events/stream')) return 0;
  const response = await request.response();
  await response?.finished();
  return (await request.sizes()).responseBodySize;
}
