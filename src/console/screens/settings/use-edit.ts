import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** A record that a form changes. */
interface Versioned {
  readonly version: number;
}

/** The header that guards a change. */
export function ifMatch({ version }: Versioned): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}

/**
 * Saves a form that was opened with a record. When the record has changed since, `theirs` is how it
 * is now, nothing is saved, and the next `save` replaces that version.
 */
export function useEdit<T extends Versioned>(record: T, read: () => Promise<T>) {
  const [opened] = useState(record);
  const [theirs, setTheirs] = useState<T>();
  const { write, isSending, error } = useWrite();

  function save(
    send: (header: { 'If-Match': string }) => Promise<T>,
    done: string,
  ): Promise<T | undefined> {
    return write(
      async () => {
        try {
          return await send(ifMatch(theirs ?? opened));
        } catch (failure) {
          if (isCallboardError(failure, 'STALE_VERSION')) setTheirs(await read());
          throw failure;
        }
      },
      { done },
    );
  }

  const isStale = isCallboardError(error, 'STALE_VERSION') && theirs !== undefined;
  return {
    /** The record as it was when the form was opened. */
    opened,
    /** The record as another person changed it meanwhile. */
    theirs: isStale ? theirs : undefined,
    save,
    isSending,
    fault: isStale ? undefined : explain(error),
  };
}
