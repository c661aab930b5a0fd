import { errorTable } from '../generate/error-table';
import { asObject, valueAt } from '../generate/json';
import { cutEntry, joinBlock } from './blocks';
import { writeEntry } from './flow';

const key = 'dependentSchemas';
const detailsByCode = '#/components/schemas/DetailsByCode/properties';

/**
 * The lines of the schema `Error`, with conditions that give each code its `details`. Conditions
 * keep the envelope one class in generated clients; a `oneOf` would make one class for each code.
 */
export function completeDetails(lines: readonly string[], document: unknown): string[] {
  const codes = errorTable(document).map(({ code }) => code);
  const withDetails = new Set(Object.keys(asObject(valueAt(document, detailsByCode))));
  const conditions: [unknown, unknown][] = codes
    .filter((code) => withDetails.has(code))
    .map((code) => [{ const: code }, { $ref: `${detailsByCode}/${code}` }]);
  const without = codes.filter((code) => !withDetails.has(code));
  conditions.push([{ enum: without }, { maxProperties: 0 }]);
  const { above, entries } = cutEntry(lines, 6);
  return [
    ...joinBlock({ above, entries: entries.filter((entry) => entry.key !== key) }),
    `      ${key}:`,
    '        code:',
    '          allOf:',
    ...conditions.flatMap(([code, details]) => [
      ...first(writeEntry('if', { properties: { code } }, 14)),
      ...writeEntry('then', { properties: { details } }, 14),
    ]),
  ];
}

// The first key of an item of a list.
function first(lines: readonly string[]): string[] {
  return lines.map((line, at) => (at === 0 ? line.replace(/^( *) {2}/, '$1- ') : line));
}
