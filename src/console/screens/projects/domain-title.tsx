import { api } from '../../api/client';
import { slow } from '../../live/slow';

/** The name of a domain. */
export function DomainTitle({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const { data } = api.useQuery('get', '/v1/domains/{id}', { params }, slow);
  return data?.name ?? '…';
}
