import { variableOf } from '../../platform/config';
import type { AnyVariable } from '../../platform/config-variables';

/** What a check looks at. */
export type Subject =
  | 'configuration'
  | 'database'
  | 'schema'
  | 'secrets'
  | 'workspaces'
  | 'role'
  | 'files'
  | 'disk'
  | 'pooler'
  | 'migrations'
  | 'public_url'
  | 'oidc'
  | 'mail'
  | 'clock';

/** A result of a check. */
export interface CheckResult {
  readonly subject: Subject;
  readonly state: 'ok' | 'fault' | 'skipped';
  /** What the check saw, as a sentence. Never a secret. */
  readonly seen: string;
  /** The variable to change, if one has to be. */
  readonly variable?: AnyVariable | undefined;
  /** What to do, as a sentence. */
  readonly advice?: string;
}

/** A check that found nothing to change. */
export function ok(subject: Subject, seen: string): CheckResult {
  return { subject, state: 'ok', seen };
}

/** A check that did not run. */
export function skipped(subject: Subject, seen: string): CheckResult {
  return { subject, state: 'skipped', seen };
}

/** A finding: what was seen, and what to do about it, with the variable or that of its file. */
export function fault(
  subject: Subject,
  seen: string,
  advice: string,
  variable?: CheckResult['variable'],
): CheckResult {
  const named = variable === undefined ? undefined : variableOf(variable);
  return { subject, state: 'fault', seen, variable: named, advice };
}
