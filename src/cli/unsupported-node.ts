/** Prints the reason and exits with code 1, if there is a reason why the process cannot run. */
export function exitIfUnsupported(reason: string | undefined): void {
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
