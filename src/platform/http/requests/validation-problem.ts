import type { Ajv2020 } from 'ajv/dist/2020';
import type { ErrorObject } from 'ajv';
import { limits } from '../../../../generated/limits';
import { asLine } from '../../control-characters';
import { isRecord } from '../../json';
import { adviceFor } from '../../near-names';
import { type Issue, problem, type Problem } from '../../problems';
import { emptyOrVisible } from '../../name-key';

const maxIssues = 20;

/**
 * The pattern of the contract's texts for people, such as that of `VisibleText`. It is portable, so
 * it names only the most frequent invisible characters: engines differ in properties of Unicode and
 * in characters beyond U+FFFF.
 */
const visiblePattern = String.raw`^$|[^\s\x00-\x1F\x7F-\x9F\xAD\u034F\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFFA0]`;

/** The pattern of `VisibleName`. */
const namePattern = String.raw`^$|^[\x20\xA0\xAD\u034F\u115F\u1160\u1680\u180B-\u180F\u2000-\u200D\u202F\u205F-\u2065\u206A-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0]*[^\s\x00-\x1F\x7F-\x9F\xAD\u034F\u061C\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFFA0][^\x00-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]*$`;

const emailPattern = String.raw`^[^\s@\x00-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+@[^\s@\x00-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+$`;

/**
 * Creates the 400 for a request that does not match the contract, with at most 20 issues.
 * `headerNames` are the operation's header parameters in the contract's spelling, because Node
 * lower-cases header names.
 */
export function validationProblem(
  errors: readonly ErrorObject[],
  headerNames: readonly string[],
): Problem {
  const issues = issuesOf(errors, headerNames);
  const [first] = issues;
  const message = first?.message ?? 'The request does not match the contract.';
  const codes = new Set(issues.map((issue) => issue.code));
  if (codes.size === 1 && codes.has('UNKNOWN_FIELD')) {
    return problem('UNKNOWN_FIELD', message, { issues });
  }
  if (codes.size === 1 && codes.has('UNKNOWN_PARAMETER')) {
    return problem('UNKNOWN_PARAMETER', message, { issues });
  }
  return problem('VALIDATION_FAILED', message, { issues });
}

// An error of `if` has no information: the errors of the failed branch name the cause.
function isCause({ keyword }: ErrorObject): boolean {
  return keyword !== 'if';
}

/** The field whose presence demands what the error misses (`dependentSchemas`). */
function dependentOn({ schemaPath }: ErrorObject): string | undefined {
  return /\/dependentSchemas\/([^/]+)\//.exec(schemaPath)?.[1];
}

/** Keywords whose error says all that those of the others at the same place say. */
const saidBy: Readonly<Record<string, readonly string[]>> = {
  type: ['enum', 'const'],
  pattern: ['minLength', 'maxLength'],
  format: ['minLength', 'maxLength', 'type', 'minimum', 'maximum'],
  minimum: ['type'],
  maximum: ['type'],
};

function issuesOf(errors: readonly ErrorObject[], headerNames: readonly string[]): Issue[] {
  const issues = new Map<string, Issue>();
  const found = new Set(errors.map(({ instancePath, keyword }) => `${keyword} ${instancePath}`));
  for (const error of errors) {
    if (issues.size === maxIssues) break;
    if (!isCause(error)) continue;
    const better = saidBy[error.keyword] ?? [];
    if (better.some((keyword) => found.has(`${keyword} ${error.instancePath}`))) continue;
    const issue = toIssue(error, headerNames);
    issues.set(`${issue.path} ${issue.message}`, issue);
  }
  // An unknown field is often the cause of a missing one.
  return [...issues.values()].toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)));
}

function isOther({ code }: Issue): boolean {
  return code === 'VALIDATION_FAILED';
}

