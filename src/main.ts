// First, because an unsupported Node.js may fail on the imports after it.
import './cli/check-node';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './cli/program';
import { commit } from './platform/build';
import { packageRoot } from './platform/package-root';
import { describeContract } from './features/service';

const manifest: { version: string } = JSON.parse(
  readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
);

void runCommandLine(process.argv, `${manifest.version}\ncommit ${commit}\n${describeContract()}`).then((code) => {
  process.exitCode = code;
});
