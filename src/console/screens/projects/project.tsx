import { unwrap, type components } from 'callboard-client';
import { api, client } from '../../api/client';
import { slow } from '../../api/read-options';
import type { Project, ProjectUpdate } from './project-form';

/** The ways in which the actions of a project are ordered, with what each means. */
export const modes = [
  {
    value: 'sequential',
    name: 'In sequence',
    about:
      'One action after the other. The next one can begin when the one before it is done and no review of it waits.',
  },
  {
    value: 'parallel',
    name: 'In parallel',
    about: 'All actions that are ready can be done at the same time.',
  },
] as const;

/** The states of a project, with what each means. */
export const states: Readonly<
  Record<components['schemas']['ProjectState'], { readonly name: string; readonly about: string }>
> = {
  active: { name: 'Active', about: 'Its actions can be taken up.' },
  paused: { name: 'Paused', about: 'Nobody can take up its actions until it is resumed.' },
  completed: { name: 'Completed', about: 'It has ended. Reactivate it to go on.' },
  dropped: { name: 'Dropped', about: 'It was given up. Reactivate it to go on.' },
};

/** The statuses of an action. */
export const statuses: Readonly<Record<components['schemas']['ActionStatus'], string>> = {
  inbox: 'Captured',
  ready: 'Ready',
  waiting: 'Waiting',
  done: 'Done',
  dropped: 'Dropped',
};

/** Changes a project that has this version. */
export function updateProject(
  { id, version }: Pick<Project, 'id' | 'version'>,
  body: ProjectUpdate,
): Promise<Project> {
  const header = { 'If-Match': `"${version}"` };
  return unwrap(client.PATCH('/v1/projects/{id}', { params: { path: { id }, header }, body }));
}

/** Reads a project as it is now. */
export function readProject(id: string): Promise<Project> {
  return unwrap(client.GET('/v1/projects/{id}', { params: { path: { id } } }));
}

/** The name of a domain. */
export function DomainTitle({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const { data } = api.useQuery('get', '/v1/domains/{id}', { params }, slow);
  return data?.name ?? '…';
}
