import { isCallboardError } from 'callboard-client';
import { Suspense, useState } from 'react';
import { useWrite, type Told } from './use-write';
import type { Refused } from './refusal';
import { lazy } from './loading';

interface Command<Item, Result> extends Told<Result> {
  readonly send: (item: Item) => Promise<Result>;
  /** Reads what the command is for as it is now. */
  readonly read: () => Promise<Item>;
}

/** `useWrite` for commands. After a 412, `refused` has what changed and the way to go on. */
export function useCommand() {
  const { write, ...state } = useWrite();
  const [refused, setRefused] = useState<Refused>();

  async function run<Item extends object, Result>(
    item: Item,
    command: Command<Item, Result>,
  ): Promise<Result | undefined> {
    const { send, read, ...told } = command;
    setRefused(undefined);
    const sendOrRead = async (): Promise<Result> => {
      try {
        return await send(item);
      } catch (error) {
        if (isCallboardError(error, 'STALE_VERSION')) {
          const now = await read();
          setRefused({ before: item, now, again: () => void run(now, command) });
        }
        throw error;
      }
    };
    return write(sendOrRead, told);
  }

  return { run, refused, ...state };
}

const Refusal = lazy(async () => ({ default: (await import('./refusal')).Refusal }));

/** Shows what somebody else changed before a command, and lets the person repeat the command. */
export function RefusedNotice({
  refused,
  nameOf,
}: {
  readonly refused: Refused | undefined;
  /** The name of a record with this id. */
  readonly nameOf?: (id: string) => string;
}) {
  if (refused === undefined) return null;
  return (
    <Suspense>
      <Refusal refused={refused} nameOf={nameOf} />
    </Suspense>
  );
}
