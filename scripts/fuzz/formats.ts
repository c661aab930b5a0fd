import fc from 'fast-check';
import { unusualTexts } from './text';

const anyOdd = fc.constantFrom(...unusualTexts);

/** URLs, including unusual ones. */
export const urls = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(fc.constantFrom('http://h', 'https://x'), anyOdd)
    .map(([start, odd]) => `${start}${odd.replaceAll(/\s/g, '')}`),
  fc.constant(`https://example.com/${'x'.repeat(1980)}`),
);

/** Email addresses, including unusual ones. */
export const addresses = fc.oneof(
  fc.emailAddress(),
  fc
    .tuple(anyOdd, anyOdd)
    .map((parts) => parts.map((odd) => `x${odd.replaceAll(/[\s@]/g, '')}`).join('@')),
  fc.constant(`${'x'.repeat(308)}@example.com`),
);

/** Dates (ISO 8601) as the contract restricts them. */
export const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

const edges = ['1000-01-01', '2999-12-31T23:59:59.999Z', '2024-02-29', '1970-01-01', '1582-10-10'];

const two = (value: number): string => String(value).padStart(2, '0');

/** Date-times of RFC 3339 as the contract restricts them. */
export const timestamps = fc
  .record({
    at: fc.oneof(
      fc.date({ min: new Date('1000-01-02'), max: new Date('2999-12-30'), noInvalidDate: true }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom(...edges.map((at) => new Date(at))),
    ),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,9}$/)),
    offset: fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(
          fc.constantFrom('+', '-'),
          fc.integer({ min: 0, max: 23 }),
          fc.integer({ min: 0, max: 59 }),
        )
        .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
    ),
  })
  .map(({ at, fraction, offset }) => `${at.toISOString().slice(0, 19)}${fraction}${offset}`);
