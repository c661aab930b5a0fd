import { existsSync, statfsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { unpackCarriedBrowser } from './carried-browser';

// Flags of our own: those of @sparticuz/chromium switch the security of the web off.
const flags = ['--disable-gpu', '--hide-scrollbars', '--mute-audio'];

// Containers often have 64 MB there, which is too little.
const sharedMemory = '/dev/shm';
const neededBytes = 1_000_000_000;

// A machine that runs other work too may stop for half a minute, which is Playwright's default.
const patienceMs = 90_000;

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

/** Whether this machine can run the tests in a browser. Linux on x64 always can. */
export const hasBrowser = isLinuxX64 || installedBrowser() !== undefined;

/**
 * Starts an installed browser, or the one that a development dependency carries. `hosts` maps names
 * to addresses with a port; `more` are further flags.
 */
export async function startBrowser(
  hosts: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name}:443 ${address}`);
  const mapping = rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`];
  const args = [...flags, ...sharedMemoryFlags(), ...mapping, ...more];
  const browser = await launch(args);
  return browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
}

async function launch(args: string[]): Promise<Browser> {
  const installed = installedBrowser();
  if (installed !== undefined) return chromium.launch({ executablePath: installed, args });
  const { executablePath, env } = await unpackCarriedBrowser();
  return chromium.launch({ executablePath, env, args: [...args, '--headless=shell'] });
}

/** Collects what the browser complains about, such as violations of a policy. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/**
 * Chromium's processes share memory by files of /dev/shm. The flag puts these files into the
 * temporary directory, where they may wait for the disk, so it is for systems without room there.
 */
function sharedMemoryFlags(): readonly string[] {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize >= neededBytes ? [] : ['--disable-dev-shm-usage'];
  } catch {
    return [];
  }
}

function installedBrowser(): string | undefined {
  const { CHROMIUM: named } = process.env;
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere].find((file) => existsSync(file));
}
