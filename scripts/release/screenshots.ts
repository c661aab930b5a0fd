import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { startBrowser } from '../servers/browser';
import { findNotedAction } from './bench-console/seed';
import { withDemoServer } from '../demo-server';

const folder = join(packageRoot(), 'docs', 'images');

/** Writes the pictures of the README from the console with the sample workspace. */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withDemoServer(async (url) => {
    const action = await findNotedAction(url);
    const pictures = [
      { name: 'now', path: '/app', schemes: ['light', 'dark'] },
      { name: 'review', path: `/app/review?open=review-${action}`, schemes: ['light'] },
      { name: 'action', path: `/app/actions/${action}`, schemes: ['light'] },
    ] as const;
    const browser = await startBrowser();
    try {
      for (const { name, path, schemes } of pictures) {
        for (const scheme of schemes) {
          const file = join(folder, `${name}-${scheme}.png`);
          await takePicture(browser, { url: url + path, scheme, file });
          console.log(file);
        }
      }
    } finally {
      await browser.close();
    }
  });
}

async function takePicture(
  browser: Browser,
  picture: { readonly url: string; readonly scheme: 'light' | 'dark'; readonly file: string },
): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: picture.scheme,
    reducedMotion: 'reduce',
  });
  await page.goto(picture.url);
  await page.locator('h1').waitFor();
  // The network is never idle, because the stream of events does not end.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: picture.file });
  await page.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
