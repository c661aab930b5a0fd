import type { Browser, Page } from 'playwright-core';
import { median, type Measurement } from './measurement';

const rows = 200;
const passes = 3;
const budgetMs = 50;
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

/** The longest frame while a long list is scrolled from its top to its end by the wheel. */
export async function measureScrolling(
  browser: Browser,
  url: string,
  list: string,
): Promise<Measurement> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}${list}`);
  await page.locator(row).first().waitFor();
  const count = await showRows(page);
  await page.mouse.move(500, 500);
  await page.evaluate(recordFrames);
  const longest: number[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForTimeout(500);
    await page.evaluate('frameTimes.length = 0');
    await scrollToEnd(page);
    longest.push(await page.evaluate<number>('Math.max(...frameTimes)'));
  }
  await page.close();
  return {
    what: `${list}: longest frame of scrolling ${count} rows, median of ${passes}`,
    value: median(longest),
    unit: 'ms',
    budget: budgetMs,
    notes: [
      `the longest frames: ${longest.map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
      ...(count < rows ? [`the list shows only ${count} rows`] : []),
    ],
  };
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
