import type { PasswordCost } from '../../../platform/slow-hash';

/** The configuration of accounts. */
export interface AccountSettings {
  readonly sessionDays: number;
  readonly passwordCost: PasswordCost;
}
