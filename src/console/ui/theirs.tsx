/** Shows what somebody else changed before a form or a command was sent, and how to go on. */
export function Theirs({
  changes,
  nameOf = (id) => id,
  onTake,
  onAgain,
}: {
  /** The changed members with their current values; undefined if nothing was refused. */
  readonly changes: object | undefined;
  /** The name of a record with this id. */
  readonly nameOf?: ((id: string) => string) | undefined;
  /** Replaces what was typed in the form. */
  readonly onTake?: () => void;
  /** Sends the command again. */
  readonly onAgain?: () => void;
}) {
  if (changes === undefined) return null;
  const entries = Object.entries(changes);
  return (
    <section className="theirs" aria-label="Changed by somebody else">
      {entries.length === 0 ? (
        <p>
          Somebody else has changed other parts of it.
          {onTake !== undefined && ' Your fields are as you left them.'}
        </p>
      ) : (
        <>
          <p>Somebody else has changed this meanwhile. It is now:</p>
          <dl className="facts">
            {entries.map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll('_', ' ')}</dt>
                <dd className="clamped" dir="auto">
                  {textOf(value, nameOf)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {onTake !== undefined && (
        <>
          <p className="muted">Save again to put your changes on top of it.</p>
          <button type="button" className="button button-small" onClick={onTake}>
            Discard mine and show it as it is now
          </button>
        </>
      )}
      {onAgain !== undefined && (
        <button type="button" className="button button-small" onClick={onAgain}>
          Do it again, with this version
        </button>
      )}
    </section>
  );
}

function textOf(value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(String).map(nameOf).join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
