import { isCommonPassword } from '../../src/features/auth';
import {
  findMatching,
  hashPassword,
  isPasswordOf,
  passwordCost,
} from '../../src/features/auth/passwords/password-hash';
import { testCost } from '../../scripts/servers/password-cost';

const password = 'correct horse battery staple';

describe('A password in production', () => {
  test('is hashed with the cost that OWASP recommends, and matches', async () => {
    const stored = await hashPassword(password, passwordCost);
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(await isPasswordOf(stored, password, passwordCost)).toBe(true);
    expect(await isPasswordOf(stored, `${password}.`, passwordCost)).toBe(false);
  });
});

test('a password is checked with the cost of its hash', async () => {
  const stored = await hashPassword(password, passwordCost);
  expect(await isPasswordOf(stored, password, testCost)).toBe(true);
});

test('a hash of another cost than the known ones, or of another shape, matches nothing', async () => {
  const stored = await hashPassword(password, testCost);
  const strange = [
    stored.replace('$1024$', '$512$'),
    stored.replace('$1024$', '$3$'),
    stored.replace('$1024$', '$1e3$'),
    stored.replace('$1024$8$', '$1024$1000000000$'),
    stored.replace('$8$1$', '$8$0$'),
    stored.replace('scrypt', 'argon2'),
    stored.slice(0, stored.lastIndexOf('$')),
    `${stored}$`,
    `${stored}AAAA`,
    'scrypt$1024$8$1$$',
    '',
  ];
  expect(await isPasswordOf(stored, password, testCost)).toBe(true);
  expect(await isPasswordOf(stored, password, passwordCost)).toBe(false);
  for (const each of strange) {
    expect([each, await isPasswordOf(each, password, testCost)]).toEqual([each, false]);
    // The salt of such a hash is not used again.
    expect(await hashPassword(password, testCost, each)).toMatch(/^scrypt\$1024\$8\$1\$/);
  }
});

test('a password matches accounts with a shared salt and with different ones', async () => {
  const [one, other] = [await hashPassword(password, testCost), await hashPassword('x', testCost)];
  const accounts = [one, other, 'none', one.replace(/[^$]+$/, 'AAAA')].map((stored) => ({
    password_hash: stored,
  }));
  expect(await findMatching(accounts, password, testCost)).toEqual([{ password_hash: one }]);
  expect(await findMatching(accounts, 'x', testCost)).toEqual([{ password_hash: other }]);
  expect(await findMatching([], password, testCost)).toEqual([]);
});

describe('A new password', () => {
  const known = ['ada.lovelace@example.com', 'Ada Lovelace', 'City Theatre'];

  test.each([
    '          ',
    ' \t \t \t \t \t',
    'aaaaaaaaaaaa',
    'ab'.repeat(100),
    'abcabcabcabc',
    'abcdefghijkl',
    '1234567890',
    'qwertyuiop',
    'password123',
    'Password1!!',
    'P@ssw0rd123',
    'ADA.LOVELACE@example.com',
    'ada.lovelace',
    'Ada Lovelace',
    'lovelace12',
    'city theatre',
    'callboard1',
    'ｐａｓｓｗｏｒｄ１２３',
  ])('%j is common', async (password) => {
    expect(await isCommonPassword(password, known)).toBe(true);
  });

  test.each([
    'correct horse battery staple',
    'wrong donkey engine clip',
    'Kz8!vQ2m#x',
    'ünïcödé schlüssel',
    'дуб липа клён ива',
    'b3Rl0mT-wQxe',
    'a passphrase may be long'.repeat(40),
  ])('%j is not common', async (password) => {
    expect(await isCommonPassword(password, known)).toBe(false);
  });
});
