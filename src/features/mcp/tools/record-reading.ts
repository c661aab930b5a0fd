import { isKey } from '../../../platform/action-keys';
import { asList, isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform, PerformCall, PlainOperationId } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { bytesOf, maxResultBytes, usualResultBytes } from '../results/tool-result';
import {
  type Arguments,
  bodyOf,
  call,
  ifVersion,
  on,
  recordOf,
  refuseUnused,
  textOf,
} from './tool';

/** The related records that `get_record` can add. */
export const recordParts = [
  'context',
  'notes',
  'links',
  'actions',
  'checkins',
  'revisions',
  'usage',
] as const;

type Part = (typeof recordParts)[number];

/** The most bytes of a context. It leaves space for the rest of the result. */
export const maxContextBytes = maxResultBytes - 2048;

/** How to read one kind of record: the operation, and those of its related records. */
interface Kind {
  readonly name: string;
  readonly read: PlainOperationId;
  readonly parts: Readonly<Partial<Record<Part, PlainOperationId>>>;
}

// By the prefix of the id.
const kinds: Readonly<Record<string, Kind>> = {
  act: {
    name: 'action',
    read: 'getAction',
    parts: { context: 'getActionContext', notes: 'listActionNotes', links: 'listLinks' },
  },
  prj: {
    name: 'project',
    read: 'getProject',
    parts: {
      actions: 'listProjectActions',
      notes: 'listProjectNotes',
      links: 'listLinks',
      usage: 'getProjectUsage',
    },
  },
  ord: {
    name: 'order',
    read: 'getOrder',
    parts: {
      actions: 'listActions',
      checkins: 'listCheckins',
      notes: 'listOrderNotes',
      links: 'listLinks',
    },
  },
  doc: {
    name: 'document',
    read: 'getDocument',
    parts: { revisions: 'listDocumentRevisions', notes: 'listDocumentNotes', links: 'listLinks' },
  },
  qst: { name: 'question', read: 'getQuestion', parts: { notes: 'listQuestionNotes' } },
  ppl: { name: 'proposal', read: 'getProposal', parts: { notes: 'listProposalNotes' } },
  not: { name: 'note', read: 'getNote', parts: {} },
  lnk: { name: 'link', read: 'getLink', parts: {} },
  chk: { name: 'check-in', read: 'getCheckin', parts: {} },
  rev: { name: 'revision', read: 'getRevision', parts: {} },
  dom: { name: 'domain', read: 'getDomain', parts: {} },
  agt: { name: 'agent', read: 'getAgent', parts: { usage: 'getAgentUsage' } },
  fil: { name: 'file', read: 'getFile', parts: {} },
};

/** The operations that `get_record` may perform. */
export const recordOperations: readonly PlainOperationId[] = [
  ...new Set(Object.values(kinds).flatMap(({ read, parts }) => [read, ...Object.values(parts)])),
];

/** The prefix of an id, such as `act`. Throws 400 for an id of no kind that tools read. */
export function prefixOf(recordId: string, allowed: readonly string[], argument = 'id'): string {
  const prefix = isKey(recordId) ? 'act' : recordId.slice(0, Math.max(0, recordId.indexOf('_')));
  if (allowed.includes(prefix)) return prefix;
  const prefixes = allowed.map((each) => `${each}_`).join(', ');
  throw invalidValue(argument, `${argument} must begin with ${prefixes}.`);
}

