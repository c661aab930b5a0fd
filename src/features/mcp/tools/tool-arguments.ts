import { isRecord, type JsonRecord } from '../../../platform/json';
import { problem } from '../../../platform/problems';

/** The part of a tool's definition that its arguments are checked with. */
export interface InputSchema {
  readonly properties: Readonly<Record<string, JsonRecord>>;
  readonly required?: readonly string[];
}

/**
 * The arguments of a call. A null for a parameter that cannot be null means that it is absent:
 * strict modes of clients send every parameter. Throws 400 for an unknown or a missing one; the
 * operations check the values.
 */
export function argumentsOf(given: JsonRecord, { properties, required }: InputSchema): JsonRecord {
  const args = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const schema = properties[name];
      if (schema === undefined) throw fault('UNKNOWN_FIELD', name, `${name} is unknown here.`);
      return value !== null || isNullable(schema);
    }),
  );
  const missing = required?.find((name) => !Object.hasOwn(args, name));
  if (missing === undefined) return args;
  throw fault('VALIDATION_FAILED', missing, `${missing} is missing.`);
}

function isNullable({ type }: JsonRecord): boolean {
  return [type].flat().includes('null');
}

function fault(code: 'UNKNOWN_FIELD' | 'VALIDATION_FAILED', name: string, message: string) {
  const path = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return problem(code, message, { issues: [{ path, code, message }] });
}

/** Whether a value has the form of the arguments of a call. */
export function isArguments(value: unknown): value is JsonRecord {
  return isRecord(value);
}
