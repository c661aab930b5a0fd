import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { median, type Measurement } from './measurement';

const presses = 20;
const budgetMs = 100;
// As quick as a person who reads titles only. The first decisions are sent meanwhile.
const betweenMs = 300;

// The time from a key press to the frame in which the row says what was decided. A message that is
// sent in a frame's callback arrives after that frame was painted.
const recordPresses = `
  globalThis.pressTimes = [];
  globalThis.pressesPainted = async (count) => {
    while (pressTimes.length < count) await new Promise(requestAnimationFrame);
  };
  addEventListener('keydown', (event) => {
    const key = document.activeElement.closest('[data-row]').dataset.row;
    const look = () => {
      const row = document.querySelector('[data-row="' + key + '"]');
      if (row === null || row.dataset.decided !== 'true') {
        requestAnimationFrame(look);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => pressTimes.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, true);
  document.querySelector('[data-row^="review-"]').focus();
`;

/** The times from a key press to the painted decision, on the screen Now. */
export async function measureKeyPresses(
  browser: Browser,
  url: string,
): Promise<readonly Measurement[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}/app`);
  await page.locator('[data-row^="review-"]').nth(presses).waitFor();
  await pause(1_000);
  await page.evaluate(recordPresses);
  for (let press = 1; press <= presses; press += 1) {
    await page.keyboard.press('y');
    await page.evaluate(`pressesPainted(${press})`);
    await pause(betweenMs);
  }
  const times = await page.evaluate<readonly number[]>('pressTimes');
  await page.close();
  const common = { unit: 'ms', budget: budgetMs } as const;
  return [
    { what: 'Key press to painted decision, median', value: median(times), ...common },
    {
      what: `Key press to painted decision, max of ${presses}`,
      value: Math.max(...times),
      ...common,
    },
  ];
}
