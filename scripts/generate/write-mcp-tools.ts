import { tools } from '../../src/features/mcp/tools/tool-table';
import type { Parameter, Tool } from '../../src/features/mcp/tools/tool';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { asObject, below, follow } from './json';
import { operationsOf, type FoundOperation } from './operations';

/**
 * The keywords of an input schema. Others, such as `pattern`, are left out: strict modes of clients
 * refuse them, and the contract's validator checks them in every call.
 */
const kept = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'items',
  'properties',
  'required',
  'additionalProperties',
];

// A larger bound tells a caller nothing.
const largestBound = 100_000_000;

/**
 * The text of generated/mcp-tools.json: the definitions of the tools, with input schemas from the
 * contract without references. Throws an Error for a parameter that the contract lacks.
 */
export function writeMcpTools(document: unknown): string {
  const operations = new Map(
    operationsOf(document).map((found) => [String(found.operation['operationId']), found]),
  );
  const definitions = tools.map((tool) => definitionOf(document, operations, tool));
  return `${JSON.stringify(definitions, null, 1)}\n`;
}

type Operations = ReadonlyMap<string, FoundOperation>;

function definitionOf(document: unknown, operations: Operations, tool: Tool): JsonRecord {
  const { name, title, description, hints, parameters, required } = tool;
  const properties = Object.entries(parameters).map(([parameter, given]) => [
    parameter,
    schemaOf(document, operations, `${name}.${parameter}`, given),
  ]);
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: hints,
  };
}

function schemaOf(
  document: unknown,
  operations: Operations,
  name: string,
  { from, schema, text, items, requiredItems: required }: Parameter,
): JsonRecord {
  if (items !== undefined) {
    const properties = Object.entries(items).map(([parameter, given]) => [
      parameter,
      schemaOf(document, operations, `${name}.${parameter}`, given),
    ]);
    const item = { type: 'object', properties: Object.fromEntries(properties), required };
    return { type: 'array', items: item };
  }
  const given = from === undefined ? { pointer: '', value: schema ?? {} } : placeOf();
  const { description } = given.value;
  const described = text ?? (typeof description === 'string' ? firstSentence(description) : '');
  const plain = from === undefined ? given.value : plainOf(from, given.pointer);
  return { ...plain, ...(described !== '' && { description: described }) };

  function plainOf({ operationId, name: field }: NonNullable<Parameter['from']>, at: string) {
    const whole = plainSchema(document, at);
    // Null and an absent field differ in a change, and in an assignee: null means the pool.
    const isNullable = operationId.startsWith('update') || field === 'assigned_actor_id';
    return isNullable ? whole : withoutNull(whole);
  }

  function placeOf(): { readonly pointer: string; readonly value: JsonRecord } {
    const found = from && operations.get(from.operationId);
    const at = found && from && pointerOf(document, found, from);
    if (at === undefined) throw new Error(`${name}: the contract does not have its place.`);
    return follow(document, at);
  }
}

function pointerOf(
  document: unknown,
  { pointer, parameters }: FoundOperation,
  { location, name }: NonNullable<Parameter['from']>,
): string | undefined {
  if (location === 'query') {
    const parameter = parameters.find(
      ({ value }) => value['in'] === 'query' && value['name'] === name,
    );
    return parameter && below(parameter.pointer, 'schema');
  }
  const media = below(follow(document, below(pointer, 'requestBody')).pointer, 'content');
  const schema = follow(document, below(media, 'application/json', 'schema'));
  const at = below(schema.pointer, 'properties', name);
  return isRecord(asObject(schema.value['properties'])[name]) ? at : undefined;
}

/** A schema with the kept keywords and without references; descriptions only where they help. */
function plainSchema(document: unknown, pointer: string): JsonRecord {
  const { pointer: at, value } = follow(document, pointer);
  const plain: Record<string, unknown> = {};
  for (const keyword of kept) {
    if (!(keyword in value) || isLarge(value[keyword])) continue;
    if (keyword === 'items') plain[keyword] = plainSchema(document, below(at, keyword));
    else if (keyword === 'properties') {
      const names = Object.keys(asObject(value[keyword]));
      plain[keyword] = Object.fromEntries(
        names.map((name) => [name, plainSchema(document, below(at, keyword, name))]),
      );
    } else plain[keyword] = value[keyword];
  }
  if ('type' in plain) return plain;
  throw new Error(`${at} has no type, so the tool needs a schema of its own.`);
}

function isLarge(bound: unknown): boolean {
  return typeof bound === 'number' && Math.abs(bound) > largestBound;
}

function withoutNull({ type, ...others }: JsonRecord): JsonRecord {
  const types = [type].flat().filter((each) => each !== 'null');
  return { type: types.length === 1 ? types[0] : types, ...others };
}

function firstSentence(text: string): string {
  return text.replace(/(?<=\.)\s[\s\S]*$/, '');
}
