// Written for old versions of Node.js too: it tells their users what is wrong.
const firstMinor = { 20: 19, 22: 14 };
const everyFrom = 24;

/**
 * One sentence when Callboard does not run on this version ("20.18.1"), else undefined. The same
 * range is `engines` of package.json.
 */
exports.unsupportedNode = function unsupportedNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major >= everyFrom || minor >= firstMinor[major]) return undefined;
  return `Callboard needs Node.js 20.19 or a later 20, 22.14 or a later 22, or any from 24 on. This is ${version}.`;
};
