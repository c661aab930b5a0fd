import { asList, asObject, below, follow, valueAt } from './json';
import { operationsOf } from './operations';
import type { Fault } from './validate-document';

/** A name that a generator of clients gives to a class, an enumeration or a file. */
interface Named {
  readonly name: string;
  readonly pointer: string;
}

/**
 * Checks that generators of clients can tell all names apart. They name an inline schema after its
 * parent and its field, and the forms of an operation after their media types; they ignore case and
 * everything but letters and digits.
 */
export function validateNames(document: unknown): Fault[] {
  const components = Object.keys(asObject(valueAt(document, '#/components/schemas'))).map(
    (name) => ({ name, pointer: below('#/components/schemas', name) }),
  );
  const operations = operationsOf(document).map(({ operation, pointer }) => ({
    name: String(operation['operationId']),
    pointer: below(pointer, 'operationId'),
  }));
  return [
    ...doubles(components),
    ...doubles([...operations, ...formsOf(document)]),
    ...inlineOf(document, components).flatMap(({ name, pointer }) => {
      const same = components.find((component) => folded(component.name) === folded(name));
      if (same === undefined) return [];
      return [{ pointer, message: `generators name it ${name}, like the component ${same.name}` }];
    }),
  ];
}

function doubles(all: readonly Named[]): Fault[] {
  const first = new Map<string, string>();
  return all.flatMap(({ name, pointer }) => {
    const known = first.get(folded(name));
    if (known === undefined) {
      first.set(folded(name), name);
      return [];
    }
    return [{ pointer, message: `generators name it ${name}, like ${known}` }];
  });
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** The names of the forms of operations that return several media types. */
function formsOf(document: unknown): Named[] {
  return operationsOf(document).flatMap(({ operation, pointer }) => {
    const types = Object.keys(
      asObject(asObject(asObject(operation['responses'])['200'])['content']),
    );
    if (types.length < 2) return [];
    return types.map((type) => ({
      name: `${String(operation['operationId'])}-${type.replace(/^.*\//, '')}`,
      pointer: below(pointer, 'responses', '200', 'content', type),
    }));
  });
}

/** All inline schemas that become classes or enumerations, by each name that generators give them. */
function inlineOf(document: unknown, components: readonly Named[]): Named[] {
  const ofComponents = components.flatMap(({ name, pointer }) =>
    namesBelow(asObject(valueAt(document, pointer)), name, pointer),
  );
  const ofOperations = operationsOf(document).flatMap(({ operation, pointer }) => {
    const id = String(operation['operationId']);
    const body = follow(document, below(pointer, 'requestBody')).value['content'];
    const media = [
      ...mediaOf(body, below(pointer, 'requestBody', 'content'), [`${id}Body`, `${id}Request`]),
      ...Object.entries(asObject(operation['responses'])).flatMap(([status, response]) =>
        mediaOf(asObject(response)['content'], below(pointer, 'responses', status, 'content'), [
          `${id}Response`,
          `${id}Response${status}`,
          `${id}${status}Response`,
        ]),
      ),
    ];
    const parameters = asList(operation['parameters']).flatMap((given, index) => {
      const { name, schema } = asObject(given);
      const at = below(pointer, 'parameters', index, 'schema');
      return namesOf(asObject(schema), [`${id}${String(name)}`], at);
    });
    return [...media, ...parameters];
  });
  return [...ofComponents, ...ofOperations];
}

function mediaOf(content: unknown, pointer: string, names: readonly string[]): Named[] {
  return Object.entries(asObject(content)).flatMap(([type, media]) =>
    namesOf(asObject(asObject(media)['schema']), names, below(pointer, type, 'schema')),
  );
}

/** The names of a schema, if it is inline, and of those in it. */
function namesOf(
  schema: Readonly<Record<string, unknown>>,
  names: readonly string[],
  pointer: string,
): Named[] {
  if (schema['$ref'] !== undefined) return [];
  const all = names.flatMap((name) =>
    schema['enum'] === undefined ? name : [name, `${name}Enum`],
  );
  const isNamed =
    schema['enum'] !== undefined || asList([schema['type']].flat()).includes('object');
  return [
    ...(isNamed ? all.map((name) => ({ name, pointer })) : []),
    ...names.flatMap((name) => namesBelow(schema, name, pointer)),
  ];
}

function namesBelow(
  schema: Readonly<Record<string, unknown>>,
  parent: string,
  pointer: string,
): Named[] {
  const properties = Object.entries(asObject(schema['properties'])).flatMap(([field, inner]) =>
    namesOf(asObject(inner), [`${parent}-${field}`], below(pointer, 'properties', field)),
  );
  const itemNames = [
    `${parent}Item`,
    parent.endsWith('s') ? parent.slice(0, -1) : `${parent}Inner`,
  ];
  const items =
    schema['items'] === undefined
      ? []
      : namesOf(asObject(schema['items']), itemNames, below(pointer, 'items'));
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    asList(schema[keyword]).flatMap((part, index) =>
      namesBelow(asObject(part), parent, below(pointer, keyword, index)),
    ),
  );
  return [...properties, ...items, ...parts];
}
