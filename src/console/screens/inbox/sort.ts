import { isCallboardError, unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client, paramsOf, queries } from '../../api/client';
import { leaveIfRefused } from '../../api/signed-out';
import { keyOf, removeEntry, setEntry, type Entry, type Failed } from '../../decisions/decisions';
import { isTyping } from '../../keys/keys';
import { focusRow } from '../../keys/list-keys';
import type { Action } from '../../rows/review-row';
import { inTurn } from '../action/write-action';
import { beginDoing, sentenceOfUndo, showDone } from '../../ui/done';
import { isTemporary, sentenceOf } from '../../ui/loading';
import { fromLocal, toLocal } from '../../ui/time';
import { dateLocale, t } from '../../texts/texts';

type Change = components['schemas']['ActionUpdate'];

/** What a person does with captured actions. */
export type Sort =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drop' }
  /** `name`: the time in words. */
  | { readonly kind: 'defer'; readonly until: string; readonly name: string }
  | { readonly kind: 'assign'; readonly actorId: string | null; readonly name: string }
  | { readonly kind: 'project'; readonly projectId: string | null; readonly name: string };

/** What was done, as the row and the bar say it. */
function sentenceOfSort(sort: Sort): string {
  switch (sort.kind) {
    case 'ready':
      return t('Made ready');
    case 'drop':
      return t('Dropped');
    case 'defer':
      return t('Deferred until {name}', { name: sort.name });
    case 'assign':
      return sort.actorId === null
        ? t('Assigned to nobody')
        : t('Assigned to {name}', { name: sort.name });
    case 'project':
      break;
  }
  return sort.projectId === null
    ? t('Taken out of its project')
    : t('Put into “{name}”', { name: sort.name });
}

/** Whether the action is in the inbox no more. */
export function leavesInbox({ kind }: Sort): boolean {
  return kind === 'ready' || kind === 'drop' || kind === 'defer';
}

/** Sends it. Returns the changed action. */
function sendSort(action: Action, sort: Sort): Promise<Action> {
  return sort.kind === 'drop'
    ? unwrap(client.POST('/v1/actions/{id}/drop', { params: paramsOf(action) }))
    : change(action, changeOf(sort));
}

/** Takes it back: `before` and `after` are the action before and after it. */
function takeBackSort(before: Action, after: Action, sort: Sort): Promise<Action> {
  switch (sort.kind) {
    case 'drop':
      return unwrap(client.POST('/v1/actions/{id}/reopen', { params: paramsOf(after) }));
    case 'ready':
      return change(after, { status: 'inbox' });
    case 'defer':
      return change(after, { defer_until: before.defer_until });
    case 'assign':
      return change(after, { assigned_actor_id: before.assigned_actor_id });
    case 'project':
      break;
  }
  return change(after, { project_id: before.project_id });
}

function changeOf(sort: Exclude<Sort, { readonly kind: 'drop' }>): Change {
  switch (sort.kind) {
    case 'ready':
      return { status: 'ready' };
    case 'defer':
      return { defer_until: sort.until };
    case 'assign':
      return { assigned_actor_id: sort.actorId };
    case 'project':
      break;
  }
  return { project_id: sort.projectId };
}

function change(action: Action, body: Change): Promise<Action> {
  return unwrap(client.PATCH('/v1/actions/{id}', { params: paramsOf(action), body }));
}

/** The deferral that the choice with this number means, from 1. */
export function deferChoice(number: number, timeZone: string): Sort | undefined {
  const time = deferTimes(Date.now(), timeZone)[number - 1];
  return time && { kind: 'defer', until: time.at, name: time.name };
}

/** A time until which an action can be deferred. */
export interface DeferTime {
  /** The choice, such as `Tomorrow morning`. */
  readonly label: string;
  /** The time in words, such as `Mon 30 Nov, 09:00`. */
  readonly name: string;
  readonly at: string;
}

const morning = 'T09:00';
const dayMs = 86_400_000;

/** The sensible times after `now`, each in the morning of the time zone. */
export function deferTimes(now: number, timeZone: string): readonly DeferTime[] {
  const today = dayOf(now, timeZone);
  const weekday = new Date(today).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const choices = [
    [t('Tomorrow morning'), 1],
    [t('Next Monday'), untilMonday],
    [t('In a week'), 7],
  ] as const;
  return choices.map(([label, days]) => ({
    label,
    ...timeOn(new Date(today + days * dayMs).toISOString().slice(0, 10), timeZone),
  }));
}

