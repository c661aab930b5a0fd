import { isCallboardError } from 'callboard-client';
import { Suspense, useState } from 'react';
import { Link, Redirect, useParams, useSearchParams } from 'wouter';
import type { Action } from './action-form';
import { api } from '../../api/client';
import { FilesPanel } from '../../files/files-panel';
import { Failure, lazyForm, loadable, RowsSkeleton } from '../../ui/loading';
import { LongMarkdown, useMarkdownElements } from '../../ui/markdown';
import { Page, Panel, type Crumb } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { ActionCommands, isOpen } from './commands';
import type { DialogName } from './dialogs';
import { EarlierTexts, EndedQuestions, TextAuthors } from './earlier';
import { ActionFacts, Links, type Context } from './facts';
import { States } from './states';
import { Timeline } from './timeline';
import { patchAction } from './write-action';
import { t, Trans } from '../../texts/texts';

const useDecisions = loadable(() => import('./decisions'));
type DecisionsModule = NonNullable<ReturnType<typeof useDecisions>>;
const ActionDialogs = lazyForm(async () => ({
  default: (await import('./dialogs')).ActionDialogs,
}));

/** The page of one action. */
export function ActionScreen() {
  const { id } = useParams<{ id: string }>();
  return <OneAction key={id} id={id} />;
}

function OneAction({ id }: { readonly id: string }) {
  const params = { params: { path: { id } } };
  const action = api.useQuery('get', '/v1/actions/{id}', params);
  const context = api.useQuery('get', '/v1/actions/{id}/context', params);
  const decisions = useDecisions();
  const markdown = useMarkdownElements();
  // All at once, because what comes later would move what a person reads.
  const isComplete = context.data !== undefined || context.error !== null;
  if (
    action.data !== undefined &&
    isComplete &&
    decisions !== undefined &&
    markdown !== undefined
  ) {
    if (action.data.id !== id) return <Redirect to={`/app/actions/${action.data.id}`} replace />;
    return (
      <>
        {context.error !== null && (
          <Failure error={context.error} onRetry={() => void context.refetch()} />
        )}
        <Loaded action={action.data} context={context.data} decisions={decisions} />
      </>
    );
  }
  if (action.error === null) return <RowsSkeleton />;
  if (isCallboardError(action.error, 'NOT_FOUND')) return <Missing />;
  return <Failure error={action.error} onRetry={() => void action.refetch()} />;
}

const allActions = { href: '/app/work?tab=all', name: t('Work') };

/** Where the action belongs: its project, or the list of all. */
function trailOf({ project_id: id }: Action, context: Context | undefined): readonly Crumb[] {
  if (id === null) return [allActions];
  return [
    { href: '/app/work?tab=projects', name: t('Projects') },
    { href: `/app/projects/${id}`, name: context?.project?.title ?? '…' },
  ];
}

function Missing() {
  useTitle(t('No such action'));
  return (
    <section className="empty">
      <h1 tabIndex={-1}>{t('There is no such action')}</h1>
      <p>
        <Trans
          id="The address may be mistyped, or the action belongs to another workspace. <link>Show what needs you now</link>."
          components={{ link: <Link href="/app" /> }}
        />
      </p>
    </section>
  );
}

