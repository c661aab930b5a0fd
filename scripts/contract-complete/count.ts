import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { operationsOf } from '../generate/operations';
import { isSuccess } from '../generate/operation-facts';
import { isContents } from './complete';
import { entriesOf, keyOf, mapAt, parseContract, printContract } from './layout';
import { isMinimalResponse } from './minimal';
import { mergePatch, prefer } from './operation';
import { isHeading } from './sections';

/** The numbers of lines of a contract that were written by hand and filled in by the tool. */
export interface Count {
  readonly byHand: number;
  readonly filled: number;
  readonly whole: number;
  /** The length of the longest line. */
  readonly longest: number;
}

/** Counts the lines of a completed contract. */
export function countLines(text: string): Count {
  const lines = linesOf(text);
  const byHand = linesOf(withoutFilled(text)).length;
  return {
    byHand,
    filled: lines.length - byHand,
    whole: lines.length,
    longest: Math.max(...lines.map(({ length }) => length)),
  };
}

function linesOf(text: string): string[] {
  return text.replace(/\n+$/, '').split('\n');
}

/** The contract without what `contract:complete` writes. */
function withoutFilled(text: string): string {
  const yaml = parseContract(text);
  const document: unknown = yaml.toJS();
  const root = yaml.contents;
  if (!isMap(root)) return '';
  for (const { path, method } of operationsOf(document)) {
    const operation = mapAt(root, 'paths', path, method);
    if (operation !== undefined) emptyOperation(operation);
  }
  const components = mapAt(root, 'components');
  const schemas = mapAt(components, 'schemas');
  const responses = mapAt(components, 'responses');
  mapAt(schemas, 'ErrorCode')?.delete('enum');
  mapAt(schemas, 'Error')?.delete('dependentSchemas');
  if (responses !== undefined) {
    responses.items = responses.items.filter((pair) => !isMinimalResponse(keyOf(pair)));
  }
  components?.delete('examples');
  root.delete('webhooks');
  root.delete('x-error-statuses');
  for (const map of [root, mapAt(root, 'paths'), schemas]) {
    if (map !== undefined) dropComments(map);
  }
  return printContract(yaml);
}

function emptyOperation(operation: YAMLMap): void {
  operation.delete('x-error-codes');
  if (defaultSecurity.test(JSON.stringify(operation.get('security')))) operation.delete('security');
  const parameters = operation.get('parameters');
  if (isSeq(parameters)) {
    parameters.items = parameters.items.filter(
      (item) => !isMap(item) || item.get('$ref') !== prefer,
    );
    if (parameters.items.length === 0) operation.delete('parameters');
  }
  mapAt(operation, 'requestBody', 'content')?.delete(mergePatch);
  const responses = mapAt(operation, 'responses');
  if (responses === undefined) return;
  responses.items = responses.items.filter(
    (pair) => isMap(pair.value) && !pair.value.has('$ref') && keyOf(pair) !== '304',
  );
  for (const pair of responses.items) {
    if (isMap(pair.value) && isSuccess(keyOf(pair))) emptyResponse(pair.value);
  }
}

const defaultSecurity = /^\[\{"bearerToken":\["\w+"\]\},\{"sessionCookie":\[\]\}\]$/;

function emptyResponse(response: YAMLMap): void {
  const headers = mapAt(response, 'headers');
  if (headers !== undefined) {
    headers.items = headers.items.filter(({ value }) => !isMap(value) || !value.has('$ref'));
    if (headers.items.length === 0) response.delete('headers');
  }
  const json = mapAt(response, 'content', 'application/json');
  const examples = mapAt(json, 'examples');
  const isShared = examples?.items.every(
    ({ value }) => isMap(value) && String(value.get('$ref')).startsWith('#/components/examples/'),
  );
  if (isShared === true) json?.delete('examples');
}

function dropComments(map: YAMLMap): void {
  for (const { key } of entriesOf(map)) {
    if (!isScalar(key) || typeof key.commentBefore !== 'string') continue;
    const own = key.commentBefore
      .split('\n')
      .filter((line) => !isContents(line) && !isHeading(line));
    key.commentBefore = own.length === 0 ? null : own.join('\n');
  }
}
