import { isRecord } from '../../src/platform/json';
import { walk } from '../generate/walk';
import type { Expression } from './expression';
import { expressionsOfFormat } from './format-expressions';

/** The regular expressions of a contract. */
export interface ContractExpressions {
  readonly expressions: readonly Expression[];
  /** Keywords whose work no other keyword of the schema limits. */
  readonly faults: readonly string[];
}

const limits: Readonly<Record<string, string>> = { pattern: 'maxLength', uniqueItems: 'maxItems' };

/** The expressions of a contract's patterns, as Ajv compiles them, and of its formats. */
export function expressionsOfContract(document: unknown): ContractExpressions {
  const expressions: Expression[] = [];
  const faults: string[] = [];
  const formats = new Set<string>();
  walk(document, {
    subschema: (schema, pointer) => {
      if (!isRecord(schema)) return;
      const { pattern, format, uniqueItems } = schema;
      if (typeof pattern === 'string') {
        expressions.push({ position: pointer, source: pattern, flags: 'u' });
      }
      if (typeof format === 'string') formats.add(format);
      // The service does not validate the headers of its responses.
      if (/\/headers\//.test(pointer)) return;
      for (const [keyword, limit] of Object.entries(limits)) {
        const isUsed = keyword === 'pattern' ? pattern !== undefined : uniqueItems === true;
        if (isUsed && typeof schema[limit] !== 'number') {
          faults.push(`${pointer}: ${keyword} needs ${limit} in the same schema.`);
        }
      }
    },
  });
  for (const name of formats) expressions.push(...expressionsOfFormat(name));
  return { expressions, faults };
}
