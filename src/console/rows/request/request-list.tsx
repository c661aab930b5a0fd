import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { linesOf, Revealed, type RequestField } from './request-fields';
import { lazy } from '../../ui/loading';
import { t, Trans } from '../../texts/texts';

const TextDiff = lazy(async () => ({ default: (await import('../../ui/text-diff')).TextDiff }));

/** The key of a field that changes with everything that is shown of it. */
function seenKey({ of, name, text, before }: RequestField): string {
  return JSON.stringify([of, name, text, before]);
}

/** Whether a person has seen a field: as it is, or as it was before they wrote something else. */
export function isSeen(field: RequestField, seen: Seen): boolean {
  const { text, proposed } = field;
  if (text === undefined) return false;
  return (
    seen.has(seenKey(field)) ||
    (proposed !== undefined && seen.has(seenKey({ ...field, text: proposed })))
  );
}

/** The fields that permitting would apply, each with what it changes. */
export function RequestList({
  fields,
  seen,
}: {
  readonly fields: readonly RequestField[];
  readonly seen: Seen;
}) {
  return (
    <dl className="request">
      {fields.map((field) => {
        const key = seenKey(field);
        return <Field key={key} field={field} onSeen={() => seen.see(key)} />;
      })}
    </dl>
  );
}

/** Names the element of a field. */
export function fieldId({ of = '', name }: RequestField): string {
  return `${of} ${name}`;
}

function Field({ field, onSeen }: { readonly field: RequestField; readonly onSeen: () => void }) {
  const { name, label, text, isJson, href, before, proposed } = field;
  return (
    <div data-field={fieldId(field)} tabIndex={-1}>
      <dt>
        {label ?? (
          <>
            <Trans
              id="An unknown field: {code}"
              values={{
                code: (
                  <code>
                    <Revealed text={name} />
                  </code>
                ),
              }}
            />
          </>
        )}{' '}
        <Mark field={field} />
      </dt>
      <dd className={isJson ? 'request-json' : undefined}>
        {text === undefined ? (
          <p className="notice notice-bad">
            {t('This value is nested too deeply to be shown, so it cannot be permitted.')}
          </p>
        ) : (
          <Value
            text={text}
            label={label ?? name}
            href={href}
            onSeen={onSeen}
            {...(name === 'content' &&
              before !== undefined && {
                renderWhole: () => <Difference before={before} after={text} />,
              })}
          />
        )}
        {before !== undefined && before !== text && !(name === 'content' && isLong(text)) && (
          <Old label={t('Now')} text={before} />
        )}
        {proposed !== undefined && <Old label={t('The agent proposed')} text={proposed} />}
      </dd>
    </div>
  );
}

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Suspense fallback={<Revealed text={after} />}>
      <TextDiff before={before} after={after} isWhole render={(text) => <Revealed text={text} />} />
    </Suspense>
  );
}

function Mark({ field: { text, before, proposed } }: { readonly field: RequestField }) {
  return (
    <>
      {before !== undefined && (
        <span className={before === text ? 'tag' : 'tag tag-changed'}>
          {before === text ? t('As it is now') : t('Changes')}
        </span>
      )}
      {proposed !== undefined && <span className="tag tag-changed">{t('Changed by you')}</span>}
    </>
  );
}

function Old({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="request-old">
      <span>{label}:</span> <Value text={text} label={label} onSeen={nothing} />
    </div>
  );
}

function nothing(): undefined {
  return undefined;
}

const longText = 400;
const longLines = 8;
const shownText = 160;

function isLong(text = ''): boolean {
  return text.length > longText || linesOf(text) > longLines;
}

const shownLines = 3;

/** A text as it is, without Markdown, because Markdown hides parts. A long one is opened first. */
function Value({
  text,
  label,
  href,
  onSeen,
  renderWhole = (whole) => <Revealed text={whole} />,
}: {
  readonly text: string;
  /** What the text is, for a screen reader. */
  readonly label: string;
  readonly href?: string | undefined;
  /** Called when its end was on the screen. */
  readonly onSeen: () => void;
  /** Shows the opened text in another way. */
  readonly renderWhole?: (text: string) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isLong(text)) {
    return (
      <>
        {href === undefined ? (
          <Revealed text={text} />
        ) : (
          // Another tab, so that what was read of the request stays read.
          <a href={href} target="_blank" rel="noreferrer">
            <Revealed text={text} />
          </a>
        )}
        <End onSeen={onSeen} />
      </>
    );
  }
  const size = t(
    '{characters, plural, one {# character} other {# characters}}, {lines, plural, one {# line} other {# lines}}',
    { characters: text.length, lines: linesOf(text) },
  );
  return isOpen ? (
    <Whole label={label} onSeen={onSeen}>
      {renderWhole(text)}
    </Whole>
  ) : (
    <>
      <Revealed text={`${startOf(text)} …`} />{' '}
      <button
        data-reads
        type="button"
        className="button button-small"
        data-unread={label}
        onClick={() => setOpen(true)}
      >
        <Trans id="Open all of it: {size}" values={{ size }} />
      </button>
    </>
  );
}

function startOf(text: string): string {
  return text.slice(0, shownText).split('\n').slice(0, shownLines).join('\n');
}

function Whole({
  label,
  onSeen,
  children,
}: {
  readonly label: string;
  readonly onSeen: () => void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={box} className="request-whole" tabIndex={0} aria-label={label}>
      {children}
      <End onSeen={onSeen} />
    </section>
  );
}

function End({ onSeen }: { readonly onSeen: () => void }) {
  return <span ref={useEnd(onSeen)} className="request-end" />;
}

/** What has been on the screen, by keys that change with what they show. */
export interface Seen {
  readonly has: (key: string) => boolean;
  readonly see: (key: string) => void;
}

/** Remembers what a person has seen. */
export function useSeen(): Seen {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const see = useCallback(
    (key: string) => setKeys((before) => (before.has(key) ? before : new Set(before).add(key))),
    [],
  );
  return { has: (key) => keys.has(key), see };
}

/** The element at the end of a text, which tells when the text was on the screen to its end. */
function useEnd(onSeen: () => void) {
  const end = useRef<HTMLSpanElement>(null);
  const tell = useRef(onSeen);
  useEffect(() => {
    tell.current = onSeen;
  });
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return end;
}
