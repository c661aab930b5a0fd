import { useCallback, useRef } from 'react';
import { decideTogether, undo } from '../decisions/outbox';
import {
  rowCommandsOf,
  focusRow,
  isOnScreen,
  moveFocus,
  rowsBetween,
  type ListKeyHandler,
  type RowCommands,
} from '../keys/list-keys';
import { announce } from '../ui/done';
import { t } from '../texts/texts';

/** The selected rows and how they change. */
interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly setKeys: (keys: Iterable<string>) => void;
}

const nothing: Selection = { keys: new Set(), setKeys: () => undefined };

/**
 * The keys that decide about the current row or the selected ones, for `useListKeys`. `all` has the
 * commands for all selected rows, where they are not those of each row.
 */
export function useDecisionKeys(
  { keys: selected, setKeys } = nothing,
  all?: RowCommands,
): ListKeyHandler {
  const anchor = useRef<string>(undefined);
  const hasGone = useRef(0);

  return useCallback(
    (key, row, event) => {
      // The second letter after `g` names a screen.
      const isScreen = Date.now() - hasGone.current < 1_500;
      hasGone.current = key === 'g' ? Date.now() : 0;
      if (isScreen) return false;
      const commands = rowCommandsOf(row);
      if (/^(?:[jk]|ArrowDown|ArrowUp)$/.test(key)) return undefined;
      if (key === 'u') return undoLast();
      if (key === 'Escape') {
        if (commands.close?.() === true || all?.close?.() === true) return true;
        if (selected.size > 0) setKeys([]);
        return selected.size > 0;
      }
      if (key === 'X' && event.shiftKey && row !== undefined && anchor.current !== undefined) {
        setKeys(new Set([...selected, ...rowsBetween(anchor.current, row)]));
        return true;
      }
      if (key === 'x') anchor.current = row;
      if (all !== undefined && selected.size > 0 && run(all, key)) return true;
      if (all === undefined && (key === 'y' || key === 's') && selected.size > 0) {
        setKeys(runForAll(selected, key));
        return true;
      }
      // Without a chosen row these keys choose the first one, and decide nothing. `n` and `s` do
      // not, because they also follow `g`.
      if (row === undefined && /^[0-9y]$/.test(key)) return moveFocus(1);
      // A person who has scrolled on looks at something else.
      if (row !== undefined && /^[0-9ynsmd]$/.test(key) && !isOnScreen(row)) {
        focusRow(row);
        return true;
      }
      return run(commands, key);
    },
    [selected, setKeys, all],
  );
}

function undoLast(): boolean {
  const row = undo();
  if (row === undefined) return false;
  requestAnimationFrame(() => focusRow(row));
  return true;
}

/**
 * Runs the command of each row that has one. Their decisions are sent and undone as one. Returns
 * the rows that a person must look at first.
 */
export function runForAll(keys: Iterable<string>, key: 'y' | 's'): readonly string[] {
  const left: string[] = [];
  decideTogether(() => {
    for (const each of keys) {
      const commands = rowCommandsOf(each);
      if (key === 'y' && commands.isShownFirst === true) left.push(each);
      else run(commands, key);
    }
  });
  if (left.length > 0) {
    announce(
      t('Not permitted: {left}, because they have more to read. Open each of them.', {
        left: left.length,
      }),
    );
  }
  return left;
}

/** Runs the command of a row that the key means. Returns false when it has none. */
function run(commands: RowCommands, key: string): boolean {
  const command = commandFor(commands, key);
  command?.();
  return command !== undefined;
}

function commandFor(commands: RowCommands, key: string): (() => unknown) | undefined {
  switch (key) {
    case '0':
      return commands.write;
    case 'y':
      return commands.yes;
    case 'n':
      return commands.no;
    case 's':
      return commands.dismiss;
    case 'm':
      return commands.mine;
    case 'd':
      return commands.defer;
    case 'e':
      return commands.edit;
    case 'x':
      return commands.select;
    case 'Enter':
      return commands.toggle;
    default: {
      const { choose } = commands;
      return choose !== undefined && /^[1-9]$/.test(key) ? () => choose(Number(key)) : undefined;
    }
  }
}
