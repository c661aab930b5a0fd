import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installApart } from '../install-apart';
import { faultsOf, type Check } from './expression';

const home = join(__dirname, '..', 'lint');

/** The expressions that recheck must refuse, with the reason, or admit. */
const known: readonly [source: string, flags: string, reason: string | undefined][] = [
  ['^https?://[^\\s/?#]+\\S*$', 'u', '2nd degree polynomial'],
  ['^(a+)+$', '', 'exponential'],
  ['\\s+$', '', '2nd degree polynomial'],
  ['^https?://[^\\s/?#]\\S*$', 'u', undefined],
  ['^[^\\s@]+@[^\\s@]+$', 'u', undefined],
];

/**
 * Installs and loads recheck. Throws an Error if it judges an expression otherwise than expected,
 * because then its other judgements mean nothing.
 */
export async function loadRecheck(): Promise<Check> {
  installApart(home);
  const load: (name: 'recheck') => { readonly check: Check } = createRequire(join(home, 'x.js'));
  const { check } = load('recheck');
  for (const [source, flags, reason] of known) {
    const wanted =
      reason === undefined ? [] : [`known: /${source}/${flags} is not linear: ${reason}.`];
    const faults = await faultsOf(check, [{ position: 'known', source, flags }]);
    if (faults.join() !== wanted.join()) {
      throw new Error(`recheck judges /${source}/${flags} otherwise: ${faults.join()}`);
    }
  }
  return check;
}
