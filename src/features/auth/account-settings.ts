import type { PasswordCost } from '../../platform/slow-hash';

/** What the accounts of people are kept by. */
export interface AccountSettings {
  readonly sessionDays: number;
  readonly passwordCost: PasswordCost;
}
