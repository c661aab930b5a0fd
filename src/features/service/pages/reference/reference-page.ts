import { asList, asObject, type JsonRecord } from '../../../../platform/json';
import type { PageParts } from '../html-page';
import {
  ContractDocument,
  escaped,
  type Operation,
  Prose,
  roughHeight,
  textOf,
  schemaParts,
  typeOf,
} from './markup';
import { operationPart, type Reference, parameterList } from './operation-part';

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/**
 * The reference of all operations, as a page that needs no script. `isServed` is false for the copy
 * that is put on another host beside `openapi.json` and `openapi.yaml`.
 */
export function referencePage(document: JsonRecord, isServed: boolean): PageParts {
  const contract = new ContractDocument(document);
  const bodies = bodiesOf(contract);
  const prose = new Prose(anchorsOf(contract));
  const reference: Reference = { contract, prose, isServed, bodies };
  const tags = tagsOf(contract);
  const info = asObject(document['info']);
  const others = appendix(reference);
  const guide = isServed ? ` <a href="docs/agents">Callboard for agents</a>,` : '';
  const body = `<a class="skip" href="#reference">Skip to the reference</a>
<header>
<h1>${escaped(textOf(info['title']))} API</h1>
<p>${escaped(textOf(info['summary']))} Version ${escaped(textOf(info['version']))} of the contract:${guide}
<a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a>.</p>
</header>
<nav aria-label="Operations">
<div class="filter"><label for="filter">Filter the operations</label>
<input type="search" id="filter" autocomplete="off" spellcheck="false"><p role="status"></p></div>
<ul>
<li><a href="#about">About</a></li>
${tags.map((tag) => groupOf(tag)).join('\n')}
${others.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('\n')}
</ul>
</nav>
<main id="reference" tabindex="-1">
<section id="about"><h2>About</h2>
${about(reference, info)}
</section>
${tags.map((tag) => tagSection(tag, reference)).join('\n')}
${others.map(({ id, title, html }) => `<section id="${id}"><h2>${title}</h2>\n${html}\n</section>`).join('\n')}
</main>`;
  return {
    title: `${escaped(textOf(info['title']))} API`,
    head: referenceStyle,
    body,
    script: referenceScript,
  };
}

function about(reference: Reference, info: JsonRecord): string {
  const text = `${reference.prose.paragraphs(textOf(info['description']))}
<h3>Credentials</h3>
${credentials(reference)}`;
  return `<h3>Requests to paste</h3>
<p>Each operation has a request for a shell. It uses these variables, and one for each id in its path, such as <code>ID</code>.</p>
<pre tabindex="0"><code>export URL=<span class="address">http://localhost:3000</span>
export TOKEN=cb_...
export SESSION=...</code></pre>
<div class="lazy" ${roughHeight(text)}>
<h3>Rules of all operations</h3>
${text}
</div>`;
}

function groupOf({ name, operations }: Tag): string {
  const entries = operations.map(
    ({ id, method, path, value }) =>
      `<li><a href="#${id}" title="${method.toUpperCase()} ${escaped(path)}">${escaped(textOf(value['summary']))}</a></li>`,
  );
  return `<li><a href="#tag-${name}">${name}</a><ul>\n${entries.join('\n')}\n</ul></li>`;
}

function tagSection({ name, description, operations }: Tag, reference: Reference): string {
  return `<section id="tag-${name}"><h2>${name}</h2>
${reference.prose.paragraphs(description)}
${operations.map((operation) => operationPart(operation, reference)).join('\n')}
</section>`;
}

function tagsOf(contract: ContractDocument): readonly Tag[] {
  return asList(contract.root['tags']).map((given) => {
    const { name, description } = asObject(given);
    const operations = contract.operations.filter(({ tag }) => tag === name);
    return { name: textOf(name), description: textOf(description), operations };
  });
}

/** The named schemas of bodies, each with the first operation that takes it. */
function bodiesOf(contract: ContractDocument): ReadonlyMap<string, string> {
  const bodies = new Map<string, string>();
  for (const { id, value } of contract.operations) {
    const { content } = contract.resolve(value['requestBody']).value;
    for (const media of Object.values(asObject(content))) {
      const { name } = contract.resolve(asObject(media)['schema']);
      if (name !== undefined && !bodies.has(name)) bodies.set(name, id);
    }
  }
  return bodies;
}

/** The parts to which a name in a description leads. */
function anchorsOf(contract: ContractDocument): ReadonlyMap<string, string> {
  const codes = Object.values(asObject(contract.root['x-errors'])).flatMap((meanings) =>
    Object.keys(asObject(meanings)),
  );
  return new Map([
    ...Object.keys(contract.components('schemas')).map((name) => [name, `schema-${name}`] as const),
    ...codes.map((code) => [code, `error-${code}`] as const),
    ...contract.operations.map(({ id }) => [id, id] as const),
  ]);
}

