import type { JsonRecord } from '../../src/platform/json';
import { asList, asObject } from '../generate/json';
import type { Shape } from './contract';
import { fieldsOf, type Draft } from './draft';
import { chosen, type Break } from './break';
import { setOwn } from './pool';
import { branchesOf } from './schema';
import { unusualTexts, pathologicalTexts } from './text';
import { beyond, oddValues } from './wrong-values';

const unknownNames = [
  'nonsense',
  '',
  'ID',
  'title ',
  'Title',
  'workspace_id',
  'version',
  '\0',
  '\ud800',
];

/** Faults in the content of a body. */
export const breaksOfBody: Readonly<Record<string, Break>> = {
  'a value of another kind': (draft, { pick, other }, shape) =>
    withField(draft, chosen(namesOf(shape), pick), () => chosen(oddValues, other)),

  'a value beyond its bounds': (draft, { pick, other }, shape) =>
    withField(draft, chosen(namesOf(shape), pick), (name) =>
      chosen(beyond(propertiesOf(shape)[name]), other),
    ),

  'a pathological text': (draft, { pick, other }, shape) =>
    withField(draft, chosen(namesOf(shape), pick), () => chosen(pathologicalTexts, other)),

  'a very long list': (draft, { pick, other }, shape) =>
    withField(draft, chosen(namesOf(shape), pick), () =>
      Array.from({ length: 5000 }, (_, index) => chosen([1, String(index), {}, 'x'], other)),
    ),

  'a missing field': (draft, { pick }, shape) => {
    const fields = fieldsOf(draft);
    const name = chosen(asList(shape.body?.schema['required']).map(String), pick);
    if (fields === undefined || name === undefined) return undefined;
    return { ...draft, body: without(fields, name) };
  },

  'an unknown field': (draft, { pick, other }) =>
    withField(draft, chosen([...unknownNames, ...unusualTexts], pick), () =>
      chosen(oddValues, other),
    ),

  'an unknown field within a field': (draft, { pick, other }) => {
    const inner = Object.entries(fieldsOf(draft) ?? {}).filter(([, value]) => isObject(value));
    const [name, value] = chosen(inner, pick) ?? [];
    const fields = withOwn(asObject(value), chosen(unknownNames, other) ?? '', 1);
    return withField(draft, name, () => fields);
  },

  'another body': (draft, { pick }) => ({ ...draft, body: chosen(oddValues, pick) }),

  'no body': (draft) => {
    const { body: _, ...rest } = draft;
    return rest;
  },
};

function withField(
  draft: Draft,
  name: string | undefined,
  value: (name: string) => unknown,
): Draft | undefined {
  if (name === undefined) return undefined;
  return { ...draft, body: withOwn(fieldsOf(draft) ?? {}, name, value(name)) };
}

function withOwn(fields: JsonRecord, name: string, value: unknown): JsonRecord {
  const copy = without(fields, name);
  setOwn(copy, name, value);
  return copy;
}

function without(fields: JsonRecord, name: string): JsonRecord {
  const copy: JsonRecord = {};
  for (const [key, value] of Object.entries(fields)) if (key !== name) setOwn(copy, key, value);
  return copy;
}

/** The schemas of all fields that a body of the operation may have. */
export function propertiesOf(shape: Shape): JsonRecord {
  return Object.assign(
    {},
    ...branchesOf(shape.body?.schema).map((way) => asObject(way['properties'])),
  );
}

function namesOf(shape: Shape): string[] {
  return Object.keys(propertiesOf(shape));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
