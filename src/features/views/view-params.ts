import type { Actor, ReadContext } from '../../platform/operation';
import type { DocumentViewer } from '../../shared/document-visibility';
import { activityWindows, type ActivityWindows } from '../actions';

/** The parts of a request's context that the stores of views use. */
export type ViewContext = Pick<
  ReadContext,
  'reader' | 'workspaceId' | 'now' | 'settings' | 'historyDays' | 'keyPrefixes'
>;

/** The parameters that the statements of views have in common. */
export interface ViewParams extends ActivityWindows {
  readonly workspaceId: string;
}

/** The statement parameters of a request. */
export function viewParams(ctx: Omit<ViewContext, 'keyPrefixes'>): ViewParams {
  return { workspaceId: ctx.workspaceId, ...activityWindows(ctx) };
}

/** The id of an agent; undefined for a person. */
export function agentIdOf(actor: Actor): string | undefined {
  return actor.kind === 'agent' ? actor.agentId : undefined;
}

/**
 * A document viewer as the parameter of a compiled query: the id of an actor that sees only its
 * own private documents, or undefined if all private documents are visible.
 */
export function toViewerParam(viewer: DocumentViewer): string | undefined {
  return viewer.everyone ? undefined : viewer.actorId;
}

/** The inverse of `toViewerParam`. */
export function fromViewerParam({
  workspaceId,
  viewerId,
}: {
  readonly workspaceId: string;
  readonly viewerId: string | undefined;
}): DocumentViewer {
  return viewerId === undefined
    ? { everyone: true }
    : { everyone: false, workspaceId, actorId: viewerId };
}
