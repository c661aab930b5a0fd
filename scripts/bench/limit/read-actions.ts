import { noteIdsOf } from '../../../src/features/actions/action-mapping';
import { findStoredNotes } from '../../../src/features/actions/action-notes-store';
import {
  actionsOf,
  selectListed,
  type ListedRow,
} from '../../../src/features/actions/action-store';
import { notTemplate } from '../../../src/features/actions/lists/action-scopes-store';
import { findBlockers } from '../../../src/features/actions/blockers/blocker-store';
import { canBeHeld } from '../../../src/features/actions/lists/held-by-mapping';
import { findSequences } from '../../../src/features/actions/lists/held-by-store';
import { actorIdsOf, mapListed } from '../../../src/features/actions/lists/listed-mapping';
import { findActors } from '../../../src/shared/actors';
import { maxCounted } from '../../../src/platform/db/statements/page';
import { createActionReader, openAction } from './action';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { many } from './many';
import { Refusal, type Reply, type Call } from './request';
import { sample, settings } from './sample';

/** getAction. */
export function createGetAction(driver: Driver) {
  const reader = createActionReader(driver);
  return async ({ actor, id, now }: Call): Promise<Reply> => {
    const row = await reader.row(driver.reader, { now, workspaceId: actor.workspaceId, id });
    if (row === undefined) throw new Refusal(404, 'The action does not exist.');
    const body = await reader.toBody(driver.reader, row, now);
    return { status: 200, body, headers: { ETag: `"${row.version}"` } };
  };
}

const limit = 50;

const inProject = (project_id: string) => ({ ...openAction, project_id });

/**
 * listActions as the benchmark requests it: a page of 50 actions of one status, newest first, with
 * the total.
 */
export function createListActions(driver: Driver) {
  const { now, workspaceId } = sample;
  const key = { now, workspaceId, status: '(status)' };
  const page = compiled(driver, key, (transaction, { workspaceId, status }) =>
    transaction.rows<ListedRow>((db) =>
      selectListed(
        actionsOf(db, workspaceId).whereIn('actions.status', [status]).where(notTemplate()),
      )
        .orderByRaw('actions.created_at desc, actions.id desc')
        .limit(limit + 1),
    ),
  );
  const count = compiled(driver, key, (transaction, { workspaceId, status }) =>
    transaction.first<{ total: number }>((db) =>
      db
        .from(
          actionsOf(db, workspaceId)
            .whereIn('actions.status', [status])
            .where(notTemplate())
            .select(db.raw('1 as one'))
            .limit(maxCounted + 1)
            .as('matching'),
        )
        .count({ total: '*' }),
    ),
  );
  const manyNotes = many(driver, 2 * limit, findStoredNotes);
  const manyBlockers = many(driver, limit, findBlockers);
  const manySequences = many(driver, limit, async (transaction, workspaceId, ids) => [
    ...(await findSequences(transaction, { workspaceId, now }, ids.map(inProject))),
  ]);
  const manyActors = many(driver, 4 * limit, async (transaction, workspaceId, ids) => [
    ...(await findActors(transaction, workspaceId, ids)).values(),
  ]);

  return async ({ actor, query, now }: Call): Promise<Reply> => {
    const { workspaceId } = actor;
    const status = query.get('status') ?? '';
    const { reader } = driver;
    const [found, counted] = await Promise.all([
      page(reader, { now, workspaceId, status }),
      count(reader, { now, workspaceId, status }),
    ]);
    const rows = found.slice(0, limit);
    const notes = await manyNotes(reader, now, workspaceId, noteIdsOf(rows));
    const ids = rows.map((row) => row.id);
    const blockers = await manyBlockers(reader, now, workspaceId, ids);
    const inSequence = rows.filter(
      (row) => row.project_work_mode === 'sequential' && canBeHeld(row),
    );
    const projectIds = [...new Set(inSequence.flatMap(({ project_id: id }) => id ?? []))];
    const sequences = new Map(await manySequences(reader, now, workspaceId, projectIds));
    const named = await manyActors(reader, now, workspaceId, actorIdsOf(rows, notes));
    const actors = new Map(named.map((actor) => [actor.id, actor]));
    const time = { now, settings, historyDays: null };
    const total = Number(counted?.total ?? 0);
    const last = rows.at(-1);
    const hasMore = found.length > limit;
    const body = {
      items: mapListed(rows, { notes, blockers, sequences: sequences, actors }, time),
      ...(total > maxCounted ? {} : { total }),
      page: {
        offset: 0,
        limit,
        has_more: hasMore,
        next: hasMore && last !== undefined ? cursorAfter(last) : null,
      },
      sort: '-created_at',
      filters: { is_template: false, status: [status] },
      hidden_count: 0,
    };
    return { status: 200, body };
  };
}

function cursorAfter({ created_at: at, id }: ListedRow): string {
  return Buffer.from(JSON.stringify(['-created_at', at, id])).toString('base64url');
}