/** Performs `get_record`: the record, or the context that contains it, and what `with` asks for. */
export async function readRecord(args: Arguments, perform: Perform): Promise<JsonRecord> {
  const recordId = textOf(args, 'id');
  const kind = kinds[prefixOf(recordId, Object.keys(kinds))];
  if (kind === undefined) throw invalidValue('id', 'id has an unknown prefix.');
  const parts = partsOf(args['with'], kind);
  if (!parts.includes('context')) refuseUnused(args, ['max_bytes'], 'without context in "with"');
  if (!parts.some((part) => isList(part))) {
    refuseUnused(args, ['after'], 'without a list in "with", such as notes');
  }
  if (kind.read !== 'getDocument') {
    const where = `for the id of ${withArticle(kind)}, only of a document`;
    refuseUnused(args, ['offset', 'length', 'version'], where);
  }
  const wanted = new Map<string, PerformCall>();
  const isDocument = kind.read === 'getDocument';
  const record = isDocument ? await readDocument(recordId, args, perform) : undefined;
  if (!isDocument && !parts.includes('context')) {
    wanted.set('record', call(kind.read, on(recordId)));
  }
  for (const part of parts) {
    const operationId = kind.parts[part];
    if (operationId === undefined) continue;
    wanted.set(part, partCall(operationId, kind, recordId, args));
  }
  const performed = await perform(...wanted.values());
  const read = [...wanted.keys()].map((name, at) => [name, recordOf(performed[at])] as const);
  const { context, ...others } = Object.fromEntries(read);
  if (kind.read === 'getFile') {
    return { ...others, next: `Its bytes: GET /v1/files/${recordId}, with your token.` };
  }
  if (context === undefined) return { ...(record !== undefined && { record }), ...others };
  return { record: context['action'], context: relatedIn(context), ...others };
}

function isList(part: Part): boolean {
  return part !== 'context' && part !== 'usage';
}

function partsOf(given: unknown, kind: Kind): readonly Part[] {
  const asked: readonly unknown[] = given === undefined ? [] : [given].flat();
  const possible = recordParts.filter((part) => kind.parts[part] !== undefined);
  return asked.map((each) => {
    const part = possible.find((name) => name === each);
    if (part !== undefined) return part;
    const choice = possible.length === 0 ? 'be absent' : `be among ${possible.join(', ')}`;
    throw invalidValue('with', `with must ${choice} for the id of ${withArticle(kind)}.`);
  });
}

function withArticle({ name }: Kind): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** A context without the action. What was cut is named by its place in the result. */
export function relatedIn(context: JsonRecord): JsonRecord {
  const { action: _, truncated, ...related } = context;
  if (!isRecord(truncated)) return related;
  const texts = asList(truncated['texts']).map((path) =>
    String(path)
      .replace(/^(?!action\/)/, 'context/')
      .replace(/^action\//, 'record/'),
  );
  return { ...related, truncated: { ...truncated, texts } };
}

function partCall(
  operationId: PlainOperationId,
  kind: Kind,
  recordId: string,
  { after, limit = 10, max_bytes: maxBytes = usualResultBytes }: Arguments,
): PerformCall {
  if (operationId === 'getActionContext') {
    return call(operationId, { ...on(recordId), query: { max_bytes: maxBytes } });
  }
  if (operationId === 'getAgentUsage' || operationId === 'getProjectUsage') {
    return call(operationId, on(recordId));
  }
  const page = { limit, ...(after !== undefined && { after }) };
  const isFiltered = operationId === 'listLinks' || operationId === 'listActions';
  if (isFiltered) return call(operationId, { query: { ...page, [`${kind.name}_id`]: recordId } });
  return call(operationId, { ...on(recordId), query: page });
}

/** The most bytes of the content of a document in one answer, as JSON. */
export const contentBytes = 24 * 1024;

/** Whether one answer can contain the whole content of a document. */
export function fitsOneAnswer({ content }: JsonRecord): boolean {
  return bytesOf(content) <= contentBytes;
}

/** Reads a document, whole if one answer can contain it; otherwise a piece, which tells its range. */
async function readDocument(
  recordId: string,
  args: Arguments,
  perform: Perform,
): Promise<JsonRecord> {
  const { offset = 0, length = contentBytes } = args;
  const { header } = ifVersion(args);
  if (args['offset'] === undefined && args['length'] === undefined) {
    const input = { ...on(recordId), ...(header !== undefined && { header }) };
    const whole = await bodyOf(perform, call('getDocument', input));
    if (fitsOneAnswer(whole)) return whole;
  }
  // One character may have several bytes.
  let characters = length;
  for (;;) {
    const range = { offset, length: characters };
    const input = { ...on(recordId), query: range, ...(header !== undefined && { header }) };
    const piece = await bodyOf(perform, call('getDocument', input));
    if (typeof characters !== 'number' || characters < 2 || fitsOneAnswer(piece)) return piece;
    characters = Math.ceil(characters / 2);
  }
}
