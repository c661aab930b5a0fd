import { isCallboardError } from 'callboard-client';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import { RecordLinks } from '../../links/record-links';
import { Notes } from '../../notes/notes';
import { EditableFact } from '../../pickers/fact-edit';
import { NotFound } from '../../shell/fallbacks';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import { Facts, Page, Panel } from '../../ui/page';
import { Time, useTimeZone, fromLocal, toLocal } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { wordsOfUsage } from '../../ui/usage';
import { DomainTitle, modes, states, updateProject } from './project';
import { Assignees, ProgressBar, useProgress } from './progress';
import { ProjectActions } from './project-actions';
import { ProjectCommands } from './project-commands';
import type { Project } from './project-form';
import { t } from '../../texts/texts';

const ProjectDialog = lazy(async () => ({
  default: (await import('./project-dialogs')).ProjectDialog,
}));

const trail = [{ href: '/app/work?tab=projects', name: t('Projects') }] as const;

/** The page of a project. */
export function ProjectScreen() {
  const { id = '' } = useParams();
  const { data, error, refetch } = api.useQuery('get', '/v1/projects/{id}', {
    params: { path: { id } },
  });
  useTitle(data?.title ?? t('Project'));
  if (isCallboardError(error, 'NOT_FOUND')) return <NotFound />;
  if (data !== undefined) return <ProjectPage key={id} project={data} />;
  return error === null ? (
    <RowsSkeleton />
  ) : (
    <Failure error={error} onRetry={() => void refetch()} />
  );
}

function ProjectPage({ project }: { readonly project: Project }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useCallback(() => setEditing(true), []);
  return (
    <Page
      title={project.title}
      trail={trail}
      meta={
        <>
          {project.is_template && <span className="tag">{t('Template')}</span>}
          <strong>{states[project.state].name}</strong>
          <span>{t('changed')}</span> <Time at={project.updated_at} />
        </>
      }
      actions={<ProjectCommands project={project} onEdit={edit} />}
    >
      <div className="page-columns">
        <div className="stack">
          {project.description !== null && (
            <Panel title={t('Description')}>
              <div dir="auto">
                <LongMarkdown text={project.description} under={2} />
              </div>
            </Panel>
          )}
          <ProjectActions project={project} onEdit={edit} />
          <Notes of="projects" id={project.id} />
        </div>
        <div className="stack">
          <About project={project} />
          <RecordLinks project_id={project.id} />
        </div>
      </div>
      {isEditing && (
        <Suspense>
          <ProjectDialog project={project} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function About({ project }: { readonly project: Project }) {
  const mode = modes.find(({ value }) => value === project.work_mode);
  const state = states[project.state];
  const progress = useProgress(project.id);
  const [assignees, next] = [progress?.assignees ?? [], progress?.next_due_at ?? null];
  const timeZone = useTimeZone();
  const facts = {
    domain: {
      label: t('Domain'),
      kind: 'domain',
      value: project.domain_id ?? '',
      bodyOf: (value: string) => ({ domain_id: value === '' ? null : value }),
      before: { domain_id: project.domain_id },
    },
    due: {
      label: t('Due'),
      kind: 'date',
      value: toLocal(project.due_at, timeZone),
      bodyOf: (value: string) => ({ due_at: fromLocal(value, timeZone) }),
      before: { due_at: project.due_at },
    },
  } as const;
  const edit = (name: keyof typeof facts, shown: ReactNode): ReactNode => {
    const { bodyOf, before, ...fact } = facts[name];
    const change = (value: string) => ({
      send: () => updateProject(project, bodyOf(value)),
      undo: ({ version }: { readonly version: number }) =>
        updateProject({ id: project.id, version }, before),
    });
    return (
      <EditableFact fact={{ ...fact, change }}>
        {shown ?? <span className="muted">{t('None')}</span>}
      </EditableFact>
    );
  };
  return (
    <Panel title={t('About')}>
      <Facts
        facts={[
          [t('State'), <Explained key="state" name={state.name} about={state.about} />],
          [
            t('Order of work'),
            mode === undefined ? null : (
              <Explained key="mode" name={mode.name} about={mode.about} />
            ),
          ],
          [
            t('Template'),
            project.is_template
              ? t('Yes. Nobody works on its actions. Duplicate it to begin a project with them.')
              : null,
          ],
          [
            t('Domain'),
            edit(
              'domain',
              project.domain_id === null ? null : <DomainTitle id={project.domain_id} />,
            ),
          ],
          [
            t('Progress'),
            progress === undefined ? '…' : <ProgressBar key="progress" of={progress} />,
          ],
          [
            t('Assigned to'),
            progress === undefined || assignees.length === 0 ? null : (
              <Assignees key="assignees" of={progress} />
            ),
          ],
          [t('Next due'), next === null ? null : <Time key="next" at={next} />],
          [t('Due'), edit('due', project.due_at === null ? null : <Time at={project.due_at} />)],
          [t('Created'), <Time key="created" at={project.created_at} />],
          [t('Reported by agents, last 366 days'), useReported(project.id)],
        ]}
      />
    </Panel>
  );
}

/** What agents reported about the actions of a project; null if they reported nothing. */
function useReported(id: string): string | null {
  const params = { path: { id }, query: { days: 366 } };
  const { data } = api.useQuery('get', '/v1/projects/{id}/usage', { params }, slow);
  return data === undefined ? null : wordsOfUsage(data.total) || null;
}

function Explained({ name, about }: { readonly name: string; readonly about: string }) {
  return (
    <>
      <strong>{name}</strong>
      <span className="muted project-about">{about}</span>
    </>
  );
}
