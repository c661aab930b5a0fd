import './databases-setup';

/** Stops the server and deletes all database files, once per run. */
export default async function tearDownDatabases(): Promise<void> {
  await globalThis.endTestDatabases?.();
}
