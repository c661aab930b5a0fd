import { asList, asObject, type JsonRecord } from '../../../../platform/json';
import type { PageParts } from '../html-page';
import { appendix, credentials } from './appendix';
import { ContractDocument, escaped, type Operation, Prose, roughHeight, textOf } from './markup';
import { operationPart, type Reference } from './operation-part';
import { referenceScript } from './reference-script';
import { referenceStyle } from './reference-style';

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
