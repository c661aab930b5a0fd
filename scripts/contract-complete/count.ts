import { cutBlock, cutEntry, type Entry } from './blocks';
import { isContents } from './complete';
import { isMinimalResponse, preferLine } from './minimal';
import { mergePatch } from './operation';
import { isSuccess } from '../generate/operation-facts';
import { isHeading } from './sections';

/** The numbers of lines of a contract that were written by hand and filled in by the tool. */
export interface Count {
  readonly byHand: number;
  readonly filled: number;
  readonly whole: number;
  /** The length of the longest line. */
  readonly longest: number;
}

/** Counts the lines of a completed contract. */
export function countLines(text: string): Count {
  const lines = text.replace(/\n+$/, '').split('\n');
  const top = cutBlock(lines, 0);
  const comments = lines.filter((line) => isContents(line) || isHeading(line)).length;
  const paths = entryOf(top.entries, 'paths');
  const components = cutEntry(entryOf(top.entries, 'components'), 2).entries;
  const schemas = cutEntry(entryOf(components, 'schemas'), 4).entries;
  const errorCode = entryOf(schemas, 'ErrorCode');
  const error = entryOf(schemas, 'Error');
  const filled =
    comments +
    entryOf(top.entries, 'x-error-statuses').length +
    cutEntry(paths, 2)
      .entries.flatMap((path) => cutEntry(path.lines, 4).entries)
      .reduce((sum, operation) => sum + filledOf(operation.lines), 0) +
    cutEntry(entryOf(components, 'responses'), 4)
      .entries.filter(isMinimalResponse)
      .reduce((sum, { lines: written }) => sum + written.length, 0) +
    entryOf(components, 'examples').length +
    entryOf(top.entries, 'webhooks').length +
    entryOf(cutEntry(errorCode, 6).entries, 'enum').length +
    entryOf(cutEntry(error, 6).entries, 'dependentSchemas').length;
  return {
    byHand: lines.length - filled,
    filled,
    whole: lines.length,
    longest: Math.max(...lines.map(({ length }) => length)),
  };
}

const defaultSecurity = /security: \[\{ bearerToken: \[\w+\] \}, \{ sessionCookie: \[\] \}\]$/;

function filledOf(operation: readonly string[]): number {
  const { entries } = cutEntry(operation, 6);
  const responses = cutEntry(entryOf(entries, 'responses'), 8).entries;
  const parameters = entryOf(entries, 'parameters');
  const preferLines = parameters.length === 2 ? 2 : 1;
  const content = entryOf(cutEntry(entryOf(entries, 'requestBody'), 8).entries, 'content');
  return (
    entryOf(cutEntry(content, 10).entries, mergePatch).length +
    (defaultSecurity.test(entryOf(entries, 'security').join()) ? 1 : 0) +
    (parameters.includes(preferLine) ? preferLines : 0) +
    entryOf(entries, 'x-error-codes').length +
    responses.reduce((sum, response) => sum + filledOfResponse(response), 0)
  );
}

function filledOfResponse({ key, lines }: Entry): number {
  if (!isSuccess(key) || lines[0]?.includes('{ $ref: ') === true) return lines.length;
  const { entries } = cutEntry(lines, 10);
  const headers = entryOf(entries, 'headers');
  const examples = cutEntry(entryOf(entries, 'content'), 12)
    .entries.flatMap((type) => entryOf(cutEntry(type.lines, 14).entries, 'examples'))
    .filter((line) => line.includes('#/components/examples/'));
  // A header without a rule counts as one line by hand, whatever its position.
  const own = headers.join(' ').match(/(?:Set-Cookie|Content-Security-Policy):/g)?.length ?? 0;
  return headers.length - Math.min(own, headers.length) + examples.length;
}

function entryOf(entries: readonly Entry[], key: string): readonly string[] {
  return entries.find((entry) => entry.key === key)?.lines ?? [];
}
