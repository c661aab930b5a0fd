import type { ReactNode } from 'react';

/** What is shown of a text of Markdown. Without `under`, it is one line. */
export interface ShownText {
  readonly text: string;
  /** The level of the heading above the text. */
  readonly under?: number;
  /** Whether it is in a button, in which links are text. */
  readonly isButton?: boolean | undefined;
  readonly plain: ReactNode;
}
