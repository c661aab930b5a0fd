import { apiDiff, type Diff } from 'api-smart-diff';
import { isRecord } from '../../src/platform/json';
import { asObject, stepsOf, valueAt } from '../generate/json';

/** The effect of a change on clients of the released contract. */
export type Weight = 'breaking' | 'additive' | 'wording';

/** A difference between two contracts, reported once even if several operations share it. */
export interface Change {
  readonly weight: Weight;
  /**
   * The changed part by the name that CHANGELOG.md uses: an operationId, `Schema.field`, the name
   * of a component, or a part of the document.
   */
  readonly subject: string;
  /** A description of the change. */
  readonly what: string;
}

const weights: readonly Weight[] = ['wording', 'additive', 'breaking'];

// Their descriptions say that values may be added, so clients must expect others.
const openEnumerations = new Set(['DegradedCode', 'ErrorCode', 'EventKind']);

const prose = new Set(['description', 'summary']);

const bounds = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'format',
  'pattern',
]);

/**
 * The differences between two contracts, in descending weight. A shared schema is compared from
 * each operation that uses it, because a change that breaks responses may be harmless in requests;
 * it is reported once, with the greatest weight. Other components are compared only where an
 * operation uses them, except security schemes, which operations name without a reference.
 */
export function changesBetween(released: unknown, current: unknown): Change[] {
  const [before, after] = [withDetails(released), withDetails(current)];
  const found = new Map<string, Change>();
  const add = (weight: Weight, diff: Diff, steps: readonly string[]): void => {
    const what = describe(diff, steps);
    const known = found.get(what);
    if (known !== undefined && heavier(known.weight, weight) <= 0) return;
    found.set(what, { weight, subject: subjectOf(before, after, steps), what });
  };
  const compare = (one: unknown, other: unknown, isWanted: (weight: Weight) => boolean): void => {
    for (const diff of apiDiff(one, other)) {
      if (diff.path[0] === 'components' && diff.path[1] !== 'securitySchemes') continue;
      const path = diff.path.map(String);
      const steps =
        diff.action === 'remove' ? ownSteps(before, after, path) : ownSteps(after, before, path);
      const weight = weightOf(diff, steps);
      if (isWanted(weight)) add(weight, diff, steps);
    }
  };
  // The library pairs the parts of allOf by likeness, so other words in one of them would look like
  // a part that was replaced.
  compare(withoutProse(before), withoutProse(after), (weight) => weight !== 'wording');
  compare(before, after, (weight) => weight === 'wording');
  return [...found.values()].toSorted(
    (a, b) => heavier(a.weight, b.weight) || a.what.localeCompare(b.what),
  );
}

function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse);
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !prose.has(key) || typeof value !== 'string')
      .map(([key, value]) => [key, withoutProse(value)]),
  );
}

// The library does not compare the conditions of `Error`, so the details of each code are compared
// as properties. Earlier releases named them in `x-details-by-code`.
function withDetails(document: unknown): unknown {
  const replaced = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replaced);
    if (!isRecord(node)) return node;
    return Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => key !== 'x-details-by-code')
        .map(([key, value]) => [key, inOrder(key, replaced(value))]),
    );
  };
  const copy = asObject(replaced(document));
  const components = asObject(copy['components']);
  const { Error: envelope, DetailsByCode, ...schemas } = asObject(components['schemas']);
  const { dependentSchemas: _, ...fields } = asObject(envelope);
  const properties = asObject(fields['properties']);
  const details = {
    ...asObject(properties['details']),
    properties: asObject(asObject(DetailsByCode)['properties']),
  };
  const withErrors = { ...schemas, Error: { ...fields, properties: { ...properties, details } } };
  return { ...copy, components: { ...components, schemas: withErrors } };
}

// Codes are a set: their order does not matter.
function inOrder(key: string, value: unknown): unknown {
  return key === 'x-error-codes' && Array.isArray(value) ? value.map(String).toSorted() : value;
}

function describe({ action }: Diff, steps: readonly string[]): string {
  const codes = steps.indexOf('x-error-codes');
  return codes === -1
    ? `${action} ${steps.join('/')}`
    : `change ${steps.slice(0, codes + 1).join('/')}`;
}

