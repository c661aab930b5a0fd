import { isMap, isScalar, Pair, Scalar, type Document, type Node, type YAMLMap } from 'yaml';
import { errorTable } from '../generate/error-table';
import { asObject, valueAt } from '../generate/json';
import { isSuccess } from '../generate/operation-facts';
import { operationsOf } from '../generate/operations';
import { errorResponses } from './error-codes';
import { detailsConditions } from './error-details';
import { exampleName, type ExampleResponses, type ExampleResponse } from './example-responses';
import { entriesOf, keyOf, mapAt, nodeOf, parseContract, place, printContract } from './layout';
import { isMinimalResponse, minimalResponses } from './minimal';
import { completeOperation, type ContractFacts } from './operation';
import { arrange, sectionsOfPaths, sectionsOfSchemas, shared, tagsOf } from './sections';
import { webhooksOf } from './webhooks';

/**
 * Adds to the text of a contract everything that can be derived from the rest of it. Without new
 * `responses`, the example responses do not change. Idempotent. Throws an Error that says what to
 * write where something cannot be derived.
 */
export function completeContract(text: string, responses?: ExampleResponses): string {
  const yaml = parseContract(text);
  const root = yaml.contents;
  if (!isMap(root)) throw new Error('The contract is not a map.');
  arrangePaths(mapAt(root, 'paths'), yaml.toJS());
  const document: unknown = yaml.toJS();
  const facts: ContractFacts = {
    yaml,
    document,
    statuses: new Map(errorTable(document).map(({ code, status }) => [code, status])),
    errorResponses: errorResponses(document),
    responses: new Map([...shownResponses(document), ...(responses ?? [])]),
  };
  const write = (value: unknown): Node => nodeOf(yaml, value);
  completePaths(mapAt(root, 'paths'), facts);
  completeComponents(mapAt(root, 'components'), facts);
  place(root, 'webhooks', write(webhooksOf(document)), ['components']);
  place(root, 'x-error-statuses', write(codesByStatus(document)), ['tags', 'paths']);
  writeContents(root, document);
  return printContract(yaml);
}

function codesByStatus(document: unknown): Map<string, string[]> {
  const codes = new Map<string, string[]>();
  for (const { code, status } of errorTable(document)) {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return codes;
}

/** Whether a line of a comment belongs to the table of contents; it begins after the `#`. */
export function isContents(line: string): boolean {
  return /^ Contents|^ {3}/.test(line);
}

function writeContents(root: YAMLMap, document: unknown): void {
  const info = root.items.find((pair) => keyOf(pair) === 'info')?.key;
  if (!isScalar(info)) return;
  const others = (info.commentBefore ?? '').split('\n').filter((line) => !isContents(line));
  info.commentBefore = [...contentsOf(document), ...others]
    .filter((line) => line !== '')
    .join('\n');
}

function contentsOf(document: unknown): string[] {
  const paths = [...sectionsOfPaths(document).values()];
  const schemas = [...sectionsOfSchemas(document).values()];
  const tags = [...tagsOf(document), { name: shared, about: 'Schemas that many tags use.' }];
  const countOf = (sections: readonly string[], name: string, noun: string) => {
    const count = sections.filter((section) => section === name).length;
    return `${count} ${noun}${count === 1 ? '' : 's'}`.padEnd(noun.length + 5);
  };
  return [
    ' Contents: find a section by its heading, such as "==== actions", first in paths, then in schemas.',
    ...tags.map(({ name, about }) => {
      const counts = `${countOf(paths, name, 'path')}${countOf(schemas, name, 'schema')}`;
      return `   ${name.padEnd(10)} ${counts} ${about}`;
    }),
  ];
}

function arrangePaths(paths: YAMLMap | undefined, document: unknown): void {
  if (paths === undefined) return;
  const order = tagsOf(document).map(({ name }) => name);
  paths.items = arrange(entriesOf(paths), sectionsOfPaths(document), order);
}

function completePaths(paths: YAMLMap | undefined, facts: ContractFacts): void {
  if (paths === undefined) return;
  for (const found of operationsOf(facts.document)) {
    const operation = mapAt(paths, found.path, found.method);
    if (operation !== undefined) completeOperation(operation, found, facts);
  }
}

function completeComponents(components: YAMLMap | undefined, facts: ContractFacts): void {
  if (components === undefined) return;
  const { document, yaml } = facts;
  const codes = errorTable(document).map(({ code }) => code);
  const schemas = mapAt(components, 'schemas');
  if (schemas !== undefined) {
    mapAt(schemas, 'ErrorCode')?.set('enum', nodeOf(yaml, codes));
    mapAt(schemas, 'Error')?.set('dependentSchemas', nodeOf(yaml, detailsConditions(document)));
    const order = [...tagsOf(document).map(({ name }) => name), shared];
    schemas.items = arrange(entriesOf(schemas), sectionsOfSchemas(document), order);
  }
  const responses = mapAt(components, 'responses');
  if (responses !== undefined) {
    const own = responses.items.filter((pair) => !isMinimalResponse(keyOf(pair)));
    responses.items = [...own, ...pairsOf(yaml, minimalResponses(document))];
  }
  // The examples come last, because they are only read one at a time.
  components.delete('examples');
  place(components, 'examples', nodeOf(yaml, examplesOf(facts)));
}

function pairsOf(yaml: Document, values: ReadonlyMap<string, unknown>): Pair[] {
  return [...values].map(([key, value]) => new Pair(new Scalar(key), nodeOf(yaml, value)));
}

function examplesOf({ document, responses }: ContractFacts): Map<string, unknown> {
  return new Map(
    operationsOf(document).flatMap(({ operation }) => {
      const id = String(operation['operationId']);
      const shown = responses.get(id) ?? [];
      return shown.map(({ value }, at): [string, unknown] => [
        exampleName(id, shown, at),
        { value },
      ]);
    }),
  );
}

/** The example responses in the components of a contract. */
function shownResponses(document: unknown): ExampleResponses {
  return new Map(
    operationsOf(document).map(({ operation }) => {
      const responses = Object.entries(asObject(operation['responses'])).flatMap(
        ([status, response]): ExampleResponse[] => {
          const content = asObject(asObject(response)['content']);
          const examples = asObject(asObject(content['application/json'])['examples']);
          const [[name, example] = []] = Object.entries(examples);
          const { $ref: ref } = asObject(example);
          if (!isSuccess(status) || name === undefined || typeof ref !== 'string') return [];
          const request = operation['requestBody'] === undefined ? undefined : name;
          return [{ status, request, value: asObject(valueAt(document, ref))['value'] }];
        },
      );
      return [String(operation['operationId']), inOrder(responses, operation)];
    }),
  );
}

// JSON objects sort whole numbers, so the order of the body's examples decides.
function inOrder(
  responses: readonly ExampleResponse[],
  operation: unknown,
): readonly ExampleResponse[] {
  const body = asObject(asObject(asObject(operation)['requestBody'])['content']);
  const names = Object.keys(asObject(asObject(body['application/json'])['examples']));
  return responses.toSorted(
    (a, b) => names.indexOf(a.request ?? '') - names.indexOf(b.request ?? ''),
  );
}
