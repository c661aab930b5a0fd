import { Suspense, useState, type ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import { keyOf } from '../../decisions/decisions';
import { focusAfter, focusRow } from '../../keys/list-keys';
import { useActors, useProjects } from '../../pickers/names';
import type { Action } from '../../rows/review-row';
import { Row } from '../../rows/row';
import { useRowState } from '../../rows/row-state';
import { LongMarkdown } from '../../ui/markdown';
import { Menu } from '../../ui/menu';
import { Time, useTimeZone } from '../../ui/time';
import { deferChoice, leavesInbox, type Sort } from './sort';
import type { SortForm, SortFormName } from './sort-form';
import { lazy } from '../../ui/loading';
import { t, Trans } from '../../texts/texts';

/** A captured action, which is sorted in its row, or the line that says how it was sorted. */
export function CapturedRow({
  action,
  isGone,
  me,
  onSort,
}: {
  readonly action: Action;
  readonly isGone: boolean;
  /** What assigns it to the person. */
  readonly me: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}) {
  const subject = { kind: 'captured', id: action.id } as const;
  const key = keyOf(subject);
  const { isOpen, toggleOpen } = useRowState(key);
  const [form, setForm] = useState<SortFormName>();
  const [, navigate] = useLocation();
  const timeZone = useTimeZone();

  const close = (): boolean => {
    if (form === undefined) return false;
    setForm(undefined);
    focusRow(key);
    return true;
  };
  const sort = (how: Sort | undefined): void => {
    if (how === undefined) return;
    if (leavesInbox(how)) focusAfter(key);
    else focusRow(key);
    setForm(undefined);
    onSort(how);
  };

  const ready = (): void => sort({ kind: 'ready' });
  const drop = (): void => sort({ kind: 'drop' });
  const page = `/app/actions/${action.id}`;
  return (
    <Row
      subject={subject}
      kind={t('action')}
      icon="inbox"
      title={action.title}
      meta={<CapturedMeta action={action} />}
      isGone={isGone}
      commands={{
        yes: ready,
        no: drop,
        mine: () => sort(me),
        defer: () => setForm('defer'),
        edit: () => navigate(`${page}?edit=1`),
        choose: form === 'defer' ? (number) => sort(deferChoice(number, timeZone)) : undefined,
        close,
        names: { yes: t('Make ready'), no: t('Drop') },
      }}
    >
      {isOpen && (
        <div className="row-details">
          {action.details === null ? (
            <p className="muted">{t('No details were written.')}</p>
          ) : (
            <LongMarkdown text={action.details} />
          )}
          <p className="actions">
            <Link href={page}>{t('Open its page')}</Link>
            <Link href={`${page}?edit=1`}>{t('Edit it')}</Link>
          </p>
        </div>
      )}
      {form === undefined ? (
        <div className="actions">
          <button type="button" className="button button-small" onClick={ready}>
            <kbd>Y</kbd> {t('Make ready')}
          </button>
          <Menu
            label={t('Other commands')}
            entries={[
              { name: t('Assign …'), run: () => setForm('assign') },
              { name: t('Defer …'), key: 'D', run: () => setForm('defer') },
              { name: t('Project …'), run: () => setForm('project') },
              { name: t('Drop'), key: 'N', isDanger: true, run: drop },
            ]}
          />
          <button
            type="button"
            className="button button-small button-quiet"
            onClick={() => sort(me)}
          >
            <kbd>M</kbd> {t('Assign to me')}
          </button>
          <button
            data-reads
            type="button"
            className="button button-small button-quiet"
            aria-expanded={isOpen}
            onClick={toggleOpen}
          >
            {isOpen ? t('Less') : t('More')}
          </button>
        </div>
      ) : (
        <LazySortForm
          name={form}
          assigneeId={action.assigned_actor_id}
          projectId={action.project_id}
          onSort={sort}
          onCancel={close}
        />
      )}
    </Row>
  );
}

function CapturedMeta({ action }: { readonly action: Action }) {
  const actors = useActors();
  const projects = useProjects();
  const { assigned_actor_id: assigneeId, project_id: projectId, due_at } = action;
  const assignee = actors.find(({ id }) => id === assigneeId)?.name ?? action.assigned_actor_name;
  const project = projects.find(({ id }) => id === projectId)?.name;
  return (
    <>
      <Trans
        id="{key}{createdByActorName} captured it {time}"
        values={{
          key: <span>{action.key}</span>,
          createdByActorName: (
            <strong dir="auto">{action.created_by_actor_name ?? t('Somebody')}</strong>
          ),
          time: <Time at={action.created_at} />,
        }}
      />
      {assigneeId !== null && (
        <span dir="auto">
          {t('assigned to {assignee}', { assignee: assignee ?? t('somebody') })}
        </span>
      )}
      {projectId !== null && (
        <span dir="auto">{project ? t('in “{project}”', { project }) : t('in a project')}</span>
      )}
      {due_at !== null && (
        <span>
          <Trans id="due {time}" values={{ time: <Time at={due_at} /> }} />
        </span>
      )}
    </>
  );
}

const load = async () => ({ default: (await import('./sort-form')).SortForm });
const Form = lazy(load);

/** Loads the form before somebody opens it, so that no typed letter gets lost. */
export function preloadSortForm(): void {
  void load();
}

/** The form to assign, to defer or to choose a project. */
function LazySortForm(props: ComponentProps<typeof SortForm>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
