import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { measureBeside } from '../../scripts/bench/measure';
import { operations } from '../../scripts/bench/operations';
import { toMarkdown } from '../../scripts/bench/report';

describe('the benchmark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('measures every operation of both servers', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const report = await measureBeside(
      {
        actions: 200,
        database: 'sqlite',
        rounds: 1,
        seconds: 0.01,
        connections: 2,
        starts: 1,
        operations: [],
        flat: false,
        beside: dirname(dirname(__dirname)),
        profile: false,
        streams: false,
        webhooks: false,
        tools: false,
        fromSource: true,
        out: undefined,
      },
      folder,
    );
    log.mockRestore();
    expect(report.findings.map(({ operation }) => operation)).toEqual(
      operations.map(({ name }) => name),
    );
    for (const { rounds } of report.findings) {
      expect(rounds).toHaveLength(1);
      for (const measured of rounds.flat()) expect(measured.count).toBeGreaterThanOrEqual(2);
    }
    const text = toMarkdown(report);
    for (const { name } of operations) expect(text).toContain(`\`${name}\``);
  }, 240_000);
});
