import { asObject } from '../generate/json';
import { parametersIn, resolve } from './contract';
import { chosen, type Break } from './break';
import { unusualTexts, pathologicalTexts } from './text';
import { beyond } from './wrong-values';

const rawIds = [
  '',
  '%',
  '%zz',
  '%00',
  'x%00',
  '%ff',
  '%ed%a0%80',
  '%c0%af',
  '.',
  '..',
  '%2e%2e',
  '%2e%2e%2fagents',
  '%2F',
  'x%2Fy',
  'x%5Cy',
  'x;y=1',
  'x%3Fy%23z',
  '%0d%0aX:1',
  '%20',
  "'",
  '"',
  '\u00e9',
  'null',
  'undefined',
  '-1',
  '__proto__',
  'batch',
  'accept',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(5000),
  '%F0%9D%84%9E'.repeat(200),
  '%F0%9D%84%9E'.repeat(201),
  ...unusualTexts.map(encodeURIComponent),
];

const rawPairs: readonly (readonly [string, string])[] = [
  ['nonsense', '1'],
  ['', ''],
  ['', 'x'],
  ['limit[]', '1'],
  ['LIMIT', '1'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['%', 'x'],
  ['x', '%'],
  ['x', '%ff'],
  ['%00', '1'],
  ['access_token', 'x'],
];

const rawValues = [
  '',
  '%00',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '+',
  '1e9',
  '1e400',
  '0x10',
  '5.0',
  '%205',
  '-0',
  'NaN',
  '1,2',
  'null',
  'true',
  'TRUE',
  'yes',
  '[]',
  '9'.repeat(400),
  'x'.repeat(4001),
  ...unusualTexts.map(encodeURIComponent),
];

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PURGE',
  'SEARCH',
];

/** Faults in the path, the query and the method. */
export const breaksOfTarget: Readonly<Record<string, Break>> = {
  'a hostile id': (draft, { pick, other }, shape) => {
    const name = chosen(parametersIn(shape, 'path'), pick)?.name;
    if (name === undefined) return undefined;
    return { ...draft, path: { ...draft.path, [name]: chosen(rawIds, other) ?? '' } };
  },

  'an unknown parameter': (draft, { pick }) => ({
    ...draft,
    query: [...draft.query, chosen(rawPairs, pick) ?? ['x', '']],
  }),

  'a wrong parameter': (draft, { pick, other }, shape) => {
    const parameter = chosen(parametersIn(shape, 'query'), pick);
    if (parameter === undefined) return undefined;
    const { name, schema } = parameter;
    const outer = beyond(schema).filter((value) => !Array.isArray(value));
    const inner = beyond(asObject(resolve(schema)['items']));
    const values = [...outer, ...inner].map((value) => encodeURIComponent(String(value)));
    const rest = draft.query.filter(([other]) => other !== name);
    return { ...draft, query: [...rest, [name, chosen([...values, ...rawValues], other) ?? '']] };
  },

  'a repeated parameter': (draft, { pick, other }, shape) => {
    const name = chosen(parametersIn(shape, 'query'), pick)?.name ?? 'x';
    const again = Array.from({ length: 2 + (other % 60) }, (): [string, string] => [name, '1']);
    return { ...draft, query: [...draft.query, ...again] };
  },

  'very many parameters': (draft, { pick, other }, shape) => {
    const name = chosen([...parametersIn(shape, 'query').map((one) => one.name), 'a', ''], pick);
    const count = [499, 500, 501, 4000][other % 4] ?? 0;
    const again = Array.from({ length: count }, (_, index): [string, string] =>
      other % 3 === 0 ? [String(index), ''] : [name ?? 'a', ''],
    );
    return { ...draft, query: [...draft.query, ...again] };
  },

  'a pathological parameter': (draft, { pick, other }, shape) => {
    const name = chosen(parametersIn(shape, 'query'), pick)?.name ?? 'x';
    const value = encodeURIComponent((chosen(pathologicalTexts, other) ?? '').slice(0, 3000));
    return { ...draft, query: [...draft.query, [name, value]] };
  },

  'a missing parameter': (draft, { pick }, shape) => {
    const needed = parametersIn(shape, 'query').filter(({ required }) => required);
    const name = chosen(needed, pick)?.name;
    if (name === undefined) return undefined;
    return { ...draft, query: draft.query.filter(([other]) => other !== name) };
  },

  'another method': (draft, { pick }) => ({ ...draft, method: chosen(methods, pick) ?? 'PUT' }),
};
