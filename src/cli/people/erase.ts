import { findUserForUpdate, lockWorkspace, passwordCost } from '../../features/auth';
import {
  erasePerson,
  isErased,
  isErasing,
  runErasures,
  unknownPassword,
} from '../../features/users';
import type { Config } from '../../platform/config';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { SECOND } from '../../platform/time';
import { setTimeout as pause } from 'node:timers/promises';
import { findSystemActor } from '../../shared/actors';
import { withDatabase } from '../database';
import { CommandError } from '../failure';
import { checkNotClosed } from '../workspaces/choose-workspace';
import { choosePerson, type ChosenPerson } from './choose-person';

/** An erased person. */
export interface ErasedPerson {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly name: string;
}

/**
 * `callboard person erase`: erases a deactivated person, also while servers use the database, and
 * resolves when all is done. It may be stopped at any point and repeated by the person's id.
 */
export async function eraseCommand(config: Config, chosen: ChosenPerson): Promise<ErasedPerson> {
  return withDatabase(config, async (database) => {
    const { workspace_id: workspaceId, id: userId } = await choosePerson(database, chosen);
    const passwordHash = await unknownPassword(passwordCost);
    const now = new Date().toISOString();
    const { name } = await transact(database, async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await checkNotClosed(transaction, workspaceId);
      const user = await findUserForUpdate(transaction, { workspaceId, userId }, true);
      const actor = await findSystemActor(transaction, workspaceId);
      if (user === undefined || actor === undefined) {
        throw new CommandError(`The person ${userId} has just changed. Try again.`);
      }
      if (user.deactivated_at === null) {
        throw new CommandError(`${user.name} is active. Deactivate the person first, in Settings.`);
      }
      if (isErased(user)) return user;
      const source = { transaction, workspaceId, now, actor };
      const ids = { newId: (prefix: string) => newId(prefix, now) };
      return erasePerson({ ...source, ...ids }, user, passwordHash);
    });
    while (await isErasing(createReader(database), workspaceId, userId)) {
      if (!(await runErasures(database, () => false, workspaceId))) await pause(SECOND);
    }
    return { workspace_id: workspaceId, user_id: userId, name };
  });
}
