// Written for old versions of Node.js too: it tells their users what is wrong.
const everyFrom = 24;
const inCheckout = {
  firstMinor: { 20: 19, 22: 14 },
  range: '20.19 or a later 20, 22.14 or a later 22, or any from 24 on',
};
const inPackage = {
  firstMinor: { 22: 14 },
  range: '22.14 or a later 22, or any from 24 on',
};

function check(version, { firstMinor, range }) {
  const [major, minor] = version.split('.').map(Number);
  if (major >= everyFrom || minor >= firstMinor[major]) return undefined;
  return `Callboard needs Node.js ${range}. This is ${version}.`;
}

/**
 * One sentence when a checkout does not run on this version ("20.18.1"), else undefined. The same
 * range is `engines` of package.json.
 */
exports.unsupportedNode = (version) => check(version, inCheckout);

/**
 * The same for the published package, which installs better-sqlite3 13 only. Its range is `engines`
 * of the package's own package.json.
 */
exports.unsupportedByPackage = (version) => check(version, inPackage);
