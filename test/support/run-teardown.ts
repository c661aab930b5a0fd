import './run-setup';

/** Stops the servers and deletes all files of the run. */
export default async function tearDownRun(): Promise<void> {
  await globalThis.endRun?.();
}
