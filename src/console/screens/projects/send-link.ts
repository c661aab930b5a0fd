import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';

type ProjectLink = components['schemas']['Link'];

/** Attaches an address or a document to a project. */
export function attach(
  projectId: string,
  { url, document_id: documentId, title }: Pick<ProjectLink, 'url' | 'document_id' | 'title'>,
): Promise<ProjectLink> {
  const target = url === null ? (documentId === null ? {} : { document_id: documentId }) : { url };
  const body = { ...target, title, project_id: projectId };
  return unwrap(client.POST('/v1/links', { body }));
}

/** Removes a link. Its target stays. */
export async function remove({ id }: ProjectLink): Promise<true> {
  await unwrap(client.DELETE('/v1/links/{id}', { params: { path: { id } } }));
  return true;
}
