import { readDataState } from '../../platform/db/clock-and-epoch';
import { bytesOf, cacheJson } from '../../platform/http/responses/response';
import type { ReadContext } from '../../platform/operation';
import { documentViewer } from '../../shared/document-visibility';
import { type Moments, readNextMoment } from './moments-store';
import { toViewerParam } from './view-params';

/** What a view depends on besides the data, the time and the settings of its workspace. */
interface ViewKey extends Moments {
  /** Whether the caller's rights matter: which agents and private documents it may see. */
  readonly dependsOnCaller: boolean;
  readonly input: unknown;
}

interface Kept<R> {
  readonly state: string;
  /** Undefined until the view is read again in this state. */
  readonly reply?: R;
  readonly bytes: number;
  /** The reply is right from `since` until before `until`, if there is such an instant. */
  readonly since: string;
  readonly until: string | undefined;
}

const maxViews = 500;
const maxBytes = 4 * 1024 * 1024;

/** A cache of the replies of one operation. */
interface RepeatedView<R> {
  /**
   * Returns the reply of an earlier request if it is exactly the one that `make` would return: the
   * database has not changed, and no instant that the view depends on has passed. A reply is kept
   * when it is made the second time, so views between writes cost only one small statement more.
   */
  read(ctx: ReadContext, key: ViewKey, make: () => Promise<R>): Promise<R>;
}

/** Makes a cache of replies for one operation, for each database. */
export function repeatedView<R extends { readonly body: object }>(): RepeatedView<R> {
  const viewsOf = new WeakMap<object, Map<string, Kept<R>>>();
  return {
    async read(ctx, key, make) {
      const { reader, now } = ctx;
      const state = ctx.historyDays === null ? await readDataState(reader) : undefined;
      if (state === undefined || reader.committed === undefined) return make();
      const views = viewsOf.get(reader.committed) ?? new Map<string, Kept<R>>();
      viewsOf.set(reader.committed, views);
      const name = nameOf(ctx, key);
      const kept = views.get(name);
      if (kept?.state !== state) {
        const reply = await make();
        keep(views, name, { state, bytes: 0, since: now, until: now });
        return reply;
      }
      if (kept.reply !== undefined && isWithin(now, kept)) {
        views.delete(name);
        views.set(name, kept);
        return kept.reply;
      }
      const reply = await make();
      const until = await readNextMoment(ctx, key);
      // Every statement since the first state was read has seen that state.
      if ((await readDataState(reader)) !== state) return reply;
      cacheJson(reply.body);
      keep(views, name, { state, reply, bytes: bytesOf(reply.body).length, since: now, until });
      return reply;
    },
  };
}

function isWithin(now: string, { since, until }: Kept<unknown>): boolean {
  return now >= since && (until === undefined || now < until);
}

function nameOf(ctx: ReadContext, { dependsOnCaller, input }: ViewKey): string {
  const { actor, workspaceId, epoch, settings } = ctx;
  const readsAll = actor.kind === 'user' || actor.accessMode === 'sysadmin';
  const caller = dependsOnCaller
    ? [toViewerParam(documentViewer(actor)), readsAll || actor.id]
    : null;
  return JSON.stringify([workspaceId, epoch, settings, caller, input]);
}

function keep<R>(views: Map<string, Kept<R>>, name: string, kept: Kept<R>): void {
  views.delete(name);
  views.set(name, kept);
  let bytes = 0;
  for (const view of views.values()) bytes += view.bytes;
  for (const [oldest, view] of views) {
    if (views.size <= maxViews && bytes <= maxBytes) return;
    views.delete(oldest);
    bytes -= view.bytes;
  }
}
