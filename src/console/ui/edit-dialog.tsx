import { isCallboardError } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import { FormDialog, showInDialog } from './dialog';
import { orRead, useWrite } from './use-write';
import { t } from '../texts/texts';

/** A dialog that edits a record. It shows both versions when somebody else was faster. */
export function EditDialog({
  title,
  edit: { isSending, fault, send, theirs, takeTheirs },
  onClose,
  children,
}: {
  readonly title: string;
  readonly edit: Omit<ReturnType<typeof useEdit>, 'fields' | 'change'>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <FormDialog
      title={title}
      action={theirs === undefined ? t('Save') : t('Save mine instead')}
      isSending={isSending}
      fault={fault}
      onSend={send}
      onClose={onClose}
    >
      {children}
      {theirs !== undefined && (
        <Theirs facts={theirs} rest={t('Your fields are as you left them.')}>
          <p className="muted">{t('Save again to put your changes on top of it.')}</p>
          <button type="button" className="button button-small" onClick={takeTheirs}>
            {t('Discard mine and show it as it is now')}
          </button>
        </Theirs>
      )}
    </FormDialog>
  );
}

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
        done: t('Saved.'),
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

/** What somebody else changed before a form or a command was sent. `children` say how to go on. */
export function Theirs({
  facts,
  rest = '',
  children,
}: {
  readonly facts: readonly Fact[];
  /** A sentence to add when nothing that is shown has changed. */
  readonly rest?: string;
  readonly children: ReactNode;
}) {
  return (
    <section ref={showInDialog} className="theirs" aria-label={t('Changed by somebody else')}>
      {facts.length === 0 ? (
        <p>{t('Somebody else has changed other parts of it. {rest}', { rest })}</p>
      ) : (
        <>
          <p>{t('Somebody else has changed this meanwhile. It is now:')}</p>
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="clamped" dir="auto">
                  {value ?? t('none')}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {children}
    </section>
  );
}

/** A name with its value, both for people. */
type Fact = readonly [name: string, value: string | null];

/** The members whose values differ, as they are after the change. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const name in after) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return changes;
}

/** A member of a record in words. `nameOf` gives the name of a record with this id. */
export function factOf(
  [name, value]: readonly [string, unknown],
  nameOf: (id: string) => string = (id) => id,
): Fact {
  return [name.replaceAll('_', ' '), textOf(value, nameOf)];
}

function textOf(value: unknown, nameOf: (id: string) => string): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(String).map(nameOf).join(', ') || null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
