import { isCallboardError } from 'callboard-client';
import { Suspense, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import { api } from '../../api/client';
import { slow } from '../../api/read-options';
import { RecordLinks } from '../../links/record-links';
import { Notes } from '../../notes/notes';
import { choiceOf, factsOf, inputs } from '../../pickers/fact-edit';
import { NotFound } from '../../shell/fallbacks';
import { Failure, lazyForm, RowsSkeleton } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import { Facts, Page, Panel } from '../../ui/page';
import { Time, useTimeZone, fromLocal, toLocal } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { wordsOfUsage } from '../../ui/usage';
import {
  DomainTitle,
  modes,
  states,
  updateProject,
  type Project,
  type ProjectUpdate,
} from './project';
import { Assignees, ProgressBar, useProgress } from './progress';
import { ProjectActions } from './project-actions';
import { ProjectCommands } from './project-commands';
import { t } from '../../texts/texts';

const EditProject = lazyForm(async () => ({
  default: (await import('./project-dialogs')).EditProject,
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
          <EditProject project={project} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

const workModes = choiceOf(modes);

const template = choiceOf([
  { value: 'true', name: t('Yes') },
  { value: 'false', name: t('No') },
]);

function About({ project }: { readonly project: Project }) {
  const mode = modes.find(({ value }) => value === project.work_mode);
  const state = states[project.state];
  const progress = useProgress(project.id);
  const [assignees, next] = [progress?.assignees ?? [], progress?.next_due_at ?? null];
  const timeZone = useTimeZone();
  const fact = factsOf<ProjectUpdate>(project, updateProject);
  return (
    <Panel title={t('About')}>
      <Facts
        facts={[
          [t('State'), <Explained key="state" name={state.name} about={state.about} />],
          fact({
            label: t('Order of work'),
            input: workModes,
            value: project.work_mode,
            bodyOf: (value) => ({ work_mode: value === 'parallel' ? value : 'sequential' }),
            shown: mode && <Explained name={mode.name} about={mode.about} />,
          }),
          fact({
            label: t('Template'),
            input: template,
            value: String(project.is_template),
            bodyOf: (value) => ({ is_template: value === 'true' }),
            shown: project.is_template
              ? t('Yes. Nobody works on its actions. Duplicate it to begin a project with them.')
              : undefined,
          }),
          fact({
            label: t('Domain'),
            input: inputs.domain,
            value: project.domain_id ?? '',
            bodyOf: (id) => ({ domain_id: id || null }),
            shown: project.domain_id && <DomainTitle id={project.domain_id} />,
          }),
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
          fact({
            label: t('Due'),
            input: inputs.date,
            value: toLocal(project.due_at, timeZone),
            bodyOf: (value) => ({ due_at: fromLocal(value, timeZone) }),
            before: { due_at: project.due_at },
            shown: project.due_at && <Time at={project.due_at} />,
          }),
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
