import { useEffect, useRef, useState, type ReactNode } from 'react';
import '../../api/client';
import { ActorPicker, ProjectPicker } from '../../pickers/pickers';
import { useTimeZone } from '../../ui/time';
import { deferTimes, timeOn, tomorrow, type DeferTime, type Sort } from './sort';
import { t, Trans } from '../../texts/texts';

/** The form that is open in a row or for all selected rows. */
export type SortFormName = 'assign' | 'defer' | 'project';

interface Props {
  readonly onSort: (sort: Sort) => void;
  readonly onCancel: () => void;
}

/** Asks for what a way of sorting needs: the assignee, the time or the project. */
export function SortForm({
  name,
  assigneeId,
  projectId,
  ...rest
}: Props & {
  readonly name: SortFormName;
  readonly assigneeId: string | null;
  readonly projectId: string | null;
}) {
  if (name === 'assign') return <AssignForm assigneeId={assigneeId} {...rest} />;
  if (name === 'project') return <ProjectForm projectId={projectId} {...rest} />;
  return <DeferForm {...rest} />;
}

function AssignForm({
  assigneeId,
  onSort,
  onCancel,
}: Props & { readonly assigneeId: string | null }) {
  const [chosen, setChosen] = useState({ id: assigneeId, name: t('somebody') });
  const send = (): void => onSort({ kind: 'assign', actorId: chosen.id, name: chosen.name });
  return (
    <Choice action={t('Assign')} onSend={send} onCancel={onCancel}>
      <ActorPicker
        value={chosen.id}
        none={t('Nobody yet')}
        onChange={(id, name) => setChosen({ id, name })}
      />
    </Choice>
  );
}

function ProjectForm({
  projectId,
  onSort,
  onCancel,
}: Props & { readonly projectId: string | null }) {
  const [chosen, setChosen] = useState({ id: projectId, name: t('a project') });
  const send = (): void => onSort({ kind: 'project', projectId: chosen.id, name: chosen.name });
  return (
    <Choice action={t('Put into this project')} onSend={send} onCancel={onCancel}>
      <ProjectPicker value={chosen.id} onChange={(id, name) => setChosen({ id, name })} />
    </Choice>
  );
}

function DeferForm({ onSort, onCancel }: Props) {
  const timeZone = useTimeZone();
  const [now] = useState(Date.now);
  const [date, setDate] = useState(() => tomorrow(now, timeZone));
  const defer = ({ at, name }: Omit<DeferTime, 'label'>): void =>
    onSort({ kind: 'defer', until: at, name });
  return (
    <Choice
      action={t('Defer until that day')}
      onSend={() => defer(timeOn(date, timeZone))}
      onCancel={onCancel}
    >
      <div className="actions">
        {deferTimes(now, timeZone).map((time, index) => (
          <button key={time.label} type="button" className="button" onClick={() => defer(time)}>
            <kbd>{index + 1}</kbd> {time.label} <span className="muted">{time.name}</span>
          </button>
        ))}
      </div>
      <label className="field">
        <span>{t('Or the morning of another day')}</span>
        <input
          type="date"
          value={date}
          min={tomorrow(now, timeZone)}
          required
          onChange={(event) => setDate(event.target.value)}
        />
      </label>
    </Choice>
  );
}

function Choice({
  action,
  onSend,
  onCancel,
  children,
}: {
  readonly action: string;
  readonly onSend: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('button, input')?.focus(), []);
  return (
    <form
      ref={form}
      className="text-form sort-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      <div className="actions">
        <button type="submit" className="button button-primary">
          {action}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t('Cancel')} <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}

/** What can be done with all selected actions. It is on the screen while some are selected. */
export function SortBar({
  count,
  form,
  me,
  onForm,
  onSort,
  onNone,
}: {
  readonly count: number;
  readonly form: SortFormName | undefined;
  readonly me: Sort | undefined;
  readonly onForm: (form: SortFormName | undefined) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onNone: () => void;
}) {
  return (
    <section className="selection" aria-label={t('Selected rows')}>
      <p>
        <Trans id="{count} selected" values={{ count: <strong>{count}</strong> }} />
      </p>
      {form === undefined ? (
        <div className="actions">
          <button
            type="button"
            className="button button-small button-ok"
            onClick={() => onSort({ kind: 'ready' })}
          >
            <kbd>Y</kbd> {t('Make ready')}
          </button>
          {me !== undefined && (
            <button type="button" className="button button-small" onClick={() => onSort(me)}>
              <kbd>M</kbd> {t('Assign to me')}
            </button>
          )}
          <button type="button" className="button button-small" onClick={() => onForm('assign')}>
            {t('Assign …')}
          </button>
          <button type="button" className="button button-small" onClick={() => onForm('defer')}>
            <kbd>D</kbd> {t('Defer …')}
          </button>
          <button type="button" className="button button-small" onClick={() => onForm('project')}>
            {t('Project …')}
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => onSort({ kind: 'drop' })}
          >
            <kbd>N</kbd> {t('Drop')}
          </button>
          <button type="button" className="button button-small button-quiet" onClick={onNone}>
            {t('Select none')}
          </button>
        </div>
      ) : (
        <SortForm
          name={form}
          assigneeId={null}
          projectId={null}
          onSort={onSort}
          onCancel={() => onForm(undefined)}
        />
      )}
    </section>
  );
}
