import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Programs } from './packages';

/** The scenarios that need no tools, resources or prompts made for the suite, by revision. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
};

/**
 * Checks that need a tool, prompt or resource made for the suite, which a server for work does not
 * have. The suite reports them as failures.
 */
const needsFixture = [
  /diagnostic tool/,
  /^(prompts|resources|resources\/templates)\/list returned JSON-RPC error -32601/,
];

interface Check {
  readonly name: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs the scenarios, prints a line for each, and resolves with whether all passed. */
export async function runScenarios(
  { node, suite }: Programs,
  options: { readonly url: string; readonly folder: string; readonly verbose: boolean },
): Promise<boolean> {
  let passed = true;
  for (const [revision, names] of Object.entries(scenarios)) {
    for (const name of names) {
      const results = join(options.folder, 'results', revision, name);
      const run = spawn(
        node,
        [suite, 'server', '--url', options.url, '--scenario', name].concat(
          ['--spec-version', revision],
          ['-o', results],
        ),
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [output] = await Promise.all([text(run.stdout), once(run, 'exit')]);
      const checks = readChecks(results);
      const failed = checks.filter(({ status }) => status === 'FAILURE');
      const skipped = failed.filter(({ errorMessage = '' }) =>
        needsFixture.some((reason) => reason.test(errorMessage)),
      );
      const isPassed = checks.length > 0 && failed.length === skipped.length;
      passed &&= isPassed;
      if (!isPassed || options.verbose) console.log(output);
      const count = checks.length - failed.length;
      const rest = skipped.length === 0 ? '' : `; ${skipped.length} need fixtures`;
      console.log(`${revision} ${name}: ${isPassed ? 'passed' : 'FAILED'}, ${count} checks${rest}`);
    }
  }
  return passed;
}

/** The checks of a scenario; none if the suite could not run it. */
function readChecks(folder: string): readonly Check[] {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const file = files.map(String).find((each) => each.endsWith('checks.json'));
  return file === undefined ? [] : JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
