import { isScalar, type Pair } from 'yaml';
import { isRecord } from '../../src/platform/json';
import { asList, asObject, valueAt } from '../generate/json';
import { operationsOf } from '../generate/operations';
import { keyOf } from './layout';

/** A schema that more tags use belongs to the shared section. */
const maxTags = 4;

/** The section of the schemas that many tags use. */
export const shared = 'shared';

const prefix = '#/components/schemas/';

/** The tags of a contract, in its order, with their descriptions. */
export function tagsOf(document: unknown): { readonly name: string; readonly about: string }[] {
  return asList(asObject(document)['tags']).map((tag) => {
    const { name, description } = asObject(tag);
    // The table of contents has the first sentence.
    const text = typeof description === 'string' ? description : '';
    const [about = ''] = text.split(/(?<=\.)\s/);
    return { name: String(name), about };
  });
}

/** The tag of each path. */
export function sectionsOfPaths(document: unknown): Map<string, string> {
  return new Map(
    operationsOf(document)
      .toReversed()
      .map(({ path, operation }) => [path, String(asList(operation['tags'])[0])]),
  );
}

/**
 * The section of each schema: the only tag that uses it, otherwise the tag of most references to
 * it. The section is `shared` for the error envelope and for schemas of more than four tags.
 */
export function sectionsOfSchemas(document: unknown): Map<string, string> {
  const schemas = asObject(valueAt(document, '#/components/schemas'));
  const references = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, referencesIn(document, schema)]),
  );
  const direct = new Map<string, Set<string>>();
  const users = new Map<string, Set<string>>();
  for (const { operation } of operationsOf(document)) {
    const tag = String(asList(operation['tags'])[0]);
    const named = referencesIn(document, operation);
    for (const name of named) add(direct, name, tag);
    for (const name of reachable(named, references)) add(users, name, tag);
  }

  const order = tagsOf(document).map(({ name }) => name);
  const sections = new Map<string, string>();
  const sectionOf = (name: string, above: readonly string[]): string => {
    const known = sections.get(name);
    if (known !== undefined) return known;
    const tags = users.get(name) ?? new Set([shared]);
    if (tags.size > maxTags) return shared;
    if (tags.size === 1) return [...tags][0] ?? shared;
    const referring = [...references]
      .filter(([other, names]) => names.has(name) && other !== name && !above.includes(other))
      .map(([other]) => sectionOf(other, [...above, name]))
      .filter((section) => section !== shared);
    return mostFrequent([...(direct.get(name) ?? []), ...referring], order) ?? shared;
  };
  for (const name of Object.keys(schemas)) sections.set(name, sectionOf(name, []));
  return sections;
}

/** The entries of all sections in `order`, with a heading before the first entry of each. */
export function arrange(
  entries: readonly Pair[],
  sections: ReadonlyMap<string, string>,
  order: readonly string[],
): Pair[] {
  for (const { key } of entries) {
    if (!isScalar(key)) continue;
    key.commentBefore = commentOf(lines(key.commentBefore).filter((line) => !isHeading(line)));
  }
  return order.flatMap((section) => {
    const own = entries.filter((entry) => sections.get(keyOf(entry)) === section);
    const first = own[0]?.key;
    if (isScalar(first)) {
      first.commentBefore = commentOf([` ==== ${section} ====`, ...lines(first.commentBefore)]);
    }
    return own;
  });
}

/** Whether a line of a comment is the heading of a section; it begins after the `#`. */
export function isHeading(line: string): boolean {
  return /^ ==== .* ====$/.test(line);
}

function lines(comment: string | null | undefined): string[] {
  return typeof comment === 'string' ? comment.split('\n') : [];
}

function commentOf(comment: readonly string[]): string | null {
  return comment.length === 0 ? null : comment.join('\n');
}

function reachable(
  from: ReadonlySet<string>,
  references: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    // Every operation has errors, whose details refer to schemas of a few operations only.
    if (name !== 'Error') left.push(...(references.get(name) ?? []));
  }
  return found;
}

/** The schemas that a part of the document refers to, also through other components. */
function referencesIn(document: unknown, part: unknown): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isRecord(node)) return;
    const { $ref: ref } = node;
    if (typeof ref === 'string' && ref.startsWith(prefix)) found.add(ref.slice(prefix.length));
    else if (typeof ref === 'string' && !seen.has(ref)) {
      seen.add(ref);
      visit(valueAt(document, ref));
    }
    Object.values(node).forEach(visit);
  };
  visit(part);
  return found;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

/** The most frequent value; the first one in `order` breaks ties. */
function mostFrequent(values: readonly string[], order: readonly string[]): string | undefined {
  const count = (value: string) => values.filter((each) => each === value).length;
  return order
    .filter((value) => values.includes(value))
    .reduce<string | undefined>(
      (best, value) => (best === undefined || count(value) > count(best) ? value : best),
      undefined,
    );
}
