import { hashPassword, isPasswordOf, passwordCost } from '../src/auth/password';
import { testCost } from './support/password-cost';

const password = 'correct horse battery staple';

describe('a password in production', () => {
  test('is hashed at the price that OWASP recommends, and recognised', async () => {
    const stored = await hashPassword(password, passwordCost);
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(await isPasswordOf(stored, password, passwordCost)).toBe(true);
    expect(await isPasswordOf(stored, `${password}.`, passwordCost)).toBe(false);
  });
});

test('a password is recognised by the price at which it was hashed', async () => {
  const cheap = await hashPassword(password, testCost);
  expect(cheap).toMatch(/^scrypt\$1024\$8\$1\$/);
  expect(await isPasswordOf(cheap, password, passwordCost)).toBe(true);
});

test("no stored password is nobody's, at the same price", async () => {
  expect(await isPasswordOf(undefined, password, testCost)).toBe(false);
});
