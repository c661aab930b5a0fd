import type { components } from 'callboard-client';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { KeptList, type ReadList } from '../../rows/kept-list';
import { Failure, RowsSkeleton, useInTime } from '../../ui/loading';
import { SelectField } from '../../ui/menu';
import { Empty, Panel } from '../../ui/page';
import { ProjectCell, WorkCells, WorkRow } from './work-row';
import { optionOf, useParams } from '../../ui/url-params';
import { t } from '../../texts/texts';

type Domain = components['schemas']['TaskDomain'];
type Row = components['schemas']['TaskRow'];

const slices = [
  { value: 'active', name: t('Open now'), count: t('open now') },
  { value: 'stalled', name: t('Without activity'), count: t('without activity') },
  { value: 'templates', name: t('Of templates'), count: t('of templates') },
  { value: 'all', name: t('All open'), count: t('open|tasks') },
] as const;

const fewRows = 10;
const mostRows = 100;

/** Tasks by domain, the most urgent first; or more tasks of one domain. */
export function TasksTab() {
  const { get, set } = useParams();
  const slice = optionOf<(typeof slices)[number]>(slices, slices[0], get('slice'));
  const domain = get('domain');
  const query = {
    slice: slice.value,
    ...(domain === ''
      ? { rows_per_domain: fewRows }
      : { domain_id: domain, rows_per_domain: mostRows }),
  };
  const list = api.useQuery('get', '/v1/views/tasks', { params: { query } });
  const { error, refetch } = list;
  const data = useInTime(list.data);
  const domains = data?.domains.filter(({ rows }) => rows.length > 0) ?? [];
  const omitted = data?.truncated.domains ?? 0;
  return (
    <>
      <div className="work-filters">
        <SelectField
          label={t('Tasks')}
          value={slice.value}
          options={slices}
          onChange={(value) => set('slice', value === 'active' ? '' : value)}
        />
        {domain !== '' && (
          <button data-reads type="button" className="button" onClick={() => set('domain', '')}>
            {t('Show all domains')}
          </button>
        )}
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && domains.length === 0 && <NoTasks />}
      {domains.map((one) => (
        <DomainTasks
          key={`${one.id} ${slice.value} ${domain}`}
          list={list}
          domain={one}
          count={slice.count}
          isAlone={domain !== ''}
          slice={slice.value}
        />
      ))}
      {omitted > 0 && (
        <p className="muted">
          {t(
            '{omitted, plural, one {# more domain is not shown.} other {# more domains are not shown.}} Find their work by its project.',
            { omitted },
          )}
        </p>
      )}
    </>
  );
}

function DomainTasks({
  list,
  domain,
  count,
  isAlone,
  slice,
}: {
  readonly list: ReadList;
  readonly domain: Domain;
  readonly count: string;
  readonly isAlone: boolean;
  readonly slice: string;
}) {
  const { id, name, description, action_count: total, rows } = domain;
  const more = `/app/work?${new URLSearchParams({ slice, domain: id }).toString()}`;
  const isCut = rows.length < total;
  return (
    <Panel title={id === 'none' ? t('Without a domain') : name} count={total}>
      {description !== null && (
        <p className="muted clamped" dir="auto">
          {description}
        </p>
      )}
      <KeptList
        list={list}
        hasMore={isCut}
        items={rows}
        nameOf={({ action_id, title }) => ({ id: action_id, title })}
        renderRow={(row) => <TaskRow key={row.action_id} row={row} />}
        className="work-rows"
      />
      {isCut && !isAlone && (
        <Link className="work-more" href={more}>
          {t('Show more of the {total} tasks {kind}', { total, kind: count })}
        </Link>
      )}
      {isCut && isAlone && (
        <p className="muted">
          {t(
            'These are the {rows} most urgent of {total}. The others follow when these are done.',
            { rows: rows.length, total },
          )}
        </p>
      )}
    </Panel>
  );
}

function TaskRow({ row }: { readonly row: Row }) {
  return (
    <WorkRow
      rowKey={`task-${row.action_id}`}
      href={`/app/actions/${row.action_id}`}
      title={row.title}
      actionKey={row.key}
    >
      <ProjectCell id={row.project_id} title={row.project_title} />
      <WorkCells
        priority={row.priority}
        assignee={row.assigned_actor_name}
        activeAt={row.touched_at}
        dueAt={row.due_at}
      />
    </WorkRow>
  );
}

function NoTasks() {
  return (
    <Empty title={t('No tasks here')} isStart>
      <p>
        {t(
          'Open actions appear here under their domain, the most urgent first. Add actions on the page of a project.',
        )}
      </p>
    </Empty>
  );
}
