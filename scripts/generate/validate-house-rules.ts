import { errorTable } from './error-table';
import { asList, asObject, below, follow, valueAt } from './json';
import { hasProperty, requirementsOf, securityOf } from './operation-facts';
import { type FoundOperation, operationsOf, protocolOf, protocols } from './operations';
import { isIdKind } from '../../src/platform/ids';
import type { Fault } from './validate-document';
import { walk } from './walk';

/**
 * Checks the project's rules in addition to OpenAPI's: one declared tag per operation, paths in the
 * order of the tags, existing security schemes, JSON bodies, a status for every error code
 * (`x-errors`), known callers in `x-restricted-to`, known kinds in `x-id-of`, and `x-error-codes`
 * that agree with the error statuses of the operation.
 */
export function validateHouseRules(document: unknown): Fault[] {
  const statuses = statusesOf(document);
  return [
    ...checkCodes(document, statuses),
    ...checkOrder(document),
    ...checkNewsRoles(document),
    ...checkIdKinds(document),
    ...operationsOf(document).flatMap((found) => [
      ...checkTag(document, found),
      ...checkSecurity(document, found),
      ...checkCallers(document, found),
      ...checkProtocol(found),
      ...checkBody(document, found),
      ...checkErrorCodes(statuses, found),
      ...checkReplayOmits(document, found),
      ...checkBeyondStorageLimit(document, found),
    ]),
  ];
}

/** The status of each error code in the document's table. */
function statusesOf(document: unknown): Map<unknown, string> {
  return new Map(errorTable(document).map(({ code, status }) => [code, status]));
}

function checkCodes(document: unknown, statuses: ReadonlyMap<unknown, string>): Fault[] {
  const enumeration = '#/components/schemas/ErrorCode/enum';
  const codes = asList(valueAt(document, enumeration));
  return [
    ...codes.flatMap((code, index) =>
      statuses.has(code)
        ? []
        : [
            {
              pointer: below(enumeration, index),
              message: `${String(code)} is not in x-errors`,
            },
          ],
    ),
    ...[...statuses]
      .filter(([code]) => !codes.includes(code))
      .map(([code, status]) => ({
        pointer: below('#/x-errors', status),
        message: `${String(code)} is not in components.schemas.ErrorCode`,
      })),
    ...errorTable(document)
      .filter(({ message }) => !/^[A-Z].*\.$/.test(message))
      .map(({ code, status }) => ({
        pointer: below('#/x-errors', status, code),
        message: 'its message is not a sentence',
      })),
  ];
}

function checkIdKinds(document: unknown): Fault[] {
  const faults: Fault[] = [];
  walk(document, {
    subschema(schema, pointer) {
      const kind = asObject(schema)['x-id-of'];
      if (typeof kind !== 'string' || isIdKind(kind)) return;
      const message = `add ${kind} with its prefix to idKinds in src/platform/ids.ts`;
      faults.push({ pointer: below(pointer, 'x-id-of'), message });
    },
  });
  return faults;
}

function checkNewsRoles(document: unknown): Fault[] {
  const schema = '#/components/schemas/EventKind';
  const kinds = asList(valueAt(document, below(schema, 'enum')));
  return Object.keys(asObject(valueAt(document, below(schema, 'x-news-roles'))))
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => ({
      pointer: below(schema, 'x-news-roles', kind),
      message: `${kind} is not in enum`,
    }));
}

function checkTag(document: unknown, { operation, pointer }: FoundOperation): Fault[] {
  const declared = asList(valueAt(document, '#/tags')).map((tag) => asObject(tag)['name']);
  const tags = asList(operation['tags']);
  if (tags.length !== 1) return [{ pointer, message: 'the operation needs exactly one tag' }];
  return tags
    .filter((tag) => !declared.includes(tag))
    .map((tag) => ({
      pointer: below(pointer, 'tags', 0),
      message: `the tag ${String(tag)} is not in tags`,
    }));
}

function checkOrder(document: unknown): Fault[] {
  const declared = asList(valueAt(document, '#/tags')).map((tag) => asObject(tag)['name']);
  let latest = 0;
  return operationsOf(document).flatMap(({ operation, pointer }) => {
    const index = declared.indexOf(asList(operation['tags'])[0]);
    if (index >= latest || index === -1) {
      latest = Math.max(latest, index);
      return [];
    }
    const after = String(declared[latest]);
    return [{ pointer, message: `its path comes after those of ${after}, a later tag` }];
  });
}

function checkSecurity(document: unknown, found: FoundOperation): Fault[] {
  const { operation, pointer, method } = found;
  const schemes = asObject(valueAt(document, '#/components/securitySchemes'));
  const at = operation['security'] === undefined ? '#/security' : below(pointer, 'security');
  return requirementsOf(document, found)
    .flatMap((requirement) => Object.entries(requirement))
    .flatMap(([name, scopes]) => {
      const scheme = schemes[name];
      if (scheme === undefined) return [`${name} is not in components.securitySchemes`];
      const isToken = asObject(scheme)['type'] !== 'apiKey';
      const allowed = isToken ? (method === 'get' ? ['read'] : ['read', 'write']) : [''];
      const given = asList(scopes).join();
      const needed = allowed.map((scope) => `[${scope}]`).join(' or ');
      return allowed.includes(given) ? [] : [`the scopes of ${name} must be ${needed}`];
    })
    .map((message) => ({ pointer: at, message }));
}

