import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../servers/free-port';

const usage = `npm run try:prometheus

Checks examples/monitoring with Prometheus itself (Debian's package prometheus): promtool checks the
configuration, the rules and the metrics of a server with two workers. Then Prometheus scrapes that
server, and every expression of the alerts and of the dashboard is evaluated. The exit code is 1
when one fails, or names a metric that the server does not have.`;

const folder = resolve(__dirname, '../../examples/monitoring');
const token = 'the token of try:prometheus';
const root = resolve(__dirname, '../..');

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage);
  const work = mkdtempSync(join(tmpdir(), 'callboard-prometheus-'));
  const [port, metricsPort, prometheusPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const children = [
    spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'serve', '--workers', '2'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        METRICS_TOKEN: token,
        CALLBOARD_ENV: 'development',
        DATABASE_URL: `sqlite:${join(work, 'callboard.db')}`,
      },
      stdio: 'ignore',
    }),
  ];
  try {
    for (const name of ['alerts.yaml', 'prometheus.yaml']) {
      copyFileSync(join(folder, name), join(work, name));
    }
    const config = readFileSync(join(work, 'prometheus.yaml'), 'utf8')
      .replace('localhost:9464', `127.0.0.1:${metricsPort}`)
      .replace('15s', '1s');
    writeFileSync(join(work, 'prometheus.yaml'), config);
    writeFileSync(join(work, 'metrics-token'), token, { mode: 0o600 });
    promtool(work, ['check', 'config', 'prometheus.yaml']);
    promtool(work, ['check', 'rules', 'alerts.yaml']);
    const metrics = await scrape(`http://127.0.0.1:${metricsPort}/metrics`);
    // The library's own metrics of Node.js break the naming rules in three cases.
    promtool(work, ['check', 'metrics'], metrics.replace(/^.*\bnodejs_.*\n/gm, ''));
    children.push(
      spawn(
        'prometheus',
        [
          `--config.file=${join(work, 'prometheus.yaml')}`,
          `--storage.tsdb.path=${join(work, 'data')}`,
          `--web.listen-address=127.0.0.1:${prometheusPort}`,
        ],
        { stdio: 'ignore' },
      ),
    );
    const query = (expression: string): Promise<number> =>
      resultsOf(`http://127.0.0.1:${prometheusPort}`, expression);
    await until(async () => (await query('up{job="callboard"} == 1')) === 1);
    const expressions = expressionsOf(folder);
    for (const expression of expressions) {
      await query(expression);
      const missing = namesIn(expression).filter((name) => !metrics.includes(name));
      if (missing.length > 0) throw new Error(`No metric ${missing.join(', ')}: ${expression}`);
    }
    console.log(`Prometheus scrapes the server and evaluates ${expressions.length} expressions.`);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await pause(1000);
    rmSync(work, { recursive: true, force: true });
  }
}

function promtool(cwd: string, args: readonly string[], input?: string): void {
  console.log(execFileSync('promtool', args, { cwd, encoding: 'utf8', ...(input && { input }) }));
}

async function scrape(url: string): Promise<string> {
  let text = '';
  await until(async () => {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    text = await response.text();
    // A response of the service itself, so that its histogram has a line.
    return response.ok && text.includes('callboard_workers 2');
  });
  return text;
}

/** The number of series that an expression has. Throws an Error when Prometheus refuses it. */
async function resultsOf(prometheus: string, expression: string): Promise<number> {
  const response = await fetch(
    `${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`,
  );
  const { status, error, data }: { status: string; error?: string; data?: { result: unknown[] } } =
    JSON.parse(await response.text());
  if (status !== 'success') throw new Error(`${error}: ${expression}`);
  return data?.result.length ?? 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    if (await condition().catch(() => false)) return;
    await pause(300);
  }
  throw new Error('The server or Prometheus did not start within 30 seconds.');
}

/** The expressions of the dashboard; promtool checks those of the alerts too. */
function expressionsOf(from: string): readonly string[] {
  const dashboard = readFileSync(join(from, 'grafana-dashboard.json'), 'utf8');
  const alerts = readFileSync(join(from, 'alerts.yaml'), 'utf8');
  return [
    ...[...dashboard.matchAll(/"expr": ("[^\n]*"),\n/g)].map(([, json = '""']) => JSON.parse(json)),
    ...[...alerts.matchAll(/expr: (?!>-)(.*)/g)].map(([, text = '']) => text),
    ...[...alerts.matchAll(/expr: >-\n((?: {10}.*\n)+)/g)].map(([, text = '']) => text.trim()),
  ];
}

/** The names of metrics in an expression, without the suffixes of a histogram. */
function namesIn(expression: string): readonly string[] {
  const names = expression.match(/\b(?:callboard|http|db|mcp|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return names
    .filter((name) => name !== 'http_response_status_code')
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
