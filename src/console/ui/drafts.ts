import { stored } from '../api/address';

/** What a person typed about a record, kept in this tab until it has been sent. */
export function readDraft(key: string): string {
  return sessionStorage.getItem(nameOf(key)) ?? '';
}

/** Keeps what a person typed. */
export function keepDraft(key: string, text: string): void {
  sessionStorage.setItem(nameOf(key), text);
}

/** Forgets what a person typed, because it has been sent. */
export function forgetDraft(key: string): void {
  sessionStorage.removeItem(nameOf(key));
}

function nameOf(key: string): string {
  return `${stored}draft.${key}`;
}
