import { unsupportedNode } from '../../install/node-version.cjs';

const reason = unsupportedNode(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
