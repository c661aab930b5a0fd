import { useEffect, useRef, type ReactNode } from 'react';
import { Facts } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTimeZone } from '../../ui/time-zone';
import { DomainTitle } from './domain-title';
import { formOf, type Project, type ProjectForm } from './project-form';
import { modes } from './words';

/** The project as it is now, beside what the person has typed about an older version. */
export function ProjectConflict({
  current,
  form,
  onTake,
}: {
  readonly current: Project;
  readonly form: ProjectForm;
  /** Replaces what was typed by the project as it is now. */
  readonly onTake: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), []);
  const now = formOf(current, useTimeZone());
  const differing: (readonly [string, ReactNode])[] = [
    ['Title', now.title === form.title ? null : now.title],
    ['Description', now.description === form.description ? null : now.description || 'None'],
    ['Domain', now.domain === form.domain ? null : <Domain key="domain" id={now.domain} />],
    ['Due', now.due === form.due ? null : <Due key="due" at={current.due_at} />],
    [
      'Order of work',
      now.mode === form.mode ? null : modes.find(({ value }) => value === now.mode)?.name,
    ],
    ['Template', now.isTemplate === form.isTemplate ? null : now.isTemplate ? 'Yes' : 'No'],
  ];
  return (
    <section ref={section} className="work-conflict" aria-label="The project as it is now">
      <p>
        Somebody changed the project <Time at={current.updated_at} />. It now differs from your form
        in this:
      </p>
      <Facts facts={differing} />
      <p className="muted">Saving changes only the fields that you have changed.</p>
      <div className="actions">
        <button type="button" className="button" onClick={onTake}>
          Discard mine, take this
        </button>
      </div>
    </section>
  );
}

function Domain({ id }: { readonly id: string | null }) {
  return id === null ? 'None' : <DomainTitle id={id} />;
}

function Due({ at }: { readonly at: string | null }) {
  return at === null ? 'Not set' : <Time at={at} />;
}
