import { kindsBySubject, type EventKind } from '../../api/event-kinds';
import { CheckField, AreaField, TextField } from '../../ui/fields';

/** What a person typed about a webhook. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly kinds: readonly EventKind[];
}

/** The fields of a webhook. The URL of an agent's webhook belongs to the agent. */
export function WebhookFields({
  draft,
  hasUrl,
  onChange,
}: {
  readonly draft: WebhookDraft;
  readonly hasUrl: boolean;
  readonly onChange: (draft: WebhookDraft) => void;
}) {
  const { url, description, kinds } = draft;
  const chosen = new Set(kinds);
  const toggle = (kind: EventKind): void =>
    onChange({
      ...draft,
      kinds: chosen.has(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind],
    });
  return (
    <>
      {hasUrl && (
        <TextField
          label="URL"
          type="url"
          value={url}
          onChange={(next) => onChange({ ...draft, url: next })}
          isRequired
          maxLength={2_000}
          hint="An https URL of a public host. Others only if the server allows them."
        />
      )}
      <AreaField
        label="Description"
        rows={2}
        value={description}
        onChange={(next) => onChange({ ...draft, description: next })}
      />
      <div className="kinds">
        <p className="settings-legend">
          {kinds.length === 0
            ? 'It receives all kinds of events'
            : `It receives ${kinds.length} kinds`}
        </p>
        <p className="muted">Choose kinds to receive only these.</p>
        {[...kindsBySubject].map(([subject, members]) => {
          const count = members.filter((kind) => chosen.has(kind)).length;
          return (
            <details key={subject}>
              <summary>
                {subject.replace('_', ' ')} {count > 0 && `(${count} of ${members.length})`}
              </summary>
              <fieldset>
                <legend className="visually-hidden">{subject}</legend>
                {members.map((kind) => (
                  <CheckField
                    key={kind}
                    label={kind}
                    checked={chosen.has(kind)}
                    onChange={() => toggle(kind)}
                  />
                ))}
              </fieldset>
            </details>
          );
        })}
      </div>
    </>
  );
}
