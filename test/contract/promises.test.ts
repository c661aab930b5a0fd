import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import published from '../../generated/openapi.json';
import { validatePromises } from '../../scripts/generate/validate-promises';

const text = readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8');

/** The messages of the faults of the contract with one part replaced, wherever it is. */
function faultsOf(part: string, replacement: string): string[] {
  expect(text).toContain(part);
  const document: unknown = JSON.parse(text.replaceAll(part, () => replacement));
  return validatePromises(document).map(({ pointer, message }) => `${pointer}: ${message}`);
}

describe('A promise in the prose of the contract', () => {
  test('agrees with its keyword everywhere', () => {
    expect(faultsOf('"openapi"', '"openapi"')).toEqual([]);
  });

  test.each([
    ['the order of a list', 'Actions of the workspace, newest first.', 'Actions, oldest first.'],
    ['the order of a view', 'oldest completion first.', 'latest completion first.'],
    ['the field of an order', 'latest activity first.', 'latest completion first.'],
    ['the order by a name', 'Sorted by name.', 'Sorted by email.'],
    ['the order of a feed', 'were committed, oldest first.', 'were committed, newest first.'],
    ['the order in a view', 'Open proposals, oldest first.', 'Open proposals, newest first.'],
    ['an order without an entry', 'Active orders.', 'Active orders, newest first.'],
  ])('about %s agrees with sort or x-order', (_, part, replacement) => {
    expect(faultsOf(part, replacement).join()).toMatch(
      /: it promises ".+", and (?:without a parameter sort|x-order) is /,
    );
  });

  test.each([
    [
      'owners',
      'For owners. A disabled webhook',
      'For people. A disabled webhook',
      'x-restricted-to is owners',
    ],
    [
      'owners who are not named',
      'For owners. A disabled webhook',
      'A disabled webhook',
      'does not begin with',
    ],
    [
      'owners where all people may',
      'For people. Reverts',
      'For owners. Reverts',
      'x-restricted-to is undefined',
    ],
    ['agents', 'For agents. A blocking', 'For everyone. A blocking', 'security is bearerToken'],
    [
      'people',
      'For people, by session cookie. They',
      'For agents. They',
      'security is sessionCookie',
    ],
    [
      'sysadmins',
      'For people and sysadmin agents. Arch',
      'For everyone. Arch',
      'x-restricted-to is sysadmins',
    ],
  ])('about %s agrees with x-restricted-to and security', (_, part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });

  test.each([
    [
      'the status of a code',
      '422 `DEPENDENCY_CYCLE`',
      '409 `DEPENDENCY_CYCLE`',
      'has DEPENDENCY_CYCLE under 422',
    ],
    ['an unknown code', '409 `LAST_OWNER`', '409 `LAST_ADMIN`', 'does not have LAST_ADMIN'],
    [
      'a code of another operation',
      '409 `LAST_OWNER`',
      '409 `BLOCKED`',
      'BLOCKED, which is not in x-error-codes',
    ],
  ])('about %s agrees with x-errors and x-error-codes', (_, part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });

  test('about an event is in x-emits', () => {
    expect(
      faultsOf('For people. Reverts', 'For people. Emits `action.updated`. Reverts')[0],
    ).toMatch(
      /revert\/post\/description: it names the event action.updated, which is not in x-emits$/,
    );
    expect(faultsOf('"x-emits":[', '"x-emits":["action.lost",')[0]).toContain(
      'action.lost is not in EventKind',
    );
  });

  test('about a validator agrees with the pattern', () => {
    expect(faultsOf('A strong validator', 'A weak validator')).toEqual([
      '#/components/headers/ETag/description: it says weak, so the pattern must begin with ^W/"',
    ]);
  });

  test.each([
    ['`Z` or an offset, years', '`Z`, years', 'it must begin with one of'],
    [
      'with `Z` or an offset, years',
      'in UTC with milliseconds and `Z`, years',
      'admits 2026-05-01T10:00:00Z',
    ],
    [
      'Null clears it.',
      'A date alone means midnight.',
      'speaks of 2026-05-01, which the pattern refuses',
    ],
    ['Null clears it.', 'The seconds may be left out.', 'speaks of 2026-05-01T10:00Z'],
    [
      'in UTC with milliseconds and `Z`',
      'with `Z` or an offset',
      'refuses 2026-05-01T10:00:00+02:00',
    ],
  ])('about date-times agrees with the pattern: %s', (part, replacement, reason) => {
    expect(faultsOf(part, replacement).join()).toContain(reason);
  });
});

test('Every extension of the contract is explained in its introduction', () => {
  const { description } = published.info;
  const named = new Set(text.match(/(?<=")x-[a-z-]+(?=":)/g));
  const explained = new Set(description.match(/(?<=`)x-[a-z-]+(?=[`:])/g));
  expect([...named].filter((name) => !explained.has(name))).toEqual([]);
  expect([...explained].filter((name) => !named.has(name))).toEqual([]);
});
