import { asList, asObject, type JsonRecord, isRecord } from '../../../../platform/json';

/** The text with the characters that HTML reserves as entities. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A value as JSON in a block. */
export function jsonBlock(value: unknown): string {
  return `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`;
}

/** A part that readers open. */
export function opening(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`;
}

/** The attribute that tells the browser about how high a part is that it has not rendered yet. */
export function roughHeight(html: string): string {
  const rows = html.match(/<(?:dt|dd|p|h\d|summary)\b/g)?.length ?? 0;
  const height = Math.round((80 + rows * 28) / 50) * 50;
  return `style="contain-intrinsic-size:auto ${height}px"`;
}

/** Turns the texts of the contract into HTML: paragraphs, bold words, code, and links to anchors. */
export class Prose {
  /** `anchors` maps a name in code, such as an operation's id, to the id of its part. */
  constructor(private readonly anchors: ReadonlyMap<string, string>) {}

  /** A text of one paragraph. */
  line(text: string): string {
    return text
      .split(/`([^`]+)`/)
      .map((part, index) =>
        index % 2 === 1
          ? this.code(part)
          : escaped(part)
              .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
              .replaceAll(/\*([^*\s][^*]*)\*/g, '<i>$1</i>'),
      )
      .join('');
  }

  /** A text whose paragraphs are separated by empty lines. */
  paragraphs(text: string): string {
    return text
      .trim()
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => `<p>${this.line(paragraph)}</p>`)
      .join('\n');
  }

  /** A name as code, with a link to the part that describes it. */
  code(name: string): string {
    const anchor = this.anchors.get(name);
    const code = `<code>${escaped(name)}</code>`;
    return anchor === undefined ? code : `<a href="#${anchor}">${code}</a>`;
  }
}

/** An operation of the contract, with its path and method. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly value: JsonRecord;
}

/** A value of the contract, and the name of the component if it is a reference to one. */
interface Resolved {
  readonly name: string | undefined;
  readonly value: JsonRecord;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads the contract, whose form the generator has checked. */
export class ContractDocument {
  readonly operations: readonly Operation[];

  constructor(readonly root: JsonRecord) {
    this.operations = Object.entries(asObject(root['paths'])).flatMap(([path, item]) =>
      Object.entries(asObject(item))
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => {
          const value = asObject(operation);
          const [tag] = asList(value['tags']);
          return { id: textOf(value['operationId']), method, path, tag: textOf(tag), value };
        }),
    );
  }

  /** The components of a kind, such as `schemas`. */
  components(kind: string): JsonRecord {
    return asObject(asObject(this.root['components'])[kind]);
  }

  /** Follows a reference to a component. Anything else is returned as it is. */
  resolve(value: unknown): Resolved {
    const here = asObject(value);
    const { $ref: reference } = here;
    if (typeof reference !== 'string') return { name: undefined, value: here };
    const [kind = '', name = ''] = reference.split('/').slice(-2);
    const target = this.resolve(this.components(kind)[name]);
    return { name, value: target.value };
  }
}

/** The value as a text; anything else becomes an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return asList(value).filter((item) => typeof item === 'string');
}

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
