import { operationFacts } from '../../generated/handlers';
import document from '../../generated/openapi.json';
import type { JsonRecord } from '../../src/platform/json';
import { asObject, below, follow } from '../generate/json';
import { operationsOf } from '../generate/operations';
import type { OperationFacts, OperationId } from '../../src/platform/operation';
import { operationIds } from '../requests/operations';

/** A parameter of an operation with the position of its schema in the contract. */
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: JsonRecord;
}

/** The contract's description of an operation's requests. */
export interface Shape extends OperationFacts {
  readonly id: OperationId;
  readonly parameters: readonly Parameter[];
  /** The JSON body; undefined when the operation has none. */
  readonly body:
    | {
        readonly pointer: string;
        readonly schema: JsonRecord;
        readonly examples: readonly unknown[];
      }
    | undefined;
}

/** The shapes of all operations, in the contract's order. */
export const shapes: readonly Shape[] = readShapes();

const byId = new Map(shapes.map((shape) => [shape.id, shape]));

/** The shape of an operation. */
export function shapeOf(id: OperationId): Shape {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`The contract has no ${id}.`);
  return found;
}

/** The parameters in one location. */
export function parametersIn(shape: Shape, location: 'path' | 'query' | 'header'): Parameter[] {
  return shape.parameters.filter((parameter) => parameter.in === location);
}

/** The schema behind a reference with the keywords beside it, or the schema itself. */
export function resolve(schema: unknown): JsonRecord {
  const { $ref: ref, ...own } = asObject(schema);
  return typeof ref === 'string' ? { ...follow(document, ref).value, ...own } : own;
}

function readShapes(): Shape[] {
  const found = new Map(operationsOf(document).map((one) => [one.operation['operationId'], one]));
  return operationIds.map((id) => {
    const one = found.get(id);
    if (one === undefined) throw new Error(`The contract has no ${id}.`);
    const facts: OperationFacts = operationFacts[id];
    const request = follow(document, below(one.pointer, 'requestBody'));
    const media = below(request.pointer, 'content', 'application/json');
    const body = follow(document, below(media, 'schema'));
    const examples = Object.values(follow(document, below(media, 'examples')).value).map(
      (example) => resolve(example)['value'],
    );
    const parameters = one.parameters.map(({ pointer, value }) => ({
      in: String(value['in']),
      name: String(value['name']),
      required: value['required'] === true,
      pointer: below(pointer, 'schema'),
      schema: asObject(value['schema']),
    }));
    const { pointer, value: schema } = body;
    return {
      ...facts,
      id,
      parameters,
      body: facts.hasBody ? { pointer, schema, examples } : undefined,
    };
  });
}
