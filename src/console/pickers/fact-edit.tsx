import { isCallboardError } from 'callboard-client';
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { forgetDraft, keepDraft, onLeave, readDraft } from '../api/person';
import { priorities } from '../rows/priority';
import { DateField, wordsOf } from '../ui/date-field';
import { AreaField, TextField } from '../ui/fields';
import { afterPress, useFocusAfter } from '../ui/focus';
import { Icon } from '../ui/icon';
import { useWrite } from '../ui/use-write';
import { ActorPicker, AgentPicker, DocumentPicker, DomainPicker, ProjectPicker } from './pickers';
import { t } from '../texts/texts';

interface Versioned {
  readonly version: number;
}

interface Option {
  readonly value: string;
  readonly name: string;
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Is called when what was typed is not a value of the fact. */
  readonly onUnread?: (() => void) | undefined;
}

/** How a fact is edited. */
interface FactInput {
  readonly render: (props: InputProps) => ReactNode;
  /** Whether it is saved by Enter or the button. A choice is saved at once. */
  readonly isTyped?: boolean;
  /** Whether the text may hold a secret. Then only the page keeps what was typed, no storage. */
  readonly isSecret?: boolean;
  /** A typed value in words, if these differ from it. */
  readonly wordsOf?: (value: string) => string;
  /** The values of a choice. */
  readonly options?: readonly Option[];
}

function picked(
  Picker: ComponentType<{
    readonly label: string;
    readonly value: string | null;
    readonly onChange: (id: string | null) => void;
  }>,
): FactInput {
  return {
    render: ({ label, value, onChange }) => (
      <Picker label={label} value={value || null} onChange={(id) => onChange(id ?? '')} />
    ),
  };
}

/** A choice between a few values, as buttons. */
export function choiceOf(options: readonly Option[]): FactInput {
  return {
    options,
    render: ({ label, value: chosen, onChange }) => (
      <fieldset className="actions" aria-label={label}>
        {options.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            className={`button button-small${value === chosen ? ' button-primary' : ''}`}
            aria-pressed={value === chosen}
            onClick={() => onChange(value)}
          >
            {name}
          </button>
        ))}
      </fieldset>
    ),
  };
}

/** The inputs of facts, by what they edit. */
export const inputs = {
  actor: picked(ActorPicker),
  agent: picked(AgentPicker),
  document: picked(DocumentPicker),
  domain: picked(DomainPicker),
  project: picked(ProjectPicker),
  priority: choiceOf(priorities.map((name, index) => ({ value: String(index), name }))),
  date: { isTyped: true, wordsOf, render: (props) => <DateField {...props} /> },
  labels: {
    isTyped: true,
    render: (props) => (
      <TextField {...props} maxLength={2_000} hint={t('With commas between them.')} />
    ),
  },
  name: { isTyped: true, render: (props) => <TextField {...props} isRequired /> },
  text: { isTyped: true, render: (props) => <TextField {...props} /> },
  number: { isTyped: true, render: (props) => <TextField {...props} type="number" /> },
  secretUrl: {
    isTyped: true,
    isSecret: true,
    render: (props) => <TextField {...props} type="url" maxLength={2_000} />,
  },
  lines: {
    isTyped: true,
    render: (props) => <AreaField {...props} hint={t('One a line.')} rows={3} />,
  },
} as const satisfies Readonly<Record<string, FactInput>>;

/** A fact of a record, and how it is changed. */
interface Fact<Body> {
  readonly label: string;
  readonly input: FactInput;
  /** An id, a local time, a number, or a text; empty for none. */
  readonly value: string;
  /** The change that sets this value. */
  readonly bodyOf: (value: string) => Body;
  /** The change that sets the present value again, if `bodyOf` loses a part of it. */
  readonly before?: Body;
}

interface Place extends Versioned {
  readonly id: string;
}

interface Edited<Body> {
  readonly fact: Fact<Body>;
  /** The record that has the fact. */
  readonly item: Place;
  readonly save: (item: Place, body: Body) => Promise<Versioned>;
}

/**
 * Returns the function that makes an entry of `Facts` with a button to edit it. `shown` is the value
 * in words; the name of the choice by default.
 */
export function factsOf<Body>(
  { id, version }: Place,
  save: Edited<Body>['save'],
  mayEdit = true,
): (fact: Fact<Body> & { readonly shown?: ReactNode }) => readonly [string, ReactNode] {
  return (fact) => {
    const { label, value, input } = fact;
    const { shown = input.options?.find((option) => option.value === value)?.name ?? null } = fact;
    const edited = { fact, item: { id, version }, save };
    // A fact without a value is not shown to those who cannot change it.
    const isHidden = !mayEdit && shown === null && draftOf(edited.item, fact).read() === undefined;
    if (isHidden) return [label, null];
    return [
      label,
      <EditableFact key={`${id}.${label}`} {...edited} mayEdit={mayEdit}>
        {shown}
      </EditableFact>,
    ];
  };
}

/** What was typed about a fact and not saved, and what the person had seen. */
interface Typed {
  readonly text: string;
  readonly value: string;
  readonly version: number;
}

const secrets = new Map<string, Typed>();
onLeave(() => secrets.clear());

