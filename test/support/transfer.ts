import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { connect, type Database } from '../../src/platform/db/connect';
import { withSnapshot } from '../../src/platform/db/reader';
import { testCost } from '../../scripts/servers/password-cost';
import { exportLines, importWorkspace } from '../../src/cli/transfer';
import { testKeys, unknownSecret } from './rows';

/** The text of a workspace's export. */
export async function exported(url: string, workspaceId: string): Promise<string> {
  const database = connect(url);
  try {
    return await withSnapshot(database, async (reader) => {
      const parts: string[] = [];
      const lines = exportLines(reader, workspaceId, () => undefined, { keys: testKeys });
      for await (const part of lines) parts.push(part);
      return parts.join('');
    });
  } finally {
    await database.close();
  }
}

/**
 * Imports a text in chunks that split lines and characters anywhere. Returns the workspace's id.
 */
export function imported(
  database: Database,
  text: string,
  options: Parameters<typeof importWorkspace>[3] = {},
): Promise<string> {
  const bytes = Buffer.from(text);
  const size = 1021;
  const count = Math.ceil(bytes.length / size);
  const chunks = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return importWorkspace(database, Readable.from(chunks), () => undefined, {
    passwordCost: testCost,
    keys: testKeys,
    ...options,
  });
}

/** The lines with the trailer's checksum recalculated. */
export function resealed(lines: readonly string[]): string {
  const body = lines.slice(0, -1).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return `${body.join('')}${(lines.at(-1) ?? '').replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`)}\n`;
}

/** The lines with the secret of their webhook in plain text, which no export has. */
export function withPlainSecret(lines: readonly string[]): string[] {
  const plain = lines.map((line) => line.replace(/"enc1:[^"]+"/, JSON.stringify(unknownSecret)));
  return resealed(plain).trimEnd().split('\n');
}

/** The message of the Error that the work throws. */
export async function sentence(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error.message;
  throw new Error('It did not fail.');
}
