import { kindsBySubject, type EventKind } from '../../api/events';
import { CheckField } from '../../ui/fields';

/** The kinds of events that a webhook receives, by their subjects. */
export function KindFields({
  kinds,
  onChange,
}: {
  readonly kinds: readonly EventKind[];
  readonly onChange: (kinds: readonly EventKind[]) => void;
}) {
  const chosen = new Set(kinds);
  const toggle = (kind: EventKind): void =>
    onChange(chosen.has(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  return (
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
  );
}
