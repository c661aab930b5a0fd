import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { isRecord } from '../../src/platform/json';
import { factsOf } from './operation-facts';
import { readSource, type Source } from './source';
import { type Fault, validateDocument } from './validate-document';
import { validateHouseRules } from './validate-house-rules';
import { validateNames } from './validate-names';
import { validatePromises } from './validate-promises';
import { validateProse } from './validate-prose';
import { validateSchemas } from './validate-schemas';
import { writeClient, writeEventKinds } from './write-client';
import { writeErrors } from './write-errors';
import { writeHandlers } from './write-handlers';
import { writeLimits } from './write-limits';
import { writeMcpTools } from './write-mcp-tools';
import { writeNewsRoles } from './write-news-roles';
import { writePermissions } from './write-permissions';
import { writeProtocols } from './write-protocols';

/** The result: the files by name, or the lines that describe the faults. */
export type Outcome =
  | {
      readonly files: Readonly<Record<string, string>>;
      /** Generated pages of `docs`. */
      readonly pages: Readonly<Record<string, string>>;
    }
  | { readonly faults: readonly string[] };

/** Compiles the contract in a file, without writing anything. */
export async function compileContract(file: string): Promise<Outcome> {
  const text = readFileSync(file, 'utf8');
  const source = readSource(text);
  const faults = findFaults(file, source);
  const { document, json } = source;
  if (faults.length > 0 || !isDocument(document)) return { faults };
  return {
    files: {
      'openapi.json': json,
      'handlers.ts': writeHandlers(document, { yaml: digest(text), json: digest(json) }),
      'client.ts': writeClient(document),
      'event-kinds.ts': writeEventKinds(document),
      'news-roles.ts': writeNewsRoles(document),
      'limits.ts': writeLimits(document),
      'errors.ts': writeErrors(document),
      'protocols.ts': writeProtocols(document),
      'mcp-tools.json': writeMcpTools(document),
      'types.ts': await writeTypes(document),
    },
    pages: { 'permissions.md': writePermissions(factsOf(document)) },
  };
}

/** The faults of a source as lines, `FILE:LINE:COLUMN #/POINTER: reason`. */
export function findFaults(file: string, source: Source): string[] {
  if (source.faults.length > 0) {
    return source.faults.map(
      ({ line, column, message }) => `${file}:${line}:${column} YAML: ${message}`,
    );
  }
  return firstFaults(source.document).map(({ pointer, message }) => {
    const { line, column } = source.position(pointer);
    return `${file}:${line}:${column} ${pointer}: ${message}`;
  });
}

/**
 * Writes the files that differ from the existing ones, or only names them (`check`). Returns their
 * paths.
 */
export function bringUpToDate(
  out: string,
  files: Readonly<Record<string, string>>,
  { check }: { readonly check: boolean },
): string[] {
  const stale = Object.entries(files).filter(([name, text]) => textOf(join(out, name)) !== text);
  if (!check) {
    mkdirSync(out, { recursive: true });
    for (const [name, text] of stale) writeFileSync(join(out, name), text);
  }
  return stale.map(([name]) => join(out, name));
}

/** Each check assumes that the ones before found no fault. */
function firstFaults(document: unknown): readonly Fault[] {
  for (const validate of [
    validateDocument,
    validateSchemas,
    validateNames,
    validateHouseRules,
    validateProse,
    validatePromises,
  ]) {
    const faults = validate(document);
    if (faults.length > 0) return faults;
  }
  return [];
}

// The document was just validated; this only narrows its type.
function isDocument(document: unknown): document is OpenAPI3 {
  return isRecord(document);
}

async function writeTypes(document: OpenAPI3): Promise<string> {
  // Loaded on demand, because a faulty contract does not need it.
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const nodes = await openapiTypescript(document, { defaultNonNullable: false, silent: true });
  const note = '// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.\n';
  return note + astToString(nodes);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
