/** Shows what somebody else changed in the record that a form edits, and how to go on. */
export function Theirs({
  changes,
  onTake,
}: {
  /** The changed members with their current values; undefined if nothing was refused. */
  readonly changes: object | undefined;
  readonly onTake: () => void;
}) {
  if (changes === undefined) return null;
  const entries = Object.entries(changes);
  return (
    <section className="theirs" aria-label="Changed by somebody else">
      {entries.length === 0 ? (
        <p>Somebody else has changed other parts of it. Your fields are as you left them.</p>
      ) : (
        <>
          <p>Somebody else has changed this meanwhile. It is now:</p>
          <dl className="facts">
            {entries.map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll('_', ' ')}</dt>
                <dd className="clamped" dir="auto">
                  {textOf(value)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="muted">Save again to put your changes on top of it.</p>
      <button type="button" className="button button-small" onClick={onTake}>
        Discard mine and show it as it is now
      </button>
    </section>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
