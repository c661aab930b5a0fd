import { api } from '../../api/client';

/** The name of a domain. */
export function DomainTitle({ id }: { readonly id: string }) {
  const params = { path: { id } };
  const { data } = api.useQuery('get', '/v1/domains/{id}', { params }, { staleTime: 60_000 });
  return data?.name ?? '…';
}
