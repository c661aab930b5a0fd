import { asObject, valueAt } from './json';

/** The text of generated/limits.ts for a valid contract: its `x-limits` as constants. */
export function writeLimits(document: unknown): string {
  const limits = Object.entries(asObject(valueAt(document, '#/x-limits')));
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.

/** The limits that the contract's descriptions name; bytes and seconds are integers. */
export const limits = {
${limits.map(([name, value]) => `  ${name}: ${String(value)},`).join('\n')}
} as const;
`;
}
