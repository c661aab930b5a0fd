/** A record on the screen. */
export interface Subject {
  readonly kind: 'question' | 'review' | 'proposal' | 'stalled' | 'checkin' | 'captured';
  readonly id: string;
}

/** What became of a record: a sentence, unless it still waits for a decision. */
export type Outcome = { readonly isOpen: true } | { readonly isOpen: false; readonly text: string };
