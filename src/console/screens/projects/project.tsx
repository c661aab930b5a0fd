import { unwrap, type components } from 'callboard-client';
import { api, client, paramsOf } from '../../api/client';
import { slow } from '../../api/read-options';
import { t } from '../../texts/texts';

/** A project of the workspace. */
export type Project = components['schemas']['Project'];

/** What a change of a project contains. */
export type ProjectUpdate = components['schemas']['ProjectUpdate'];

/** The ways in which the actions of a project are ordered, with what each means. */
export const modes = [
  {
    value: 'sequential',
    name: t('In sequence'),
    about: t(
      'One action after the other. The next one can begin when the one before it is done and no review of it waits.',
    ),
  },
  {
    value: 'parallel',
    name: t('In parallel'),
    about: t('All actions that are ready can be done at the same time.'),
  },
] as const;

/** The states of a project, with what each means. */
export const states: Readonly<
  Record<components['schemas']['ProjectState'], { readonly name: string; readonly about: string }>
> = {
  active: { name: t('Active'), about: t('Its actions can be taken up.') },
  paused: { name: t('Paused'), about: t('Nobody can take up its actions until it is resumed.') },
  completed: { name: t('Completed'), about: t('It has ended. Reactivate it to go on.') },
  dropped: { name: t('Dropped'), about: t('It was given up. Reactivate it to go on.') },
};

/** The statuses of an action. */
export const statuses: Readonly<Record<components['schemas']['ActionStatus'], string>> = {
  inbox: t('Captured'),
  ready: t('Ready'),
  waiting: t('Waiting'),
  done: t('Done'),
  dropped: t('Dropped'),
};

/** Changes a project that has this version. */
export function updateProject(
  project: Pick<Project, 'id' | 'version'>,
  body: ProjectUpdate,
): Promise<Project> {
  return unwrap(client.PATCH('/v1/projects/{id}', { params: paramsOf(project), body }));
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
