import { asList, asObject, isRecord, type JsonRecord } from '../../../../platform/json';
import { escaped, jsonBlock, opening, type Prose, textOf, textsOf } from './markup';

// What JSON Schema can say beyond fields is shown as it stands in the contract.
const conditions = ['if', 'then', 'else', 'not', 'dependentRequired', 'dependentSchemas'];

const limits = [
  ['minLength', 'at least', 'characters'],
  ['maxLength', 'at most', 'characters'],
  ['minimum', 'at least', ''],
  ['maximum', 'at most', ''],
  ['minItems', 'at least', 'items'],
  ['maxItems', 'at most', 'items'],
  ['minProperties', 'at least', 'fields'],
  ['maxProperties', 'at most', 'fields'],
] as const;

/** The type of a schema in a few words, with links to the schemas that it refers to. */
export function typeOf(schema: unknown, prose: Prose): string {
  const value = asObject(schema);
  const idOf = textOf(value['x-id-of']);
  const suffix = idOf === '' ? '' : ` of ${escaped(idOf)}`;
  const { $ref: reference } = value;
  if (typeof reference === 'string') return `${linkTo(reference)}${suffix}`;
  if ('const' in value) return constant(value['const']);
  if (isRecord(value['items'])) return nullable(value, `array of ${typeOf(value['items'], prose)}`);
  for (const [key, joint] of [
    ['oneOf', ' or '],
    ['anyOf', ' or '],
    ['allOf', ' with '],
  ] as const) {
    const members = asList(value[key]);
    if (members.length > 0) return joined(members, joint, prose);
  }
  const types = Array.isArray(value['type']) ? textsOf(value['type']) : [textOf(value['type'])];
  const format = textOf(value['format']);
  const name = types.filter((type) => type !== '').join(' or ');
  return `${name === '' ? 'any value' : name}${format === '' ? '' : ` (${escaped(format)})`}${suffix}`;
}

/** A link to the schema that a reference names, or that has the field that it names. */
export function linkTo(reference: string): string {
  const [name = '', , field] = reference.replace('#/components/schemas/', '').split('/');
  const text = field === undefined ? name : `${name}.${field}`;
  return `<a href="#schema-${name}">${text}</a>`;
}

/** What a schema says: its description, its limits and its fields. */
export function schemaParts(schema: unknown, prose: Prose): string {
  const value = asObject(schema);
  const text = textOf(value['description']);
  const said = limitsOf(value);
  return [
    text === '' ? '' : prose.paragraphs(text),
    said === '' ? '' : `<p class="limits">${said}</p>`,
    fieldsOf(value, prose),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The name, the type and the mark of a field, as the term of a list. */
export function term(name: string, type: string, isRequired: boolean): string {
  const mark = isRequired ? ' <b class="required">required</b>' : '';
  return `<dt><code>${escaped(name)}</code> <span class="type">${type}</span>${mark}</dt>`;
}

function fieldsOf(value: JsonRecord, prose: Prose): string {
  const required = new Set(textsOf(value['required']));
  const fields = Object.entries(asObject(value['properties'])).map(
    ([name, field]) =>
      `${term(name, typeOf(field, prose), required.has(name))}<dd>${schemaParts(field, prose)}</dd>`,
  );
  const members = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    asList(value[key]).map((member) => memberOf(key, asObject(member), prose)),
  );
  const { items } = value;
  const rules = Object.fromEntries(
    conditions.filter((key) => key in value).map((key) => [key, value[key]]),
  );
  return [
    fields.length === 0 ? '' : `<dl class="fields">\n${fields.join('\n')}\n</dl>`,
    ...members,
    isRecord(items) && !('$ref' in items) ? schemaParts(items, prose) : '',
    Object.keys(rules).length === 0 ? '' : opening('Rules between fields', jsonBlock(rules)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function memberOf(key: string, member: JsonRecord, prose: Prose): string {
  const { $ref: reference } = member;
  if (typeof reference === 'string') {
    return key === 'allOf' ? `<p>Has all fields of ${linkTo(reference)}.</p>` : '';
  }
  const parts = schemaParts(member, prose);
  return key === 'allOf' || parts === '' ? parts : `<div class="variant">${parts}</div>`;
}

function joined(members: readonly unknown[], joint: string, prose: Prose): string {
  const names = members
    .filter((member) => !conditions.some((key) => key in asObject(member)))
    .map((member) => typeOf(member, prose));
  const all = new Set(names);
  // Object stands for further fields, which the list below shows.
  if (joint === ' with ' && all.size > 1) all.delete('object');
  return [...all].join(joint);
}

function nullable(value: JsonRecord, type: string): string {
  return textsOf(value['type']).includes('null') ? `${type} or null` : type;
}

function limitsOf(value: JsonRecord): string {
  const said = limits
    .filter(([key]) => typeof value[key] === 'number')
    .map(([key, word, unit]) => {
      const counted = value[key] === 1 ? unit.slice(0, -1) : unit;
      return `${word} ${String(value[key])} ${counted}`.trim();
    });
  const choices = asList(value['enum']);
  if (choices.length > 0) said.push(`one of ${choices.map(constant).join(', ')}`);
  if (value['uniqueItems'] === true) said.push('no item twice');
  const pattern = textOf(value['pattern']);
  if (pattern !== '') said.push(`matches <code>${escaped(pattern)}</code>`);
  if ('default' in value) said.push(`default ${constant(value['default'])}`);
  const text = said.join('; ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function constant(value: unknown): string {
  return `<code>${escaped(JSON.stringify(value))}</code>`;
}
