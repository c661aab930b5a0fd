import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { forgetDraft, keepLater, onLeave, readDraft } from '../api/person';
import { showDone, type Replaced } from './done';
import { thenFocus } from './focus';
import { useWrite, type Told } from './use-write';
import { t } from '../texts/texts';

/** What has a version, such as a record. */
export interface Versioned {
  readonly version: number;
}

/** A version of a record that the person has seen. */
export interface Seen<Fields> extends Versioned {
  readonly fields: Fields;
}

/** What was typed and not sent, and the version that it is based on. */
interface Draft<Fields> extends Versioned {
  readonly before: Partial<Fields>;
  readonly typed: Partial<Fields>;
  /** Whether a secret was typed that is not part of it. */
  readonly isCut: boolean;
}

// Drafts with a secret, as JSON. They live as long as the page.
const whole = new Map<string, string>();
onLeave(() => whole.clear());

// What makes the open form of a draft begin with what is kept.
const restores = new Map<string, () => void>();

const none: readonly never[] = [];

/** Where the focus goes from a button that has gone. */
export const firstField = 'input, textarea, .select';

/**
 * The fields of a form that begins with `now`. What was typed is kept in this tab until it is sent
 * or discarded, also when the form is closed.
 */
export function useDraft<Fields extends object>(
  key: string,
  now: Seen<Fields>,
  {
    secrets = none,
    onBegin,
  }: {
    /** Fields that may hold a secret. Only the page keeps them, no storage. Must be stable. */
    readonly secrets?: readonly (keyof Fields)[] | undefined;
    /** Called when the form begins again. */
    readonly onBegin?: () => void;
  } = {},
) {
  const [beginning, setBeginning] = useState(() => ({ count: 0, ...keptOr(now, key) }));
  const { opened, isRestored, isCut } = beginning;
  const [fields, setFields] = useState(beginning.fields);

  useEffect(
    () => keep(key, { opened, fields, isCut }, secrets),
    [key, opened, fields, secrets, isCut],
  );

  function forget(): void {
    whole.delete(key);
    forgetDraft(key);
  }

  function beginWith(next: Kept<Fields>): void {
    setBeginning(({ count }) => ({ count: count + 1, ...next }));
    setFields(next.fields);
    onBegin?.();
  }

  const begin = (seen: Seen<Fields>): void => beginWith(blank(seen));

  useEffect(() => {
    const restore = (): void => beginWith(keptOr(now, key));
    restores.set(key, restore);
    return () => {
      if (restores.get(key) === restore) restores.delete(key);
    };
  });

  const bringBack =
    (typed: Omit<Kept<Fields>, 'isRestored'>) => (): Promise<Replaced | undefined> => {
      const newer = keptOr(now, key);
      keep(key, typed, secrets);
      restores.get(key)?.();
      return Promise.resolve(newer.isRestored ? { undoAgain: bringBack(newer) } : undefined);
    };

  return {
    /** The version and the fields that the form began with. */
    opened,
    fields,
    change: (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed })),
    begin,
    forget,
    /** Keeps again what the form had at this rendering. */
    keepAgain: () => keep(key, { opened, fields, isCut }, secrets),
    /** Changes when the fields have other values than a person gave them. */
    beginning: beginning.count,
    /** Whether the form has what was typed before it was opened. */
    isRestored,
    /** Whether the form lacks a secret that was typed before. */
    isCut,
    /** Begins again. An undo brings back what was typed, also after the form was closed. */
    discard: () => {
      begin(now);
      showDone(t('Discarded.'), bringBack({ opened, fields, isCut }));
    },
  };
}

/**
 * The fields of a form that creates a record. `place` names what is created, and where. `create`
 * sends it, and forgets what was typed when the record exists. It returns undefined after a failure,
 * and when the form has been closed meanwhile. A field that the person did not change has the value
 * of `blank`, also in a form that is restored.
 */
