import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './cli/program';
import { describeContract, packageRoot } from './service';

const manifest: { version: string } = JSON.parse(
  readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
);

void runCommandLine(process.argv, `${manifest.version}\n${describeContract()}`).then((code) => {
  process.exitCode = code;
});
