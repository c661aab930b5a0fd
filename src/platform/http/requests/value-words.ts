import { limits } from '../../../../generated/limits';

const dateTime =
  `an ISO 8601 date-time with seconds and a time zone, such as 2026-12-01T17:00:00Z or ` +
  `2026-12-01T18:00:00.000+01:00, in the years ${limits.first_year} to ${limits.last_year}`;
const date = 'a date of the years 2000 to 2099, such as 2026-12-01';
const url = 'an absolute http or https URL, such as https://example.com/path';

/**
 * The values that the patterns of request schemas admit, in words, by the source of the pattern.
 * A message shows them instead of the regular expression.
 */
const patternWords: Readonly<Record<string, string>> = {
  '^[12]\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$': dateTime,
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$':
    'an ISO 8601 date-time in UTC with milliseconds, such as 2026-12-01T17:00:00.000Z',
  '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$': date,
  '^https?://[^\\s/?#]\\S*$': url,
  '^[^\\s@]+@[^\\s@]+$': 'an email address, such as ada@example.com',
  '^[0-9a-f]{24}$':
    'the public id of a token: the 24 characters between `cb_` and the next `_`, each 0 to 9 or a to f',
};

/** The values that a format admits. The same words as its pattern's, so both make one issue. */
const formatWords: Readonly<Record<string, string>> = { 'date-time': dateTime, date, uri: url };

/** Words for the values of a pattern; undefined for a pattern that no request schema has. */
export function wordsOfPattern(source: unknown): string | undefined {
  return typeof source === 'string' && Object.hasOwn(patternWords, source)
    ? patternWords[source]
    : undefined;
}

/** Words for the values of a format; undefined for a format that no request schema has. */
export function wordsOfFormat(format: unknown): string | undefined {
  return typeof format === 'string' && Object.hasOwn(formatWords, format)
    ? formatWords[format]
    : undefined;
}
