import document from '../../generated/openapi.json';
import { parameterItem } from '../../scripts/conformance/documented';
import { operationsById } from '../../scripts/conformance/lookup';
import type { JsonRecord } from '../../src/platform/json';
import type { OperationId } from '../../src/platform/operation';
import { recordSeen } from '../../scripts/requests/response-record';
import { schemaOf } from './every-read';
import { operationIds } from '../../scripts/requests/operations';

/** A parameter of an operation. */
export interface ParameterOf {
  readonly id: OperationId;
  readonly name: string;
  readonly location: 'query' | 'path' | 'header';
  readonly required: boolean;
  /** The parameter as the contract has it. */
  readonly parameter: JsonRecord;
  /** Its schema with the reference resolved. */
  readonly schema: JsonRecord;
}

const operations = operationsById(document);

/** Every parameter of every operation, in the contract's order. */
export const parameters: readonly ParameterOf[] = operationIds.flatMap((id) =>
  (operations.get(id)?.parameters ?? []).map(({ value: parameter }) => ({
    id,
    name: String(parameter['name']),
    location: locationOf(parameter),
    required: parameter['required'] === true,
    parameter,
    schema: schemaOf(parameter['schema']),
  })),
);

/** Records that two values of the parameter gave different responses in the running test. */
export function recordChange({ id, parameter }: Pick<ParameterOf, 'id' | 'parameter'>): void {
  recordSeen([parameterItem(id, parameter)]);
}

/** `recordChange` for an operation of another protocol. */
export function recordProtocolChange(id: OperationId, name: string): void {
  const found = operations.get(id)?.parameters.find(({ value }) => value['name'] === name);
  if (found === undefined) throw new Error(`${id} takes no ${name}.`);
  recordSeen([parameterItem(id, found.value)]);
}

/** `recordChange` for a header. */
export function recordHeaderChange(id: OperationId, name: string): void {
  const found = parameters.find((each) => each.id === id && each.name === name);
  if (found === undefined) throw new Error(`${id} takes no ${name}.`);
  recordChange(found);
}

function locationOf({ in: location }: JsonRecord): ParameterOf['location'] {
  if (location === 'query' || location === 'path' || location === 'header') return location;
  throw new Error(`The tests know no parameters in ${String(location)}.`);
}
