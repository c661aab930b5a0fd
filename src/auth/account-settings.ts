import type { PasswordCost } from './password';

/** What the accounts of people are kept by. */
export interface AccountSettings {
  readonly sessionDays: number;
  readonly passwordCost: PasswordCost;
}
