import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { owner } from './given';
import { textsIn, type Language, type Say } from './texts';

// The console ignores a click that follows one beside it at once, as a double tap.
const betweenMs = 600;

type Role = Parameters<Page['getByRole']>[0];

/** A person who knows only what the console shows: roles and names. */
export interface Newcomer {
  readonly page: Page;
  readonly say: Say;
  /** Opens a screen by the navigation, and waits for its heading. */
  readonly go: (screen: string, heading?: string) => Promise<void>;
  /** What has the role and the whole name, within another part or the page. */
  readonly find: (role: Role, name: string, within?: Locator) => Locator;
  /** Presses a button of the page, or of a part of it. */
  readonly press: (name: string, within?: Locator) => Promise<void>;
  readonly follow: (name: string, within?: Locator) => Promise<void>;
  /** Writes into the field with a label. */
  readonly write: (label: string, text: string, within?: Locator) => Promise<void>;
  /** Takes an option of a list. */
  readonly select: (label: string, option: string, within?: Locator) => Promise<void>;
  /** Chooses a record in a combobox by its name. */
  readonly choose: (label: string, name: string, within?: Locator) => Promise<void>;
  /** The dialog that is open. */
  readonly dialog: () => Locator;
  /** The row or the list entry with a text. */
  readonly row: (text: string, within?: Locator) => Locator;
}

/** Opens a browser of a newcomer who signs in. */
export async function signedIn(
  browser: Browser,
  url: string,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Newcomer> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto(`${url}/app`);
  const newcomer = newcomerOn(page, textsIn(language));
  await newcomer.write(newcomer.say('E-mail address'), owner.email);
  await newcomer.write(newcomer.say('Password'), owner.password);
  await newcomer.press(newcomer.say('Sign in'));
  await newcomer.find('heading', newcomer.say('Now')).waitFor();
  return newcomer;
}

function newcomerOn(page: Page, say: Say): Newcomer {
  const find: Newcomer['find'] = (role, name, within) =>
    (within ?? page).getByRole(role, { name, exact: true }).first();
  const click = async (role: Role, name: string, within?: Locator): Promise<void> => {
    await find(role, name, within).click();
    await pause(betweenMs);
  };
  const field = (label: string, within?: Locator): Locator =>
    (within ?? page).getByLabel(new RegExp(`^${label.replaceAll(/[.?()]/g, '\\$&')}`)).first();
  return {
    page,
    say,
    find,
    async go(screen, heading = screen) {
      const navigation = find('navigation', say('Screens'));
      // A number of what waits may follow the name.
      const name = new RegExp(`^${say(screen)}( [\\d.,+]+)?$`);
      await navigation.getByRole('link', { name }).first().click();
      await find('heading', say(heading)).waitFor();
      await pause(betweenMs);
    },
    press: (name, within) => click('button', name, within),
    follow: (name, within) => click('link', name, within),
    write: (label, text, within) => field(label, within).fill(text),
    async select(label, option, within) {
      await field(label, within).click();
      await find('option', option).click();
      await pause(betweenMs);
    },
    async choose(label, name, within) {
      const box = field(label, within);
      await box.fill(name);
      const option = page.getByRole('option', { name }).first();
      await option.waitFor();
      await pause(betweenMs);
      await option.click();
    },
    dialog: () => page.getByRole('dialog').last(),
    row: (text, within) =>
      (within ?? page.getByRole('main')).getByRole('listitem').filter({ hasText: text }).first(),
  };
}
