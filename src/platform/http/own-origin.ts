import type { IncomingMessage } from 'node:http';

/** Whether an Origin is this server's: that of the `PUBLIC_URL`, or else that of the Host header. */
export function isOwnOrigin(
  origin: string,
  { headers: { host } }: IncomingMessage,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
