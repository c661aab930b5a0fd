import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/platform/db/migrations';
import { bundleServer } from './bundle';

/**
 * Builds the program that a later release could be: two more steps of the schema, over which this
 * one may go on serving. They add columns of tables that every request reads, and an index. Returns
 * the file, in the folder, which must be inside the package.
 */
export async function bundleLaterProgram(folder: string): Promise<string> {
  const file = join(folder, 'program.js');
  await bundleServer(file, [
    {
      name: 'further-steps',
      setup(builder) {
        builder.onLoad({ filter: /[\\/]db[\\/]migrations[\\/]index\.ts$/ }, ({ path }) => {
          const [list, ...others] = readFileSync(path, 'utf8').split(/^\];$/m);
          if (others.length !== 1) throw new Error('The list of steps has another form.');
          return { contents: `${list}${laterSteps()}];${others.join('')}`, loader: 'ts' };
        });
      },
    },
  ]);
  return file;
}

function laterSteps(): string {
  const since = JSON.stringify(migrations.at(-1)?.name);
  const step = (name: string, sql: string) =>
    `{ name: '${name}', servesSince: ${since}, down: async () => {},
       up: async (db) => { for (const sql of ${sql}) await db.raw(sql); } },`;
  return [
    step('29990101000000-first', `['alter table actions add column later_text text']`),
    step(
      '29990101000100-second',
      `['alter table agents add column later_count integer not null default 0',
        'create index later_actions on actions (workspace_id, later_text)']`,
    ),
  ].join('\n');
}
