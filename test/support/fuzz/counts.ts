import type { OperationId } from '../../../src/platform/operation';

/** How many requests went out, and what came of them. */
export class Counts {
  private readonly answers = new Map<OperationId, Map<string, number>>();
  private readonly judged = new Map<OperationId, { valid: number; invalid: number }>();
  requests = 0;

  /** Counts a request that the contract admits, or does not, and the status of its answer. */
  count(operation: OperationId, isValid: boolean, status: number): void {
    const statuses = this.answers.get(operation) ?? new Map<string, number>();
    this.answers.set(operation, statuses);
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    const judged = this.judgedOf(operation);
    judged[isValid ? 'valid' : 'invalid'] += 1;
    this.judged.set(operation, judged);
    this.requests += 1;
  }

  /** How many requests of the operation were of the kind of which there were fewer. */
  fewestOf(operation: OperationId): number {
    const { valid, invalid } = this.judgedOf(operation);
    return Math.min(valid, invalid);
  }

  /** How many requests of the operation the contract admitted. */
  validOf(operation: OperationId): number {
    return this.judgedOf(operation).valid;
  }

  /** How often an operation succeeded with a 2xx. */
  successesOf(operation: OperationId): number {
    return Array.from(this.answers.get(operation) ?? [])
      .filter(([status]) => status < '300')
      .reduce((sum, [, times]) => sum + times, 0);
  }

  /** One line an operation: how many requests succeeded, were valid and invalid, and the statuses. */
  table(): string {
    return Array.from(this.answers, ([operation, statuses]) => {
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
