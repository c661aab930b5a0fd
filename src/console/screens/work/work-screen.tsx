import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { useListKeys } from '../../keys/list-keys';
import { slow } from '../../api/read-options';
import { lazy, lazyForm, RowsSkeleton } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { queryOf, setQuery } from './action-query';
import { ProjectsTab } from './projects-tab';
import { TasksTab } from './tasks-tab';
import { views, ViewTab, type View } from './view-tab';
import { t } from '../../texts/texts';

const NewProject = lazyForm(async () => ({
  default: (await import('../projects/project-dialogs')).NewProject,
}));

const AllTab = lazy(async () => ({ default: (await import('./all-tab')).AllTab }));
const BoardTab = lazy(async () => ({ default: (await import('./board-tab')).BoardTab }));
const DueTab = lazy(async () => ({ default: (await import('./due-tab')).DueTab }));

/** The tabs that show the same list, so that its filters stay when one changes between them. */
const listTabs = [
  { value: 'all', name: t('All actions'), Content: AllTab },
  { value: 'board', name: t('Board'), Content: BoardTab },
  { value: 'due', name: t('Due'), Content: DueTab },
] as const;

/** Everything that is to be done: by domain, by what can be done with it, and by project. */
export function WorkScreen() {
  const [isCreating, setCreating] = useState(false);
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const tab = params.get('tab');
  const view = views.find(({ value }) => value === tab);
  const list = listTabs.find(({ value }) => value === tab);
  const isOther = tab === 'projects' || list !== undefined;
  useTitle(view?.name ?? list?.name ?? (tab === 'projects' ? t('Projects') : t('Work')));
  useListKeys();
  return (
    <Page
      title={t('Work')}
      actions={
        <button type="button" className="button" onClick={() => setCreating(true)}>
          <Icon name="plus" /> {t('New project')}
        </button>
      }
    >
      <nav aria-label={t('Views of the work')}>
        <ul className="tabs work-tabs">
          <Tab value="" name={t('Tasks')} isCurrent={view === undefined && !isOther} />
          {views.map((one) => (
            <ViewLink key={one.value} view={one} isCurrent={one === view} />
          ))}
          {listTabs.map((one) => (
            <Tab
              key={one.value}
              value={one.value}
              name={one.name}
              filters={list === undefined ? undefined : params}
              isCurrent={one === list}
            />
          ))}
          <Tab value="projects" name={t('Projects')} isCurrent={tab === 'projects'} />
        </ul>
      </nav>
      {view !== undefined && <ViewTab key={view.value} view={view} />}
      {tab === 'projects' && <ProjectsTab />}
      {list !== undefined && (
        <Suspense fallback={<RowsSkeleton />}>
          <list.Content />
        </Suspense>
      )}
      {view === undefined && !isOther && <TasksTab />}
      {isCreating && (
        <Suspense>
          <NewProject
            onClose={() => setCreating(false)}
            onCreated={({ id }) => navigate(`/app/projects/${id}`)}
          />
        </Suspense>
      )}
    </Page>
  );
}

function ViewLink({ view, isCurrent }: { readonly view: View; readonly isCurrent: boolean }) {
  const { data } = api.useQuery('get', view.path, { params: { query: { limit: 1 } } }, slow);
  const isCounted = data !== undefined;
  // The first counts make the tabs wider, which would push the chosen one out of the window.
  useEffect(() => {
    if (isCounted) showInBar(document.querySelector('.work-tabs [aria-current]'));
  }, [isCounted]);
  return (
    <Tab value={view.value} name={view.name} count={data?.total ?? null} isCurrent={isCurrent} />
  );
}

function Tab({
  value,
  name,
  count,
  filters,
  isCurrent,
}: {
  readonly value: string;
  readonly name: string;
  /** null: it is not read yet. */
  readonly count?: number | null;
  /** The address whose filters the tab keeps. */
  readonly filters?: URLSearchParams | undefined;
  readonly isCurrent: boolean;
}) {
  return (
    <li>
      <Link
        className="tab"
        href={hrefOf(value, filters)}
        aria-current={isCurrent ? 'page' : undefined}
        ref={isCurrent ? showInBar : undefined}
      >
        {name}
        {count !== undefined && <span className="count">{count}</span>}
      </Link>
    </li>
  );
}

// On a phone the tabs are wider than the window. Only they scroll, not the page.
function showInBar(link: Element | null): void {
  const bar = link?.closest('ul');
  if (link === null || bar === null || bar === undefined) return;
  const [own, all] = [link.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollBy({ left: own.left + own.width / 2 - all.left - all.width / 2 });
}

function hrefOf(tab: string, filters: URLSearchParams | undefined): string {
  if (tab === '') return '/app/work';
  const params = new URLSearchParams({ tab });
  if (filters !== undefined) setQuery(params, queryOf(filters));
  return `/app/work?${params.toString()}`;
}
