import { useSyncExternalStore } from 'react';
import { stored as prefix } from '../api/address';

const setting = `${prefix}time-zone`;
const listeners = new Set<() => void>();

/** The time zone in which this browser shows times: the chosen one, or its own. */
export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, timeZone);
}

/** Chooses the time zone in which this browser shows times. */
export function setTimeZone(zone: string): void {
  localStorage.setItem(setting, zone);
  for (const listener of listeners) listener();
}

/** The zones that the browser knows, which may lack the current one. */
export function zonesWith(
  current: string,
): readonly { readonly value: string; readonly name: string }[] {
  const zones = new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].toSorted().map((zone) => ({ value: zone, name: zone }));
}

let known: { readonly stored: string | null; readonly zone: string } | undefined;

function timeZone(): string {
  const stored = localStorage.getItem(setting);
  if (known?.stored !== stored) known = { stored, zone: zoneOf(stored) };
  return known.zone;
}

function zoneOf(stored: string | null): string {
  try {
    return Intl.DateTimeFormat('en', { timeZone: stored ?? undefined }).resolvedOptions().timeZone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
