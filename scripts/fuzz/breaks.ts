import fc from 'fast-check';
import type { Draft } from './draft';
import type { Shape } from './contract';
import type { Break, Chance } from './break';
import { breaksOfBody } from './breaks-of-body';
import { breaksOfBytes, freeFieldsOf, hugeNumbers } from './breaks-of-bytes';
import { breaksOfTarget } from './breaks-of-target';
import { breaksOfHeaders } from './breaks-of-headers';

const all: Readonly<Record<string, Break>> = {
  ...breaksOfBody,
  ...breaksOfBytes,
  ...breaksOfTarget,
  ...breaksOfHeaders,
};

/** The fault to put into a request. */
export interface Fault {
  readonly name: string;
  readonly chance: Chance;
}

const chances = fc.record({ pick: fc.nat(10_000), other: fc.nat(10_000) });

/** Ways to break a request of the operation, mostly in its body if it has one. */
export function faultsFor(shape: Shape): fc.Arbitrary<Fault> {
  const named = (names: readonly string[]): fc.Arbitrary<Fault> =>
    fc.record({ name: fc.constantFrom(...names), chance: chances });
  const elsewhere = named([...Object.keys(breaksOfTarget), ...Object.keys(breaksOfHeaders)]);
  const bytes = named(Object.keys(breaksOfBytes));
  if (shape.method === 'get') return elsewhere;
  if (shape.body === undefined) {
    return fc.oneof({ weight: 3, arbitrary: elsewhere }, { weight: 1, arbitrary: bytes });
  }
  return fc.oneof(
    { weight: 5, arbitrary: named(Object.keys(breaksOfBody)) },
    { weight: 2, arbitrary: bytes },
    { weight: 3, arbitrary: elsewhere },
    { weight: freeFieldsOf(shape).length > 0 ? 4 : 0, arbitrary: named([hugeNumbers]) },
  );
}

/** The request with the fault, or the same request where the fault does not apply. */
export function applyFault(draft: Draft, { name, chance }: Fault, shape: Shape): Draft {
  return all[name]?.(draft, chance, shape) ?? draft;
}
