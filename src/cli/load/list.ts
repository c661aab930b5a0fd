import type { operations } from '../../../generated/types';
import { paginate, type components } from '../../client';
import { csvLine } from '../../platform/csv';
import { UsageError } from '../failure';
import { print, printCsv } from '../printer';
import { type Credentials, withClient } from './connection';

type Action = components['schemas']['Action'];
type Query = NonNullable<operations['listActions']['parameters']['query']>;

/** The options of `callboard list`. */
export interface ListOptions extends Credentials {
  readonly csv: boolean;
  /** Query parameters of `listActions`, such as `status=ready`. */
  readonly filters: readonly string[];
}

type Cell = string | number | null | undefined;

const columns: readonly (readonly [string, (action: Action) => Cell])[] = [
  ['key', ({ key }) => key],
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['status', ({ status }) => status],
  ['review', ({ review }) => review.state],
  ['priority', ({ priority }) => priority],
  ['labels', ({ labels }) => labels.join(', ')],
  ['project_id', ({ project_id: id }) => id],
  ['assigned_to', ({ assigned_actor_name: name }) => name],
  ['due_at', ({ due_at: at }) => at],
  ['created_at', ({ created_at: at }) => at],
  ['updated_at', ({ updated_at: at }) => at],
  ['completed_at', ({ completed_at: at }) => at],
  ['details', ({ details }) => details],
];

/** `callboard list`: prints the actions that match, as lines or as CSV, page by page. */
export async function listCommand(options: ListOptions): Promise<void> {
  const query = queryOf(options.filters);
  await withClient(options, async (client) => {
    if (options.csv) await printCsv(csvLine(columns.map(([name]) => name)));
    const actions = paginate((page) =>
      client.GET('/v1/actions', { params: { query: { limit: 100, ...query, ...page } } }),
    );
    for await (const action of actions) {
      if (options.csv) {
        await printCsv(csvLine(columns.map(([, cell]) => String(cell(action) ?? ''))));
      } else {
        print(`${action.key.padEnd(10)} ${action.status.padEnd(8)} ${action.title}`);
      }
    }
  });
}

// The service checks the parameters.
function queryOf(filters: readonly string[]): Query {
  const query: Record<string, string[]> = {};
  for (const filter of filters) {
    const at = filter.indexOf('=');
    if (at < 1) throw new UsageError('--filter must be NAME=VALUE, such as status=ready.');
    (query[filter.slice(0, at)] ??= []).push(filter.slice(at + 1));
  }
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
