declare module 'texts:*' {
  import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

  /** A part of the catalogue of a language, which the build writes. */
  export interface Catalogue {
    /** The place of the first text. */
    readonly first: number;
    /** Plain texts and compiled messages. */
    readonly texts: readonly (string | CompiledMessage)[];
  }

  export const first: Catalogue['first'];
  export const texts: Catalogue['texts'];
}
