import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core';
import { relative } from 'node:path';
import { codeFaults } from './error-codes';

const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'no-duplicated-tag-names': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'path-parameters-defined': 'error',
  'path-declaration-must-exist': 'error',
  'no-identical-paths': 'error',
  'operation-parameters-unique': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-tag-defined': 'error',
} as const;

/**
 * What keeps a file from being a contract, as `file:line:column #/pointer: reason`: YAML, OpenAPI 3.1, JSON Schema 2020-12,
 * references, operationIds, examples, and the agreement of `x-error-codes` with the statuses. Empty when it is one.
 */
export async function findFaults(file: string): Promise<string[]> {
  const config = await createConfig({ rules });
  const problems = await lint({ ref: file, config });
  const faults = problems.map((problem) => {
    const [location] = problem.location;
    const name = relative('.', file);
    if (location === undefined) return `${name}: ${problem.message}`;
    const { start } = getLineColLocation(location);
    const pointer = location.pointer === undefined ? '' : ` ${location.pointer}`;
    return `${name}:${start.line}:${start.col}${pointer}: ${problem.message}`;
  });
  return faults.length > 0 ? faults : codeFaults(file);
}