/** The style of the reference. Parts that are off the screen are not rendered (`.lazy`). */
const referenceStyle = `<style>
:root { color-scheme: light dark; --text: #1c2024; --quiet: #5b6370; --line: #d5d9df; --back: #fff; --raised: #f4f6f8; --link: #0b57b8; --mark: #8a4b00;
  --get: #0b57b8; --post: #176b34; --put: #8a4b00; --patch: #6d3fb0; --delete: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #a3abb6; --line: #3a414a; --back: #14171a; --raised: #1e2328; --link: #84b8ff; --mark: #f0b35f;
    --get: #84b8ff; --post: #76cf92; --put: #f0b35f; --patch: #c4a4f5; --delete: #ff8f86; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 0.75rem; }
body { margin: 0; color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem; background: var(--back); z-index: 1; }
header, nav, main { padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 1rem 0 0; }
h2 { font-size: 1.45rem; margin: 3rem 0 0.5rem; padding-top: 0.75rem; border-top: 2px solid var(--line); }
main > section:first-child h2 { margin-top: 0; border: 0; }
h3 { font-size: 1.15rem; margin: 1.25rem 0 0.25rem; }
.lazy > h3:first-child { margin-top: 0; }
h4 { font-size: 0.95rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0.4rem 0; max-width: 48rem; }
code { font: 0.875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.4rem 0; padding: 0.6rem 0.75rem; max-height: 32rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--raised); }
pre code { overflow-wrap: normal; }
dl { margin: 0.25rem 0; max-width: 56rem; }
dt { margin-top: 0.5rem; }
dd { margin: 0 0 0 1rem; }
dd > p:first-child { margin-top: 0; }
dd dl { padding-left: 0.75rem; border-left: 2px solid var(--line); }
.fields dt > code:first-child { font-weight: 600; }
.errors a { font: 0.875rem/1.4 ui-monospace, monospace; }
.variant { margin: 0.5rem 0; padding-left: 0.75rem; border-left: 2px solid var(--line); }
.type, .limits, .callers { color: var(--quiet); font-size: 0.9rem; }
.type { font-weight: 400; }
.required { color: var(--mark); font-size: 0.85rem; }
.lazy { content-visibility: auto; }
article, section .lazy { padding: 1.5rem 0 0.5rem; }
.call { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; }
.tools { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; }
.self, .tools a { display: inline-block; padding: 0.2rem 0; }
.self { font-size: 0.85rem; }
.method { font: 600 0.85rem/1.4 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
summary { cursor: pointer; padding: 0.2rem 0; color: var(--link); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: inline-block; padding: 0.15rem 0; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
nav > ul > li { display: inline-block; margin-right: 0.75rem; vertical-align: top; }
nav ul ul { display: none; }
nav.filtered > ul > li { display: block; }
nav.filtered ul ul { display: block; padding-left: 0.75rem; }
label { display: block; font-size: 0.9rem; color: var(--quiet); }
input { width: 100%; padding: 0.45rem 0.5rem; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--quiet); border-radius: 4px; }
button { padding: 0.25rem 0.6rem; font: inherit; font-size: 0.9rem; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 4px; cursor: pointer; }
.copy, .filter { display: none; }
.scripted .copy { display: inline-block; }
.scripted .filter { display: block; margin: 0.75rem 0; }
.filter p { min-height: 1.5em; margin: 0.2rem 0; font-size: 0.9rem; color: var(--quiet); }
@media (min-width: 60rem) {
  body { display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding-bottom: 2rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
  nav > ul > li { display: block; margin: 0.75rem 0 0; }
  nav > ul > li > a { font-weight: 600; }
  nav ul ul { display: block; padding-left: 0.75rem; }
  main { padding: 1rem 2rem 6rem; }
}
@media print { nav, .tools { display: none; } .lazy { content-visibility: visible; } pre { max-height: none; } }
</style>`;

/** A section of the page. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** The sections that follow those of the operations. */
function appendix(reference: Reference): readonly Section[] {
  return [webhooks(reference), errors(reference), headers(reference), schemas(reference)];
}

/** The ways in which callers prove who they are. */
function credentials({ contract, prose }: Reference): string {
  const shown = Object.entries(contract.components('securitySchemes')).map(
    ([name, scheme]) =>
      `<dt id="scheme-${name}"><code>${escaped(name)}</code></dt><dd>${prose.paragraphs(textOf(asObject(scheme)['description']))}</dd>`,
  );
  return `<dl class="fields">\n${shown.join('\n')}\n</dl>`;
}

