import { isRecord } from '../../src/platform/json';
import { asList, asObject, below, follow, valueAt } from '../generate/json';
import type { DocumentedItem } from './items';

/** What a schema and its subschemas let a response contain. */
interface Shape {
  /**
   * The name of the schema: a component, or a component and a path from it (`Event.actor.kind`).
   */
  readonly name: string;
  /** The items of its values by their JSON, if it is an enumeration. */
  readonly values: ReadonlyMap<string, DocumentedItem>;
  /** The item of null, if it may be null. */
  readonly ofNull: DocumentedItem | undefined;
  readonly properties: ReadonlyMap<string, () => Shape>;
  /** The items of the properties that an object may lack, by their names. */
  readonly optional: ReadonlyMap<string, DocumentedItem>;
  /** The schemas of an array's items or a map's values. */
  readonly members: readonly (() => Shape)[];
  /** The parts of allOf, anyOf and oneOf. */
  readonly parts: readonly (() => Shape)[];
}

/** The values of responses that the contract names: enumerated ones, null, and optional fields. */
export interface EnumeratedValues {
  /** All values that a schema and its subschemas enumerate, each null, and each optional field. */
  documented(pointer: string, name: string): DocumentedItem[];
  /** Those of them that a response contains, each once: the same objects for every response. */
  seen(pointer: string, name: string, response: unknown): DocumentedItem[];
}

/**
 * Finds the enumerated values of schemas, for each property separately, even where properties share
 * an enumeration; the properties that may be null; and those that an object may lack.
 */
export function enumeratedValues(document: unknown): EnumeratedValues {
  const shapes = new Map<string, Shape>();

  const shapeAt = (start: string, given: string): Shape => {
    const { pointer, value } = follow(document, start);
    const component = /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
    const name = component !== undefined && isStructure(value) ? component : given;
    const key = `${name} ${pointer}`;
    const known = shapes.get(key);
    if (known !== undefined) return known;
    const at = (inner: string, ...steps: string[]) => {
      const innerPointer = below(pointer, ...steps);
      let found: Shape | undefined;
      // Not before it is needed, because schemas may contain themselves.
      return () => (found ??= shapeAt(innerPointer, inner));
    };
    const shape: Shape = {
      name,
      values: new Map(
        asList(value['enum'])
          .map((each) => JSON.stringify(each))
          .map((text) => [text, valueItem(name, text)]),
      ),
      ofNull: [value['type']].flat().includes('null') ? valueItem(name, 'null') : undefined,
      optional: new Map(
        Object.keys(asObject(value['properties']))
          .filter((property) => !asList(value['required']).includes(property))
          .map((property) => [property, { kind: 'field', subject: name, item: property }]),
      ),
      properties: new Map(
        Object.keys(asObject(value['properties'])).map((property) => [
          property,
          at(`${name}.${property}`, 'properties', property),
        ]),
      ),
      members: ['items', 'additionalProperties', 'unevaluatedProperties']
        .filter((keyword) => isRecord(value[keyword]))
        .map((keyword) => at(name, keyword)),
      parts: ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
        asList(value[keyword]).map((_, index) => at(name, keyword, String(index))),
      ),
    };
    shapes.set(key, shape);
    return shape;
  };

  const starts = new Map<string, Shape>();
  // Responses ask for few of them, again and again.
  const startAt = (pointer: string, name: string): Shape => {
    const key = `${name} ${pointer}`;
    const shape = starts.get(key) ?? shapeAt(pointer, name);
    starts.set(key, shape);
    return shape;
  };

  return {
    documented(pointer, name) {
      if (valueAt(document, pointer) === undefined) return [];
      const items: DocumentedItem[] = [];
      const met = new Set<Shape>();
      const enter = (shape: Shape): void => {
        if (met.has(shape)) return;
        met.add(shape);
        items.push(...shape.values.values());
        if (shape.ofNull !== undefined) items.push(shape.ofNull);
        items.push(...shape.optional.values());
        for (const inner of [...shape.properties.values(), ...shape.members, ...shape.parts]) {
          enter(inner());
        }
      };
      enter(shapeAt(pointer, name));
      return items;
    },
    seen(pointer, name, response) {
      const items = new Set<DocumentedItem>();
      const see = (item: DocumentedItem | undefined): void => {
        if (item !== undefined) items.add(item);
      };
      const enter = (shape: Shape, value: unknown): void => {
        if (shape.values.size > 0) see(shape.values.get(JSON.stringify(value)));
        if (value === null) see(shape.ofNull);
        for (const part of shape.parts) enter(part(), value);
        if (Array.isArray(value)) {
          for (const member of shape.members) for (const each of value) enter(member(), each);
        } else if (isRecord(value)) {
          for (const [key, each] of Object.entries(value)) {
            const property = shape.properties.get(key);
            see(shape.optional.get(key));
            if (property !== undefined) enter(property(), each);
            else for (const member of shape.members) enter(member(), each);
          }
        }
      };
      enter(startAt(pointer, name), response);
      return [...items];
    },
  };
}

/**
 * Whether a schema describes objects or arrays; a property that refers to one is named after it.
 */
function isStructure(schema: object): boolean {
  return ['properties', 'items', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
}

function valueItem(subject: string, item: string): DocumentedItem {
  return { kind: 'value', subject, item };
}
