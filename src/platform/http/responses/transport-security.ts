const yearInSeconds = 31_536_000;

/**
 * The HSTS header (RFC 6797), for a year, when `PUBLIC_URL` is https; otherwise no header. It does
 * not include subdomains, because they may not support https.
 */
export function transportHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  if (publicUrl?.startsWith('https://') !== true) return {};
  return { 'Strict-Transport-Security': `max-age=${yearInSeconds}` };
}
