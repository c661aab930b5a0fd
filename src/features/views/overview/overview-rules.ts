import { limits } from '../../../../generated/limits';
import { SECOND, shift } from '../../../platform/time';

/** The most entries of each list of an overview. */
export interface OverviewCaps {
  readonly work: number;
  readonly projects: number;
  readonly titles: number;
  readonly questions: number;
  readonly orders: number;
  readonly activity: number;
}

const usual: OverviewCaps = {
  work: 20,
  projects: 20,
  titles: 20,
  questions: 20,
  orders: 20,
  activity: 10,
};

const most = limits.full_overview_entries;

const full: OverviewCaps = {
  work: most,
  projects: most,
  titles: most,
  questions: most,
  orders: most,
  activity: most,
};

/** The caps of an overview; `full` lifts them to 1,000 entries a list (product section 5). */
export function capsOf(isFull: boolean): OverviewCaps {
  return isFull ? full : usual;
}

/** From when on activity is recent: seven days before `now`. */
export function recentSince(now: string): string {
  return shift(now, -limits.overview_activity_seconds * SECOND);
}

/** How many entries the lists leave out, also those that have no number in `truncated`, and how many texts are cut. */
export interface LeftOut {
  readonly actions: number;
  readonly projects: number;
  readonly questions: number;
  readonly orders: number;
  readonly activity: number;
  readonly actionTexts: number;
  readonly projectTexts: number;
}

/** Says in words how to see what an overview leaves out. */
export function hintFor(left: LeftOut, isFull: boolean): string {
  const listed: [number, string][] = [
    [left.actions, 'GET /v1/actions'],
    [left.projects, 'GET /v1/projects'],
    [left.questions, 'GET /v1/questions'],
    [left.orders, 'GET /v1/orders'],
  ];
  const lists = listed.flatMap(([count, list]) => (count > 0 ? [list] : []));
  const sentences: string[] = [];
  if (!isFull && lists.length + left.activity > 0) {
    sentences.push(`full=true lifts the caps to ${most.toLocaleString('en')} entries a list.`);
  } else if (lists.length > 0) {
    sentences.push(`${lists.join(', ')} list what is left out.`);
  } else if (left.activity > 0) {
    sentences.push('Older activity is left out.');
  }
  if (left.actionTexts > 0) sentences.push('GET /v1/actions/{id} has the details in full.');
  if (left.projectTexts > 0) sentences.push('GET /v1/projects/{id} has the description in full.');
  return sentences.length === 0 ? 'Nothing is left out.' : sentences.join(' ');
}
