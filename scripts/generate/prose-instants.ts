import { asObject, below } from './json';
import type { Fault } from './validate-document';
import { walk } from './walk';

type Form =
  'utc' | 'exact' | 'offset' | 'local' | 'minutes' | 'date' | 'spaced' | 'lower' | 'epoch';

/** Values of the forms that a description can name. */
const forms: Readonly<Record<Form, string>> = {
  utc: '2026-05-01T10:00:00Z',
  exact: '2026-05-01T10:00:00.000Z',
  offset: '2026-05-01T10:00:00+02:00',
  local: '2026-05-01T10:00:00',
  minutes: '2026-05-01T10:00Z',
  date: '2026-05-01',
  spaced: '2026-05-01 10:00:00Z',
  lower: '2026-05-01t10:00:00z',
  epoch: '1777629600',
};

/** The first words of the description of a date-time, with exactly the forms that they mean. */
const sentences: Readonly<Record<string, readonly Form[]>> = {
  'ISO 8601 date-time with `Z` or an offset': ['utc', 'exact', 'offset'],
  'ISO 8601 date-time in UTC with milliseconds and `Z`': ['exact'],
};

/** Words for forms, wherever else a description names them. */
const words: readonly (readonly [RegExp, Form])[] = [
  [/\bdate (?:alone|only)|without (?:a|the|its) time\b/i, 'date'],
  [/\bwithout (?:the )?seconds|seconds may\b/i, 'minutes'],
  [/\bwithout (?:a|the) (?:time zone|offset|zone)\b|\blocal time\b/i, 'local'],
  [/\bspace\b/i, 'spaced'],
  [/\blower case\b/i, 'lower'],
  [/\bunix\b|\bseconds since\b/i, 'epoch'],
];

/**
 * Checks that the descriptions of components for date-times name the forms that the pattern admits,
 * in the words of a table.
 */
export function checkInstants(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    schema(schema, pointer) {
      const { format, pattern, description } = asObject(schema);
      if (format !== 'date-time' || !/^#\/components\/schemas\/[^/]+$/.test(pointer)) return;
      const admits = (value: string) => new RegExp(String(pattern), 'u').test(value);
      const text = String(description);
      const fault = (message: string) =>
        faults.push({ pointer: below(pointer, 'description'), message });
      const [begin, said] = Object.entries(sentences).find(([each]) => text.startsWith(each)) ?? [];
      if (begin === undefined || said === undefined) {
        fault(`it must begin with one of: ${Object.keys(sentences).join('; ')}`);
        return;
      }
      const named = new Set<string>(said);
      for (const [form, value] of Object.entries(forms)) {
        if (admits(value) === named.has(form)) continue;
        fault(
          `it begins with "${begin}", and the pattern ${named.has(form) ? 'refuses' : 'admits'} ${value}`,
        );
      }
      for (const [word, form] of words) {
        if (word.test(text) && !admits(forms[form]))
          fault(`it speaks of ${forms[form]}, which the pattern refuses`);
      }
    },
  });
  return faults;
}
