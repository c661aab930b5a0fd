import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';

/** A function and its self time. */
export interface Cost {
  readonly name: string;
  /** File and line. */
  readonly where: string;
  /** The fraction of the time in which the process was not idle. */
  readonly share: number;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * The functions with the most self time in the CPU profile in the folder, without its first
 * `skipMs`, the most expensive first.
 */
export function topOf(folder: string, count: number, skipMs: number): readonly Cost[] {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('Node has written no profile.');
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, { name: string; where: string; time: number }>();
  let [all, passed] = [0, 0];
  profile.samples.forEach((id, index) => {
    const time = profile.timeDeltas[index] ?? 0;
    passed += time;
    const { functionName, url, lineNumber } = frames.get(id) ?? noFrame;
    if (passed < skipMs * 1000 || functionName === '(idle)') return;
    const where = url === '' ? '' : `${shortened(url)}:${lineNumber + 1}`;
    const key = `${functionName} ${where}`;
    const known = times.get(key) ?? { name: functionName || '(anonymous)', where, time: 0 };
    known.time += time;
    times.set(key, known);
    all += time;
  });
  return [...times.values()]
    .toSorted((one, other) => other.time - one.time)
    .slice(0, count)
    .map(({ name, where, time }) => ({ name, where, share: time / all }));
}

const noFrame = { functionName: '(unknown)', url: '', lineNumber: 0 };

function shortened(url: string): string {
  return url.startsWith('file://') ? relative(packageRoot(), url.slice('file://'.length)) : url;
}

/** The costs as Markdown. */
export function costsTable(costs: readonly Cost[]): string {
  const rows = costs.map(
    ({ name, where, share }) => `| ${(share * 100).toFixed(1)} % | \`${name}\` | ${where} |`,
  );
  return ['| self time | function | |', '| --: | :-- | :-- |', ...rows].join('\n');
}
