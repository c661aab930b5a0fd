/**
 * The pages of the console: serves its HTML and its files below `/app`, to callers without a
 * credential too. It has no operations, because the contract does not describe pages. The screens
 * themselves are `src/console`.
 */
export { type PageCaller, withConsole } from './serve-console';
