import type { FoundOperation } from '../generate/operations';
import { exampleName, type Answers } from './answers';
import { changeEntry, cutEntry, joinBlock, type Entry } from './blocks';
import { allErrorCodes } from './error-codes';
import { writeEntry } from './flow';
import { allHeaders, ownHeaders } from './headers';
import { asObject, valueAt } from '../generate/json';

/** What is known of the whole contract while an operation is completed. */
export interface Surroundings {
  readonly document: unknown;
  /** The status of each error code. */
  readonly statuses: ReadonlyMap<string, string>;
  /** The response component of each error status. */
  readonly errorResponses: ReadonlyMap<string, string>;
  readonly answers: Answers;
}

/**
 * The lines of an operation, from its method on, with its error codes, error responses, standard
 * headers and example answers filled in. The lines of its author stay as they are.
 */
export function completeOperation(
  lines: readonly string[],
  found: FoundOperation,
  around: Surroundings,
): string[] {
  const codes = allErrorCodes(around.document, found);
  const block = cutEntry(lines, 6);
  const { above, entries } = changeEntry(block, 'responses', (given) =>
    completeResponses(given, codes, found, around),
  );
  const written = entries.filter(({ key }) => key !== 'x-error-codes');
  return [...joinBlock({ above, entries: written }), ...writeEntry('x-error-codes', codes, 6)];
}

function completeResponses(
  lines: readonly string[],
  codes: readonly string[],
  found: FoundOperation,
  around: Surroundings,
): string[] {
  const { above, entries } = cutEntry(lines, 8);
  const successes = entries.filter(({ key }) => key.startsWith('2'));
  const errors = new Set(codes.map((code) => statusOf(code, found, around)));
  return [
    ...above,
    ...successes.flatMap((entry) => completeSuccess(entry, found, around)),
    ...writeNotModified(found, around),
    ...[...errors].flatMap((status) => writeErrorResponse(status, around)),
  ];
}

function completeSuccess(
  { key: status, lines }: Entry,
  found: FoundOperation,
  around: Surroundings,
): string[] {
  const { above, entries } = cutEntry(lines, 10);
  if (entries.length === 0) {
    const operation = String(found.operation['operationId']);
    throw new Error(`${operation}: write its ${status} as a block, one key a line.`);
  }
  const headers = writeEntry('headers', allHeaders(around.document, found, status), 10);
  const written = entries
    .filter(({ key }) => key !== 'headers')
    .map((entry) =>
      entry.key === 'content'
        ? { key: entry.key, lines: completeContent(entry.lines, status, found, around) }
        : entry,
    );
  const content = written.filter(({ key }) => key === 'content');
  const others = written.filter(({ key }) => key !== 'content');
  return [
    ...joinBlock({ above, entries: others }),
    ...headers,
    ...joinBlock({ above: [], entries: content }),
  ];
}

function completeContent(
  lines: readonly string[],
  status: string,
  found: FoundOperation,
  around: Surroundings,
): readonly string[] {
  const id = String(found.operation['operationId']);
  const answers = around.answers.get(id) ?? [];
  const at = answers.findIndex((answer) => answer.status === status);
  if (at === -1) return lines;
  const example = { $ref: `#/components/examples/${exampleName(id, answers, at)}` };
  const name = answers[at]?.request ?? 'example';
  return joinBlock(
    changeEntry(cutEntry(lines, 12), 'application/json', (given) => {
      const { above, entries } = cutEntry(given, 14);
      const written = entries.filter(({ key }) => key !== 'examples');
      return [
        ...joinBlock({ above, entries: written }),
        ...writeEntry('examples', { [name]: example }, 14),
      ];
    }),
  );
}

const notModified = '#/components/responses/NotModified';

// A response whose headers are not only the standard ones repeats them: a cache takes them from it.
function writeNotModified(found: FoundOperation, { document }: Surroundings): string[] {
  if (!found.parameters.some(({ value }) => value['name'] === 'If-None-Match')) return [];
  const ok = asObject(asObject(found.operation['responses'])['200']);
  const all = allHeaders(document, found, '200');
  if (ownHeaders(ok).length === 0 && !Object.hasOwn(all, 'Vary')) {
    return writeEntry('304', { $ref: notModified }, 8);
  }
  return [
    "        '304':",
    ...writeEntry('description', asObject(valueAt(document, notModified))['description'], 10),
    ...writeEntry('headers', all, 10),
  ];
}

function writeErrorResponse(status: string, { errorResponses }: Surroundings): string[] {
  const name = errorResponses.get(status);
  if (name === undefined) {
    throw new Error(
      `No component of responses is for ${status}: add one with an example of such an error.`,
    );
  }
  return writeEntry(status, { $ref: `#/components/responses/${name}` }, 8);
}

function statusOf(code: string, found: FoundOperation, { statuses }: Surroundings): string {
  const status = statuses.get(code);
  if (status !== undefined) return status;
  const operation = String(found.operation['operationId']);
  throw new Error(`${operation}: ${code} has no status and message in x-errors.`);
}
