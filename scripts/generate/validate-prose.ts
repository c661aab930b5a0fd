import { isRecord, type JsonRecord } from '../../src/platform/json';
import { asList, asObject, below, valueAt } from './json';
import { operationsOf } from './operations';
import { numbersIn } from './prose-numbers';
import type { Fault } from './validate-document';

/** Fields that contain data, not descriptions. */
const data = new Set(['default', 'enum', 'example', 'examples', 'value', 'const']);

/**
 * Finds numbers in descriptions and summaries that are not proven. Each number must be a limit that
 * `x-limits` beside the text names: one of the root's `x-limits`, from which the service's
 * constants are generated, or a pointer to a keyword of a schema. The text must contain every limit
 * that is named there.
 */
export function validateProse(document: unknown): Fault[] {
  const statuses = statusesIn(document);
  const faults: Fault[] = [];
  const enter = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) node.forEach((item, index) => enter(item, below(pointer, index)));
    if (!isRecord(node)) return;
    faults.push(...checkTexts(document, statuses, node, pointer));
    for (const [key, value] of Object.entries(node)) {
      if (!data.has(key) && !key.startsWith('x-')) enter(value, below(pointer, key));
    }
  };
  enter(document, '#');
  return faults;
}

function checkTexts(
  document: unknown,
  statuses: ReadonlySet<string>,
  node: JsonRecord,
  pointer: string,
): Fault[] {
  const numbers = ['summary', 'description'].flatMap((key) => {
    const text = node[key];
    if (typeof text !== 'string') return [];
    return numbersIn(text, statuses).map((each) => ({ ...each, at: below(pointer, key) }));
  });
  const named = below(pointer, 'x-limits');
  const limits = asList(node['x-limits']).map((name, index) => ({
    name: String(name),
    value: limitOf(document, String(name)),
    at: below(named, index),
  }));
  return [
    ...limits
      .filter(({ value }) => typeof value !== 'number')
      .map(({ name, at }) => ({
        pointer: at,
        message: `${name} is not a limit: name one of the root's x-limits, or a schema's keyword by its pointer`,
      })),
    ...numbers
      .filter(({ value }) => !limits.some((limit) => limit.value === value))
      .map(({ text, value, at }) => ({
        pointer: at,
        message: `no limit proves "${text}": add a limit of ${value} to the x-limits beside the text, or remove the number`,
      })),
    ...limits
      .filter(({ value }) => typeof value === 'number')
      .filter(({ value }) => !numbers.some((number) => number.value === value))
      .map(({ name, value, at }) => ({
        pointer: at,
        message: `the text does not contain ${name}, which is ${String(value)}`,
      })),
  ];
}

function limitOf(document: unknown, name: string): unknown {
  const pointer = name.startsWith('#/') ? name : below('#/x-limits', name);
  return valueAt(document, pointer);
}

function statusesIn(document: unknown): ReadonlySet<string> {
  return new Set([
    ...operationsOf(document).flatMap(({ operation }) =>
      Object.keys(asObject(operation['responses'])),
    ),
    ...Object.keys(asObject(asObject(document)['x-errors'])),
  ]);
}