/** The callers that an operation can be restricted to, with the security scheme they use. */
const restrictions: Readonly<Record<string, string>> = {
  owners: 'sessionCookie',
  sysadmins: 'bearerToken',
  reviewers: 'bearerToken',
};

function checkCallers(document: unknown, found: FoundOperation): Fault[] {
  const { operation, pointer, method } = found;
  const { 'x-restricted-to': restricted, 'x-viewers': viewers } = operation;
  const faults: Fault[] = [];
  const at = below(pointer, 'x-restricted-to');
  const scheme = restrictions[String(restricted)];
  if (restricted !== undefined && scheme === undefined) {
    const message = `it must be one of ${Object.keys(restrictions).join(', ')}`;
    faults.push({ pointer: at, message });
  } else if (scheme !== undefined && !securityOf(document, found).includes(scheme)) {
    faults.push({
      pointer: at,
      message: `security lacks ${scheme}, the credential of ${String(restricted)}`,
    });
  }
  const permits = viewers === true && method !== 'get' && restricted !== 'owners';
  if (
    viewers !== undefined &&
    !(permits && securityOf(document, found).includes('sessionCookie'))
  ) {
    const message = 'it must be true, on an operation that writes and that all people may call';
    faults.push({ pointer: below(pointer, 'x-viewers'), message });
  }
  return faults;
}

function checkProtocol({ operation, pointer }: FoundOperation): Fault[] {
  const named = operation['x-protocol'];
  if (named === undefined || protocols.some((each) => each === named)) return [];
  const message = `it must be one of ${protocols.join(', ')}`;
  return [{ pointer: below(pointer, 'x-protocol'), message }];
}

function checkBody(document: unknown, found: FoundOperation): Fault[] {
  const { operation, pointer } = found;
  if (operation['requestBody'] === undefined || protocolOf(found) !== null) return [];
  const body = follow(document, below(pointer, 'requestBody'));
  const schemas = Object.entries(asObject(body.value['content'])).map(
    ([type, media]) => [type, JSON.stringify(asObject(media)['schema'])] as const,
  );
  const wanted =
    found.method === 'patch'
      ? ['application/json', 'application/merge-patch+json']
      : ['application/json'];
  const hasTypes = wanted.join() === schemas.map(([type]) => type).join();
  if (hasTypes && new Set(schemas.map(([, schema]) => schema)).size === 1) return [];
  const message = `a body must be ${wanted.join(' and ')}, of one schema, and nothing else`;
  return [{ pointer: body.pointer, message }];
}

// A stored response without the field must still satisfy the schema and differ from the whole one.
function checkReplayOmits(document: unknown, { operation, pointer }: FoundOperation): Fault[] {
  const successes = Object.keys(asObject(operation['responses']))
    .filter((status) => status.startsWith('2'))
    .map((status) => below(pointer, 'responses', status, 'content', 'application/json', 'schema'));
  const names = ['x-replay-omits', 'x-long-replay-omits'] as const;
  const omits = names.flatMap((name) =>
    asList(operation[name]).map((omitted, index) => ({ name, omitted, index })),
  );
  return omits.flatMap(({ name: key, omitted, index }) => {
    const [root, field = ''] = String(omitted).split('/');
    const isField = successes.some((schema) =>
      hasProperty(document, schema, (name) => name === field),
    );
    if (root === '' && isField) return [];
    const message = `${String(omitted)} is not the JSON pointer of a field of the success`;
    return [{ pointer: below(pointer, key, index), message }];
  });
}

function checkErrorCodes(statuses: ReadonlyMap<unknown, string>, found: FoundOperation): Fault[] {
  const { operation, pointer } = found;
  const at = below(pointer, 'x-error-codes');
  const codes = asList(operation['x-error-codes']);
  if (codes.length === 0) return [{ pointer, message: 'the operation has no x-error-codes' }];

  const documented = Object.keys(asObject(operation['responses']));
  const faults: Fault[] = [];
  codes.forEach((code, index) => {
    const status = statuses.get(code);
    const fault = (message: string) => faults.push({ pointer: below(at, index), message });
    if (status === undefined) fault(`${String(code)} is not in x-errors`);
    else if (!documented.includes(status)) {
      fault(`${String(code)} has the status ${status}, which is not among the responses`);
    }
  });
  // Another protocol has errors without our codes.
  if (protocolOf(found) !== null) return faults;
  const covered = new Set(codes.map((code) => statuses.get(code)));
  for (const status of documented) {
    if (/^[23]\d\d$/.test(status) || covered.has(status)) continue;
    const message = `no code of x-error-codes has the status ${status}`;
    faults.push({ pointer: below(pointer, 'responses', status), message });
  }
  return faults;
}

function checkBeyondStorageLimit(
  document: unknown,
  { operation, pointer }: FoundOperation,
): Fault[] {
  const { 'x-beyond-storage-limit': beyond } = operation;
  if (beyond === undefined || beyond === true) return [];
  const at = below(pointer, 'x-beyond-storage-limit');
  const body = below(pointer, 'requestBody', 'content', 'application/json', 'schema');
  const fields = asList(beyond);
  if (fields.length === 0) return [{ pointer: at, message: 'it must be true or a list of fields' }];
  return fields
    .filter((field) => !hasProperty(document, body, (name) => name === field))
    .map((field) => ({ pointer: at, message: `${String(field)} is not a field of the body` }));
}
