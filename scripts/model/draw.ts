/**
 * Choices made from random numbers, so that fast-check can repeat and shrink them: 0 is the
 * simplest choice.
 */
export class Draw {
  private next = 0;

  constructor(private readonly numbers: readonly number[]) {}

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    const number = this.numbers[this.next] ?? 0;
    this.next += 1;
    return limit > 0 ? number % limit : 0;
  }

  /** True in that percentage of cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** One of the options; undefined when there is none. */
  pick<T>(options: readonly T[]): T | undefined {
    return options[this.below(options.length)];
  }

  /** One of the options; there is at least one. */
  oneOf<const T>(first: T, ...more: readonly T[]): T {
    return [first, ...more][this.below(1 + more.length)] ?? first;
  }
}