function webhooks(reference: Reference): Section {
  const { contract, prose } = reference;
  const messages = Object.entries(asObject(contract.root['webhooks'])).map(([kind, item]) => {
    const [operation] = Object.values(asObject(item));
    return { kind, value: asObject(operation) };
  });
  const [first] = messages;
  const responses = Object.entries(asObject(first?.value['responses'])).map(
    ([status, response]) =>
      `<dt>${escaped(status)}</dt><dd>${prose.paragraphs(textOf(contract.resolve(response).value['description']))}</dd>`,
  );
  const kinds = messages.map(({ kind, value }) => {
    const [body] = Object.values(
      asObject(contract.resolve(value['requestBody']).value['content']),
    ).map(asObject);
    const { allOf } = asObject(body?.['schema']);
    const [message = body?.['schema']] = asList(allOf);
    const text = textOf(value['description']);
    const said = text === `The message \`${kind}\`.` ? '' : prose.line(text);
    return `<dt><code>${escaped(kind)}</code> <span class="type">${typeOf(message, prose)}</span></dt><dd>${said}</dd>`;
  });
  return {
    id: 'messages',
    title: 'Messages to webhooks',
    html: [
      `<h3>Headers of a message</h3>`,
      parameterList(first?.value['parameters'], reference),
      `<h3>Responses of the receiver</h3>`,
      `<dl class="statuses">${responses.join('\n')}</dl>`,
      `<h3>Kinds of messages</h3>`,
      lazy(`<dl class="fields kinds">\n${kinds.join('\n')}\n</dl>`),
    ].join('\n'),
  };
}

function errors({ contract, prose }: Reference): Section {
  const shown = Object.entries(asObject(contract.root['x-errors'])).map(([status, meanings]) => {
    const codes = Object.entries(asObject(meanings)).map(
      ([code, meaning]) =>
        `<dt id="error-${code}"><code>${code}</code></dt><dd>${prose.line(textOf(meaning))}</dd>`,
    );
    return `<h3>${status}</h3>\n<dl class="fields">\n${codes.join('\n')}\n</dl>`;
  });
  return { id: 'errors', title: 'Errors', html: lazy(shown.join('\n')) };
}

function headers({ contract, prose }: Reference): Section {
  const shown = Object.entries(contract.components('headers')).map(([name, header]) => {
    const { description, schema } = contract.resolve(header).value;
    return `<dt id="header-${name}"><code>${escaped(name)}</code> <span class="type">${typeOf(schema, prose)}</span></dt><dd>${prose.paragraphs(textOf(description))}</dd>`;
  });
  return {
    id: 'headers',
    title: 'Headers of responses',
    html: lazy(`<dl class="fields">\n${shown.join('\n')}\n</dl>`),
  };
}

function schemas({ contract, prose, bodies }: Reference): Section {
  const shown = Object.entries(contract.components('schemas'))
    .filter(([name]) => !bodies.has(name))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, schema]) => {
      const content = `<h3>${name} <span class="type">${typeOf(schema, prose)}</span></h3>\n${schemaParts(schema, prose)}`;
      return `<section class="lazy" id="schema-${name}" ${roughHeight(content)}>\n${content}\n</section>`;
    });
  return { id: 'schemas', title: 'Schemas', html: shown.join('\n') };
}

function lazy(content: string): string {
  return `<div class="lazy" ${roughHeight(content)}>\n${content}\n</div>`;
}

/** The script of the reference. The page works without it: it filters the list, and copies. */
export const referenceScript = `
document.documentElement.classList.add('scripted');
const served = /\\/docs$/;
if (served.test(location.pathname)) {
  const address = location.origin + location.pathname.replace(served, '');
  for (const shown of document.querySelectorAll('.address')) shown.textContent = address;
}
const nav = document.querySelector('nav');
const field = nav.querySelector('input');
const said = nav.querySelector('[role=status]');
const groups = [...nav.querySelectorAll(':scope > ul > li')].map((item) => ({
  item,
  name: item.firstElementChild.textContent.toLowerCase(),
  entries: [...item.querySelectorAll('li')].map((entry) => {
    const link = entry.firstElementChild;
    const text = [link.textContent, link.hash.slice(1), link.title].join(' ').toLowerCase();
    return { entry, text };
  }),
}));
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  let count = 0;
  for (const { item, name, entries } of groups) {
    const matches = (text) => words.every((word) => text.includes(word));
    let shown = 0;
    for (const { entry, text } of entries) {
      entry.hidden = !matches(name + ' ' + text);
      if (!entry.hidden) shown += 1;
    }
    item.hidden = shown === 0 && !matches(name);
    count += shown;
  }
  nav.classList.toggle('filtered', words.length > 0);
  said.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations';
};
field.addEventListener('input', filter);
field.addEventListener('keydown', (event) => {
  if (event.isComposing || event.keyCode === 229 || event.key !== 'Enter') return;
  const first = nav.querySelector('li:not([hidden]) li:not([hidden]) > a');
  if (first !== null) first.click();
});
filter();
document.addEventListener('click', async ({ target }) => {
  if (!target.matches('.copy')) return;
  const code = target.closest('article').querySelector('h4:last-of-type + pre code');
  getSelection().selectAllChildren(code);
  // Without a secure context, the text is selected and the keys of the system copy it.
  if (navigator.clipboard === undefined) return;
  await navigator.clipboard.writeText(code.textContent);
  target.textContent = 'Copied';
  setTimeout(() => { target.textContent = 'Copy'; }, 2000);
});
`;