export function useCreate<Fields extends object>(
  place: string,
  blank: Fields,
  secrets?: readonly (keyof Fields)[],
) {
  const { write, forgetFault, ...state } = useWrite();
  const draft = useDraft(
    `new.${place}`,
    { version: 0, fields: blank },
    { secrets, onBegin: forgetFault },
  );

  async function create<T>(send: () => Promise<T>, told?: Told<T>): Promise<T | undefined> {
    // The form may be closed and opened again meanwhile, and is another one then.
    draft.forget();
    const created = await write(send, told);
    if (created === undefined) draft.keepAgain();
    if (!state.isShown()) return undefined;
    if (created !== undefined) draft.forget();
    return created;
  }

  return {
    ...state,
    ...draft,
    create,
    /** Begins with other fields, for a form that stays open. */
    startOver: (next: Fields) => draft.begin({ version: 0, fields: next }),
  };
}

/** The fields of a form with a draft, after the offer to discard what was restored. */
export function DraftFields({
  draft: { isRestored, isCut, discard, beginning },
  children,
}: {
  readonly draft: {
    readonly isRestored: boolean;
    readonly isCut: boolean;
    readonly discard: () => void;
    readonly beginning: number;
  };
  readonly children: ReactNode;
}) {
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // An undo replaces the fields, one of which had the focus.
    const isLost = beginning > 0 && document.activeElement === document.body;
    const form = isLost ? banner.current?.closest('form') : undefined;
    form?.querySelector<HTMLElement>(firstField)?.focus();
  }, [beginning]);
  return (
    <>
      {isRestored && (
        <div ref={banner} className="notice notice-warn">
          <p>
            {isCut
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
    </>
  );
}

/** What a form begins with. */
interface Kept<Fields> {
  readonly opened: Seen<Fields>;
  readonly fields: Fields;
  readonly isRestored: boolean;
  readonly isCut: boolean;
}

function blank<Fields>(seen: Seen<Fields>): Kept<Fields> {
  return { opened: seen, fields: seen.fields, isRestored: false, isCut: false };
}

function keptOr<Fields>(now: Seen<Fields>, key: string): Kept<Fields> {
  const kept = draftOf<Fields>(key);
  if (kept === undefined) return blank(now);
  const opened =
    kept.version === now.version
      ? now
      : { version: kept.version, fields: { ...now.fields, ...kept.before } };
  const fields = { ...opened.fields, ...kept.typed };
  return { opened, fields, isRestored: true, isCut: kept.isCut };
}

/** Keeps what was typed in the page and in the tab, the latter without secrets. */
function keep<Fields extends object>(
  key: string,
  { opened, fields, isCut }: Omit<Kept<Fields>, 'isRestored'>,
  secrets: readonly (keyof Fields)[],
): void {
  const { version } = opened;
  const all = changesOf(opened.fields, fields);
  const typed = without<Fields>(all, secrets);
  const hasSecret = secrets.some((name) => name in all);
  const before = without<Fields>(opened.fields, secrets);
  const draft: Draft<Fields> = { version, before, typed, isCut: isCut || hasSecret };
  if (hasSecret) whole.set(key, JSON.stringify({ ...draft, typed: all, isCut: false }));
  else whole.delete(key);
  if (Object.keys(typed).length === 0 && !draft.isCut) forgetDraft(key);
  else keepLater(key, () => JSON.stringify(draft));
}

function draftOf<Fields>(key: string): Draft<Fields> | undefined {
  return JSON.parse(whole.get(key) ?? (readDraft(key) || 'null')) ?? undefined;
}

function without<All extends object>(
  all: Partial<All>,
  names: readonly (keyof All)[],
): Partial<All> {
  const rest: Partial<All> = { ...all };
  for (const name of names) delete rest[name];
  return rest;
}

/** The members whose values differ, as they are after the change. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changes: Partial<Body> = {};
  for (const name in after) {
    if (!isSame(before[name], after[name])) changes[name] = after[name];
  }
  return changes;
}

// A text may be so long that to write it as JSON at each key would be slow.
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || typeof one === 'string') return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}
