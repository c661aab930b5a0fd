import type { components } from 'callboard-client';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/client';
import { byOffset, slow, useAll } from '../../api/read-options';
import { DomainPicker } from '../../pickers/pickers';
import { Assignees, type Progress, ProgressBar, useProgressOf } from '../projects/progress';
import { PagedPanel } from '../../rows/paged-panel';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { optionOf, useParams } from '../../ui/url-params';
import { SearchField } from '../../ui/search-field';
import { Due, WorkRow } from './work-row';
import { t } from '../../texts/texts';

type Project = components['schemas']['Project'];
type State = components['schemas']['ProjectState'];

const states: readonly [StateOption, ...StateOption[]] = [
  { value: 'open', name: t('Active and paused'), states: ['active', 'paused'] },
  { value: 'active', name: t('Active'), states: ['active'] },
  { value: 'paused', name: t('Paused'), states: ['paused'] },
  { value: 'completed', name: t('Completed'), states: ['completed'] },
  { value: 'dropped', name: t('Dropped'), states: ['dropped'] },
  { value: 'all', name: t('All'), states: ['active', 'paused', 'completed', 'dropped'] },
];

interface StateOption {
  readonly value: string;
  readonly name: string;
  readonly states: State[];
}

const kinds = [
  { value: 'projects', name: t('Projects'), query: { is_template: false } },
  { value: 'templates', name: t('Templates'), query: { is_template: true } },
  { value: 'both', name: t('Projects and templates'), query: {} },
] as const;

/** The projects of the workspace, by state, domain, kind and words. */
export function ProjectsTab() {
  const { get, set } = useParams();
  const state = optionOf<(typeof states)[number]>(states, states[0], get('state'));
  const kind = optionOf<(typeof kinds)[number]>(kinds, kinds[0], get('kind'));
  const [domain, words] = [get('domain'), get('q')];
  const setWords = useCallback((value: string) => set('q', value), [set]);
  const query = {
    limit: 50,
    state: state.states,
    ...kind.query,
    ...(domain === '' ? {} : { domain_id: domain }),
    ...(words === '' ? {} : { q: words }),
  };
  const list = api.useInfiniteQuery('get', '/v1/projects', { params: { query } }, byOffset);
  const ids = useMemo(
    () => list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [],
    [list.data],
  );
  const progress = useProgressOf(ids);
  return (
    <>
      <Filters count={countSet(get('state'), get('kind'), domain, words)}>
        <SelectField
          label={t('State')}
          value={state.value}
          options={states}
          onChange={(value) => set('state', value === 'open' ? '' : value)}
        />
        <DomainPicker
          none={t('All domains')}
          value={domain === '' ? null : domain}
          onChange={(value) => set('domain', value ?? '')}
        />
        <SelectField
          label={t('Kind')}
          value={kind.value}
          options={kinds}
          onChange={(value) => set('kind', value === 'projects' ? '' : value)}
        />
        <SearchField value={words} onChange={setWords} />
      </Filters>
      <PagedPanel
        list={list}
        filters={JSON.stringify(query)}
        title={kind.name}
        emptyTitle={t('No projects here')}
        empty={t(
          'Projects that match these filters appear here. A project groups actions that lead to one result. A template is a project that you duplicate.',
        )}
        nameOf={(project) => project}
        renderRow={(project) => (
          <ProjectRow key={project.id} project={project} progress={progress.get(project.id)} />
        )}
        className="work-rows work-projects"
      />
    </>
  );
}

function ProjectRow({
  project,
  progress,
}: {
  readonly project: Project;
  readonly progress: Progress | undefined;
}) {
  const { id, title, state, is_template: isTemplate, work_mode: mode } = project;
  const hasAssignees = (progress?.assignees.length ?? 0) > 0;
  return (
    <WorkRow rowKey={`project-${id}`} href={`/app/projects/${id}`} title={title}>
      <DomainName id={project.domain_id} />
      <span className="work-cell">
        {[
          states.find(({ value }) => value === state)?.name,
          isTemplate ? t('template') : undefined,
          mode === 'sequential' ? t('in sequence') : t('in parallel'),
        ]
          .filter((word) => word !== undefined)
          .join(', ')}
      </span>
      <span className="work-cell">{progress !== undefined && <ProgressBar of={progress} />}</span>
      <span className={hasAssignees ? 'work-cell' : 'work-cell work-none'}>
        {progress !== undefined && <Assignees of={progress} />}
      </span>
      <DueOfProject own={project.due_at} next={progress?.next_due_at ?? null} />
    </WorkRow>
  );
}

/** The due date of a project, or the next one of its actions if that is earlier. */
function DueOfProject({
  own,
  next,
}: {
  readonly own: string | null;
  readonly next: string | null;
}) {
  if (next === null || (own !== null && own <= next)) return <Due at={own} />;
  return <Due at={next} word={t('next|due')} />;
}

/** The name of a domain, as a cell of a row. */
function DomainName({ id }: { readonly id: string | null }) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/domains',
    { params: { query: { limit: 200, state: ['active'], sort: 'name' } } },
    { ...byOffset, ...slow },
  );
  const name = useAll(list).find((domain) => domain.id === id)?.name;
  return (
    <span className={name === undefined ? 'work-cell work-none' : 'work-cell'} dir="auto">
      {name}
    </span>
  );
}
