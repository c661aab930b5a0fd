// First, because an unsupported Node.js may fail on the imports after it.
import './cli/check-node';
import { runCommandLine } from './cli/program';
import { packageVersion, commit } from './platform/package-root';
import { describeContract } from './features/service';

const version = `${packageVersion()}\ncommit ${commit}\n${describeContract()}`;

void runCommandLine(process.argv, version).then((code) => {
  process.exitCode = code;
});
