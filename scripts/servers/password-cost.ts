import type { PasswordCost } from '../../src/platform/slow-hash';

/** The tests hash hundreds of passwords, so a hash takes about a millisecond. */
export const testCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 };
