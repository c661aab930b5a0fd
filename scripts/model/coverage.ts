import { operationFacts } from '../../generated/handlers';
import type { OperationFacts, OperationId } from '../../src/platform/operation';

/**
 * Outcomes that do not depend on states: those of every operation, and those that other tests
 * cover.
 */
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

/** The same for single operations: links and domains, and retries of long responses. */
const elsewhereOf = new Set([
  'claimNextAction 204',
  'completeAction INVALID_REFERENCE',
  'updateProject INVALID_REFERENCE',
]);

/** The number of each outcome of each operation. */
export class Coverage {
  private readonly counts = new Map<OperationId, Map<string, number>>();
  sequences = 0;
  requests = 0;

  /** Counts an outcome: the status of a success, the code of an error. */
  count(operation: OperationId, outcome: string): void {
    const outcomes = this.counts.get(operation) ?? new Map<string, number>();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    this.counts.set(operation, outcomes);
    this.requests += 1;
  }

  /** The documented outcomes of the operations that never occurred, without the general ones. */
  missingOutcomes(operations: readonly OperationId[]): string[] {
    return operations.flatMap((operation) => {
      const facts: OperationFacts = operationFacts[operation];
      const codes = facts.errorCodes.filter((code) => !elsewhere.has(code));
      return [...facts.successStatuses.map(String), ...codes]
        .filter((outcome) => this.counts.get(operation)?.has(outcome) !== true)
        .map((outcome) => `${operation} ${outcome}`)
        .filter((key) => !elsewhereOf.has(key));
    });
  }

  /** The success statuses of the operations that never occurred. */
  failures(operations: readonly OperationId[]): string[] {
    return this.missingOutcomes(operations).filter((missing) => /\d$/.test(missing));
  }

  /** One line per operation: its outcomes and their numbers. */
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
