import { isCallboardError } from 'callboard-client';
import { queries } from '../api/client';
import { changesKey, forgetDraft, onLeave } from '../api/person';
import { leaveIfRefused } from '../api/signed-out';
import { troubleNow } from '../api/trouble';
import { announce } from '../ui/done';
import { isTemporary, sentenceOf } from '../ui/loading';
import {
  countUnsaved,
  entryOf,
  isDecided,
  keyOf,
  removeEntry,
  sentenceOfDecision,
  setEntry,
  type Decision,
  type Outcome,
  type Subject,
} from './decisions';
import { sendDecisions } from './send';
import { t } from '../texts/texts';

/** How long a decision waits before it is sent, because nothing undoes it afterwards. */
const undoMs = 4_000;

/** A decision about a record that has not been sent yet. */
interface Waiting {
  readonly key: string;
  readonly subject: Subject;
  readonly decision: Decision;
  readonly text: string;
}

/** Decisions that were made together and are sent together. */
interface Group {
  readonly items: Waiting[];
  readonly timer: ReturnType<typeof setTimeout>;
}

let groups: readonly Group[] = [];
/** The decisions that are being made together. */
let together: Waiting[] | undefined;

/** Decides: shows the decision at once, and sends it unless it is undone within four seconds. */
export function decide(subject: Subject, decision: Decision): void {
  const key = keyOf(subject);
  if (isDecided(entryOf(key))) return;
  const text = sentenceOfDecision(decision);
  const item = { key, subject, decision, text };
  setEntry(key, { subject, text, state: 'waiting' });
  if (together === undefined) wait([item]);
  else together.push(item);
}

/** Calls a function that decides about several rows. What it decides is sent and undone as one. */
export function decideTogether(decideAll: () => void): void {
  together = [];
  decideAll();
  const items = together;
  together = undefined;
  if (items.length > 0) wait(items);
}

function wait(items: Waiting[]): void {
  const group = { items, timer: setTimeout(() => release(group), undoMs) };
  groups = [...groups, group];
  const [first] = items;
  const text =
    items.length === 1 && first !== undefined
      ? first.text
      : t('{count, plural, one {# decided} other {# decided}}', { count: items.length });
  announce(t('{text}. Press U to undo.', { text }));
}

/**
 * Sends the decisions of a group. The requests begin before the browser does anything else, so they
 * are sent even when the page closes.
 */
function release(group: Group): void {
  clearTimeout(group.timer);
  groups = groups.filter((one) => one !== group);
  void send(group.items);
}

/** Sends decisions. Resolves when each is saved, or its row says that it is not. */
async function send(items: readonly Waiting[]): Promise<void> {
  for (const { key, subject, text } of items) setEntry(key, { subject, text, state: 'sending' });
  running += 1;
  await sendDecisions(items, async ({ item, error }) => {
    if (error !== undefined) return fail(item, error);
    const { key, subject, text } = item;
    forgetDraft(subject.id);
    forgetDraft(changesKey(subject.id));
    setEntry(key, { subject, text, state: 'sent' });
  });
  running -= 1;
  void queries.invalidateQueries();
}

/** How many requests with decisions have no response yet. */
let running = 0;
let failed: Waiting[] = [];

/** Sends a decision again, together with others for which this is called at the same time. */
function sendAgain(item: Waiting): void {
  failed.push(item);
  if (failed.length > 1) return;
  queueMicrotask(() => {
    const items = failed;
    failed = [];
    void send(items);
  });
}

/**
 * Takes back the decision about a row, or without a key everything that was decided last, while it
 * waits. Returns the key of the row; of the first row if there are several.
 */
export function undo(key?: string): string | undefined {
  const group =
    key === undefined
      ? groups.at(-1)
      : groups.find(({ items }) => items.some((item) => item.key === key));
  if (group === undefined) return undefined;
  const undone = group.items.filter((item) => key === undefined || item.key === key);
  for (const item of undone) {
    group.items.splice(group.items.indexOf(item), 1);
    removeEntry(item.key);
  }
  if (group.items.length === 0) {
    clearTimeout(group.timer);
    groups = groups.filter((one) => one !== group);
  }
  announce(t('Undone.'));
  return undone[0]?.key;
}

async function fail(item: Waiting, error: unknown): Promise<void> {
  const { key, subject } = item;
  if (leaveIfRefused(error)) return;
  const isConflict =
    isCallboardError(error) &&
    (error.status === 409 || error.status === 412 || error.status === 404);
  const outcome = isConflict ? await outcomeOf(subject).catch(() => undefined) : undefined;
  if (outcome?.isOpen === false) {
    setEntry(key, { subject, text: outcome.text, state: 'late' });
    announce(t('Not saved. {outcome}', { outcome: outcome.text }));
    return;
  }
  const text = failureOf(item, error);
  // The row has an alert with it.
  const again = isTemporary(error) ? () => sendAgain(item) : undefined;
  setEntry(key, { state: 'failed', text, again });
}

function failureOf(item: Waiting, error: unknown): string {
  if (isCallboardError(error, 'STALE_VERSION')) {
    return t(
      'It has changed since you saw it, so your decision was not sent. Look again and decide.',
    );
  }
  if (!isCallboardError(error, 'PROPOSAL_STALE')) {
    return t('Not saved: {item}. {error}', { item: item.text, error: sentenceOf(error) });
  }
  const { changes } = error.details;
  const fields = new Set(changes.map(({ field, type, change }) => field ?? `${type} ${change}`));
  return fields.size === 0
    ? t('What it is about has changed since you saw it, so it was not permitted. Look again.')
    : t(
        'What it is about has changed since you saw it ({fields}), so it was not permitted. Look again.',
        { fields: [...fields].join(', ') },
      );
}

async function outcomeOf(subject: Subject): Promise<Outcome> {
  return (await import('./what-happened')).whatHappened(subject);
}

/** Sends everything that waits, because the page may be gone in a moment. */
function releaseAll(): void {
  for (const group of groups) release(group);
}

/** Sends everything that waits. Resolves when the server has responded, or does not answer. */
export async function settle(): Promise<void> {
  releaseAll();
  while (running > 0 && troubleNow() === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

onLeave(() => {
  for (const { timer } of groups) clearTimeout(timer);
  groups = [];
});

// Before the page is unloaded: after that, a busy browser may end the page's process before the
// request has left it. Phones send only the other two events.
addEventListener('beforeunload', (event) => {
  releaseAll();
  if (countUnsaved(troubleNow() !== undefined) > 0) event.preventDefault();
});
addEventListener('pagehide', releaseAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') releaseAll();
});
