import type { Mutant } from './sample';

/** The verdict on a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly verdict: 'noticed' | 'survived' | 'does not compile' | 'same behaviour';
  /** The first test that failed, or the reason why no caller can see the change. */
  readonly by: string;
  readonly seconds: number;
}

/** One mutant with its change, on three lines. */
export function describeVerdict({ mutant, verdict, by, seconds }: Verdict): string {
  const { file, line, kind, before, after } = mutant;
  return [
    `${verdict.padEnd(16)} ${file}:${line} ${kind}, ${seconds} s. ${by}`,
    `                 - ${shortened(before)}`,
    `                 + ${shortened(after)}`,
  ].join('\n');
}

/** The number of each verdict, and the share of detected mutants among the detectable ones. */
export function summary(verdicts: readonly Verdict[]): string {
  const count = (wanted: Verdict['verdict']): number =>
    verdicts.filter(({ verdict }) => verdict === wanted).length;
  const [noticed, survived] = [count('noticed'), count('survived')];
  const share = noticed + survived === 0 ? 100 : (noticed / (noticed + survived)) * 100;
  return [
    `${verdicts.length} changes: ${noticed} noticed, ${survived} survived,`,
    `${count('does not compile')} did not compile, ${count('same behaviour')} change no behaviour.`,
    `${share.toFixed(1)} of 100 noticed.`,
  ].join(' ');
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}
