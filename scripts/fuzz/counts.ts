import type { OperationId } from '../../src/platform/operation';

/** The numbers of requests and of their outcomes. */
export class Counts {
  private readonly outcomes = new Map<OperationId, Map<string, number>>();
  private readonly judged = new Map<OperationId, { valid: number; invalid: number }>();
  requests = 0;

  /** Counts a request, by whether the contract admits it and by the status of its response. */
  count(operation: OperationId, isValid: boolean, status: number): void {
    const statuses = this.outcomes.get(operation) ?? new Map<string, number>();
    this.outcomes.set(operation, statuses);
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    const judged = this.judgedOf(operation);
    judged[isValid ? 'valid' : 'invalid'] += 1;
    this.judged.set(operation, judged);
    this.requests += 1;
  }

  /** The number of valid or of invalid requests of the operation, whichever is smaller. */
  minimumOf(operation: OperationId): number {
    const { valid, invalid } = this.judgedOf(operation);
    return Math.min(valid, invalid);
  }

  /** The number of the operation's requests that the contract admits. */
  validOf(operation: OperationId): number {
    return this.judgedOf(operation).valid;
  }

  /** The number of the operation's responses with 2xx or with a redirect to another page. */
  successesOf(operation: OperationId): number {
    return Array.from(this.outcomes.get(operation) ?? [])
      .filter(([status]) => status < '400' && status !== '304')
      .reduce((sum, [, times]) => sum + times, 0);
  }

  /** One line per operation: successful, valid and invalid requests, and the statuses. */
  table(): string {
    return Array.from(this.outcomes, ([operation, statuses]) => {
      const { valid, invalid } = this.judgedOf(operation);
      const listed = Array.from(statuses, ([status, times]) => `${status} × ${times}`).toSorted();
      return `${operation}: ${this.successesOf(operation)} successful, ${valid} valid, ${invalid} invalid: ${listed.join(', ')}`;
    })
      .toSorted()
      .join('\n');
  }

  private judgedOf(operation: OperationId): { valid: number; invalid: number } {
    return this.judged.get(operation) ?? { valid: 0, invalid: 0 };
  }
}