function toIssue(error: ErrorObject, headerNames: readonly string[]): Issue {
  const at = error.instancePath
    .replace(/^\/requestBody/, 'body')
    .replace(/^\//, '')
    .replace(/(?<=^header\/).*/, (name) => contractSpelling(name, headerNames));
  const name = nameOf(error);
  const path = name === undefined ? at : `${at}/${pointerPart(name)}`;
  const code =
    error.keyword !== 'additionalProperties'
      ? 'VALIDATION_FAILED'
      : at === 'query'
        ? 'UNKNOWN_PARAMETER'
        : 'UNKNOWN_FIELD';
  if (at === '' && name === 'requestBody') {
    return { path: 'body', code, message: 'This operation needs a body.' };
  }
  return { path, code, message: messageOf(error, path) };
}

function contractSpelling(lowerCased: string, headerNames: readonly string[]): string {
  return headerNames.find((name) => name.toLowerCase() === lowerCased) ?? lowerCased;
}

function nameOf({ params }: ErrorObject): string | undefined {
  const property: unknown = params['additionalProperty'] ?? params['missingProperty'];
  return typeof property === 'string' ? property : undefined;
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function messageOf(error: ErrorObject, path: string): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownMessage(error, path);
    case 'required':
      return `${path} is missing${besides(error, path)}.${chosen(error)}`;
    case 'false schema':
      return `${path} is not allowed${besides(error, path) || ' with these values of the other fields'}.`;
    case 'enum':
      return enumMessage(error, path);
    case 'const':
      return `${path} must be ${JSON.stringify(error.params['allowedValue'])}${besides(error, path)}.`;
    case 'type':
      if (path.startsWith('query/') && Array.isArray(error.data)) {
        return `${path} may be sent only once. Remove the others.`;
      }
      return `${path} must be ${[error.params['type']].flat().join(' or ')}.`;
    case 'maxLength':
      return `${path} must have at most ${error.params['limit']} characters.`;
    case 'minLength':
      return `${path} must have at least ${error.params['limit']} character(s).`;
    case 'minProperties':
      return `${path} must have at least ${counted(error.params['limit'], 'field')}.`;
    case 'maxProperties':
      return `${path} must have at most ${counted(error.params['limit'], 'field')}.`;
    case 'minItems':
      return `${path} must have at least ${counted(error.params['limit'], 'item')}.`;
    case 'maxItems':
      return `${path} must have at most ${counted(error.params['limit'], 'item')}.`;
    case 'uniqueItems':
      return `${path} must not have an item twice: ${error.params['j']} and ${error.params['i']} are equal.`;
    case 'minimum':
      return `${path} must be at least ${error.params['limit']}.`;
    case 'maximum':
      return `${path} must be at most ${error.params['limit']}.`;
    case 'format':
      return mustBe(path, wordsOfFormat(error.params['format']));
    case 'pattern':
      return mustBe(path, wordsOfPattern(error.params['pattern']));
    default:
      // The keywords of the contract itself have words of their own.
      return error.keyword.startsWith('x-') ? `${path} ${error.message}.` : mustBe(path, undefined);
  }
}

function counted(limit: unknown, unit: string): string {
  return limit === 1 ? `one ${unit}` : `${String(limit)} ${unit}s`;
}

function unknownMessage({ params, parentSchema = {} }: ErrorObject, path: string): string {
  const { properties } = parentSchema;
  const known = isRecord(properties) ? Object.keys(properties) : [];
  const place = path.slice(0, path.lastIndexOf('/') + 1);
  const advice = adviceFor(String(params['additionalProperty']), known, place);
  return `${path} is unknown here. ${advice}`;
}

/** The most values that a message lists as they are. */
const maxValues = 20;

function enumMessage({ params, data }: ErrorObject, path: string): string {
  const values: unknown = params['allowedValues'];
  if (!Array.isArray(values) || values.length <= maxValues) {
    return `${path} must be one of ${JSON.stringify(values)}.`;
  }
  return `${path} must be a known value. ${adviceFor(String(data), values.map(String))}`;
}

