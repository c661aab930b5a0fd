import { api } from '../api/client';
import type { Action } from './action-form';

/** A repeat rule in words. */
export function wordsOfRule({
  type,
  unit,
  interval,
  time_zone: zone,
}: Action['repeat_rule']): string {
  if (type === 'none') return 'Never';
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  return `${every} from when it is ${type === 'from_due' ? 'due' : 'done'} (${zone})`;
}

/** The title of a project. */
export function ProjectName({ id }: { readonly id: string }) {
  const { data } = api.useQuery('get', '/v1/projects/{id}', { params: { path: { id } } });
  return <>{data?.title ?? '…'}</>;
}

/** The name of a domain. */
export function DomainName({ id }: { readonly id: string }) {
  const { data } = api.useQuery('get', '/v1/domains/{id}', { params: { path: { id } } });
  return <>{data?.name ?? '…'}</>;
}