function Loaded({
  action,
  context,
  decisions,
}: {
  readonly action: Action;
  readonly context: Context | undefined;
  readonly decisions: DecisionsModule;
}) {
  const dialog = useDialog(isOpen(action));
  useTitle(`${action.key} ${action.title}`);
  const trail = trailOf(action, context);
  const openQuestions = context?.open_questions ?? [];
  const blocking = openQuestions.filter((question) => question.blocking).length;
  return (
    <>
      <Page title={action.title} trail={trail} current={action.key} meta={<Meta action={action} />}>
        <States action={action} questions={blocking} />
        <ActionCommands action={action} onShow={dialog.show} />
        <div className="page-columns action-columns">
          <div className="stack">
            <Waiting action={action} context={context} decisions={decisions} />
            <Texts action={action} />
          </div>
          <div className="stack action-side">
            <Panel title={t('Facts')}>
              <ActionFacts action={action} context={context} />
            </Panel>
            <Blockers action={action} onChange={() => dialog.show('blockers')} />
            <FilesPanel
              files={action.files}
              onChange={(ids, { version } = action) =>
                patchAction(action.id, version, { file_ids: ids })
              }
            />
            {context !== undefined && (
              <>
                <Links context={context} />
                <EndedQuestions context={context} />
              </>
            )}
          </div>
          <Timeline id={action.id} />
        </div>
      </Page>
      {dialog.name !== undefined && (
        <Suspense>
          <ActionDialogs
            name={dialog.name}
            action={action}
            openQuestions={openQuestions.length}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  );
}

function Meta({ action }: { readonly action: Action }) {
  const { assigned_actor_name: assignee, due_at: due } = action;
  return (
    <>
      <span>{action.key}</span>
      {assignee === null ? (
        <span>{t('Nobody has it')}</span>
      ) : (
        <strong dir="auto">{assignee}</strong>
      )}
      {due !== null && isOpen(action) && (
        <span>
          <Trans id="due {time}" values={{ time: <Time at={due} /> }} />
        </span>
      )}
      <span>
        <Trans id="last active {time}" values={{ time: <Time at={action.last_activity_at} /> }} />
      </span>
    </>
  );
}

/** What waits for a decision. It stays when it was decided, and says by whom. */
function Waiting({
  decisions: { Decisions },
  ...props
}: {
  readonly action: Action;
  readonly context: Context | undefined;
  readonly decisions: DecisionsModule;
}) {
  const { action, context } = props;
  const waits = action.review.state === 'pending' || (context?.open_questions.length ?? 0) > 0;
  const [hasWaited, setWaited] = useState(waits);
  if (waits && !hasWaited) setWaited(true);
  return hasWaited ? <Decisions {...props} /> : null;
}

function Texts({ action }: { readonly action: Action }) {
  const { details, result_summary: result, review } = action;
  return (
    <>
      {result !== null && review.state !== 'pending' && (
        <Panel title={isOpen(action) ? t('Result of the last time') : t('Result')}>
          <LongMarkdown text={result} under={2} />
        </Panel>
      )}
      <Panel title={t('Details')}>
        {details === null ? (
          <p className="muted">{t('Nobody has described it further.')}</p>
        ) : (
          <LongMarkdown text={details} under={2} />
        )}
        <TextAuthors action={action} />
        <EarlierTexts action={action} />
      </Panel>
    </>
  );
}

/** The open dialog. That for editing is in the address too, so that other screens link to it. */
function useDialog(canEdit: boolean) {
  const [params, setParams] = useSearchParams();
  const [other, setOther] = useState<DialogName>();
  // The form stays when somebody else ends the action meanwhile.
  const [couldEdit] = useState(canEdit);
  const isEditing = (canEdit || couldEdit) && params.get('edit') === '1';
  const setEdit = (isOn: boolean): void =>
    setParams(
      (before) => {
        if (isOn) before.set('edit', '1');
        else before.delete('edit');
        return before;
      },
      { replace: true },
    );
  return {
    name: isEditing ? ('edit' as const) : other,
    show: (name: DialogName) => (name === 'edit' ? setEdit(true) : setOther(name)),
    close: () => (isEditing ? setEdit(false) : setOther(undefined)),
  };
}

const statusWords = {
  inbox: t('captured'),
  ready: t('ready'),
  waiting: t('waiting'),
  done: t('done'),
  dropped: t('dropped'),
} as const;

/** The actions that must end first. */
function Blockers({
  action,
  onChange,
}: {
  readonly action: Action;
  readonly onChange: () => void;
}) {
  const ids = action.blocked_by;
  const { data } = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  const blockers = ids.length === 0 ? [] : (data?.visible ?? []);
  const canChange = isOpen(action);

  if (ids.length === 0 && !canChange) return null;
  return (
    <Panel
      title={t('Blocked by')}
      count={ids.length}
      actions={
        canChange && (
          <button type="button" className="button button-small" onClick={onChange}>
            <Trans
              id="Change <span>the blockers</span>"
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )
      }
    >
      {ids.length === 0 && <p className="muted">{t('No other action must end first.')}</p>}
      <ul className="items">
        {data === undefined &&
          ids.map((id) => <li key={id} className="skeleton skeleton-item" aria-busy="true" />)}
        {blockers.map((blocker) => (
          <li key={blocker.id}>
            <span className="item-text">
              <Link href={`/app/actions/${blocker.id}`} dir="auto">
                <span className="muted">{blocker.key} </span>
                {blocker.title}
              </Link>
              <span className="muted">
                {blocker.review.state === 'pending'
                  ? t('done, waits for a review')
                  : statusWords[blocker.status]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
