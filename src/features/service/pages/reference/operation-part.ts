import { asList, asObject, type JsonRecord } from '../../../../platform/json';
import {
  type ContractDocument,
  escaped,
  jsonBlock,
  opening,
  type Operation,
  type Prose,
  roughHeight,
  textOf,
  textsOf,
  linkTo,
  schemaParts,
  term,
  typeOf,
} from './markup';

/** What all parts of a reference need. */
export interface Reference {
  readonly contract: ContractDocument;
  readonly prose: Prose;
  /** Whether a server of ours sends the page, so that operations can be tried out. */
  readonly isServed: boolean;
  /** The schemas of bodies that are shown at their operation, with its id. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** The article of an operation. */
export function operationPart(operation: Operation, reference: Reference): string {
  const { id, method, path, value } = operation;
  const { prose, contract } = reference;
  const content = [
    `<h3>${prose.line(textOf(value['summary']))}</h3>`,
    `<p class="call"><b class="method ${method}">${method.toUpperCase()}</b> <code>${breakable(path)}</code> <a class="self" href="#${id}">${id}</a></p>`,
    prose.paragraphs(textOf(value['description'])),
    `<p class="callers">${callersOf(value, contract)}</p>`,
    parametersPart(value, reference),
    bodyPart(operation, reference),
    responsesPart(value, reference),
    errorsPart(value, reference),
    requestPart(operation, reference),
  ]
    .filter((part) => part !== '')
    .join('\n');
  return `<article class="lazy" id="${id}" ${roughHeight(content)}>\n${content}\n</article>`;
}

/** A list of parameters. */
export function parameterList(given: unknown, { contract, prose }: Reference): string {
  const shown = asList(given).map((entry) => {
    const { name, in: place, required, description, schema } = contract.resolve(entry).value;
    const type = `${typeOf(schema, prose)}, ${escaped(textOf(place))}`;
    const said = prose.paragraphs(textOf(description));
    // A schema with a name of its own is described there.
    const limits = '$ref' in asObject(schema) ? '' : schemaParts(schema, prose);
    return `${term(textOf(name), type, required === true)}<dd>${said}${limits}</dd>`;
  });
  return `<dl class="fields">\n${shown.join('\n')}\n</dl>`;
}

/** The examples of a body, to open. */
function examplesOf(media: JsonRecord, contract: ContractDocument): string {
  return Object.values(asObject(media['examples']))
    .map((given) => contract.resolve(given).value)
    .map(({ summary, value }) => {
      const name = textOf(summary);
      const title = name === '' ? 'Example' : `Example: ${escaped(name)}`;
      return opening(title, typeof value === 'string' ? textBlock(value) : jsonBlock(value));
    })
    .join('\n');
}

/** A path that may be broken after each slash. */
function breakable(path: string): string {
  return escaped(path).replaceAll(/\/(?=.)/g, '/<wbr>');
}

function callersOf(value: JsonRecord, contract: ContractDocument): string {
  const accepted = asList(value['security'] ?? contract.root['security']).map(asObject);
  const named = accepted.map((schemes) =>
    Object.entries(schemes)
      .map(([name, scopes]) => {
        const all = textsOf(scopes);
        const needed = all.length === 0 ? '' : ` (${escaped(all.join(', '))})`;
        return `<a href="#scheme-${name}">${name}</a>${needed}`;
      })
      .join(' and '),
  );
  const callers = named.map((name) => (name === '' ? 'no credentials' : name)).join(' or ');
  const said = [`Credentials: ${callers === '' ? 'none' : callers}.`];
  const restricted = textOf(value['x-restricted-to']);
  if (restricted !== '') said.push(`Only for ${escaped(restricted)}.`);
  if (value['x-beyond-storage-limit'] === true) said.push('Succeeds at the limit of storage.');
  return said.join(' ');
}

function parametersPart(value: JsonRecord, reference: Reference): string {
  if (asList(value['parameters']).length === 0) return '';
  return `<h4>Parameters</h4>\n${parameterList(value['parameters'], reference)}`;
}

function bodyPart({ id, value }: Operation, reference: Reference): string {
  const { contract, prose, bodies } = reference;
  const { content, required, description } = contract.resolve(value['requestBody']).value;
  const types = Object.entries(asObject(content));
  const [[, first] = []] = types;
  if (first === undefined) return '';
  const media = asObject(first);
  const { name, value: schema } = contract.resolve(media['schema']);
  const isHere = name === undefined || bodies.get(name) === id;
  const fields = isHere ? schemaParts(schema, prose) : `<p>${linkTo(name)}</p>`;
  const anchor = isHere && name !== undefined ? ` id="schema-${name}"` : '';
  const title = isHere && name !== undefined ? ` <span class="type">${name}</span>` : '';
  const media_ = types.map(([type]) => `<code>${escaped(type)}</code>`).join(' or ');
  return [
    `<div${anchor}><h4>Body${title}</h4>`,
    `<p class="type">${media_}${required === true ? ', required' : ''}</p>`,
    prose.paragraphs(textOf(description)),
    fields,
    `</div>`,
    examplesOf(media, contract),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function responsesPart(value: JsonRecord, reference: Reference): string {
  const { contract, prose } = reference;
  const shown = Object.entries(asObject(value['responses']))
    // The list of errors describes the others.
    .filter(([status, response]) => Number(status) < 400 || !('$ref' in asObject(response)))
    .map(([status, response]) => {
      const { description, content, headers } = contract.resolve(response).value;
      const bodies = Object.entries(asObject(content)).map(([type, given]) => {
        const media = asObject(given);
        return `<p class="type"><code>${escaped(type)}</code> ${typeOf(media['schema'], prose)}</p>
${examplesOf(media, contract)}`;
      });
      const names = Object.keys(asObject(headers)).map((name) => headerLink(name, headers));
      const sent = names.length === 0 ? '' : `<p class="type">Headers: ${names.join(', ')}</p>`;
      return `<dt>${escaped(status)}</dt><dd>${prose.paragraphs(textOf(description))}${bodies.join('')}${sent}</dd>`;
    });
  return `<h4>Responses</h4>\n<dl class="statuses">\n${shown.join('\n')}\n</dl>`;
}

function headerLink(name: string, headers: unknown): string {
  const { $ref: component } = asObject(asObject(headers)[name]);
  const shown = `<code>${escaped(name)}</code>`;
  if (typeof component !== 'string') return shown;
  return `<a href="#header-${component.split('/').at(-1) ?? ''}">${shown}</a>`;
}

function errorsPart(value: JsonRecord, { contract, prose }: Reference): string {
  const codes = new Set(textsOf(value['x-error-codes']));
  const own = new Set(textsOf(value['x-own-error-codes']));
  if (codes.size === 0) return '';
  const all = Object.entries(asObject(contract.root['x-errors'])).flatMap(([status, meanings]) =>
    Object.entries(asObject(meanings))
      .filter(([code]) => codes.has(code))
      .map(([code, meaning]) => ({ status, code, meaning: textOf(meaning) })),
  );
  const list = (shown: typeof all) =>
    `<dl class="statuses errors">\n${shown
      .map(
        ({ status, code, meaning }) =>
          `<dt>${status} <a href="#error-${code}">${code}</a></dt><dd>${prose.line(meaning)}</dd>`,
      )
      .join('\n')}\n</dl>`;
  const first = all.filter(({ code }) => own.has(code));
  const others = all.filter(({ code }) => !own.has(code));
  const statuses = [...new Set(others.map(({ status }) => status))].join(', ');
  return [
    '<h4>Errors</h4>',
    first.length === 0 ? '' : list(first),
    others.length === 0 ? '' : opening(`Errors of many operations: ${statuses}`, list(others)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function requestPart(operation: Operation, { contract, isServed }: Reference): string {
  const { id, tag } = operation;
  const attempt = isServed ? ` <a href="docs/try#/${tag}/${id}">Try it out</a>` : '';
  return `<h4>Request</h4>
<pre tabindex="0"><code>${escaped(curlLine(operation, contract))}</code></pre>
<p class="tools"><button type="button" class="copy">Copy</button>${attempt}</p>`;
}

function textBlock(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
}

/** A request to paste into a shell, with the variables `URL`, `TOKEN` and `SESSION`. */
export function curlLine({ id: _id, ...operation }: Operation, contract: ContractDocument): string {
  const { method, path, value: facts } = operation;
  const parameters = asList(facts['parameters']).map((given) => contract.resolve(given).value);
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .flatMap(({ name, example }) => {
      const values = Array.isArray(example) ? asList(example) : [example];
      return values.map((value) => `${textOf(name)}=${encodeURIComponent(shown(value))}`);
    });
  // The names of variables in the shell stand for ids.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const address = `"$URL${filled}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const parts = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...credentials(operation, contract),
    ...bodyOf(operation, contract),
    address,
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function credentials(
  { method, value }: Omit<Operation, 'id'>,
  contract: ContractDocument,
): readonly string[] {
  const accepted = asList(value['security'] ?? contract.root['security']);
  const schemes = accepted.flatMap((given) => Object.keys(asObject(given)));
  if (schemes.includes('bearerToken')) return ['-H "Authorization: Bearer $TOKEN"'];
  if (!schemes.includes('sessionCookie')) return [];
  const cookie = '-b "__Host-callboard_session=$SESSION"';
  return method === 'get' ? [cookie] : [cookie, '-H "Origin: $URL"'];
}

function bodyOf({ value }: Omit<Operation, 'id'>, contract: ContractDocument): readonly string[] {
  const body = contract.resolve(value['requestBody']).value;
  const [[type, media] = []] = Object.entries(asObject(body['content']));
  if (type === undefined) return [];
  const [example] = Object.values(asObject(asObject(media)['examples']));
  const { value: sample } = contract.resolve(example).value;
  const header = `-H 'Content-Type: ${type}'`;
  if (sample === undefined) return [header, `-d '{}'`];
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(asObject(sample));
    return fields.map(([name, field]) => `--data-urlencode ${quoted(`${name}=${shown(field)}`)}`);
  }
  return [header, `-d ${quoted(JSON.stringify(sample))}`];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
