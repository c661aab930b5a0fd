import { server } from './address';
import './client';
import { createClient } from 'callboard-client';

/** The client of the pages that need no session. It sends each request once. */
export const plainClient = createClient({
  baseUrl: server,
  session: true,
  retry: false,
});
