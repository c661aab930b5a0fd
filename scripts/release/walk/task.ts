import { setTimeout as pause } from 'node:timers/promises';
import { unwrap, type CallboardClient } from 'callboard-client';
import type { BuiltServer } from '../../demo-server';
import type { Given } from './given';
import type { Newcomer } from './newcomer';

/** What a task has: the newcomer, the data, and others who open the console. */
export interface Walk {
  readonly newcomer: Newcomer;
  readonly given: Given;
  readonly server: BuiltServer;
  /** A newcomer on a phone. */
  readonly onPhone: () => Promise<Newcomer>;
}

/** A task of the walk. It throws when it had no effect. */
export interface Task {
  readonly name: string;
  readonly run: (walk: Walk) => Promise<void>;
}

/** Waits until the API shows an effect, which may follow the click by the time of an undo. */
export async function effect(what: string, has: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await has());) {
    if (Date.now() > end) throw new Error(`The API does not show it: ${what}.`);
    await pause(200);
  }
}

/** The actions with the words, in any state. */
export async function actionsWith(person: CallboardClient, q: string) {
  return (await unwrap(person.GET('/v1/actions', { params: { query: { q } } }))).items;
}
