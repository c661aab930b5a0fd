import type { Knex } from 'knex';
import { deleteStep, recordStep, type CompatibleStep } from '../schema/compatibility';
import * as installation from './20261127000000-installation';
import * as people from './20261127000100-people';
import * as agents from './20261127000200-agents';
import * as places from './20261127000300-places';
import * as work from './20261127000400-work';
import * as linksAndTexts from './20261127000500-links-and-texts';
import * as events from './20261127000600-events';
import * as webhooks from './20261127000700-webhooks';
import * as oauth from './20261127000800-oauth';
import * as search from './20261127000900-search';
import * as timers from './20261127001000-timers';
import * as storedBytes from './20261127001100-stored-bytes';
import * as sortKeys from './20261127001200-sort-keys';
import * as executedProposals from './20261127001300-executed-proposals';
import * as releases from './20261127001400-releases';
import * as searchParts from './20261127001500-search-parts';
import * as reportedUsage from './20261127001600-reported-usage';
import * as searchSteps from './20261127001800-search-steps';
import * as searchCuts from './20261127002200-search-cuts';
import * as webhookInFlight from './20261127002400-webhook-in-flight';
import * as releaseTimers from './20261127011000-release-timers';
import * as closedWorkspaces from './20261127012000-closed-workspaces';
import * as archive from './20261127013000-archive';
import * as smallerIndexes from './20261127014000-smaller-indexes';
import * as movingWorkspaces from './20261128010000-moving-workspaces';
import * as purgeExcuses from './20261128020000-purge-excuses';
import * as earlyReleases from './20261128030000-early-releases';
import * as audit from './20261128040000-audit';
import * as oidc from './20261128050000-oidc';
import * as viewers from './20261128060000-viewers';
import * as priorities from './20261128070000-priorities';
import * as labels from './20261128071000-labels';
import * as webhookFormats from './20261128090000-webhook-formats';
import * as mail from './20261128100000-mail';
import * as leaving from './20261128110000-leaving';
import * as actionKeys from './20261128120000-action-keys';
import * as whatWaits from './20261128130000-what-waits-for-whom';
import * as files from './20261128140000-files';
import * as filesOfRequests from './20261128160000-files-of-requests';
import * as savedViews from './20261128150000-saved-views';
import * as mine from './20261128170000-mine';
import * as digests from './20261128180000-digests';
import * as insights from './20261128190000-insights';
import * as imports from './20261128200000-imports';
import * as fileRemovers from './20261128220000-file-removers';
import * as displayOfViews from './20261129120000-display-of-views';
import * as countsByIndexes from './20261129130000-counts-by-indexes';
import * as secretUrls from './20261130100000-secret-urls';

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
 * The author of a step decides `servesSince` (docs/migrations.md). Before `sort-keys` it is null,
 * because no program serves with a part of these steps.
 */
