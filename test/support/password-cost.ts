import { passwordCost } from '../../src/auth/password';

/** What a hash costs in production. */
export const productionCost = { ...passwordCost };

/** The tests hash hundreds of passwords: at the price of a millisecond. */
export const testCost = { N: 2 ** 10, r: 8, p: 1 };

Object.assign(passwordCost, testCost);
