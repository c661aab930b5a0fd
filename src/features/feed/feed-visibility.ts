import { aboutVisibleDocuments, documentViewer } from '../../shared/document-visibility';
import { historyStart, onShownActions, type History } from '../../shared/plans';
import type { Condition } from '../../platform/db/statements/columns';
import type { Actor } from '../../platform/operation';
import { unreadableTypes } from './feed-policy';

/**
 * Matches the events whose subject the caller may read and whose action is within the plan's
 * history window.
 */
export function visibleEvents(ctx: History & { readonly actor: Actor }): Condition {
  const unreadable = unreadableTypes(ctx.actor);
  return (query) => {
    if (unreadable.length > 0) void query.whereNotIn('events.subject_type', unreadable);
    void query
      .where(aboutVisibleDocuments(documentViewer(ctx.actor)))
      .where(onShownActions(historyStart(ctx), 'events'));
  };
}
