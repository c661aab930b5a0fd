/** A record that can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the same name, such as `agent`. */
  readonly note?: string | undefined;
}

/** What a list of choices has for some words. */
export interface Choices {
  readonly items: readonly Choice[];
  /** Whether there are others, which more words find. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error?: unknown;
}

/** The most choices that a list shows. */
export const mostChoices = 20;
