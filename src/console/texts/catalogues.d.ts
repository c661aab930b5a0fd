declare module 'texts:*' {
  import type { Messages } from '@lingui/core';

  /** A part of the catalogue of a language, which the build writes. */
  export interface Catalogue {
    /** The place of the first text. */
    readonly first: number;
    /** Plain texts and compiled messages. */
    readonly texts: readonly (string | Messages[string])[];
  }

  export const first: Catalogue['first'];
  export const texts: Catalogue['texts'];
}
