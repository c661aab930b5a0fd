import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import type { Measured } from './measured';

/** The bound for Callboard's resident memory after a run. */
const maxMemoryMiB = 175;

/** The results of an operation, round by round. */
export interface Finding {
  readonly operation: string;
  readonly about: string;
  readonly rounds: readonly (readonly [Measured, Measured])[];
}

/** The results of a server as a whole. */
export interface ServerFinding {
  readonly name: string;
  /** Milliseconds of each start. */
  readonly starts: readonly number[];
  /** Resident memory after the run, in bytes. */
  readonly memory: number;
}

/** The results of a run. */
export interface Report {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly database: string;
  readonly actions: readonly number[];
  readonly connections: number;
  readonly seconds: number;
  readonly servers: readonly [ServerFinding, ServerFinding];
  readonly findings: readonly Finding[];
}

/** The date, the commit and the machine of the run. */
export function surroundings(): Pick<Report, 'date' | 'commit' | 'machine'> {
  const [first] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${cpus().length} cores of ${first?.model ?? 'a machine'}, Node ${process.version}`,
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** The median; for an even count, the mean of the two middle numbers. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** The report as Markdown. Ratios are of requests per second, ours to theirs, within each round. */
export function toMarkdown(report: Report): string {
  const head = [
    'operation',
    'per second',
    'ratio (each round)',
    'by CPU',
    'CPU µs',
    'p50 ms',
    'p99 ms',
  ];
  const lines = report.findings.map((finding) => {
    const ratios = finding.rounds.map(([one, other]) => one.perSecond / other.perSecond);
    const each = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    return [
      titleOf(finding),
      both(finding, 'perSecond', 0),
      `**${median(ratios).toFixed(2)}** (${each})`,
      (middle(finding, 1, 'cpu') / middle(finding, 0, 'cpu')).toFixed(2),
      both(finding, 'cpu', 0),
      both(finding, 'p50', 2),
      both(finding, 'p99', 2),
    ];
  });
  return document(report, table(head, lines));
}

// Larger ratios between the sizes are bold.
const maxFlatRatio = 1.25;

/**
 * The report of two sizes as Markdown. Ratios are of costs, larger size to smaller, within each
 * round.
 */
export function toFlatMarkdown(report: Report): string {
  const lines = report.findings.map((finding) => {
    const ratio = (what: keyof Measured): string => {
      const found = median(finding.rounds.map(([one, other]) => other[what] / one[what]));
      return found > maxFlatRatio ? `**${found.toFixed(2)}**` : found.toFixed(2);
    };
    return [
      titleOf(finding),
      both(finding, 'cpu', 0),
      ratio('cpu'),
      both(finding, 'p50', 2),
      ratio('p50'),
    ];
  });
  const head = ['operation', 'CPU µs', 'ratio', 'p50 ms', 'ratio'];
  return document(report, `${table(head, lines)}\n\nAbove ${maxFlatRatio} is bold.`);
}

function titleOf({ operation, about }: Finding): string {
  return `\`${operation}\` (${about})`;
}

function middle({ rounds }: Finding, side: 0 | 1, what: keyof Measured): number {
  return median(rounds.map((round) => round[side][what]));
}

function both(finding: Finding, what: keyof Measured, digits: number): string {
  return `${middle(finding, 0, what).toFixed(digits)} / ${middle(finding, 1, what).toFixed(digits)}`;
}

function document(report: Report, body: string): string {
  const [ours, theirs] = report.servers;
  const sizes = report.actions.map((count) => count.toLocaleString('en')).join(' and ');
  const rounds = report.findings[0]?.rounds.length ?? 0;
  const whole = report.servers.map(({ name, starts, memory }) => {
    const start = `first response after ${(median(starts) / 1000).toFixed(2)} s`;
    return `- ${name}: ${start}, ${Math.round(memory / 2 ** 20)} MiB after the run`;
  });
  return [
    `${ours.name} / ${theirs.name}: ${report.database}, ${sizes} actions, ${report.connections} connections, medians of ${rounds} rounds of ${report.seconds} s.`,
    `${report.date}, commit ${report.commit}, ${report.machine}.`,
    '',
    body,
    '',
    ...whole,
    '',
    `Callboard must stay below ${maxMemoryMiB} MiB.`,
    '',
  ].join('\n');
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_cell, index) => (index === 0 ? ':--' : '--:'));
  return [row(head), row(rule), ...lines.map(row)].join('\n');
}
