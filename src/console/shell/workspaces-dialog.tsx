import { useState, useEffect } from 'react';
import { workspaceNow, workspaceHeader } from '../api/workspace';
import { Dialog } from '../ui/dialog';
import { sentenceOf } from '../ui/loading';
import {
  signInToAnother,
  signOutOfAll,
  switchTo,
  useWorkspaces,
  waitingIn,
  type SignedInWorkspace,
} from './workspaces';
import { t } from '../texts/texts';
import { server } from '../api/address';

/** The workspaces that the browser is signed in to, to switch among them. */
export function WorkspacesDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspaces, isRead, error } = useWorkspaces();
  const [failure, setFailure] = useState<unknown>(null);
  const shown = failure ?? error;
  return (
    <Dialog title={t('Workspaces')} onClose={onClose}>
      <div className="stack">
        {!isRead && error === null && <div className="skeleton skeleton-row" aria-busy="true" />}
        <WorkspaceList workspaces={workspaces} />
        <div role="alert">
          {shown !== null && <p className="notice notice-bad">{sentenceOf(shown)}</p>}
        </div>
        <div className="actions">
          <button
            data-reads
            type="button"
            className="button"
            onClick={() => void signInToAnother()}
          >
            {t('Sign in to another workspace')}
          </button>
          {workspaces.length > 1 && (
            <button
              data-reads
              type="button"
              className="button"
              onClick={() => void signOutOfAll(workspaces).catch(setFailure)}
            >
              {t('Sign out of all')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Buttons that lead to workspaces, each with the number of what waits there. */
export function WorkspaceList({
  workspaces,
  address,
}: {
  readonly workspaces: readonly SignedInWorkspace[];
  /** The address to show in the other workspace; by default its screen Now. */
  readonly address?: string | undefined;
}) {
  if (workspaces.length === 0) return null;
  return (
    <ul className="workspaces">
      {workspaces.map((workspace) => (
        <li key={workspace.id}>
          <button
            data-reads
            type="button"
            className="workspace"
            aria-current={workspace.id === workspaceNow() ? 'true' : undefined}
            onClick={() => void switchTo(workspace.id, address)}
          >
            <span className="workspace-name" dir="auto">
              {workspace.name}
              <span className="muted">{workspace.user_name}</span>
            </span>
            <span className="muted">{waitingIn(workspace)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

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