// The fields of an object that depend on each other are neighbours.
function besides(error: ErrorObject, path: string): string {
  const name = dependentOn(error);
  return name === undefined ? '' : ` beside ${path.slice(0, path.lastIndexOf('/') + 1)}${name}`;
}

// A value chooses the schema of another field (`if`), so the message says what to send there, if the
// schema does.
function chosen({ schemaPath, parentSchema = {} }: ErrorObject): string {
  const { description } = parentSchema;
  if (!schemaPath.includes('/then/') || typeof description !== 'string') return '';
  return description.includes(' send ') ? ` ${description}` : '';
}

function mustBe(path: string, words: string | undefined): string {
  return words === undefined
    ? `${path} does not have the form that the contract describes.`
    : `${path} must be ${words}.`;
}

const dateTime =
  `an ISO 8601 date-time with seconds and a time zone, such as 2026-12-01T17:00:00Z or ` +
  `2026-12-01T18:00:00.000+01:00, on a day of the calendar in the years ${limits.first_year} to ` +
  `${limits.last_year}`;
const date = 'a date of the years 2000 to 2099, such as 2026-12-01';
const url = 'an absolute http or https URL, such as https://example.com/path';

/**
 * The values that the patterns of request schemas admit, in words, by the source of the pattern.
 * A message shows them instead of the regular expression.
 */
const patternWords: Readonly<Record<string, string>> = {
  [visiblePattern]: 'a text with a visible character, such as a letter or a digit',
  [namePattern]:
    'a text of one line with a visible character, without control characters such as line breaks ' +
    'and without marks that change the direction of text',
  '^[!-~][ -~]*$': 'a text of ASCII characters that does not begin with a space',
  '^[12]\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$': dateTime,
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$':
    'an ISO 8601 date-time in UTC with milliseconds, such as 2026-12-01T17:00:00.000Z',
  '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$': date,
  '^https?://[^\\s/?#]\\S*$': url,
  [emailPattern]: 'an email address without control characters, such as ada@example.com',
  '^(?:atr_|me$)': 'the id of an actor, which begins with atr_, or me',
  '^[A-Z][A-Z0-9]{1,4}$': 'a capital letter, and then one to four capital letters or digits',
  '^[A-Z][A-Z0-9]{1,4}-[1-9][0-9]{0,9}$': 'the key of an action, such as CT-142',
  '^[0-9a-f]{64}$': 'a digest in hexadecimal, in lower case',
  '^[0-9a-f]{24}$':
    'the public id of a token: the 24 characters before its last `_`, each 0 to 9 or a to f',
};

/** The values that a format admits. The same words as its pattern's, so both make one issue. */
const formatWords: Readonly<Record<string, string>> = { 'date-time': dateTime, date, uri: url };

/** Words for the values of a pattern; undefined for a pattern that no request schema has. */
function wordsOfPattern(source: unknown): string | undefined {
  return typeof source === 'string' && Object.hasOwn(patternWords, source)
    ? patternWords[source]
    : undefined;
}

/** Words for the values of a format; undefined for a format that no request schema has. */
function wordsOfFormat(format: unknown): string | undefined {
  return typeof format === 'string' && Object.hasOwn(formatWords, format)
    ? formatWords[format]
    : undefined;
}

const nameOfOneLine = {
  test: (text: string) => emptyOrVisible.test(text) && asLine(text) === text,
};

/** Makes an Ajv apply what the contract says of these texts to all characters of Unicode. */
export function applyVisibleTexts(ajv: Ajv2020): Ajv2020 {
  const { code } = ajv.opts;
  const plain = code.regExp;
  code.regExp = Object.assign(
    (source: string, flags: string) =>
      source === visiblePattern
        ? emptyOrVisible
        : source === namePattern
          ? nameOfOneLine
          : plain(source, flags),
    { code: plain.code },
  );
  return ajv;
}