/** The morning of a date such as `2026-11-30` in the time zone, with its name. */
export function timeOn(date: string, timeZone: string): Omit<DeferTime, 'label'> {
  const at = fromLocal(date + morning, timeZone) ?? '';
  const format = new Intl.DateTimeFormat(dateLocale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return { name: format.format(new Date(at)), at };
}

/** The date of tomorrow in the time zone, such as `2026-11-30`. */
export function tomorrow(now: number, timeZone: string): string {
  return new Date(dayOf(now, timeZone) + dayMs).toISOString().slice(0, 10);
}

/** The day of the time zone, as if it were one of UTC. */
function dayOf(now: number, timeZone: string): number {
  return Date.parse(toLocal(new Date(now).toISOString(), timeZone).slice(0, 10));
}

interface Sorted {
  readonly before: Action;
  readonly after: Action;
}

/** Sorts captured actions: marks their rows at once, sends the changes, and takes them back. */
export function useSorting() {
  const [latest, setLatest] = useState<ReadonlyMap<string, Action>>(new Map());

  async function sort(actions: readonly Action[], how: Sort): Promise<void> {
    const text = sentenceOfSort(how);
    const end = beginDoing();
    for (const { id } of actions)
      mark(id, leavesInbox(how) ? { text, state: 'sending' } : undefined);
    const results = await Promise.all(
      actions.map((action) =>
        sendOne(action, how).catch(async (error: unknown) => {
          const again = isTemporary(error) ? () => void sort([action], how) : undefined;
          mark(action.id, await markOfFailure(action.id, { text, error, again }));
        }),
      ),
    );
    const sorted = results.filter((result) => result !== undefined);
    if (sorted.length > 0) {
      const left = new Set(sorted);
      const done = t('{count, plural, one {{text}.} other {# actions: {text}.}}', {
        count: sorted.length,
        text,
      });
      showDone(done, () => takeBack(left, how));
    }
    end(sorted.length > 0);
    void queries.invalidateQueries();
  }

  async function sendInTurn(seen: Action, send: (now: Action) => Promise<Action>): Promise<Sorted> {
    let before = seen;
    const after = await inTurn(seen, (now) => {
      before = now;
      return send(now);
    });
    setLatest((known) => new Map(known).set(after.id, after));
    return { before, after };
  }

  async function sendOne(shown: Action, how: Sort): Promise<Sorted> {
    const { before, after } = await sendInTurn(shown, (now) => sendSort(now, how));
    if (leavesInbox(how) || after.is_template) {
      const undo = (): void =>
        void takeBack(new Set([{ before, after }]), how).catch((error: unknown) =>
          showDone(sentenceOfUndo(error)),
        );
      mark(before.id, { text: sentenceOfSort(how), state: 'sent', undo });
    }
    return { before, after };
  }

  /** Takes back those that are left, until there are none. */
  async function takeBack(left: Set<Sorted>, how: Sort): Promise<void> {
    const sorted = [...left];
    const results = await Promise.allSettled(
      sorted.map(async (one) => {
        await sendInTurn(one.after, (now) => takeBackSort(one.before, now, how));
        left.delete(one);
        mark(one.after.id, undefined);
      }),
    );
    void queries.invalidateQueries();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const [first] = sorted;
    if (first === undefined || isTyping()) return;
    requestAnimationFrame(() => focusRow(rowOf(first.before.id)));
  }

  return {
    sort: (actions: readonly Action[], how: Sort) => void sort(actions, how),
    /** The newest state of an action that is known. */
    newest: (action: Action): Action => newer(action, latest.get(action.id)),
  };
}

function newer(action: Action, known: Action | undefined): Action {
  return known !== undefined && known.version > action.version ? known : action;
}

function rowOf(id: string): string {
  return keyOf({ kind: 'captured', id });
}

function mark(id: string, entry: Omit<Entry, 'subject'> | Failed | undefined): void {
  if (entry === undefined) removeEntry(rowOf(id));
  else if (entry.state === 'failed') setEntry(rowOf(id), entry);
  else setEntry(rowOf(id), { ...entry, subject: { kind: 'captured', id } });
}

async function markOfFailure(
  id: string,
  { text, error, again }: { text: string; error: unknown; again: (() => void) | undefined },
): Promise<Omit<Entry, 'subject'> | Failed> {
  leaveIfRefused(error);
  const isConflict = isCallboardError(error) && [404, 409, 412].includes(error.status);
  const subject = { kind: 'captured', id } as const;
  const outcome = isConflict
    ? await import('../../decisions/what-happened')
        .then((module) => module.whatHappened(subject))
        .catch(() => undefined)
    : undefined;
  if (outcome?.isOpen === false) return { state: 'late', text: outcome.text };
  const fault = isCallboardError(error, 'STALE_VERSION')
    ? t('It has changed since you saw it, so nothing was done.')
    : t('Not saved: {text}. {error}', { text, error: sentenceOf(error) });
  return { state: 'failed', text: fault, again };
}
