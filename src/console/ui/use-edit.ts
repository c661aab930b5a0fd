import { isCallboardError } from 'callboard-client';
import { useState } from 'react';
import { changesOf, factOf, type Fact } from './changes';
import { orRead, useWrite } from './use-write';

interface Versioned {
  readonly version: number;
}

interface Edited<Item, Fields, Body> {
  /** The fields of the form, as the record has them. */
  readonly fieldsOf: (item: Item) => Fields;
  readonly bodyOf: (fields: Fields) => Body;
  /** What a person compares after a refusal. By default the members of the body. */
  readonly factsOf?: (item: Item) => readonly Fact[];
  /** Reads the record as it is now. */
  readonly read: () => Promise<Item>;
  /** Sends the changes for this version of the record. */
  readonly save: (changes: Partial<Body>, version: Versioned) => Promise<Versioned>;
  readonly onSaved: () => void;
  /** A sentence about a failure. */
  readonly explain?: (error: unknown) => string | undefined;
  /** Whether the person may change it back. */
  readonly canUndo?: boolean;
}

/**
 * Edits a record and sends only the members that the person changed. When somebody else has changed
 * the record meanwhile, what was typed stays, and `theirs` has what the other one changed.
 */
export function useEdit<Item extends Versioned, Fields, Body extends object>(
  item: Item,
  {
    fieldsOf,
    bodyOf,
    factsOf = (one) => Object.entries(bodyOf(fieldsOf(one))).map((entry) => factOf(entry)),
    read,
    save,
    onSaved,
    explain,
    canUndo = true,
  }: Edited<Item, Fields, Body>,
) {
  const [opened, setOpened] = useState(item);
  const [fields, setFields] = useState(() => fieldsOf(item));
  const [current, setCurrent] = useState<Item>();
  const { write, isSending, error, fault, forgetFault } = useWrite();
  const isStale = isCallboardError(error, 'STALE_VERSION');

  async function send(): Promise<void> {
    const base = current ?? opened;
    const changes = changesOf(bodyOf(fieldsOf(opened)), bodyOf(fields));
    const former = pick(bodyOf(fieldsOf(base)), changes);
    const isNothing = Object.keys(changes).length === 0;
    const saved =
      isNothing ||
      (await write(() => orRead(() => save(changes, base), read, setCurrent), {
        done: 'Saved.',
        undo: canUndo ? (now) => save(former, now) : undefined,
      }));
    if (saved !== undefined) onSaved();
  }

  return {
    fields,
    change: (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed })),
    send: () => void send(),
    isSending,
    fault: explain === undefined || isStale ? fault : explain(error),
    /** What somebody else changed since the form was opened, after a refusal for it. */
    theirs: current === undefined ? undefined : differingFacts(factsOf(current), factsOf(opened)),
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

/** The values of those members that were changed. */
function pick<Body extends object>(all: Body, changes: Partial<Body>): Partial<Body> {
  const picked: Partial<Body> = {};
  for (const name in changes) picked[name] = all[name];
  return picked;
}

function differingFacts(now: readonly Fact[], before: readonly Fact[]): readonly Fact[] {
  return now.filter(([, value], index) => value !== before[index]?.[1]);
}