export const migrations: readonly Migration[] = [
  {
    name: '20261127000000-installation',
    up: installation.up,
    down: installation.down,
    servesSince: null,
  },
  { name: '20261127000100-people', up: people.up, down: people.down, servesSince: null },
  { name: '20261127000200-agents', up: agents.up, down: agents.down, servesSince: null },
  { name: '20261127000300-places', up: places.up, down: places.down, servesSince: null },
  { name: '20261127000400-work', up: work.up, down: work.down, servesSince: null },
  {
    name: '20261127000500-links-and-texts',
    up: linksAndTexts.up,
    down: linksAndTexts.down,
    servesSince: null,
  },
  { name: '20261127000600-events', up: events.up, down: events.down, servesSince: null },
  { name: '20261127000700-webhooks', up: webhooks.up, down: webhooks.down, servesSince: null },
  { name: '20261127000800-oauth', up: oauth.up, down: oauth.down, servesSince: null },
  { name: '20261127000900-search', up: search.up, down: search.down, servesSince: null },
  { name: '20261127001000-timers', up: timers.up, down: timers.down, servesSince: null },
  {
    name: '20261127001100-stored-bytes',
    up: storedBytes.up,
    down: storedBytes.down,
    servesSince: null,
  },
  { name: '20261127001200-sort-keys', up: sortKeys.up, down: sortKeys.down, servesSince: null },
  {
    name: '20261127001300-executed-proposals',
    up: executedProposals.up,
    down: executedProposals.down,
    // An earlier program permits a proposal `on_permit` without executing it.
    servesSince: null,
  },
  {
    name: '20261127001400-releases',
    up: releases.up,
    down: releases.down,
    // Nullable columns, and one with a default. Releases that an earlier program makes withhold
    // nothing, as before.
    servesSince: '20261127001300-executed-proposals',
  },
  {
    name: '20261127001500-search-parts',
    up: searchParts.up,
    down: searchParts.down,
    finish: searchParts.finish,
    // The index has types of records that the responses of earlier programs do not know.
    servesSince: null,
  },
  {
    name: '20261127001600-reported-usage',
    up: reportedUsage.up,
    down: reportedUsage.down,
    // Nullable columns and a new table. An earlier program stores no reports.
    servesSince: '20261127001500-search-parts',
  },
  {
    name: '20261127001800-search-steps',
    up: searchSteps.up,
    down: searchSteps.down,
    finish: searchSteps.finish,
    servesSince: null,
  },
  {
    name: '20261127002200-search-cuts',
    up: searchCuts.up,
    down: searchCuts.down,
    finish: searchCuts.finish,
    // An earlier program writes no mark on SQLite.
    servesSince: null,
  },
  {
    name: '20261127002400-webhook-in-flight',
    up: webhookInFlight.up,
    down: webhookInFlight.down,
    // A column with a default. An earlier program sends two messages at a time, as before.
    servesSince: '20261127001800-search-steps',
  },
  {
    name: '20261127011000-release-timers',
    up: releaseTimers.up,
    down: releaseTimers.down,
    // An earlier program leaves the timers of this kind to later ones.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261127012000-closed-workspaces',
    up: closedWorkspaces.up,
    down: closedWorkspaces.down,
    // A new table. An earlier program still handles the timers of a closed workspace.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261127013000-archive',
    up: archive.up,
    down: archive.down,
    // A new table and indexes. An earlier program archives nothing.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261127014000-smaller-indexes',
    up: smallerIndexes.up,
    down: smallerIndexes.down,
    // Indexes only.
    servesSince: '20261127001800-search-steps',
  },
  {
    name: '20261128010000-moving-workspaces',
    up: movingWorkspaces.up,
    down: movingWorkspaces.down,
    // Columns of a small table. An earlier program writes to a frozen workspace, so a workspace is
    // moved when all servers have been upgraded.
    servesSince: '20261127012000-closed-workspaces',
  },
  {
    name: '20261128020000-purge-excuses',
    up: purgeExcuses.up,
    down: purgeExcuses.down,
    // A nullable column, and one with a default. An earlier program ignores both.
    servesSince: '20261127001800-search-steps',
  },
  {
    name: '20261128030000-early-releases',
    up: earlyReleases.up,
    down: earlyReleases.down,
    // Triggers only. An earlier program emits no event for a release that ends early.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128040000-audit',
    up: audit.up,
    down: audit.down,
    // A new table. What an earlier program does has no entries.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128050000-oidc',
    up: oidc.up,
    down: oidc.down,
    // A new table, and a column that is null for the sessions of an earlier program.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128060000-viewers',
    up: viewers.up,
    down: viewers.down,
    // An earlier program would let viewers write.
    servesSince: null,
  },
  {
    name: '20261128070000-priorities',
    up: priorities.up,
    down: priorities.down,
    // Columns with defaults, and indexes. An earlier program sorts queues without the rank, and
    // leaves overdue the rank of work that it postpones.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128071000-labels',
    up: labels.up,
    down: labels.down,
    // New tables, a nullable column and triggers. An earlier program copies no labels.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128090000-webhook-formats',
    up: webhookFormats.up,
    down: webhookFormats.down,
    // A nullable column, and one with a default. An earlier program sends signed JSON to a chat, which
    // refuses it, so such a webhook is made when all servers have been upgraded.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128100000-mail',
    up: mail.up,
    down: mail.down,
    // Nullable columns and a new table. An earlier program would send mails as webhooks, so SMTP_URL
    // is set when all servers have been upgraded.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128110000-leaving',
    up: leaving.up,
    down: leaving.down,
    // New tables, and an index.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128120000-action-keys',
    up: actionKeys.up,
    down: actionKeys.down,
    finish: actionKeys.finish,
    // The actions of an earlier program would have no keys.
    servesSince: null,
  },
  {
    name: '20261128130000-what-waits-for-whom',
    up: whatWaits.up,
    down: whatWaits.down,
    // Nullable columns, and indexes. An earlier program ignores what they say.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128140000-files',
    up: files.up,
    down: files.down,
    // New tables, nullable columns and triggers. An earlier program copies no files.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128150000-saved-views',
    up: savedViews.up,
    down: savedViews.down,
    // A new table and an index.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128160000-files-of-requests',
    up: filesOfRequests.up,
    down: filesOfRequests.down,
    // Nullable columns, triggers, a new table and an index. An earlier program ignores these files.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128170000-mine',
    up: mine.up,
    down: mine.down,
    // Indexes.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128180000-digests',
    up: digests.up,
    down: digests.down,
    // A nullable column. An earlier program mails at once what belongs to a digest.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128190000-insights',
    up: insights.up,
    down: insights.down,
    // New tables. Insights omit what happens on an earlier program.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128200000-imports',
    up: imports.up,
    down: imports.down,
    // A new table and a nullable column. An earlier program would mail events of imports, so work is
    // imported when all servers have been upgraded.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261128220000-file-removers',
    up: fileRemovers.up,
    down: fileRemovers.down,
    // A nullable column. What is removed on an earlier program only its uploader attaches again.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261129120000-display-of-views',
    up: displayOfViews.up,
    down: displayOfViews.down,
    // A nullable column. What an earlier program saves has none.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261129130000-counts-by-indexes',
    up: countsByIndexes.up,
    down: countsByIndexes.down,
    // Indexes.
    servesSince: '20261127002200-search-cuts',
  },
  {
    name: '20261130100000-secret-urls',
    up: secretUrls.up,
    down: secretUrls.down,
    // An earlier program would send the messages of a chat to what people see of its URL.
    servesSince: null,
  },
];

/** The tables whose rows count towards the stored bytes of a workspace, after all steps. */
export { countedSince as countedTables } from './20261128200000-imports';

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
