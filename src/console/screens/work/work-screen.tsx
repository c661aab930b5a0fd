import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/client';
import { useListKeys } from '../../keys/list-keys';
import { slow } from '../../api/read-options';
import { RowsSkeleton } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { ProjectsTab } from './projects-tab';
import { TasksTab } from './tasks-tab';
import { useParams } from '../../ui/url-params';
import { views, ViewTab, type View } from './view-tab';

const ProjectDialog = lazy(async () => ({
  default: (await import('../projects/project-dialogs')).ProjectDialog,
}));

const AllTab = lazy(async () => ({ default: (await import('./all-tab')).AllTab }));

/** Everything that is to be done: by domain, by what can be done with it, and by project. */
export function WorkScreen() {
  const [isCreating, setCreating] = useState(false);
  const [, navigate] = useLocation();
  const tab = useParams().get('tab');
  const view = views.find(({ value }) => value === tab);
  const isOther = tab === 'projects' || tab === 'all';
  useTitle(
    view?.name ?? (tab === 'projects' ? 'Projects' : tab === 'all' ? 'All actions' : 'Work'),
  );
  useListKeys();
  return (
    <Page
      title="Work"
      actions={
        <button type="button" className="button" onClick={() => setCreating(true)}>
          <Icon name="plus" /> New project
        </button>
      }
    >
      <nav aria-label="Views of the work">
        <ul className="tabs work-tabs">
          <Tab value="" name="Tasks" isCurrent={view === undefined && !isOther} />
          {views.map((one) => (
            <ViewLink key={one.value} view={one} isCurrent={one === view} />
          ))}
          <Tab value="all" name="All actions" isCurrent={tab === 'all'} />
          <Tab value="projects" name="Projects" isCurrent={tab === 'projects'} />
        </ul>
      </nav>
      {view !== undefined && <ViewTab key={view.value} view={view} />}
      {tab === 'projects' && <ProjectsTab />}
      {tab === 'all' && (
        <Suspense fallback={<RowsSkeleton />}>
          <AllTab />
        </Suspense>
      )}
      {view === undefined && !isOther && <TasksTab />}
      {isCreating && (
        <Suspense>
          <ProjectDialog
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
  return <Tab value={view.value} name={view.name} count={data?.total} isCurrent={isCurrent} />;
}

function Tab({
  value,
  name,
  count,
  isCurrent,
}: {
  readonly value: string;
  readonly name: string;
  readonly count?: number | undefined;
  readonly isCurrent: boolean;
}) {
  return (
    <li>
      <Link
        className="tab"
        href={value === '' ? '/app/work' : `/app/work?tab=${value}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {name}
        {count !== undefined && <span className="count">{count}</span>}
      </Link>
    </li>
  );
}
