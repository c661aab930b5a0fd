import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InputWork } from '../support/input-work-process';
import { typescript } from '../support/program';

const run = promisify(execFile);
const script = join(__dirname, '..', 'support', 'input-work-process.ts');

/** Linear work doubles; the margin is for a busy machine. Quadratic work is four times as much. */
const mostForDouble = 3.2;

test('the work to read a request is linear in each part of it', async () => {
  const { stdout } = await run(process.execPath, [...typescript, script]);
  const measured: InputWork[] = JSON.parse(stdout);
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter(({ ratio }) => ratio > mostForDouble)).toEqual([]);
}, 240_000);
