import { isCallboardError } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import { changesOf, DraftFields, firstField, useDraft, type Seen, type Versioned } from './draft';
import { FormDialog, showInDialog } from './dialog';
import { thenFocus } from './focus';
import { orRead, useWrite } from './use-write';
import { fieldLabel, valueLabel } from '../texts/field-words';
import { t } from '../texts/texts';

/** A dialog that edits a record. It shows both versions when somebody else was faster. */
export function EditDialog({
  title,
  edit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly edit: Omit<ReturnType<typeof useEdit>, 'fields' | 'change'>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { isSending, fault, send, theirs, takeTheirs } = edit;
  const changed = theirs !== undefined && (
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
  );
  return (
    <FormDialog
      title={title}
      action={theirs === undefined ? t('Save') : t('Save mine instead')}
      isSending={isSending}
      fault={fault}
      onSend={send}
      onClose={onClose}
    >
      {/* The dialog may open with it, and shows its beginning then. */}
      {edit.isRestored && changed}
      <DraftFields draft={{ ...edit, isRestored: edit.isRestored && theirs === undefined }}>
        {children}
      </DraftFields>
      {!edit.isRestored && changed}
    </FormDialog>
  );
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
    secrets,
    read,
    save,
    onSaved,
    explain,
    canUndo = true,
  }: Edited<Item, Fields, Body>,
) {
  const seenOf = (one: Item): Seen<Fields> => ({ version: one.version, fields: fieldsOf(one) });
  const { write, isSending, error, fault, forgetFault, isShown } = useWrite();
  const isStale = isCallboardError(error, 'STALE_VERSION');

  const draft = useDraft(`edit.${item.id}`, seenOf(item), {
    secrets,
    onBegin: () => {
      setCurrent(undefined);
      forgetFault();
    },
  });
  const { opened, fields, change, begin, forget, ...shown } = draft;
  const [current, setCurrent] = useState(() =>
    opened.version < item.version ? seenOf(item) : undefined,
  );

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
    forget();
    // Another dialog may be open now.
    if (isShown()) onSaved();
  }

  return {
    ...shown,
    fields,
    change,
    send: () => void send(),
    isSending,
    fault: explain === undefined || isStale ? fault : explain(error),
    /** What somebody else changed: since the draft was typed, or before a save that was refused. */
    theirs:
      current === undefined
        ? undefined
        : differingFacts(factsOf(current.fields), factsOf(opened.fields)),
    /** Replaces what was typed by the record as it is now. */
    takeTheirs: () => {
      if (current !== undefined) begin(current);
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
            {facts.map(([name, value], index) => (
              // Two records of an order may have the same name.
              <div key={`${index} ${name}`}>
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
export type Fact = readonly [name: string, value: string | null];

/** A member of a record in words. `nameOf` gives the name of a record with this id. */
export function factOf(
  [name, value]: readonly [string, unknown],
  nameOf: (id: string) => string = (id) => id,
): Fact {
  return [fieldLabel(name) ?? name, textOf(name, value, nameOf)];
}

function textOf(name: string, value: unknown, nameOf: (id: string) => string): string | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.map(String).map(nameOf).join(', ') || null;
  return valueLabel(name, value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
