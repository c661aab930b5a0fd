import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { queries } from '../../api/client';
import { announceSignedOut } from '../../api/signed-out';
import { keyOf, removeEntry, setEntry, type Entry, type Failed } from '../../decisions/entries';
import { focusRow } from '../../keys/rows';
import type { Action } from '../../rows/review-row';
import { sentenceOfUndo, showDone } from '../../ui/done';
import { isTemporary, sentenceOf } from '../../ui/failure';
import { leavesInbox, sendSort, sentenceOfSort, takeBackSort, type Sort } from './sort';

interface Sorted {
  readonly before: Action;
  readonly after: Action;
}

/** Sorts captured actions: marks their rows at once, sends the changes, and takes them back. */
export function useSorting() {
  const [latest, setLatest] = useState<ReadonlyMap<string, Action>>(new Map());

  async function sort(actions: readonly Action[], how: Sort): Promise<void> {
    const text = sentenceOfSort(how);
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
      const name = sorted.length === 1 ? '' : `${sorted.length} actions: `;
      const left = new Set(sorted);
      showDone(`${name}${text}.`, () => takeBack(left, how));
    }
    void queries.invalidateQueries();
  }

  async function sendOne(before: Action, how: Sort): Promise<Sorted> {
    const after = await sendSort(before, how);
    setLatest((known) => new Map(known).set(after.id, after));
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
        const now = await takeBackSort(one.before, one.after, how);
        left.delete(one);
        setLatest((known) => new Map(known).set(now.id, now));
        mark(now.id, undefined);
      }),
    );
    void queries.invalidateQueries();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const [first] = sorted;
    if (first === undefined) return;
    requestAnimationFrame(() => focusRow(rowOf(first.before.id)));
  }

  return {
    sort: (actions: readonly Action[], how: Sort) => void sort(actions, how),
    /** The newest state of an action that is known. */
    newest: (action: Action): Action => {
      const known = latest.get(action.id);
      return known !== undefined && known.version > action.version ? known : action;
    },
  };
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
  if (isCallboardError(error, 'UNAUTHENTICATED')) announceSignedOut();
  const isConflict = isCallboardError(error) && [404, 409, 412].includes(error.status);
  const subject = { kind: 'captured', id } as const;
  const outcome = isConflict
    ? await import('../../decisions/what-happened')
        .then((module) => module.whatHappened(subject))
        .catch(() => undefined)
    : undefined;
  if (outcome?.isOpen === false) return { state: 'late', text: outcome.text };
  const fault = isCallboardError(error, 'STALE_VERSION')
    ? 'It has changed since you saw it, so nothing was done.'
    : `Not saved: ${text}. ${sentenceOf(error)}`;
  return { state: 'failed', text: fault, again };
}
