/** A parameter of an operation, as the contract describes it. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: object;
}

/** An operation of the contract, of which only the parameters count here. */
interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

/** How the text of a query parameter is read; what has none is a text. */
type Reading = 'integer' | 'boolean' | 'list';

/** The query parameters of an operation that are not read as the text that they are, by name. */
export type Readings = ReadonlyMap<string, Reading>;

/** How the contract's schemas say to read the query parameters of an operation. */
export function readingsOf({ parameters = [] }: Operation): Readings {
  const readings = new Map<string, Reading>();
  for (const parameter of parameters) {
    if ('$ref' in parameter || parameter.in !== 'query') continue;
    const type = typeOf(parameter);
    if (type === 'integer' || type === 'boolean') readings.set(parameter.name, type);
    if (type === 'array') readings.set(parameter.name, 'list');
  }
  return readings;
}

/**
 * Whether the service reads parameters of this type: texts, and in a query also integers, booleans
 * and lists of texts.
 */
export function isReadable(parameter: Parameter): boolean {
  const types = parameter.in === 'query' ? ['string', 'integer', 'boolean', 'array'] : ['string'];
  return types.some((type) => type === typeOf(parameter));
}

function typeOf({ schema }: Parameter): unknown {
  return schema !== undefined && 'type' in schema ? schema.type : undefined;
}

/**
 * Replaces the texts of a query by what they stand for. A text that is no integer (`-?[0-9]+`) or
 * boolean (`true`, `false`) stays a text, which the schema then refuses: Ajv's own coercion would
 * also read `0x10`, `1e2`, ` 1` and `1.0` as integers.
 */
export function readQuery(query: Record<string, unknown>, readings: Readings): void {
  for (const [name, value] of Object.entries(query)) {
    const reading = readings.get(name);
    if (reading !== undefined && typeof value === 'string') query[name] = read(value, reading);
  }
}

function read(text: string, reading: Reading): unknown {
  if (reading === 'list') return [text];
  if (reading === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  // The sum is 0 for -0.
  return /^-?[0-9]+$/.test(text) ? Number(text) + 0 : text;
}
