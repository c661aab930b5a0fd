import type { Browser, Page } from 'playwright-core';
import { median, type Measurement } from './measurement';

const rows = 200;
const passes = 5;
const budgetMs = 50;
const settleMs = 1_500;
const row = 'main [data-row]';

// The time between the beginnings of two frames, while the page scrolls.
const recordFrames = `
  globalThis.frameTimes = [];
  let last;
  const step = (now) => {
    if (last !== undefined) frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
`;

/** The longest frame while a new page with a long list is scrolled from its top to its end. */
export async function measureScrolling(
  browser: Browser,
  url: string,
  list: string,
): Promise<Measurement> {
  const found: { readonly count: number; readonly longest: number }[] = [];
  for (let pass = 0; pass < passes; pass += 1) found.push(await scroll(browser, url + list));
  const count = Math.min(...found.map((each) => each.count));
  const longest = found.map((each) => each.longest);
  return {
    what: `${list}: longest frame of scrolling ${count} rows, median of ${passes}`,
    value: median(longest),
    unit: 'ms',
    budget: budgetMs,
    notes: [
      `the longest frames: ${longest.map((ms) => `${ms} ms`).join(', ')}`,
      ...(count < rows ? [`the list shows only ${count} rows`] : []),
    ],
  };
}

async function scroll(browser: Browser, address: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(address);
  await page.locator(row).first().waitFor();
  const count = await showRows(page);
  await page.waitForTimeout(settleMs);
  await page.mouse.move(500, 500);
  await page.evaluate(recordFrames);
  await scrollToEnd(page);
  // A frame takes a multiple of a sixtieth of a second, and three of them are 50 ms.
  const longest = await page.evaluate<number>('Math.round(Math.max(...frameTimes))');
  await page.close();
  return { count, longest };
}

/** Shows at least 200 rows where the list can. Returns the number of its rows. */
async function showRows(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await page.locator(row).count()) < rows && (await more.count()) > 0) {
    const before = await page.locator(row).count();
    await more.click();
    await page.locator(row).nth(before).waitFor();
  }
  return page.locator(row).count();
}

async function scrollToEnd(page: Page): Promise<void> {
  const position = (): Promise<number> => page.evaluate<number>('scrollY');
  for (let before = -1; before !== (await position());) {
    before = await position();
    for (let turn = 0; turn < 5; turn += 1) {
      await page.mouse.wheel(0, 120);
      await page.waitForTimeout(16);
    }
  }
  if ((await position()) === 0) throw new Error('The list did not scroll.');
}
