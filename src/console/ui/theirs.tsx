import type { ReactNode } from 'react';
import type { Fact } from './changes';

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
    <section className="theirs" aria-label="Changed by somebody else">
      {facts.length === 0 ? (
        <p>Somebody else has changed other parts of it. {rest}</p>
      ) : (
        <>
          <p>Somebody else has changed this meanwhile. It is now:</p>
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="clamped" dir="auto">
                  {value ?? 'none'}
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
