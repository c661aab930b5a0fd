import { asObject, valueAt } from '../generate/json';
import { errorTable } from '../generate/error-table';
import { operationsOf } from '../generate/operations';
import { readSource } from '../generate/source';
import { exampleName, type Answers, type ShownAnswer } from './answers';
import { changeEntry, cutBlock, cutEntry, joinBlock, type Block } from './blocks';
import { errorResponses } from './error-codes';
import { writeEntry } from './flow';
import { completeOperation, type Surroundings } from './operation';
import { arrange, sectionsOfPaths, sectionsOfSchemas, shared, tagsOf } from './sections';

/**
 * The text of a contract with everything filled in that follows from the rest of it. Without new
 * `answers`, the example answers of an operation stay as they are. Completing the result again
 * changes nothing. Throws an Error that says what to write where something cannot be derived.
 */
export function completeContract(text: string, answers?: Answers): string {
  const { document, faults } = readSource(text);
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`Line ${fault.line}: ${fault.message}`);
  const around: Surroundings = {
    document,
    statuses: new Map(errorTable(document).map(({ code, status }) => [code, status])),
    errorResponses: errorResponses(document),
    answers: new Map([...shownAnswers(document), ...(answers ?? [])]),
  };
  const lines = text.replace(/\n+$/, '').split('\n');
  let contract = cutBlock(lines, 0);
  contract = changeEntry(contract, 'paths', (given) => completePaths(given, around));
  contract = changeEntry(contract, 'components', (given) => completeComponents(given, around));
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

function completePaths(lines: readonly string[], around: Surroundings): string[] {
  const operations = operationsOf(around.document);
  const { above, entries } = cutEntry(lines, 2);
  const completed = entries.map((path) => {
    const item = cutEntry(path.lines, 4);
    const methods = item.entries.map((entry) => {
      const found = operations.find((each) => each.path === path.key && each.method === entry.key);
      return found === undefined
        ? entry
        : { key: entry.key, lines: completeOperation(entry.lines, found, around) };
    });
    return { key: path.key, lines: joinBlock({ ...item, entries: methods }) };
  });
  const order = tagsOf(around.document).map(({ name }) => name);
  return joinBlock({
    above,
    entries: arrange(completed, sectionsOfPaths(around.document), order, 2),
  });
}

function completeComponents(lines: readonly string[], around: Surroundings): string[] {
  const { document } = around;
  const order = [...tagsOf(document).map(({ name }) => name), shared];
  const codes = errorTable(document).map(({ code }) => code);
  let components = cutEntry(lines, 2);
  components = changeEntry(components, 'schemas', (given) => {
    const schemas = cutEntry(given, 4);
    const withCodes = changeEntry(schemas, 'ErrorCode', (schema) =>
      joinBlock(changeEntry(cutEntry(schema, 6), 'enum', () => writeEntry('enum', codes, 6))),
    );
    const entries = arrange(withCodes.entries, sectionsOfSchemas(document), order, 4);
    return joinBlock({ ...withCodes, entries });
  });
  // The examples come last: nobody reads them in one piece.
  const others = components.entries.filter(({ key }) => key !== 'examples');
  const examples = { key: 'examples', lines: ['  examples:', ...writeExamples(around)] };
  return joinBlock({ ...components, entries: [...others, examples] } satisfies Block);
}

function writeExamples({ document, answers }: Surroundings): string[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const id = String(operation['operationId']);
    const shown = answers.get(id) ?? [];
    return shown.flatMap(({ value }, at) => [
      `    ${exampleName(id, shown, at)}:`,
      ...writeEntry('value', value, 6),
    ]);
  });
}

/** The answers that a contract shows among its components' examples. */
function shownAnswers(document: unknown): Answers {
  return new Map(
    operationsOf(document).map(({ operation }) => {
      const answers = Object.entries(asObject(operation['responses'])).flatMap(
        ([status, response]): ShownAnswer[] => {
          const content = asObject(asObject(response)['content']);
          const examples = asObject(asObject(content['application/json'])['examples']);
          const [[name, example] = []] = Object.entries(examples);
          const { $ref: ref } = asObject(example);
          if (!status.startsWith('2') || name === undefined || typeof ref !== 'string') return [];
          const request = operation['requestBody'] === undefined ? undefined : name;
          return [{ status, request, value: asObject(valueAt(document, ref))['value'] }];
        },
      );
      return [String(operation['operationId']), inOrder(answers, operation)];
    }),
  );
}

// Objects sort whole numbers: the order of the statuses is that of the examples of the body.
function inOrder(answers: readonly ShownAnswer[], operation: unknown): readonly ShownAnswer[] {
  const body = asObject(asObject(asObject(operation)['requestBody'])['content']);
  const names = Object.keys(asObject(asObject(body['application/json'])['examples']));
  return answers.toSorted(
    (a, b) => names.indexOf(a.request ?? '') - names.indexOf(b.request ?? ''),
  );
}
