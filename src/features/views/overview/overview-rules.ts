import { limits } from '../../../../generated/limits';
import { SECOND, addMilliseconds } from '../../../platform/time';

/** The maximum number of entries per list of an overview. */
export interface OverviewCaps {
  readonly work: number;
  readonly projects: number;
  readonly titles: number;
  readonly questions: number;
  readonly proposals: number;
  readonly orders: number;
  readonly activity: number;
}

const entries = limits.overview_entries;

const defaultCaps: OverviewCaps = {
  work: entries,
  projects: entries,
  titles: entries,
  questions: entries,
  proposals: entries,
  orders: entries,
  activity: limits.overview_activity_entries,
};

const maxEntries = limits.full_overview_entries;

const fullCaps: OverviewCaps = {
  work: maxEntries,
  projects: maxEntries,
  titles: maxEntries,
  questions: maxEntries,
  proposals: maxEntries,
  orders: maxEntries,
  activity: maxEntries,
};

/** The caps of an overview's lists; `full` raises them to 1,000 entries per list. */
export function overviewCaps(isFull: boolean): OverviewCaps {
  return isFull ? fullCaps : defaultCaps;
}

/** The maximum bytes of an overview's JSON, apart from first entries that do not fit. */
export function overviewBytes(isFull: boolean): number {
  return isFull ? limits.view_bytes : limits.overview_bytes;
}

/** The number of characters of the previews of an overview. */
export function previewLengthOf(isFull: boolean): number {
  return isFull ? limits.preview_characters : limits.overview_preview_characters;
}

/** The start of recent activity: seven days before `now`. */
export function recentActivityStart(now: string): string {
  return addMilliseconds(now, -limits.overview_activity_seconds * SECOND);
}

/**
 * How many entries the lists omit, including lists without a number in `truncated`, and how many
 * texts are cut.
 */
export interface Omitted {
  readonly actions: number;
  readonly projects: number;
  readonly questions: number;
  readonly proposals: number;
  readonly orders: number;
  readonly activity: number;
  readonly actionTexts: number;
  readonly projectTexts: number;
}

/** The sentences that name the operations which list the omitted entries. */
export function omissionHint(omitted: Omitted, isFull: boolean): string {
  const listed: [number, string][] = [
    [omitted.actions, 'GET /v1/actions'],
    [omitted.projects, 'GET /v1/projects'],
    [omitted.questions, 'GET /v1/questions'],
    [omitted.proposals, 'GET /v1/proposals'],
    [omitted.orders, 'GET /v1/orders'],
  ];
  const lists = listed.flatMap(([count, list]) => (count > 0 ? [list] : []));
  const sentences: string[] = [];
  if (!isFull && lists.length + omitted.activity > 0) {
    sentences.push(
      `full=true raises the limits to ${maxEntries.toLocaleString('en')} entries a list and 256 KiB.`,
    );
  } else if (lists.length > 0) {
    sentences.push(`${lists.join(', ')} list the omitted entries.`);
  } else if (omitted.activity > 0) {
    sentences.push('Older activity is left out.');
  }
  if (omitted.actionTexts > 0) sentences.push('GET /v1/actions/{id} has the details in full.');
  if (omitted.projectTexts > 0)
    sentences.push('GET /v1/projects/{id} has the description in full.');
  return sentences.length === 0 ? 'Nothing is left out.' : sentences.join(' ');
}
