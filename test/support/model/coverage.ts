import { operationFacts } from '../../../generated/handlers';
import type { OperationFacts, OperationId } from '../../../src/platform/operation';

/** The outcomes of other subjects than states: every operation's, and those that other tests have. */
const elsewhere = new Set([
  'MALFORMED_JSON',
  'UNKNOWN_FIELD',
  'UNKNOWN_PARAMETER',
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'INSUFFICIENT_SCOPE',
  'AGENT_NOT_ACTIVE',
  'CSRF_FAILED',
  'NOT_ACCEPTABLE',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CAP_EXCEEDED',
  'TOO_MANY_IDS',
  'CONFLICTING_ASSIGNEE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
]);

/** Likewise, of these operations: links and domains. */
const elsewhereOf = new Set([
  'completeAction INVALID_REFERENCE',
  'updateProject INVALID_REFERENCE',
]);

/** How often each operation had each outcome. */
export class Coverage {
  private readonly counts = new Map<OperationId, Map<string, number>>();
  sequences = 0;
  requests = 0;

  /** Counts an outcome: a status for a success, a code for an error. */
  count(operation: OperationId, outcome: string): void {
    const outcomes = this.counts.get(operation) ?? new Map<string, number>();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    this.counts.set(operation, outcomes);
    this.requests += 1;
  }

  /** The outcomes of the operations that the contract names, and that never came up; general ones are left out. */
  holes(operations: readonly OperationId[]): string[] {
    return operations.flatMap((operation) => {
      const facts: OperationFacts = operationFacts[operation];
      const codes = facts.errorCodes.filter((code) => !elsewhere.has(code));
      return [...facts.successStatuses.map(String), ...codes]
        .filter((outcome) => this.counts.get(operation)?.has(outcome) !== true)
        .map((outcome) => `${operation} ${outcome}`)
        .filter((key) => !elsewhereOf.has(key));
    });
  }

  /** The operations that never succeeded, each status for itself. */
  failures(operations: readonly OperationId[]): string[] {
    return this.holes(operations).filter((hole) => /\d$/.test(hole));
  }

  /** One line an operation: what came of it, and how often. */
  table(): string {
    const listed = (outcomes: ReadonlyMap<string, number>): string =>
      Array.from(outcomes, (entry) => entry.join(' '))
        .toSorted()
        .join(', ');
    return [...this.counts]
      .map(([operation, outcomes]) => `${operation}: ${listed(outcomes)}`)
      .toSorted()
      .join('\n');
  }
}
