/** The body of a message, as Standard Webhooks 1.0 recommends it: type, timestamp and data. */
export function messageBody(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}
