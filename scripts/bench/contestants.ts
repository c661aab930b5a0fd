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

/**
 * Callboard of a checkout in production, with logs, without response checks and without a rate
 * limit.
 */
export function callboard(
  name: string,
  { databaseUrl, folder, fromSource }: Where,
  root = packageRoot(),
): Contestant {
  return {
    name,
    databaseUrl,
    launch: {
      program: [...programOf(root, fromSource), 'serve'],
      env: { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0' },
      log: join(folder, `${name}.log`),
    },
  };
}

/** The arguments with which Node runs the program of a checkout. */
export function programOf(root: string, fromSource: boolean): readonly string[] {
  return fromSource
    ? ['--import', 'tsx', join(root, 'src', 'main.ts')]
    : [join(root, 'dist', 'src', 'main.js')];
}
