/** The catalogue of a language, which the build writes. */
declare module 'texts:*' {
  export const messages: import('@lingui/core').Messages;
}
