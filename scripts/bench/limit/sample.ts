import { DAY, SECOND, addMilliseconds } from '../../../src/platform/time';
import type { ViewContext } from '../../../src/features/views/view-params';
import type { Given } from './compiled';
import type { Values } from './driver';

/** The default windows of a workspace. */
export const settings = {
  workingSeconds: 900,
  stalledSeconds: 86_400,
  storedBytes: null,
  // It has the length of Callboard's address, because the command view ends at a number of bytes.
  mcpUrl: `http://127.0.0.1:${process.env['PORT'] ?? ''}/mcp`,
  consoleUrl: null,
} as const;

/** The values in compiled statements that the values of a request replace. */
export const sample: {
  readonly now: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly agent: string;
  readonly actor: string;
  readonly capabilities: string;
  readonly version: number;
} = {
  now: '2001-02-03T04:05:06.007Z',
  workspaceId: '(workspace)',
  id: '(id)',
  agent: '(agent)',
  actor: '(actor)',
  capabilities: '["(capability)"]',
  version: 987_654_321,
};

/** The times that stores derive from `now`. */
export function windowsOf({ now }: Given): Values {
  return {
    workingSince: addMilliseconds(now, -settings.workingSeconds * SECOND),
    stalledSince: addMilliseconds(now, -settings.stalledSeconds * SECOND),
    recentSince: addMilliseconds(now, -7 * DAY),
  };
}

/** The context that the stores of views require. */
export function sourceOf(
  reader: ViewContext['reader'],
  { now, workspaceId }: { readonly now: string; readonly workspaceId: string },
): ViewContext {
  return { reader, now, workspaceId, settings, historyDays: null };
}