function draftOf(item: Place, { label, input }: Pick<Fact<unknown>, 'label' | 'input'>) {
  const key = `fact.${item.id}.${label}`;
  if (input.isSecret === true) {
    return {
      read: () => secrets.get(key),
      keep: (typed: Typed) => void secrets.set(key, typed),
      forget: () => void secrets.delete(key),
    };
  }
  return {
    read: (): Typed | undefined => JSON.parse(readDraft(key) || 'null') ?? undefined,
    keep: (typed: Typed): void => keepDraft(key, JSON.stringify(typed)),
    forget: (): void => forgetDraft(key),
  };
}

/**
 * A fact with a button that turns it into a field, which is open when it has unsaved text. Without
 * `mayEdit`, for example because the record has ended, that text can only be read.
 */
function EditableFact<Body>({
  mayEdit,
  children,
  ...edited
}: Edited<Body> & { readonly mayEdit: boolean; readonly children: ReactNode }) {
  const { fact, item } = edited;
  const draft = draftOf(item, fact);
  const [isEditing, setEditing] = useState(() => draft.read() !== undefined);
  const button = useFocusAfter<HTMLButtonElement>(isEditing && mayEdit);
  const fixed = useFocusAfter<HTMLSpanElement>(isEditing && !mayEdit);
  const end = (): void => {
    draft.forget();
    setEditing(false);
  };
  const shown = children ?? <span className="muted">{t('None')}</span>;
  if (!mayEdit) {
    const unsaved = isEditing ? draft.read() : undefined;
    if (unsaved === undefined) {
      return (
        <span ref={fixed} tabIndex={-1}>
          {shown}
        </span>
      );
    }
    return (
      <>
        {children}
        <p className="notice">
          {t('You wrote, not saved:')}{' '}
          <span dir="auto">{fact.input.wordsOf?.(unsaved.text) ?? unsaved.text}</span>
        </p>
        <button type="button" className="button button-small" onClick={end}>
          {t('Discard')} <span className="visually-hidden">{fact.label}</span>
        </button>
      </>
    );
  }
  if (isEditing) {
    return (
      <FactField {...edited} onEnd={end}>
        {shown}
      </FactField>
    );
  }
  return (
    <span className="fact">
      <span>{shown}</span>
      <button
        ref={button}
        type="button"
        className="button button-quiet fact-button"
        aria-label={t('Change: {label}', { label: fact.label })}
        onClick={() => setEditing(true)}
      >
        <Icon name="edit" />
      </button>
    </span>
  );
}

function FactField<Body>({
  fact,
  item,
  save,
  onEnd,
  children,
}: Edited<Body> & { readonly onEnd: () => void; readonly children: ReactNode }) {
  const { render, isTyped = false } = fact.input;
  // What was typed and not saved, for example before the page was loaded.
  const [typed] = useState(draftOf(item, fact).read);
  const place = useRef<HTMLFormElement>(null);
  const { write, isSending, error, fault } = useWrite();
  const [opened] = useState(() => ({
    fact: { ...fact, value: typed?.value ?? fact.value },
    item: { ...item, version: typed?.version ?? item.version },
  }));
  const [value, setValue] = useState(typed?.text ?? fact.value);
  const isStale = isCallboardError(error, 'STALE_VERSION');
  useEffect(() => {
    if (typed === undefined) {
      place.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    }
  }, [typed]);

  useEffect(() => {
    const element = place.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEnd();
    };
    const onFocusOut = ({ relatedTarget: next }: FocusEvent): void => {
      // Without a next element, the combobox has replaced its field, or the window lost the focus.
      const isOutside = next instanceof Node && element?.contains(next) === false;
      if (!isTyped && !isSending && isOutside) afterPress(onEnd);
    };
    element?.addEventListener('keydown', onKeyDown);
    element?.addEventListener('focusout', onFocusOut);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      element?.removeEventListener('focusout', onFocusOut);
    };
  });

  async function send(next: string): Promise<void> {
    // The person has seen a newer version if the fact is the same in it, or after a refusal.
    const isSeen = fact.value === opened.fact.value || isStale;
    const seen = isSeen ? { fact, item } : opened;
    if ([seen.fact.value, fact.value].includes(next)) return onEnd();
    const { bodyOf, value: former, before = bodyOf(former) } = seen.fact;
    const saved = await write(() => save(seen.item, bodyOf(next)), {
      done: t('Saved.'),
      undo: ({ version }) => save({ id: item.id, version }, before),
    });
    if (saved !== undefined) onEnd();
  }

  return (
    <form
      ref={place}
      className="fact-field"
      onSubmit={(event) => {
        event.preventDefault();
        void send(value);
      }}
    >
      {render({
        label: fact.label,
        value,
        // An earlier value must not come back in place of what was typed last.
        onUnread: draftOf(item, fact).forget,
        onChange: (next) => {
          setValue(next);
          const seen = { value: opened.fact.value, version: opened.item.version };
          if (!isTyped) void send(next);
          else if (next === seen.value) draftOf(item, fact).forget();
          else draftOf(item, fact).keep({ text: next, ...seen });
        },
      })}
      <div role="alert">
        {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
        {isStale && (
          <p>
            {t('Somebody else has changed this meanwhile. It is now:')} {children}
          </p>
        )}
      </div>
      {isTyped && (
        <div className="actions">
          <button
            type="submit"
            className="button button-small button-primary"
            aria-disabled={isSending}
          >
            {t('Save')}
          </button>
          <button type="button" className="button button-small" onClick={onEnd}>
            {t('Cancel')}
          </button>
        </div>
      )}
    </form>
  );
}
