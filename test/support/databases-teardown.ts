import './databases-setup';

/** Once a run: ends the server and removes every file that the databases left. */
export default async function tearDownDatabases(): Promise<void> {
  await globalThis.endTestDatabases?.();
}
