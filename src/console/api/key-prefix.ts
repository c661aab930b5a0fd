import { api } from './client';
import { slow } from './read-options';

/** What the keys of actions begin with, read if it is wanted; empty until then. */
export function useKeyPrefix(isWanted: boolean): string {
  const { data } = api.useQuery('get', '/v1/workspace', {}, { ...slow, enabled: isWanted });
  return data?.key_prefix ?? '';
}
