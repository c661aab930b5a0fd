import type { Knex } from 'knex';
import { deleteStep, recordStep, type CompatibleStep } from '../schema/compatibility';
import * as people from './20261121000000-people';
import * as places from './20261121000100-places';
import * as work from './20261121000200-work';
import * as events from './20261121000300-events';
import * as claims from './20261121010000-claims';
import * as repeatDay from './20261121020000-repeat-day';
import * as requests from './20261121030000-requests';
import * as checkinDue from './20261121040000-checkin-due';
import * as tokenRotation from './20261121040100-token-rotation';
import * as answers from './20261121040200-answers';
import * as revisions from './20261121050000-revisions';
import * as settings from './20261121060000-settings';
import * as search from './20261121070000-search';
import * as reviewLine from './20261121080000-review-line';
import * as documentNotes from './20261121110000-document-notes';
import * as reviewChosen from './20261121130000-review-chosen';
import * as boundedPlans from './20261121140000-bounded-plans';
import * as projectIndexes from './20261121170000-project-indexes';
import * as searchInserts from './20261121180000-search-inserts';
import * as projectDue from './20261121190000-project-due';
import * as workingIndex from './20261122120000-working-index';
import * as accounts from './20261123120000-accounts';
import * as compatibility from './20261123130000-compatibility';
import * as passwordResets from './20261123140000-password-resets';
import * as trail from './20261123150000-trail';
import * as reviewLineOrder from './20261123160000-review-line-order';
import * as purgeCutoffs from './20261123170000-purge-cutoffs';
import * as eventIndexes from './20261123180000-event-indexes';
import * as agentNews from './20261123190000-agent-news';
import * as claimWorkers from './20261123200000-claim-workers';
import * as eventFilters from './20261123210000-event-filters';
import * as timers from './20261124110000-timers';
import * as checkinTimers from './20261124121000-checkin-timers';
import * as tokenTimers from './20261124120000-token-timers';
import * as reminders from './20261124122000-reminders';
import * as webhooks from './20261124130000-webhooks';
import * as eventPeriods from './20261125090000-event-periods';
import * as canReview from './20261125104000-can-review';
import * as oauth from './20261125120000-oauth';
import * as sessionList from './20261125190000-session-list';
import * as grantsOfAgents from './20261125191000-grants-of-agents';
import * as statusIndex from './20261125192000-status-index';
import * as projectIndex from './20261125221000-project-index';
import * as permissions from './20261126101000-permissions';
import * as createdTokens from './20261126102000-created-tokens';
import * as storedBytes from './20261126103000-stored-bytes';
import * as endsOfAccess from './20261126104000-ends-of-access';
import * as authors from './20261126110000-authors';
import * as repeatZones from './20261126121000-repeat-zones';
import * as epochs from './20261126122000-epochs';
import * as shares from './20261126123000-shares';
import * as words from './20261126140000-words';
import * as sortKeys from './20261126141000-sort-keys';

/** One step of the schema. The behaviour of a released step never changes. */
export interface Migration extends CompatibleStep {
  readonly up: (db: Knex) => Promise<void>;
  readonly down: (db: Knex) => Promise<void>;
  /**
   * Work that follows `up` in transactions of its own, so that it goes on after a stop: does a part
   * of it and returns whether there is more. `step_progress` has a row while there is work.
   */
  readonly finish?: (db: Knex) => Promise<boolean>;
}

/**
 * The schema's steps, oldest first, as a list, because the file names differ between src and dist.
 * The author of a step decides `servesSince` (docs/migrations.md). No program was released before
 * the first step where it is not null.
 */
