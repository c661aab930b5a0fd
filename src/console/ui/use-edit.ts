import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { useWrite } from './use-write';

interface Edited<Item, Fields, Body> {
  /** The fields of the form, as the record has them. */
  readonly fieldsOf: (item: Item) => Fields;
  readonly bodyOf: (fields: Fields) => Body;
  /** Reads the record as it is now. */
  readonly read: () => Promise<Item>;
  /** Sends the changes for this version of the record. */
  readonly save: (changes: Partial<Body>, version: number) => Promise<unknown>;
  readonly onSaved: () => void;
}

/**
 * Edits a record and sends only the members that the person changed. When somebody else has changed
 * the record meanwhile, what was typed stays, and `theirs` has what the other one changed.
 */
export function useEdit<Item extends { readonly version: number }, Fields, Body extends object>(
  item: Item,
  { fieldsOf, bodyOf, read, save, onSaved }: Edited<Item, Fields, Body>,
) {
  const [opened, setOpened] = useState(item);
  const [fields, setFields] = useState(() => fieldsOf(item));
  const [current, setCurrent] = useState<Item>();
  const { write, isSending, fault, forgetFault } = useWrite();
  const before = bodyOf(fieldsOf(opened));

  async function send(): Promise<void> {
    const changes = changesOf(before, bodyOf(fields));
    if (Object.keys(changes).length === 0) {
      onSaved();
      return;
    }
    const { version } = current ?? opened;
    const saved = await write(() => saveOrRead(changes, version), { done: 'Saved.' });
    if (saved !== undefined) onSaved();
  }

  async function saveOrRead(changes: Partial<Body>, version: number): Promise<true> {
    try {
      await save(changes, version);
      return true;
    } catch (error) {
      if (isCallboardError(error, 'STALE_VERSION')) setCurrent(await read());
      throw error;
    }
  }

  return {
    fields,
    change: (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed })),
    send: () => void send(),
    isSending,
    fault,
    /** What somebody else changed since the form was opened, after a refusal for it. */
    theirs: current === undefined ? undefined : changesOf(before, bodyOf(fieldsOf(current))),
    /** Replaces what was typed by the record as it is now. */
    takeTheirs: () => {
      if (current === undefined) return;
      setOpened(current);
      setFields(fieldsOf(current));
      setCurrent(undefined);
      forgetFault();
    },
  };
}

/** The members whose values differ. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const name in after) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return changes;
}
