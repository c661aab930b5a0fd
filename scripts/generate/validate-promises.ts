import { errorTable } from './error-table';
import { asList, asObject, below, follow, valueAt } from './json';
import { securityOf } from './operation-facts';
import { type FoundOperation, operationsOf } from './operations';
import { checkInstants } from './prose-instants';
import { orderIn, ordersOf } from './prose-orders';
import type { Fault } from './validate-document';
import { walk } from './walk';

/**
 * Checks the promises in prose that a keyword or an `x-` entry also makes: error codes with their
 * statuses, who may call an operation, the order of a list, the events of an operation, the forms
 * of date-times, and whether an entity tag is weak. Tests read the keywords and entries, so prose
 * that agrees with them is true.
 */
export function validatePromises(document: unknown): Fault[] {
  return [
    ...operationsOf(document).flatMap((found) => [
      ...checkCallers(document, found),
      ...checkOrder(document, found),
      ...checkEvents(document, found),
      ...checkCodes(document, found),
    ]),
    ...checkStatuses(document),
    ...checkArrays(document),
    ...checkValidators(document),
    ...checkInstants(document),
  ];
}

/**
 * The callers whom a first sentence such as "For people." names, by what an operation must have.
 */
const callers: readonly {
  readonly sentence: RegExp;
  readonly restriction?: string;
  readonly schemes: readonly string[];
}[] = [
  { sentence: /^For owners\b/, restriction: 'owners', schemes: ['sessionCookie'] },
  {
    sentence: /^For people, and for agents with `can_review`/,
    restriction: 'reviewers',
    schemes: ['bearerToken', 'sessionCookie'],
  },
  {
    sentence: /^For people and sysadmin agents\./,
    restriction: 'sysadmins',
    schemes: ['bearerToken', 'sessionCookie'],
  },
  { sentence: /^For people(?:, by session cookie)?[.:]/, schemes: ['sessionCookie'] },
  { sentence: /^For (?:agents\.|the agent (?:itself\.|that\b))/, schemes: ['bearerToken'] },
  {
    sentence: /^For (?:everyone\b|the agent itself, sysadmin agents and people|people, sysadmin)/,
    schemes: ['bearerToken', 'sessionCookie'],
  },
];

function checkCallers(document: unknown, found: FoundOperation): Fault[] {
  const { operation, pointer } = found;
  const restricted = operation['x-restricted-to'];
  const text = textOf(operation);
  const said = callers.find(({ sentence }) => sentence.test(text));
  const at = below(pointer, 'description');
  if (said === undefined) {
    // These callers are few, so that each operation has to name them.
    if (restricted !== 'owners' && restricted !== 'reviewers') return [];
    const message = `it does not begin with the callers that x-restricted-to allows (${restricted})`;
    return [{ pointer: at, message }];
  }
  const faults: Fault[] = [];
  if (said.restriction !== restricted) {
    const message = `it begins with "${text.slice(0, 30)}…", and x-restricted-to is ${String(restricted)}`;
    faults.push({ pointer: at, message });
  }
  const schemes = securityOf(document, found).toSorted();
  if (schemes.join() !== said.schemes.join()) {
    const message = `it begins with "${text.slice(0, 30)}…", and security is ${schemes.join(', ')}`;
    faults.push({ pointer: at, message });
  }
  return faults;
}

function checkOrder(document: unknown, found: FoundOperation): Fault[] {
  const { operation, pointer } = found;
  const said = orderIn(textOf(operation));
  if (said === undefined) return [];
  const given = defaultOrder(document, found);
  if (given !== undefined && ordersOf(said).some((order) => order === given)) return [];
  const message = `it promises "${said}", and without a parameter sort is ${JSON.stringify(given)}`;
  return [{ pointer: below(pointer, 'description'), message }];
}

