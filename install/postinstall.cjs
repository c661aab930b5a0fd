// npm runs this at the end of `npm ci` and `npm install`, in a checkout and where the package is
// installed.
const { unsupportedNode } = require('./node-version.cjs');

const reason = unsupportedNode(process.versions.node);
if (reason !== undefined) {
  console.error(reason);
  process.exit(1);
}
// better-sqlite3 13 brings a binary that needs Node-API 10. Node 20 gets better-sqlite3 12, which
// npm may have to compile.
if (Number(process.versions.napi) < 10) {
  const { installDriver } = require('./node20/install-driver.cjs');
  process.exitCode = installDriver();
}
