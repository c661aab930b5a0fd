/**
 * One sentence when Callboard does not run on this version ("20.18.1"), else undefined. The same
 * range is `engines` of package.json.
 */
export function unsupportedNode(version: string): string | undefined;
