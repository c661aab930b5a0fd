import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run';

const name = 'openapi-python-client';
// The generator for Python has warnings for what no client of it can do, such as a page of HTML.
const warning = /^\s*WARNING/gim;

/**
 * Generates a client for Python and compiles it, and prints the result. Returns whether something
 * is wrong. Without Python or without the generator in pip's index, it says so and is skipped.
 */
export function tryPython(contract: string, folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  const here = { cwd: folder };
  const venv = join(folder, 'venv');
  const bin = join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
  const python = join(bin, 'python');
  const made = run(process.platform === 'win32' ? 'python' : 'python3', ['-m', 'venv', venv], here);
  if (made.failed) return skip('there is no Python 3 with venv');
  const installed = run(python, ['-m', 'pip', 'install', '--quiet', name], here);
  if (installed.failed) return skip('pip cannot install it');
  const client = join(folder, 'client');
  const args = ['generate', '--path', contract, '--meta', 'none', '--output-path', client];
  const generated = run(join(bin, name), args, here);
  if (generated.failed) return fault('cannot process the contract', generated.said);
  const compiled = run(python, ['-m', 'compileall', '-q', client], here);
  if (compiled.failed) return fault('its client does not compile', compiled.said);
  const models = readdirSync(join(client, 'models'));
  // Without a name of its own for the component, the generator leaves every error out.
  const isTyped =
    models.includes('error.py') &&
    readFileSync(join(client, 'models', 'error.py'), 'utf8').includes('class Error:');
  if (!isTyped) return fault('its client has no typed error', generated.said);
  const warnings = generated.said.match(warning)?.length ?? 0;
  console.log(`${name}: its client compiles, ${models.length} models, ${warnings} warnings.`);
  return false;
}

function skip(reason: string): false {
  console.log(`${name}: skipped, because ${reason}.`);
  return false;
}

function fault(what: string, said: string): true {
  console.error(`${name}: ${what}:\n${said}`);
  return true;
}
