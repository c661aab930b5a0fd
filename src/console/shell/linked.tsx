import { Invitation } from './invitation';
import { resetPath } from './link-secret';
import { Reset } from './reset';

/** The page of a link with a secret. */
export function LinkedPage({ path }: { readonly path: string }) {
  return path === resetPath ? <Reset /> : <Invitation />;
}
