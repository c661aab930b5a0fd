import { hashPassword, isPasswordOf, passwordCost } from '../src/auth/password';
import { productionCost, testCost } from './support/password-cost';

const password = 'correct horse battery staple';

describe('a password in production', () => {
  beforeAll(() => Object.assign(passwordCost, productionCost));
  afterAll(() => Object.assign(passwordCost, testCost));

  test('is hashed at the price that OWASP recommends, and recognised', async () => {
    const stored = await hashPassword(password);
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(await isPasswordOf(stored, password)).toBe(true);
    expect(await isPasswordOf(stored, `${password}.`)).toBe(false);
  });
});

test('a password is recognised by the price at which it was hashed', async () => {
  const cheap = await hashPassword(password);
  expect(cheap).toMatch(/^scrypt\$1024\$8\$1\$/);
  Object.assign(passwordCost, productionCost);
  try {
    expect(await isPasswordOf(cheap, password)).toBe(true);
  } finally {
    Object.assign(passwordCost, testCost);
  }
});

test("no stored password is nobody's, at the same price", async () => {
  expect(await isPasswordOf(undefined, password)).toBe(false);
});
