/** A parameter of an operation in the contract. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: object;
}

/** An operation of the contract with its parameters. */
interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

/** The type of a query parameter that is not a string. */
type QueryType = 'integer' | 'boolean' | 'list';

/** The types of an operation's query parameters by name, without the strings. */
export type QueryTypes = ReadonlyMap<string, QueryType>;

/** The types of an operation's query parameters according to their schemas. */
export function queryTypesOf({ parameters = [] }: Operation): QueryTypes {
  const types = new Map<string, QueryType>();
  for (const parameter of parameters) {
    if ('$ref' in parameter || parameter.in !== 'query') continue;
    const type = typeOf(parameter);
    if (type === 'integer' || type === 'boolean') types.set(parameter.name, type);
    if (type === 'array') types.set(parameter.name, 'list');
  }
  return types;
}

/**
 * Whether the service supports the parameter's type: strings, and in a query also integers,
 * booleans and arrays of strings.
 */
export function isSupported(parameter: Parameter): boolean {
  const types = parameter.in === 'query' ? ['string', 'integer', 'boolean', 'array'] : ['string'];
  return types.some((type) => type === typeOf(parameter));
}

function typeOf({ schema }: Parameter): unknown {
  return schema !== undefined && 'type' in schema ? schema.type : undefined;
}

/**
 * Converts the values of a query in place. A text that is not an integer (`-?[0-9]+`) or a boolean
 * (`true`, `false`) stays a string, so the schema refuses it. Ajv's own coercion would also accept
 * `0x10`, `1e2`, ` 1` and `1.0` as integers.
 */
export function parseQuery(query: Record<string, unknown>, types: QueryTypes): void {
  for (const [name, value] of Object.entries(query)) {
    const type = types.get(name);
    if (type !== undefined && typeof value === 'string') query[name] = parseValue(value, type);
  }
}

function parseValue(text: string, type: QueryType): unknown {
  if (type === 'list') return [text];
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  // Adding 0 turns -0 into 0.
  return /^-?[0-9]+$/.test(text) ? Number(text) + 0 : text;
}
