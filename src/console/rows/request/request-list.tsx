import { lazy, Suspense } from 'react';
import type { RequestField } from './request-fields';
import { Revealed } from './revealed';
import type { Seen } from './use-seen';
import { Value } from './value';

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
            An unknown field:{' '}
            <code>
              <Revealed text={name} />
            </code>
          </>
        )}{' '}
        <Mark field={field} />
      </dt>
      <dd className={isJson ? 'request-json' : undefined}>
        {text === undefined ? (
          <p className="notice notice-bad">
            This value is nested too deeply to be shown, so it cannot be permitted.
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
        {before !== undefined && before !== text && name !== 'content' && (
          <Old label="Now" text={before} />
        )}
        {proposed !== undefined && <Old label="The agent proposed" text={proposed} />}
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
          {before === text ? 'As it is now' : 'Changes'}
        </span>
      )}
      {proposed !== undefined && <span className="tag tag-changed">Changed by you</span>}
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
