import { spawnSync } from 'node:child_process';

/**
 * `npm run test:pgbouncer -- [FILES AND OPTIONS OF JEST]`: runs the tests on Postgres through
 * PgBouncer in transaction mode. Without arguments, all tests but those of `unpooled` and
 * `direct`.
 */
function main(): void {
  if (spawnSync('pgbouncer', ['--version']).error !== undefined) {
    console.error(
      'pgbouncer is not installed: apt-get install pgbouncer (Debian), brew install pgbouncer (macOS).',
    );
    process.exitCode = 1;
    return;
  }
  const args = process.argv.slice(2);
  const all = ['--testNamePattern', `^(?!.*(${direct.join('|')}))`];
  const chosen = args.length > 0 ? args : [...all, '--testPathIgnorePatterns', ...unpooled];
  const { status } = spawnSync('npx', ['jest', ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, DATABASES: 'postgres', TEST_POOLER: 'pgbouncer' },
  });
  process.exitCode = status ?? 1;
}

// Tests that count or explain the statements of a connection, or that need a browser only.
const unpooled = ['test/database/plans', 'test/database/statements', 'test/console'];

// Tests of what the program says when no pooler is in front of Postgres.
const direct = ['check finds nothing to change', 'the server warns of a pooler'];

main();