function heavier(a: Weight, b: Weight): number {
  return weights.indexOf(b) - weights.indexOf(a);
}

/**
 * The position of the value in the document, where a reference on the way leads to a component. A
 * reference that leads elsewhere in the other document is itself the change, so it is not followed:
 * a change of the component would have another subject.
 */
function ownSteps(document: unknown, other: unknown, path: readonly string[]): string[] {
  let node = document;
  let counterpart = other;
  let steps: string[] = [];
  let isReplaced = false;
  for (const step of path) {
    let record = asObject(node);
    let second = asObject(counterpart);
    while (typeof record['$ref'] === 'string' && !Object.hasOwn(record, step)) {
      isReplaced ||= typeof second['$ref'] === 'string' && second['$ref'] !== record['$ref'];
      if (!isReplaced) steps = stepsOf(record['$ref']);
      record = asObject(valueAt(document, record['$ref']));
      second = asObject(valueAt(other, String(second['$ref'])));
    }
    node = Array.isArray(node) ? node[Number(step)] : record[step];
    counterpart = Array.isArray(counterpart) ? counterpart[Number(step)] : second[step];
    steps.push(step);
  }
  return steps;
}

function weightOf({ type, action, path, before, after }: Diff, steps: readonly string[]): Weight {
  const last = String(path.at(-1));
  const isResponse = path.includes('responses') && !path.includes('parameters');
  if (path.some((step) => step === 'examples' || step === 'example')) return 'wording';
  // A changed limit is a changed promise; the texts that name it do not matter.
  if (path[0] === 'x-limits') return action === 'replace' ? 'breaking' : 'wording';
  if (path.includes('x-limits')) return 'wording';
  if (path[0] === 'components') return weightOfScheme(action, type, path.length);
  // The tags at the top describe groups; an operation names its own.
  if (path[0] === 'tags') return 'wording';
  // A receiver gets no message of a new type unless it asks for all types.
  if (path[0] === 'webhooks' && path.length <= 2 && action === 'add') return 'additive';
  // Generated clients depend on it.
  if (last === 'operationId') return 'breaking';
  if (path.includes('x-error-codes') || path.includes('x-error-statuses')) return 'additive';
  if (path.some((step) => String(step).startsWith('x-'))) return 'wording';
  if (isResponse && steps.includes('enum') && openEnumerations.has(steps[2] ?? '')) {
    return action === 'remove' ? 'breaking' : 'additive';
  }
  // Responses lose a field that clients read, or requests one that clients send.
  if (action === 'remove' && path.at(-2) === 'properties') return 'breaking';
  // A longer string or a greater number in a response breaks no client, because clients do not
  // validate responses.
  if (isResponse && bounds.has(last)) return 'additive';
  // The library does not know it. Without it, the service accepts more requests.
  if (!isResponse && last === 'dependentRequired' && action === 'remove') return 'additive';
  if (type === 'annotation' || type === 'deprecated') return 'wording';
  if (type === 'non-breaking') return 'additive';
  // A change that the library cannot judge counts as breaking, unless only the order changed.
  return isSameSet(before, after) ? 'wording' : 'breaking';
}

// The library judges whole schemes the wrong way round: it reports an added one as breaking and a
// removed one as harmless.
function weightOfScheme(action: Diff['action'], type: Diff['type'], depth: number): Weight {
  if (type === 'annotation') return 'wording';
  return action === 'add' && depth === 3 ? 'additive' : 'breaking';
}

function isSameSet(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const sorted = (values: readonly unknown[]) =>
    JSON.stringify(values.map((value) => JSON.stringify(value)).toSorted());
  return sorted(before) === sorted(after);
}

function subjectOf(before: unknown, after: unknown, steps: readonly string[]): string {
  const [top = '', kind = '', name = '', ...rest] = steps;
  if (top === 'paths') {
    const [operation] = [after, before]
      .map((document) => asObject(asObject(asObject(document)['paths'])[kind])[name])
      .filter(isRecord);
    const id = operation?.['operationId'];
    return typeof id === 'string' ? id : kind;
  }
  if (top !== 'components') return top;
  if (kind === 'securitySchemes') return [top, kind, name].join('.');
  const fields = rest.filter((_, index) => rest[index - 1] === 'properties');
  return [name, ...fields].join('.');
}
