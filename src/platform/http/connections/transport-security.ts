const yearInSeconds = 31_536_000;

/**
 * The headers by which browsers use nothing but https for this host, for a year from each answer
 * (RFC 6797); none unless `PUBLIC_URL` is https. Not for subdomains: `PUBLIC_URL` says nothing
 * about those.
 */
export function transportHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  if (publicUrl?.startsWith('https://') !== true) return {};
  return { 'Strict-Transport-Security': `max-age=${yearInSeconds}` };
}
