import { errorTable } from './error-table';

/**
 * The text of generated/errors.ts for a valid contract: its error codes, with status and default
 * message.
 */
export function writeErrors(document: unknown): string {
  const lines = errorTable(document).map(
    ({ code, status, message }) =>
      `  ${code}: { status: ${status}, message: ${JSON.stringify(message)} },`,
  );
  return `// Generated from contract/openapi.yaml by \`npm run generate\`. Do not edit.
import type { components } from './types';

/** Every error code with its status, and the message of an error that has no better one. */
export const errors = {
${lines.join('\n')}
} as const satisfies Record<
  components['schemas']['ErrorCode'],
  { readonly status: number; readonly message: string }
>;
`;
}
