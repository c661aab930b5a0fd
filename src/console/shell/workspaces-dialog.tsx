import { useState } from 'react';
import { workspaceNow } from '../api/workspace';
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
