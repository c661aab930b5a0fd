import { api } from '../../api/client';
import { nowRead, readAgain } from '../../api/command-view';

/** Reads everything that the screen shows. */
export function useNowData() {
  return api.useQuery('get', '/v1/views/command', nowRead, readAgain);
}
