import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { queries } from '../../api/client';
import { announceSignedOut } from '../../api/signed-out';
import { keyOf } from '../../decisions/entries';
import { focusRow } from '../../keys/rows';
import type { Action } from '../../rows/review-row';
import { showDone } from '../../ui/done';
import { sentenceOf } from '../../ui/failure';
import { leavesInbox, sendSort, sentenceOfSort, takeBackSort, type Sort } from './sort';

/** What became of a row. `struck`: it is sorted; `failed`: the person may try again. */
export interface Mark {
  readonly state: 'struck' | 'failed';
  readonly text: string;
  /** Takes it back. Absent while it is sent, and when another person was first. */
  readonly undo?: (() => void) | undefined;
}

interface Sorted {
  readonly before: Action;
  readonly after: Action;
}

const undoFault = 'It could not be undone, because it has changed since.';

/** Sorts captured actions: marks their rows at once, sends the changes, and takes them back. */
export function useSorting() {
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());
  const [latest, setLatest] = useState<ReadonlyMap<string, Action>>(new Map());

  const mark = (ids: readonly string[], next: Mark | undefined): void =>
    setMarks((before) => {
      const after = new Map(before);
      for (const id of ids) {
        if (next === undefined) after.delete(id);
        else after.set(id, next);
      }
      return after;
    });

  async function sort(actions: readonly Action[], how: Sort): Promise<void> {
    const text = sentenceOfSort(how);
    const ids = actions.map(({ id }) => id);
    mark(ids, leavesInbox(how) ? { state: 'struck', text: `You: ${text}` } : undefined);
    const results = await Promise.all(
      actions.map((action) => sendOne(action, how).catch((error: unknown) => fail(action, error))),
    );
    const sorted = results.filter((result) => result !== undefined);
    if (sorted.length > 0) {
      const name = sorted.length === 1 ? '' : `${sorted.length} actions: `;
      showDone(`${name}${text}.`, () => takeBack(sorted, how));
    }
    void queries.invalidateQueries();
  }

  async function sendOne(before: Action, how: Sort): Promise<Sorted> {
    const after = await sendSort(before, how);
    setLatest((known) => new Map(known).set(after.id, after));
    if (leavesInbox(how)) {
      const undo = (): void =>
        void takeBack([{ before, after }], how).catch(() => showDone(undoFault));
      mark([before.id], { state: 'struck', text: `You: ${sentenceOfSort(how)}`, undo });
    }
    return { before, after };
  }

  async function fail({ id }: Action, error: unknown): Promise<undefined> {
    mark([id], await markOfFailure(id, error));
  }

  async function takeBack(sorted: readonly Sorted[], how: Sort): Promise<void> {
    const results = await Promise.allSettled(
      sorted.map(async ({ before, after }) => {
        const now = await takeBackSort(before, after, how);
        setLatest((known) => new Map(known).set(now.id, now));
        mark([now.id], undefined);
      }),
    );
    void queries.invalidateQueries();
    if (results.some(({ status }) => status === 'rejected')) throw new Error(undoFault);
    const [first] = sorted;
    if (first === undefined) return;
    requestAnimationFrame(() => focusRow(keyOf({ kind: 'captured', id: first.before.id })));
  }

  return {
    marks,
    sort: (actions: readonly Action[], how: Sort) => void sort(actions, how),
    /** The newest state of an action that is known. */
    newest: (action: Action): Action => {
      const known = latest.get(action.id);
      return known !== undefined && known.version > action.version ? known : action;
    },
  };
}

async function markOfFailure(id: string, error: unknown): Promise<Mark> {
  if (isCallboardError(error, 'UNAUTHENTICATED')) announceSignedOut();
  const isConflict = isCallboardError(error) && [404, 409, 412].includes(error.status);
  const subject = { kind: 'captured', id } as const;
  const outcome = isConflict
    ? await import('../../decisions/what-happened')
        .then((module) => module.whatHappened(subject))
        .catch(() => undefined)
    : undefined;
  if (outcome?.isOpen === false) return { state: 'struck', text: outcome.text };
  const text = isCallboardError(error, 'STALE_VERSION')
    ? 'It has changed since you saw it, so nothing was done. This is how it is now.'
    : `Nothing was done. ${sentenceOf(error)}`;
  return { state: 'failed', text };
}
