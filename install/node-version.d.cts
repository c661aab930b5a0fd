/**
 * One sentence when a checkout does not run on this version ("20.18.1"), else undefined. The same
 * range is `engines` of package.json.
 */
export function unsupportedNode(version: string): string | undefined;

/**
 * The same for the published package, which installs better-sqlite3 13 only. Its range is `engines`
 * of the package's own package.json.
 */
export function unsupportedByPackage(version: string): string | undefined;
