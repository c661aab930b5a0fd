import '../api/client';
import { diffLines } from 'diff';
import { createElement, type ReactNode } from 'react';

// Two long texts that have little in common would be compared for minutes.
const timeout = 1_000;
const shownOfWhole = 20_000;

/** The lines that differ between two texts, with the unchanged ones around them. */
export function TextDiff({
  before,
  after,
  isWhole = false,
  render = (text) => text,
}: {
  readonly before: string;
  readonly after: string;
  /** Whether everything that differs is shown, however long it is. */
  readonly isWhole?: boolean;
  readonly render?: (text: string) => ReactNode;
}) {
  const compared = diffLines(before, after, { timeout }) ?? wholes(before, after, isWhole);
  const parts = compared.map(({ value, added, removed }) => {
    if (added) return createElement('ins', {}, render(marked('+', value)));
    if (removed) return createElement('del', {}, render(marked('−', value)));
    return createElement('span', {}, render(marked(' ', shortened(value))));
  });
  return createElement('pre', { className: 'diff', dir: 'auto' }, ...parts);
}

/** The beginnings of two texts that are too different to be compared. */
function wholes(before: string, after: string, isWhole: boolean) {
  const start = (text: string): string =>
    text.length > shownOfWhole && !isWhole ? `${text.slice(0, shownOfWhole)} …` : text;
  return [
    { value: start(before), added: false, removed: true },
    { value: start(after), added: true, removed: false },
  ];
}

function marked(sign: string, text: string): string {
  return text.replace(/\n$/, '').replaceAll(/^/gm, `${sign} `) + '\n';
}

const around = 3;

function shortened(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length <= 2 * around + 1) return text;
  return [...lines.slice(0, around), '…', ...lines.slice(-around)].join('\n');
}
