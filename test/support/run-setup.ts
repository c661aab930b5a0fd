import { programMaker } from './built-program';
import { chosenDialects } from '../../scripts/databases/chosen-dialects';
import { databaseMakers } from '../../scripts/databases/database-templates';
import { beginRun } from '../../scripts/databases/test-run';

declare global {
  /** Stops and deletes what the run made; called by run-teardown. */
  var endRun: (() => Promise<void>) | undefined;
}

/** Prepares a run of Jest. The databases and the program are made when a test asks for them. */
export default async function setUpRun(): Promise<void> {
  // A wrong DATABASES ends the run here.
  chosenDialects();
  globalThis.endRun = await beginRun({ ...databaseMakers, program: programMaker });
}
