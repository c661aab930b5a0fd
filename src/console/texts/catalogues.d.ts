/** A part of the catalogue of a language, which the build writes. */
declare module 'texts:*' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
