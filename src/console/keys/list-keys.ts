import { useCallback, useEffect } from 'react';
import { areWritesHidden, useKeys } from './keys';

/**
 * The keys of a list: they move between rows, and Enter opens the row or its link. `more` comes
 * first, with the key of the current row. It returns undefined for the keys that it leaves to the
 * list.
 */
export function useListKeys(more?: ListKeyHandler): void {
  const handle = useCallback(
    (key: string, event: KeyboardEvent): boolean => {
      const row = currentRow();
      const isHandled = more?.(key, row, event);
      if (isHandled !== undefined) return isHandled;
      if (key === 'j' || key === 'ArrowDown') return moveFocus(1);
      if (key === 'k' || key === 'ArrowUp') return moveFocus(-1);
      if (key !== 'Enter') return false;
      const { toggle } = rowCommandsOf(row);
      if (toggle === undefined) return openLink();
      toggle();
      return true;
    },
    [more],
  );
  useKeys(handle);
}

/** Further keys of a list: whether the key was handled, or undefined to leave it to the list. */
export type ListKeyHandler = (
  key: string,
  row: string | undefined,
  event: KeyboardEvent,
) => boolean | undefined;

function openLink(): boolean {
  const row = document.activeElement?.closest('[data-row]');
  const link = row?.querySelector<HTMLElement>('a');
  link?.click();
  return link instanceof HTMLElement;
}

/** The names of commands as the buttons of the row have them, for the list of all commands. */
export interface CommandNames {
  /** The answers to choose from, in their order. */
  readonly choices?: readonly string[] | undefined;
  readonly write?: string;
  readonly yes?: string;
  readonly no?: string;
}

/** The commands of a row; absent ones do nothing. */
export interface RowCommands {
  readonly names?: CommandNames | undefined;
  /** Chooses the answer with this number, from 1. */
  readonly choose?: ((number: number) => void) | undefined;
  readonly write?: (() => void) | undefined;
  readonly yes?: (() => void) | undefined;
  /** Whether `yes` first shows the record, so that it is not among decisions about several rows. */
  readonly isShownFirst?: boolean;
  readonly no?: (() => void) | undefined;
  readonly dismiss?: (() => void) | undefined;
  /** Shows or hides everything about the row. */
  readonly toggle?: (() => void) | undefined;
  /** Closes what is open in the row. Returns false when nothing is. */
  readonly close?: (() => boolean) | undefined;
  readonly select?: (() => void) | undefined;
  /** Assigns the record to the person. */
  readonly mine?: (() => void) | undefined;
  readonly defer?: (() => void) | undefined;
  readonly edit?: (() => void) | undefined;
}

const registry = new Map<string, RowCommands>();

/** Registers the commands of a row while it is on the screen. */
export function useRowCommands(key: string, commands: RowCommands): void {
  useEffect(() => {
    registry.set(key, commands);
    return () => {
      if (registry.get(key) === commands) registry.delete(key);
    };
  });
}

/** The commands of the row with this key. */
export function rowCommandsOf(key: string | undefined): RowCommands {
  const commands = (key === undefined ? undefined : registry.get(key)) ?? {};
  return areWritesHidden() ? { toggle: commands.toggle, close: commands.close } : commands;
}

/**
 * The key of the row in which the focus is. Without one, it is the row that a pane shows, because
 * keys act on what the person sees.
 */
export function currentRow(): string | undefined {
  return rowOf(document.activeElement)?.dataset['row'] ?? paneRow();
}

/** Whether the row with this key can be seen: in the list, or in a pane beside it. */
export function isOnScreen(key: string): boolean {
  if (paneRow() === key) return true;
  const box = rowWith(key)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}

/**
 * Focuses the next or the previous row. When no row has the focus, it is the one that a pane shows,
 * or the first.
 */
export function moveFocus(step: 1 | -1): boolean {
  const rows = allRows();
  const from = rows.findIndex((row) => row === rowOf(document.activeElement));
  const next = from === -1 ? (rowWith(paneRow()) ?? rows[0]) : rows[from + step];
  if (next !== undefined) focus(next);
  return next !== undefined;
}

/**
 * Focuses the next row that waits for a decision after the row with this key, else the one before
 * it, else the heading of the screen.
 */
export function focusAfter(key: string): void {
  const rows = allRows();
  const from = rows.findIndex((row) => row.dataset['row'] === key);
  const isOpen = (row: HTMLElement): boolean =>
    row.dataset['decided'] !== 'true' && row.dataset['row'] !== key;
  const next = rows.slice(from + 1).find(isOpen) ?? rows.slice(0, from).toReversed().find(isOpen);
  const target = next ?? document.querySelector('h1');
  if (target !== null) focus(target);
}

/** Focuses the row with this key. */
export function focusRow(key: string): void {
  const row = rowWith(key);
  if (row !== undefined) focus(row);
}

/** The keys of all rows from one to another, in the order of the screen. */
export function rowsBetween(one: string, other: string): readonly string[] {
  const keys = allRows().map((row) => row.dataset['row'] ?? '');
  const ends = [keys.indexOf(one), keys.indexOf(other)];
  return keys.slice(Math.min(...ends), Math.max(...ends) + 1);
}

// Scrolls no further than needed: the browser would put a row that is not in view into the middle.
function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

function allRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')];
}

function rowWith(key: string | undefined): HTMLElement | undefined {
  return allRows().find((row) => row.dataset['row'] === key);
}

function paneRow(): string | undefined {
  return document.querySelector<HTMLElement>('[data-shows]')?.dataset['shows'];
}

function rowOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-row]') ?? null;
}
