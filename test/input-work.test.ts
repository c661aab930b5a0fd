import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InputWork } from './support/input-work-process';
import { typescript } from './support/program';

const run = promisify(execFile);
const script = join(__dirname, 'support', 'input-work-process.ts');

/** Twice the work, and a margin for a busy machine; quadratic work is four times as much. */
const mostForDouble = 3.2;

test('the work of reading a request grows no faster than any part of it', async () => {
  const { stdout } = await run(process.execPath, [...typescript, script]);
  const measured: InputWork[] = JSON.parse(stdout);
  expect(measured.length).toBeGreaterThan(30);
  expect(measured.filter(({ ratio }) => ratio > mostForDouble)).toEqual([]);
}, 240_000);
