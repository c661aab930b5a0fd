/** Matches an entity tag that names this version, whatever its epoch and its digest. */
export function tagOf(version: number): unknown {
  return expect.stringMatching(new RegExp(`^"${version}-[\\w.]+-[\\w-]{16}"$`));
}
