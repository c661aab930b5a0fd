import { useEffect, useState } from 'react';
import { server } from '../api/address';
import { workspaceHeader, workspaceNow } from '../api/workspace';
import { useWorkspaces, type SignedInWorkspace } from './workspaces';
import { WorkspaceList } from './workspaces-dialog';
import { t } from '../texts/texts';

/**
 * Offers to switch to the workspace that has the record of the page, when this one does not. Each
 * session of the browser is asked by itself, so nothing but the browser knows of the others.
 */
export function Elsewhere({ path }: { readonly path: string }) {
  const { workspaces } = useWorkspaces();
  const [found, setFound] = useState<readonly SignedInWorkspace[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const has = async ({ id }: SignedInWorkspace): Promise<boolean> => {
      const { signal } = controller;
      const headers = { [workspaceHeader]: id };
      return (await fetch(server + path, { headers, signal })).ok;
    };
    const search = async (): Promise<void> => {
      const others = workspaces.filter(({ id }) => id !== workspaceNow());
      const hits = await Promise.all(others.map(has));
      if (!controller.signal.aborted) setFound(others.filter((_, index) => hits[index]));
    };
    search().catch(() => undefined);
    return () => controller.abort();
  }, [workspaces, path]);
  if (found.length === 0) return null;
  return (
    <div className="banner banner-info">
      <p>{t('The page is in another workspace. Switch to it:')}</p>
      <WorkspaceList workspaces={found} address={location.href} />
    </div>
  );
}