export const migrations: readonly Migration[] = [
  { name: '20261121000000-people', up: people.up, down: people.down, servesSince: null },
  { name: '20261121000100-places', up: places.up, down: places.down, servesSince: null },
  { name: '20261121000200-work', up: work.up, down: work.down, servesSince: null },
  { name: '20261121000300-events', up: events.up, down: events.down, servesSince: null },
  { name: '20261121010000-claims', up: claims.up, down: claims.down, servesSince: null },
  { name: '20261121020000-repeat-day', up: repeatDay.up, down: repeatDay.down, servesSince: null },
  { name: '20261121030000-requests', up: requests.up, down: requests.down, servesSince: null },
  {
    name: '20261121040000-checkin-due',
    up: checkinDue.up,
    down: checkinDue.down,
    servesSince: null,
  },
  {
    name: '20261121040100-token-rotation',
    up: tokenRotation.up,
    down: tokenRotation.down,
    servesSince: null,
  },
  { name: '20261121040200-answers', up: answers.up, down: answers.down, servesSince: null },
  { name: '20261121050000-revisions', up: revisions.up, down: revisions.down, servesSince: null },
  { name: '20261121060000-settings', up: settings.up, down: settings.down, servesSince: null },
  { name: '20261121070000-search', up: search.up, down: search.down, servesSince: null },
  {
    name: '20261121080000-review-line',
    up: reviewLine.up,
    down: reviewLine.down,
    servesSince: null,
  },
  {
    name: '20261121110000-document-notes',
    up: documentNotes.up,
    down: documentNotes.down,
    servesSince: null,
  },
  {
    name: '20261121130000-review-chosen',
    up: reviewChosen.up,
    down: reviewChosen.down,
    servesSince: null,
  },
  {
    name: '20261121140000-bounded-plans',
    up: boundedPlans.up,
    down: boundedPlans.down,
    servesSince: null,
  },
  {
    name: '20261121170000-project-indexes',
    up: projectIndexes.up,
    down: projectIndexes.down,
    servesSince: null,
  },
  {
    name: '20261121180000-search-inserts',
    up: searchInserts.up,
    down: searchInserts.down,
    servesSince: null,
  },
  {
    name: '20261121190000-project-due',
    up: projectDue.up,
    down: projectDue.down,
    servesSince: null,
  },
  {
    name: '20261122120000-working-index',
    up: workingIndex.up,
    down: workingIndex.down,
    servesSince: null,
  },
  { name: '20261123120000-accounts', up: accounts.up, down: accounts.down, servesSince: null },
  {
    name: '20261123130000-compatibility',
    up: compatibility.up,
    down: compatibility.down,
    servesSince: '20261123120000-accounts',
  },
  {
    name: '20261123140000-password-resets',
    up: passwordResets.up,
    down: passwordResets.down,
    servesSince: '20261123130000-compatibility',
  },
  {
    name: '20261123150000-trail',
    up: trail.up,
    down: trail.down,
    servesSince: '20261123140000-password-resets',
  },
  {
    name: '20261123160000-review-line-order',
    up: reviewLineOrder.up,
    down: reviewLineOrder.down,
    servesSince: '20261123150000-trail',
  },
  {
    name: '20261123170000-purge-cutoffs',
    up: purgeCutoffs.up,
    down: purgeCutoffs.down,
    servesSince: '20261123160000-review-line-order',
  },
  {
    name: '20261123180000-event-indexes',
    up: eventIndexes.up,
    down: eventIndexes.down,
    servesSince: '20261123170000-purge-cutoffs',
  },
  {
    name: '20261123190000-agent-news',
    up: agentNews.up,
    down: agentNews.down,
    servesSince: '20261123180000-event-indexes',
  },
  {
    name: '20261123200000-claim-workers',
    up: claimWorkers.up,
    down: claimWorkers.down,
    // Earlier programs select all columns of actions, and do not clear this one.
    servesSince: null,
  },
  {
    name: '20261123210000-event-filters',
    up: eventFilters.up,
    down: eventFilters.down,
    servesSince: '20261123180000-event-indexes',
  },
  {
    name: '20261124110000-timers',
    up: timers.up,
    down: timers.down,
    servesSince: '20261123210000-event-filters',
  },
  {
    name: '20261124120000-token-timers',
    up: tokenTimers.up,
    down: tokenTimers.down,
    servesSince: '20261124110000-timers',
  },
  {
    name: '20261124121000-checkin-timers',
    up: checkinTimers.up,
    down: checkinTimers.down,
    servesSince: '20261124120000-token-timers',
  },
  {
    name: '20261124122000-reminders',
    up: reminders.up,
    down: reminders.down,
    // Earlier programs select all columns of agent_requests.
    servesSince: null,
  },
  {
    name: '20261124130000-webhooks',
    up: webhooks.up,
    down: webhooks.down,
    servesSince: '20261124122000-reminders',
  },
  {
    name: '20261125090000-event-periods',
    up: eventPeriods.up,
    down: eventPeriods.down,
    // Earlier programs select all columns of events.
    servesSince: null,
  },
  {
    name: '20261125104000-can-review',
    up: canReview.up,
    down: canReview.down,
    // Earlier programs select all columns of agents.
    servesSince: null,
  },
  {
    name: '20261125120000-oauth',
    up: oauth.up,
    down: oauth.down,
    // Earlier programs select all columns of events and tokens, and ignore the audience.
    servesSince: null,
  },
  {
    name: '20261125190000-session-list',
    up: sessionList.up,
    down: sessionList.down,
    servesSince: '20261125120000-oauth',
  },
  {
    name: '20261125191000-grants-of-agents',
    up: grantsOfAgents.up,
    down: grantsOfAgents.down,
    servesSince: '20261125190000-session-list',
  },
  {
    name: '20261125192000-status-index',
    up: statusIndex.up,
    down: statusIndex.down,
    servesSince: '20261125191000-grants-of-agents',
  },
  {
    name: '20261125221000-project-index',
    up: projectIndex.up,
    down: projectIndex.down,
    servesSince: '20261125192000-status-index',
  },
  {
    name: '20261126101000-permissions',
    up: permissions.up,
    down: permissions.down,
    // Earlier programs select all columns of agent_requests, and permit without a target's state.
    servesSince: null,
  },
  {
    name: '20261126102000-created-tokens',
    up: createdTokens.up,
    down: createdTokens.down,
    servesSince: '20261126101000-permissions',
  },
  {
    name: '20261126103000-stored-bytes',
    up: storedBytes.up,
    down: storedBytes.down,
    // Earlier programs cannot read compressed revisions.
    servesSince: null,
  },
  {
    name: '20261126104000-ends-of-access',
    up: endsOfAccess.up,
    down: endsOfAccess.down,
    // Earlier programs delete a ticket when it is decided.
    servesSince: '20261126103000-stored-bytes',
  },
  {
    name: '20261126110000-authors',
    up: authors.up,
    down: authors.down,
    // Earlier programs select all columns of actions, and store actors without a key.
    servesSince: null,
  },
  {
    name: '20261126121000-repeat-zones',
    up: repeatZones.up,
    down: repeatZones.down,
    // Earlier programs select all columns of actions.
    servesSince: null,
  },
  {
    name: '20261126122000-epochs',
    up: epochs.up,
    down: epochs.down,
    servesSince: '20261126121000-repeat-zones',
  },
  {
    name: '20261126123000-shares',
    up: shares.up,
    down: shares.down,
    servesSince: '20261126121000-repeat-zones',
  },
  {
    name: '20261126140000-words',
    up: words.up,
    finish: words.finish,
    down: words.down,
    servesSince: '20261126121000-repeat-zones',
  },
  {
    name: '20261126141000-sort-keys',
    up: sortKeys.up,
    finish: sortKeys.finish,
    down: sortKeys.down,
    // Earlier programs select all columns of actions, and lack a function of SQLite.
    servesSince: null,
  },
];

/** The list as Knex and its command line expect it. The command line prints `file`. */
export const migrationSource: Knex.MigrationSource<Migration & { readonly file: string }> = {
  getMigrations: () =>
    Promise.resolve(migrations.map((migration) => ({ ...migration, file: migration.name }))),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      async up(db) {
        await migration.up(db);
        await recordStep(db, migration);
      },
      async down(db) {
        await migration.down(db);
        await deleteStep(db, migration);
      },
    }),
};
