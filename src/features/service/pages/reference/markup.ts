import { asList, asObject, type JsonRecord } from '../../../../platform/json';

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
export interface Resolved {
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
