import { parseArgs } from 'node:util';
import { changesBetween } from './contract-diff/changes';
import { readChangelog, readCurrent, readReleased, release } from './contract-diff/released';
import { faultsOf } from './contract-diff/verdict';

const usage = `npm run contract:diff -- [--release]

Prints the differences between the current contract and the last release (contract/released/), with their effect on clients:
breaking, additive or wording. Without a release there is nothing to compare. The exit code is 1 when info.version does not match
them, or when CHANGELOG.md does not name each change. A breaking difference needs no new major version if CHANGELOG.md lists it
under "#### Corrections" of that version, with the reason. --release stores the current contract as the release of its version.`;

function main(): number {
  const { values } = parseArgs({
    options: {
      release: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.release) {
    console.log(`Released contract ${release().version}`);
    return 0;
  }
  const released = readReleased();
  const current = readCurrent();
  if (released === undefined) {
    console.log(`There is no release to compare contract ${current.version} with.`);
    return 0;
  }
  const changes = changesBetween(released.document, current.document);
  for (const { weight, subject, what } of changes) {
    console.log(`${weight.padEnd(8)}  ${subject}: ${what}`);
  }
  const faults = faultsOf({
    released: released.version,
    current: current.version,
    changes,
    changelog: readChangelog(),
  });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`${changes.length} differences between ${released.version} and ${current.version}`);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
