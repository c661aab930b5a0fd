import { asObject, valueAt } from '../generate/json';
import { errorTable } from '../generate/error-table';
import { isSuccess } from '../generate/operation-facts';
import { operationsOf } from '../generate/operations';
import { readSource } from '../generate/source';
import { exampleName, type ExampleResponses, type ExampleResponse } from './example-responses';
import { changeEntry, cutBlock, cutEntry, joinBlock, type Block } from './blocks';
import { errorResponses } from './error-codes';
import { completeDetails } from './error-details';
import { writeEntry } from './flow';
import { isMinimalResponse, writeMinimalResponses } from './minimal';
import { completeOperation, type ContractFacts } from './operation';
import { arrange, sectionsOfPaths, sectionsOfSchemas, shared, tagsOf } from './sections';
import { completeWebhooks } from './webhooks';

/**
 * Adds to the text of a contract everything that can be derived from the rest of it. Without new
 * `responses`, the example responses do not change. Idempotent. Throws an Error that says what to
 * write where something cannot be derived.
 */
export function completeContract(text: string, responses?: ExampleResponses): string {
  const { document, faults } = readSource(text);
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`Line ${fault.line}: ${fault.message}`);
  const facts: ContractFacts = {
    document,
    statuses: new Map(errorTable(document).map(({ code, status }) => [code, status])),
    errorResponses: errorResponses(document),
    responses: new Map([...shownResponses(document), ...(responses ?? [])]),
  };
  const lines = text.replace(/\n+$/, '').split('\n');
  let contract = cutBlock(lines, 0);
  contract = changeEntry(contract, 'paths', (given) => completePaths(given, facts));
  contract = changeEntry(contract, 'webhooks', () => completeWebhooks(document));
  contract = changeEntry(contract, 'components', (given) => completeComponents(given, facts));
  contract = changeEntry(contract, 'x-error-statuses', () => [
    'x-error-statuses:',
    ...[...codesByStatus(document)].flatMap(([status, codes]) => writeEntry(status, codes, 2)),
  ]);
  contract = changeEntry(contract, 'info', (given) => [
    ...contentsOf(document),
    ...given.filter((line) => !isContents(line)),
  ]);
  return `${joinBlock(contract).join('\n')}\n`;
}

function codesByStatus(document: unknown): Map<string, string[]> {
  const codes = new Map<string, string[]>();
  for (const { code, status } of errorTable(document)) {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return codes;
}

/** Whether a line belongs to the table of contents. */
export function isContents(line: string): boolean {
  return /^# Contents|^# {3}/.test(line);
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
    '# Contents: find a section by its heading, such as "==== actions", first in paths, then in schemas.',
    ...tags.map(({ name, about }) => {
      const counts = `${countOf(paths, name, 'path')}${countOf(schemas, name, 'schema')}`;
      return `#   ${name.padEnd(10)} ${counts} ${about}`;
    }),
  ];
}

function completePaths(lines: readonly string[], facts: ContractFacts): string[] {
  const operations = operationsOf(facts.document);
  const { above, entries } = cutEntry(lines, 2);
  const completed = entries.map((path) => {
    const item = cutEntry(path.lines, 4);
    const methods = item.entries.map((entry) => {
      const found = operations.find((each) => each.path === path.key && each.method === entry.key);
      return found === undefined
        ? entry
        : { key: entry.key, lines: completeOperation(entry.lines, found, facts) };
    });
    return { key: path.key, lines: joinBlock({ ...item, entries: methods }) };
  });
  const order = tagsOf(facts.document).map(({ name }) => name);
  return joinBlock({
    above,
    entries: arrange(completed, sectionsOfPaths(facts.document), order, 2),
  });
}

function completeComponents(lines: readonly string[], facts: ContractFacts): string[] {
  const { document } = facts;
  const order = [...tagsOf(document).map(({ name }) => name), shared];
  const codes = errorTable(document).map(({ code }) => code);
  let components = cutEntry(lines, 2);
  components = changeEntry(components, 'schemas', (given) => {
    const schemas = cutEntry(given, 4);
    const withCodes = changeEntry(schemas, 'ErrorCode', (schema) =>
      joinBlock(changeEntry(cutEntry(schema, 6), 'enum', () => writeEntry('enum', codes, 6))),
    );
    const withDetails = changeEntry(withCodes, 'Error', (schema) =>
      completeDetails(schema, document),
    );
    const entries = arrange(withDetails.entries, sectionsOfSchemas(document), order, 4);
    return joinBlock({ ...withCodes, entries });
  });
  components = changeEntry(components, 'responses', (given) => {
    const responses = cutEntry(given, 4);
    const own = responses.entries.filter((entry) => !isMinimalResponse(entry));
    return joinBlock({ ...responses, entries: [...own, ...writeMinimalResponses(document)] });
  });
  // The examples come last, because they are only read one at a time.
  const others = components.entries.filter(({ key }) => key !== 'examples');
  const examples = { key: 'examples', lines: ['  examples:', ...writeExamples(facts)] };
  return joinBlock({ ...components, entries: [...others, examples] } satisfies Block);
}

function writeExamples({ document, responses }: ContractFacts): string[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const id = String(operation['operationId']);
    const shown = responses.get(id) ?? [];
    return shown.flatMap(({ value }, at) => [
      `    ${exampleName(id, shown, at)}:`,
      ...writeEntry('value', value, 6),
    ]);
  });
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