/** The order of a list without the parameter `sort`: its default, or the first of the envelope. */
export function defaultOrder(document: unknown, { pointer, parameters }: FoundOperation): unknown {
  const sort = parameters.find(({ value }) => value['name'] === 'sort');
  const given = asObject(sort?.value['schema'])['default'];
  if (given !== undefined) return given;
  const steps = ['responses', '200', 'content', 'application/json', 'schema'];
  const { value } = follow(document, below(pointer, ...steps));
  return asList(asObject(asObject(value['properties'])['sort'])['enum'])[0];
}

function checkArrays(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    subschema(schema, pointer) {
      const { type, description, 'x-order': order } = asObject(schema);
      const said = orderIn(typeof description === 'string' ? description : '');
      if (said === undefined || (type !== 'array' && type !== 'object')) return;
      const first = String(asList(order)[0]);
      if (ordersOf(said).includes(first)) return;
      const message = `it promises "${said}", and x-order is ${JSON.stringify(order ?? null)}`;
      faults.push({ pointer: below(pointer, 'description'), message });
    },
  });
  return faults;
}

const codeWord = /`([A-Z][A-Z_]+)`/g;

function checkCodes(document: unknown, { operation, pointer }: FoundOperation): Fault[] {
  const known = new Set(errorTable(document).map(({ code }) => code));
  const own = new Set(asList(operation['x-error-codes']).map(String));
  return [...textOf(operation).matchAll(codeWord)]
    .map(([, code = '']) => code)
    .filter((code) => known.has(code) && !own.has(code))
    .map((code) => ({
      pointer: below(pointer, 'description'),
      message: `it names ${code}, which is not in x-error-codes`,
    }));
}

function checkStatuses(document: unknown): Fault[] {
  const statuses = new Map(errorTable(document).map(({ code, status }) => [code, status]));
  const faults: Fault[] = [];
  const enter = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) {
      node.forEach((each, index) => enter(each, below(pointer, index)));
      return;
    }
    for (const [key, value] of Object.entries(asObject(node))) {
      const at = below(pointer, key);
      if (key === 'description' && typeof value === 'string') faults.push(...faultsIn(value, at));
      else if (key !== 'examples' && !key.startsWith('x-')) enter(value, at);
    }
  };
  const faultsIn = (text: string, pointer: string): Fault[] =>
    [...text.matchAll(/\b([45]\d\d) `([A-Z][A-Z_]+)`/g)]
      .filter(([, status, code = '']) => statuses.get(code) !== status)
      .map(([said, , code = '']) => ({
        pointer,
        message: `it says ${said}, and x-errors ${statuses.has(code) ? `has ${code} under ${statuses.get(code)}` : `does not have ${code}`}`,
      }));
  enter(document, '#');
  return faults;
}

function checkEvents(document: unknown, { operation, pointer }: FoundOperation): Fault[] {
  const kinds = asList(valueAt(document, '#/components/schemas/EventKind/enum'));
  const emitted = asList(operation['x-emits']);
  const named = [...textOf(operation).matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, kind]) => kind);
  return [
    ...named
      .filter((kind) => kinds.includes(kind) && !emitted.includes(kind))
      .map((kind) => ({
        pointer: below(pointer, 'description'),
        message: `it names the event ${String(kind)}, which is not in x-emits`,
      })),
    ...emitted
      .filter((kind) => !kinds.includes(kind))
      .map((kind) => ({
        pointer: below(pointer, 'x-emits'),
        message: `${String(kind)} is not in EventKind`,
      })),
  ];
}

// RFC 9110, 8.8.1: a weak validator begins with `W/`.
function checkValidators(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    exampleCarrier(header, pointer) {
      const [word] = /\b(?:weak|strong)\b/i.exec(textOf(header)) ?? [];
      if (word === undefined || !/\/headers\/[^/]+$/.test(pointer)) return;
      const begin = word.toLowerCase() === 'weak' ? '^W/"' : '^"';
      if (String(asObject(header['schema'])['pattern']).startsWith(begin)) return;
      const message = `it says ${word}, so the pattern must begin with ${begin}`;
      faults.push({ pointer: below(pointer, 'description'), message });
    },
  });
  return faults;
}

function textOf({ description }: Readonly<Record<string, unknown>>): string {
  return typeof description === 'string' ? description : '';
}
