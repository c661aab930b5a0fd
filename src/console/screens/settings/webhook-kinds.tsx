import { kindsBySubject, type EventKind } from '../../api/events';
import { CheckField } from '../../ui/fields';
import { t } from '../../texts/texts';

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
          ? t('It receives all kinds of events')
          : t('{count, plural, one {It receives # kind} other {It receives # kinds}}', {
              count: kinds.length,
            })}
      </p>
      <p className="muted">{t('Choose kinds to receive only these.')}</p>
      {[...kindsBySubject].map(([subject, members]) => {
        const count = members.filter((kind) => chosen.has(kind)).length;
        return (
          <details key={subject}>
            <summary>
              {subject.replace('_', ' ')}{' '}
              {count > 0 && t('({count} of {members})', { count, members: members.length })}
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
