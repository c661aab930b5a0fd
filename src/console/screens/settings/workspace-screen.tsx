import type { components } from 'callboard-client';
import { useState } from 'react';
import { api } from '../../api/client';
import { Failure } from '../../ui/failure';
import { Facts, Panel } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { durationText } from './duration';
import { isOwner, SettingsPage } from './settings-page';
import { WorkspaceDialog } from './workspace-dialog';

type Me = components['schemas']['Me'];

/** The settings of the workspace, its plan and the limits of the plan. */
export function WorkspaceScreen() {
  const { data: me, error, refetch } = api.useQuery('get', '/v1/me');
  return (
    <SettingsPage title="Workspace">
      {(session) =>
        me === undefined ? (
          error === null ? (
            <RowsSkeleton />
          ) : (
            <Failure error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <SettingsPanel me={me} mayChange={isOwner(session)} />
            <PlanPanel me={me} />
          </>
        )
      }
    </SettingsPage>
  );
}

function SettingsPanel({ me, mayChange }: { readonly me: Me; readonly mayChange: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const { workspace, windows } = me;
  const windowOf = (own: number | null, effective: number): string =>
    `${durationText(effective)}${own === null ? ' (the server’s setting)' : ''}`;
  return (
    <Panel
      title="Settings"
      actions={
        mayChange ? (
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Change
          </button>
        ) : undefined
      }
    >
      <Facts
        facts={[
          ['Name', workspace.name],
          ['Time zone', workspace.time_zone],
          ['Work counts as working', windowOf(workspace.working_seconds, windows.working_seconds)],
          ['Work counts as stalled', windowOf(workspace.stalled_seconds, windows.stalled_seconds)],
          ['An unused permission ends', `after ${workspace.approval_days} days`],
        ]}
      />
      <p className="muted">
        An action is working while its last activity is not older than the first time, and stalled
        when nothing has happened for the second one.
      </p>
      {!mayChange && <p className="muted">You are a member. Owners change these settings.</p>}
      {isChanging && <WorkspaceDialog workspace={workspace} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function inMebibytes(bytes: number | null): number | null {
  return bytes === null ? null : Math.floor(bytes / 1_048_576);
}

function PlanPanel({ me: { plan, limits, headroom } }: { readonly me: Me }) {
  const rows = [
    ['Active domains', limits.active_domains, headroom.active_domains],
    ['Active orders', limits.active_orders, headroom.active_orders],
    ['Open actions of agents', limits.open_agent_actions, headroom.open_agent_actions],
    ['Stored MiB', inMebibytes(limits.stored_bytes), inMebibytes(headroom.stored_bytes)],
  ] as const;
  return (
    <Panel title="Plan">
      <p>
        The plan is <strong>{plan}</strong>.{' '}
        {limits.history_days === null
          ? 'Ended actions stay visible.'
          : `Ended actions stay visible for ${limits.history_days} days.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">What the plan limits</th>
            <th scope="col">Limit</th>
            <th scope="col">Can be added</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, limit, left]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{limit ?? 'unlimited'}</td>
              <td>{left ?? 'any number'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
