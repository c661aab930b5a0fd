/** Ends the process with exit code 1 and the reason why it cannot run, if there is one. */
export function endIf(reason: string | undefined): void {
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
