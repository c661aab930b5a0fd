import { buildProgram } from './built-program';
import setUpDatabases from './databases-setup';

/** Prepares a run of Jest: the program that its tests start, and the databases. */
export default async function setUpRun(): Promise<void> {
  await Promise.all([buildProgram(), setUpDatabases()]);
}
