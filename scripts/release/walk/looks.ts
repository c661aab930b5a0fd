import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const widths = [1440, 1280, 768, 375, 320] as const;
const schemes = ['light', 'dark'] as const;
/** The widths at which axe judges a screen. */
const judged: readonly number[] = [1280, 320];

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Takes pictures of the shown screen at all widths in both schemes. Returns its faults. */
export async function takeLooks(
  page: Page,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 760 : 900 });
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(150);
      const path = join(folder, `${name}-${width}-${scheme}.png`);
      await page.screenshot({ path, fullPage: true });
      const where = `${name} at ${width}, ${scheme}`;
      const found = judged.includes(width) ? await violations(page) : [];
      faults.push(...found.map((one) => `${where}: ${one}`));
    }
    const sideways = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (sideways > 0) faults.push(`${name} at ${width}: the page scrolls sideways by ${sideways}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return faults;
}

async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
