import { asList, asObject, valueAt } from './json';

/** The text of generated/limits.ts for a valid contract: its `x-limits` as constants. */
export function writeLimits(document: unknown): string {
  const limits = Object.entries(asObject(valueAt(document, '#/x-limits')));
  const delays = asList(valueAt(document, '#/x-webhook-retry-seconds'));
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** The limits that the contract's descriptions name; bytes and seconds are integers. */
export const limits = {
${limits.map(([name, value]) => `  ${name}: ${String(value)},`).join('\n')}
} as const;

/** The seconds between the attempts of a delivery (\`x-webhook-retry-seconds\`). */
export const webhookRetrySeconds = [${delays.join(', ')}] as const;
`;
}
