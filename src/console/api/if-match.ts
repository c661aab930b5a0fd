/** The header that lets a change through only while the record has this version. */
export function ifMatch({ version }: { readonly version: number }): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}
