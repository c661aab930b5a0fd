import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { curlLine } from '../../src/features/service/pages/reference/operation-part';
import { ContractDocument } from '../../src/features/service/pages/reference/markup';
import { htmlText } from '../../src/features/service/pages/html-page';
import { referencePage } from '../../src/features/service/pages/reference/reference-page';
import { asList, asObject, type JsonRecord } from '../../src/platform/json';

const document: JsonRecord = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'generated', 'openapi.json'), 'utf8'),
);
const contract = new ContractDocument(document);
const html = htmlText(referencePage(document, true));

/** The HTML of the part with an id, up to the next one of its kind. */
function partOf(id: string): string {
  const [, rest = ''] = html.split(`id="${id}"`);
  return rest.split('<article ')[0] ?? '';
}

/** The text of HTML, without marks and entities. */
function textOf(part: string): string {
  return part
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const plain = (text: string): string => text.replaceAll(/`|\*\*/g, '').replaceAll(/\s+/g, ' ');

describe('The reference', () => {
  test('has each operation with its parameters, body, responses and errors', () => {
    expect(contract.operations.length).toBeGreaterThan(160);
    const errors = Object.values(asObject(document['x-errors'])).map(asObject);
    for (const { id, method, path, value } of contract.operations) {
      const part = partOf(id);
      const text = textOf(part).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`${method.toUpperCase()} ${path} ${id}`);
      expect(text).toContain(plain(String(value['summary'])));
      expect(text).toContain(plain(String(value['description'])).trim());
      for (const given of asList(value['parameters'])) {
        const { name, in: place } = contract.resolve(given).value;
        expect(part).toContain(`<dt><code>${String(name)}</code>`);
        expect(text).toContain(`, ${String(place)}`);
      }
      const { content } = contract.resolve(value['requestBody']).value;
      const [body] = Object.values(asObject(content)).map(asObject);
      if (body !== undefined) {
        const { name, value: schema } = contract.resolve(body['schema']);
        const fields = textOf(html.split(`id="schema-${name}"`)[1]?.slice(0, 100_000) ?? text);
        for (const field of Object.keys(asObject(schema['properties'])))
          expect(fields).toContain(field);
        expect(name === undefined || part.includes(`schema-${name}"`)).toBe(true);
      }
      for (const [status, response] of Object.entries(asObject(value['responses']))) {
        if (Number(status) >= 400) continue;
        expect(part).toContain(`<dt>${status}</dt>`);
        for (const media of Object.values(
          asObject(contract.resolve(response).value['content']),
        ).map(asObject)) {
          const { name } = contract.resolve(media['schema']);
          if (name !== undefined) expect(part).toContain(`href="#schema-${name}"`);
          for (const given of Object.values(asObject(media['examples']))) {
            const { value: example } = contract.resolve(given).value;
            const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
            expect(textOf(part)).toContain(shown);
          }
        }
      }
      for (const code of asList(value['x-error-codes']).map(String)) {
        const meaning = errors.find((codes) => code in codes)?.[code];
        expect(part).toContain(`href="#error-${code}"`);
        expect(text).toContain(plain(String(meaning)));
      }
      expect(textOf(part)).toContain(curlLine({ id, method, path, value, tag: '' }, contract));
    }
  });

  test('has a description of each tag, each schema once, and no dead link', () => {
    const descriptions = asList(document['tags']).map((tag) =>
      plain(String(asObject(tag)['description'])),
    );
    expect(new Set(descriptions).size).toBe(descriptions.length);
    for (const tag of asList(document['tags']).map(asObject)) {
      const name = String(tag['name']);
      const [, part = ''] = html.split(`<h2>${name}</h2>`);
      expect(textOf(part).slice(0, 2000)).toContain(plain(String(tag['description'])));
      expect(contract.operations.some((operation) => operation.tag === name)).toBe(true);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids.length).toBe(new Set(ids).size);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);
    const fragments = links.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    expect(fragments.filter((id) => !ids.includes(id))).toEqual([]);
    for (const name of Object.keys(contract.components('schemas'))) {
      expect(ids).toContain(`schema-${name}`);
    }
    const attempts = contract.operations.map(({ tag, id }) => `docs/try#/${tag}/${id}`);
    expect(new Set(links.filter((href) => !href.startsWith('#')))).toEqual(
      new Set(['data:,', 'docs/agents', 'openapi.json', 'openapi.yaml', ...attempts]),
    );
  });

  test('loads nothing, and is small enough to appear at once', () => {
    expect(html).not.toMatch(/<script[^>]+src=|<link(?! rel="icon" href="data:,")|@import|url\(/);
    expect(html.slice(0, html.indexOf('<body>')).length).toBeLessThan(8192);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    expect(brotliCompressSync(html, { params }).length).toBeLessThan(128 * 1024);
  });

  test('makes HTML of no text of the contract', () => {
    const hostile = '<img src=x onerror=alert(1)>&"\'';
    const given = {
      info: { title: hostile, summary: hostile, version: hostile, description: `\`${hostile}\`` },
      tags: [{ name: 'bells', description: hostile }],
      paths: {
        '/v1/<bells>': {
          post: {
            operationId: 'ring',
            tags: ['bells'],
            summary: hostile,
            description: hostile,
            parameters: [{ name: hostile, in: 'query', description: hostile, schema: {} }],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    properties: { [hostile]: { enum: [hostile], pattern: hostile } },
                    if: { const: hostile },
                  },
                  examples: { one: { summary: hostile, value: { it: hostile } } },
                },
              },
            },
            responses: { 200: { description: hostile } },
          },
        },
      },
    };
    const { title, body } = referencePage(given, true);
    expect(body + title).not.toContain('<img');
  });
});

describe('The request of an operation', () => {
  const lineOf = (id: string): string => {
    const operation = contract.operations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`No operation ${id}.`);
    return curlLine(operation, contract);
  };

  test('has the credential that the operation takes', () => {
    expect(lineOf('getAction')).toBe(`curl -H "Authorization: Bearer $TOKEN" \\
  "$URL/v1/actions/$ID"`);
    expect(lineOf('pauseAgent')).toContain('-b "__Host-callboard_session=$SESSION" \\');
    expect(lineOf('pauseAgent')).toContain('-H "Origin: $URL" \\');
    expect(lineOf('batchGetActions')).toMatch(/batch\?ids=act_\w+(&ids=act_\w+)*"$/);
    expect(lineOf('getHealth')).toBe('curl "$URL/healthz"');
  });

  test('has the first example of the body, quoted for a shell', () => {
    expect(lineOf('claimAction')).toContain(`-d '{"lease_seconds":3600}' \\`);
    const operation = {
      id: 'ring',
      method: 'post',
      path: '/v1/bells/{bell_id}',
      tag: 'bells',
      value: {
        parameters: [
          { name: 'tone', in: 'query', required: true, example: 'low & long' },
          { name: 'times', in: 'query' },
        ],
        requestBody: {
          content: { 'application/json': { examples: { one: { value: { who: "Ada's" } } } } },
        },
        security: [],
      },
    };
    expect(curlLine(operation, contract)).toBe(`curl -X POST \\
  -H 'Content-Type: application/json' \\
  -d '{"who":"Ada'\\''s"}' \\
  "$URL/v1/bells/$BELL_ID?tone=low%20%26%20long"`);
  });
});
