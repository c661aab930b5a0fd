import { isCallboardError } from 'callboard-client';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../api/transport';
import { leaveIfRefused } from '../api/signed-out';
import { beginDoing, showDone, type DoneLink } from './done';
import { sentenceOf } from './loading';
import { t } from '../texts/texts';

/** What is said after a successful write, and how it is taken back. */
export interface Told<T> {
  readonly done?: string | ((result: T) => string);
  /** Takes it back within eight seconds. Absent if no call undoes the write. */
  readonly undo?: ((result: T) => Promise<unknown>) | undefined;
  /** The page of the record that was written. */
  readonly link?: (result: T) => DoneLink;
}

let running = 0;

/** Whether a write of the person is on its way, or the screens do not show its result yet. */
export function isWriting(): boolean {
  return running > 0;
}

/** Writes, and then reads the screens again. */
async function writeAndRead<T>(send: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await send();
  } finally {
    const read = queries.invalidateQueries();
    // The screens are rendered in a task of their own.
    void read.finally(() => setTimeout(() => (running -= 1)));
  }
}

/**
 * Sends one write at a time, says what was done, and reads the screens again. `write` returns the
 * result, or undefined after a failure, which `fault` explains.
 */
export function useWrite() {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function write<T>(send: () => Promise<T>, told: Told<T> = {}): Promise<T | undefined> {
    if (isSending) return undefined;
    setSending(true);
    setError(undefined);
    const end = told.undo && beginDoing();
    try {
      const result = await writeAndRead(send);
      tell(result, told);
      end?.(true);
      return result;
    } catch (failure) {
      end?.(false);
      leaveIfRefused(failure);
      setError(failure);
      if (!isShown.current) showDone(t('Not saved. {failure}', { failure: faultOf(failure) }));
      return undefined;
    } finally {
      setSending(false);
    }
  }

  return {
    write,
    isSending,
    /** The failure of the last write. */
    error,
    /** A sentence about it. */
    fault: error === undefined ? undefined : faultOf(error),
    forgetFault: () => setError(undefined),
    /** Whether the component is still shown. */
    isShown: () => isShown.current,
  };
}

/** Sends a change. When the record has changed meanwhile, `onStale` gets it as it is now. */
export async function orRead<Result, Item>(
  send: () => Promise<Result>,
  read: () => Promise<Item>,
  onStale: (current: Item) => void,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (isCallboardError(error, 'STALE_VERSION')) onStale(await read());
    throw error;
  }
}

function tell<T>(result: T, { done, undo, link }: Told<T>): void {
  if (done === undefined) return;
  const text = typeof done === 'string' ? done : done(result);
  const takeBack = undo === undefined ? undefined : () => writeAndRead(() => undo(result));
  showDone(text, takeBack, link?.(result));
}

function faultOf(error: unknown): string {
  return isCallboardError(error, 'STALE_VERSION')
    ? t('It has changed since you opened it, so nothing was saved.')
    : sentenceOf(error);
}
