import { asList, asObject } from '../../../../platform/json';
import { escaped, roughHeight, textOf } from './markup';
import { parameterList, type Reference } from './operation-part';
import { schemaParts, typeOf } from './schema-parts';

/** A section of the page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** The sections that follow those of the operations. */
export function appendix(reference: Reference): readonly Section[] {
  return [webhooks(reference), errors(reference), headers(reference), schemas(reference)];
}

/** The ways in which callers prove who they are. */
export function credentials({ contract, prose }: Reference): string {
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
