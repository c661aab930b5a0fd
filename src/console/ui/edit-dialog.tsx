import { isCallboardError } from 'callboard-client';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../api/person';
import { FormDialog, showInDialog } from './dialog';
import { showDone } from './done';
import { thenFocus } from './focus';
import { orRead, useWrite } from './use-write';
import { t } from '../texts/texts';

/** A dialog that edits a record. It shows both versions when somebody else was faster. */
export function EditDialog({
  title,
  edit: { isSending, fault, send, theirs, takeTheirs, isRestored, hasSecrets, discard, beginning },
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
      {isRestored && theirs === undefined && (
        <div className="notice notice-warn">
          <p>
            {hasSecrets
              ? t('This is what you typed before, except what is secret. It is not saved yet.')
              : t('This is what you typed before. It is not saved yet.')}
          </p>
          <button
            type="button"
            className="button button-small"
            onClick={thenFocus(firstField, discard)}
          >
            {t('Discard')}
          </button>
        </div>
      )}
      <Fragment key={beginning}>{children}</Fragment>
      {theirs !== undefined && (
        <Theirs facts={theirs} rest={t('Your fields are as you left them.')}>
          <p className="muted">{t('Save again to put your changes on top of it.')}</p>
          <button
            type="button"
            className="button button-small"
            onClick={thenFocus(firstField, takeTheirs)}
          >
            {t('Discard mine and show it as it is now')}
          </button>
        </Theirs>
      )}
    </FormDialog>
  );
}

const none: readonly never[] = [];

// Where the focus goes from a button that has gone.
const firstField = 'input, textarea, .select';

interface Versioned {
  readonly version: number;
}

interface Edited<Item, Fields, Body> {
  /** The fields of the form, as the record has them. */
  readonly fieldsOf: (item: Item) => Fields;
  readonly bodyOf: (fields: Fields) => Body;
  /** What a person compares after a refusal. By default the members of the body. */
  readonly factsOf?: (fields: Fields) => readonly Fact[];
  /** Fields that may hold a secret, so that the browser never stores them. Must be stable. */
  readonly secrets?: readonly (keyof Fields)[];
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

/** A version of a record that the person has seen. */
interface Seen<Fields> extends Versioned {
  readonly fields: Fields;
}

/** What was typed and not saved, and the version that it is based on. */
interface Draft<Fields> extends Versioned {
  readonly before: Partial<Fields>;
  readonly typed: Partial<Fields>;
}

/**
 * Edits a record and sends only the members that the person changed. When somebody else has changed
 * the record meanwhile, what was typed stays, and `theirs` has what the other one changed. What was
 * typed is kept in this tab until it is saved or discarded, also when the dialog is closed.
 */
export function useEdit<
  Item extends Versioned & { readonly id: string },
  Fields extends object,
  Body extends object,
>(
  item: Item,
  {
    fieldsOf,
    bodyOf,
    factsOf = (fields) => Object.entries(bodyOf(fields)).map((entry) => factOf(entry)),
    secrets = none,
    read,
    save,
    onSaved,
    explain,
    canUndo = true,
  }: Edited<Item, Fields, Body>,
) {
  const key = `edit.${item.id}`;
  const seenOf = (one: Item): Seen<Fields> => ({ version: one.version, fields: fieldsOf(one) });
  const [kept] = useState(() => draftOf<Fields>(key));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [beginning, setBeginning] = useState(0);
  const [opened, setOpened] = useState(() => {
    const { version, fields } = seenOf(item);
    return { version: kept?.version ?? version, fields: { ...fields, ...kept?.before } };
  });
  const [fields, setFields] = useState(() => ({ ...opened.fields, ...kept?.typed }));
  const [current, setCurrent] = useState<Seen<Fields>>();
  const { write, isSending, error, fault, forgetFault } = useWrite();
  const isStale = isCallboardError(error, 'STALE_VERSION');

  useEffect(() => {
    const before = without(opened.fields, secrets);
    const typed = changesOf(before, without(fields, secrets));
    const draft: Draft<Fields> = { version: opened.version, before, typed };
    if (Object.keys(typed).length === 0) forgetDraft(key);
    else keepDraft(key, JSON.stringify(draft));
  }, [key, opened, fields, secrets]);

  function begin(seen: Seen<Fields>, typed: Fields, restores: boolean): void {
    setOpened(seen);
    setFields(typed);
    setRestored(restores);
    setCurrent(undefined);
    setBeginning((now) => now + 1);
    forgetFault();
  }

  async function send(): Promise<void> {
    const base = current ?? opened;
    const changes = changesOf(bodyOf(opened.fields), bodyOf(fields));
    const former = pick(bodyOf(base.fields), changes);
    const isNothing = Object.keys(changes).length === 0;
    const onStale = (now: Item): void => setCurrent(seenOf(now));
    const saved =
      isNothing ||
      (await write(() => orRead(() => save(changes, base), read, onStale), {
        done: t('Saved.'),
        undo: canUndo ? (now) => save(former, now) : undefined,
      }));
    if (saved === undefined) return;
    forgetDraft(key);
    onSaved();
  }

  return {
    fields,
    change: (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed })),
    send: () => void send(),
    isSending,
    fault: explain === undefined || isStale ? fault : explain(error),
    /** What somebody else changed since the form was opened, after a refusal for it. */
    theirs:
      current === undefined
        ? undefined
        : differingFacts(factsOf(current.fields), factsOf(opened.fields)),
    /** Replaces what was typed by the record as it is now. */
    takeTheirs: () => {
      if (current !== undefined) begin(current, current.fields, false);
    },
    /** Changes when the fields have other values than a person gave them. */
    beginning,
    /** Whether the form has what was typed before it was opened. */
    isRestored,
    /** Whether some fields are never restored. */
    hasSecrets: secrets.length > 0,
    /** Begins again with the record. An undo brings back what was typed. */
    discard: () => {
      const now = seenOf(item);
      begin(now, now.fields, false);
      showDone(t('Discarded.'), () => {
        begin(opened, fields, true);
        return Promise.resolve();
      });
    },
  };
}

function draftOf<Fields>(key: string): Draft<Fields> | undefined {
  return JSON.parse(readDraft(key) || 'null') ?? undefined;
}

function without<All extends object>(all: All, names: readonly (keyof All)[]): Partial<All> {
  const rest: Partial<All> = { ...all };
  for (const name of names) delete rest[name];
  return rest;
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
