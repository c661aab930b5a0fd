import { unwrap } from 'callboard-client';
import { client } from '../../api/client';
import type { Project, ProjectUpdate } from './project-form';

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
