import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import type { Launch } from './servers';

/** One of the two servers that are measured side by side. */
export interface Contestant {
  readonly name: string;
  readonly databaseUrl: string;
  readonly launch: Launch;
}

interface Where {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly fromSource: boolean;
}

/** The folder in which `npm run bench` builds the limit server. */
export const builtLimit = join(packageRoot(), '.cache', 'bench');

/**
 * Callboard of a checkout in production, with logs, without response checks and without a rate
 * limit.
 */
export function callboard(
  name: string,
  { databaseUrl, folder, fromSource }: Where,
  root = packageRoot(),
): Contestant {
  const main = fromSource
    ? ['--import', 'tsx', join(root, 'src', 'main.ts')]
    : [join(root, 'dist', 'src', 'main.js')];
  return {
    name,
    databaseUrl,
    launch: {
      program: [...main, 'serve'],
      env: { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0' },
      log: join(folder, `${name}.log`),
    },
  };
}

/** The limit server. */
export function limit({ databaseUrl, folder, fromSource }: Where): Contestant {
  const main = fromSource
    ? ['--import', 'tsx', join(packageRoot(), 'scripts', 'bench', 'limit.ts')]
    : [join(builtLimit, 'scripts', 'bench', 'limit.js')];
  return {
    name: 'limit',
    databaseUrl,
    launch: { program: main, env: { DATABASE_URL: databaseUrl }, log: join(folder, 'limit.log') },
  };
}
