import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBrowser } from '../../servers/browser';
import { freePort } from '../../servers/free-port';
import { installApart } from '../../install-apart';
import { median, type Measurement } from './measurement';

const home = __dirname;
const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
const runs = 3;
const maxOutput = 64 * 1024 * 1024;

// For the same phone, Lighthouse slows a desktop with an index of 1,500 to 2,000 by a factor of 4,
// and a machine of half that speed by 2 (docs/throttling.md of Lighthouse).
const indexOfPhone = 1_750 / 4;
const maxSlowdown = 4;

const budgets = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof budgets;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  /** The items of a table are a list, those of a checklist an object. */
  readonly details?: { readonly items?: object };
}

/** What Lighthouse reports about a page. */
interface Report {
  readonly lighthouseVersion: string;
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
  readonly runWarnings: readonly string[];
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

/**
 * The scores of a page on a simulated phone with a slow network: the median for performance, and the
 * worst for the others. The first of the runs only measures how fast this machine is.
 */
export async function measureLighthouse(
  url: string,
  path: string,
): Promise<readonly Measurement[]> {
  installApart(home);
  const reports: Report[] = [];
  const { environment } = await runLighthouse(`${url}${path}`, maxSlowdown);
  const calibrated = Math.max(1, environment.benchmarkIndex / indexOfPhone);
  const slowdown = Math.min(maxSlowdown, Math.round(calibrated * 10) / 10);
  for (let run = 0; run < runs; run += 1) {
    reports.push(await runLighthouse(`${url}${path}`, slowdown));
  }
  return categories.map((category) => {
    const scores = reports.map((report) => pointsOf(report, category));
    const value = category === 'performance' ? median(scores) : Math.min(...scores);
    const shown = reports.find((report) => pointsOf(report, category) === value);
    return {
      what: `${path}: Lighthouse ${category}`,
      value,
      unit: 'points',
      budget: budgets[category],
      notes: shown === undefined ? [] : notesOf(shown, category, { scores, slowdown }),
    };
  });
}

async function runLighthouse(url: string, slowdown: number): Promise<Report> {
  const port = await freePort();
  const browser = await startBrowser({}, [`--remote-debugging-port=${port}`]);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        program,
        url,
        `--port=${port}`,
        `--only-categories=${categories.join(',')}`,
        `--throttling.cpuSlowdownMultiplier=${slowdown}`,
        '--output=json',
        '--quiet',
        '--no-enable-error-reporting',
      ],
      { maxBuffer: maxOutput },
    );
    const report: Report = JSON.parse(stdout);
    if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message);
    return report;
  } finally {
    await browser.close();
  }
}

function pointsOf({ categories: all }: Report, category: Category): number {
  return Math.round((all[category].score ?? 0) * 100);
}

function notesOf(
  report: Report,
  category: Category,
  { scores, slowdown }: { readonly scores: readonly number[]; readonly slowdown: number },
): readonly string[] {
  const { audits, runWarnings, lighthouseVersion, categories: all, environment } = report;
  const failed = all[category].auditRefs.flatMap(({ id }) => describeFailure(id, audits[id]));
  if (category !== 'performance') return failed;
  const timings = metrics.map((id) => `${audits[id]?.title}: ${audits[id]?.displayValue}`);
  return [
    `Lighthouse ${lighthouseVersion}, runs: ${scores.join(', ')}`,
    `CPU slowed by ${slowdown}, index of this machine ${Math.round(environment.benchmarkIndex)}`,
    timings.join(', '),
    ...runWarnings,
    ...(pointsOf(report, category) < budgets[category] ? failed : []),
  ];
}

function describeFailure(id: string, audit: Audit | undefined): readonly string[] {
  if (audit === undefined || audit.score === null || audit.score >= 0.9) return [];
  const found = Object.values(audit.details?.items ?? {});
  const items = found.slice(0, 3).map((item) => JSON.stringify(item));
  const line = `${id} (${audit.score}): ${audit.title} ${audit.displayValue ?? ''}`.trim();
  return [line, ...items.map((item) => `  ${item.slice(0, 300)}`)];
}
