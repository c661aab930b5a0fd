import './client';
import { createClient } from 'callboard-client';

/** The client of the pages that need no session. It sends each request once. */
export const plainClient = createClient({
  baseUrl: location.origin,
  session: true,
  retry: false,
});
