import type { ActionsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import type { ReadContext } from '../../../platform/operation';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf, withFiles } from '../../../shared/file-store';
import { toLink } from '../../../shared/links';
import { toNote } from '../../../shared/note-store';
import { getActionAndParent, toActions } from '../../actions';
import { findDocument, toDocument } from '../../documents';
import { findOrder, toOrder } from '../../orders';
import { findProject, toProject } from '../../projects';
import { toQuestion } from '../../questions';
import { fitRows } from '../fitting-rules';
import {
  readLinkedDocuments,
  readEndedQuestionsAbout,
  readNewestLinks,
  readNewestNotes,
  readOpenQuestionsAbout,
} from './context-store';

type Context = components['schemas']['ActionContext'];

/** The maximum number of links, notes and open questions of a context. */
const maxEntries = 20;

/** The maximum number of ended questions, of which the last answers matter. */
const maxEnded = 5;

/** GET /v1/actions/{id}/context: all context an agent needs to work on the action, bounded. */
export const getActionContext: ActionsHandlers['getActionContext'] = async (
  { path, query },
  ctx,
) => ({
  status: 200,
  body: await readActionContext(ctx, path.id, query.max_bytes),
});

/**
 * The context of an action as the caller may see it, with at most `maxBytes` of JSON. Throws 404 if
 * the caller cannot see the action.
 */
export async function readActionContext(
  ctx: ReadContext,
  actionId: string,
  maxBytes: number | undefined,
): Promise<Context> {
  const parts = await readParts(ctx, actionId);
  const [whole = limits.context_value_bytes, ...shorter] = textLimits;
  if (maxBytes === undefined) return fitContext(toContext(parts, ctx.now, whole));
  for (const textLimit of [whole, ...shorter]) {
    const context = fitContext(toContext(parts, ctx.now, textLimit), maxBytes);
    if (Buffer.byteLength(JSON.stringify(context)) <= maxBytes) return context;
  }
  const shortest = textLimits.at(-1) ?? whole;
  return fitContext(toContext(parts, ctx.now, shortest), maxBytes, { hasFirst: false });
}

type Parts = Awaited<ReturnType<typeof readParts>>;

async function readParts(ctx: ReadContext, actionId: string) {
  const { reader, workspaceId } = ctx;
  const rows = await getActionAndParent(ctx, actionId);
  const { project_id: projectId } = rows.action;
  const [actions, project, orderAndDocument, links, notes, questions, ended] = await Promise.all([
    toActions(ctx, [rows.action, ...(rows.parent === undefined ? [] : [rows.parent])]),
    projectId === null ? undefined : findProject(reader, workspaceId, projectId),
    readOrderAndDocument(ctx, rows.action.order_id),
    readNewestLinks(ctx, actionId, maxEntries),
    readNewestNotes(ctx, actionId, maxEntries),
    readOpenQuestionsAbout(ctx, actionId, maxEntries),
    readEndedQuestionsAbout(ctx, actionId, maxEnded),
  ]);
  const [action, parent] = actions;
  if (action === undefined) throw new Error('One row makes one action.');
  const linked = await readLinkedDocuments(ctx, links.rows);
  const { document } = orderAndDocument;
  const filesOf = await findFilesOf(reader, workspaceId, [
    ...notes.rows,
    ...questions.rows,
    ...ended.rows,
    ...linked,
    ...(document === undefined ? [] : [document]),
  ]);
  const related = { links, linked, notes, questions, ended, filesOf };
  return { action, parent, project, ...orderAndDocument, ...related };
}

/** The context with all entries, and texts of at most `textLimit` bytes. */
function toContext(parts: Parts, now: string, textLimit: number): Context {
  const { action, parent, project, order, document, filesOf } = parts;
  const truncator = new TextTruncator(textLimit);
  const body = {
    action: truncateAction(action, truncator, 'action'),
    project: project === undefined ? null : truncateProject(toProject(project), truncator),
    order: order === undefined ? null : truncateOrder(toOrder(order, now), truncator, 'order'),
    document:
      document === undefined
        ? null
        : truncateDocument(withFiles(document, toDocument, filesOf), truncator, 'document'),
    links: parts.links.rows.map(toLink),
    linked_documents: parts.linked.map((each, index) =>
      truncateDocument(
        withFiles(each, toDocument, filesOf),
        truncator,
        `linked_documents/${index}`,
      ),
    ),
    parent: parent === undefined ? null : truncateAction(parent, truncator, 'parent'),
    notes: parts.notes.rows.map((row, index) =>
      truncateNote(withFiles(row, toNote, filesOf), truncator, `notes/${index}`),
    ),
    open_questions: parts.questions.rows.map((row, index) =>
      truncateQuestion(withFiles(row, toQuestion, filesOf), truncator, `open_questions/${index}`),
    ),
    ended_questions: parts.ended.rows.map((row, index) =>
      truncateQuestion(withFiles(row, toQuestion, filesOf), truncator, `ended_questions/${index}`),
    ),
  };
  const omitted = {
    links: parts.links.omitted,
    linked_documents: 0,
    notes: parts.notes.omitted,
    open_questions: parts.questions.omitted,
    ended_questions: parts.ended.omitted,
  };
  return { ...body, truncated: { ...omitted, texts: truncator.truncated } };
}

function truncateProject(project: ReturnType<typeof toProject>, truncator: TextTruncator) {
  return { ...project, description: truncator.text(project.description, 'project/description') };
}

function truncateDocument(
  document: ReturnType<typeof toDocument>,
  truncator: TextTruncator,
  path: string,
) {
  const content = truncator.json(document.content, `${path}/content`);
  return { ...document, content, ...truncateFiles(document, truncator, path) };
}

// Reads an order, and its document if the caller may see it.
async function readOrderAndDocument(
  { reader, workspaceId, actor }: ReadContext,
  orderId: string | null,
) {
  if (orderId === null) return {};
  const order = await findOrder(reader, workspaceId, orderId);
  const id = order?.document_id ?? null;
  if (id === null) return { order };
  const document = await findDocument(reader, { workspaceId, id }, documentViewer(actor));
  return { order, document };
}

/**
 * The context with as many entries as fit; `truncated` also counts those that it loses here. Each
 * list shows its first entry even if it does not fit, unless `hasFirst` is false.
 */
function fitContext(
  context: Context,
  maxBytes?: number,
  { hasFirst }: { readonly hasFirst: boolean } = { hasFirst: true },
): Context {
  const { truncated, ...rest } = context;
  const { open_questions: questions, ended_questions: ended, notes, links } = rest;
  const { linked_documents: documents } = rest;
  const lists = [questions, ended, notes, links, documents].map((rows) => ({ rows, hasFirst }));
  const none = {
    open_questions: [],
    ended_questions: [],
    notes: [],
    links: [],
    linked_documents: [],
  };
  const [ofQuestions = 0, ofEnded = 0, ofNotes = 0, ofLinks = 0, ofDocuments = 0] = fitRows(
    lists,
    { ...context, ...none },
    maxBytes,
  );
  const counts = {
    open_questions: ofQuestions,
    ended_questions: ofEnded,
    notes: ofNotes,
    links: ofLinks,
    linked_documents: ofDocuments,
  };
  return {
    ...rest,
    open_questions: questions.slice(0, ofQuestions),
    ended_questions: ended.slice(0, ofEnded),
    notes: notes.slice(0, ofNotes),
    links: links.slice(0, ofLinks),
    linked_documents: documents.slice(0, ofDocuments),
    truncated: {
      links: truncated.links + links.length - ofLinks,
      linked_documents: truncated.linked_documents + documents.length - ofDocuments,
      notes: truncated.notes + notes.length - ofNotes,
      open_questions: truncated.open_questions + questions.length - ofQuestions,
      ended_questions: truncated.ended_questions + ended.length - ofEnded,
      texts: truncated.texts.filter((path) => isShown(path, counts)),
    },
  };
}

/** Whether a path such as `notes/3/body` leads to an entry that the context shows. */
function isShown(path: string, counts: Readonly<Record<string, number>>): boolean {
  const [list = '', index] = path.split('/');
  const count = Object.hasOwn(counts, list) ? counts[list] : undefined;
  return count === undefined || Number(index) < count;
}

type Schemas = components['schemas'];

/** The action with long texts truncated. */
function truncateAction(
  action: Schemas['Action'],
  truncator: TextTruncator,
  path: string,
): Schemas['Action'] {
  const { latest_note: latest, last_activity_note: last, input_payload: payload } = action;
  return {
    ...action,
    details: truncator.text(action.details, `${path}/details`),
    result_summary: truncator.text(action.result_summary, `${path}/result_summary`),
    ...(payload === undefined
      ? {}
      : { input_payload: truncator.json(payload, `${path}/input_payload`) }),
    ...(latest === undefined
      ? {}
      : { latest_note: truncateNote(latest, truncator, `${path}/latest_note`) }),
    ...(last === undefined
      ? {}
      : { last_activity_note: truncateNote(last, truncator, `${path}/last_activity_note`) }),
    ...truncateFiles(action, truncator, path),
  };
}

/** The note with a long text truncated. */
function truncateNote(
  note: Schemas['Note'],
  truncator: TextTruncator,
  path: string,
): Schemas['Note'] {
  const body = truncator.text(note.body, `${path}/body`);
  return { ...note, body, ...truncateFiles(note, truncator, path) };
}

/** The files of a record, at least one and as many as a text may be long; none if it has none. */
function truncateFiles(
  { files }: { readonly files?: Schemas['FileSummary'][] | undefined },
  truncator: TextTruncator,
  path: string,
): { readonly files?: Schemas['FileSummary'][] } {
  return files === undefined ? {} : { files: truncator.list(files, `${path}/files`) };
}

/** The question with long texts truncated. */
function truncateQuestion(
  question: Schemas['Question'],
  truncator: TextTruncator,
  path: string,
): Schemas['Question'] {
  return {
    ...question,
    question: truncator.text(question.question, `${path}/question`),
    on_answer: truncator.text(question.on_answer, `${path}/on_answer`),
    default_response: truncator.text(question.default_response, `${path}/default_response`),
    response: truncator.text(question.response, `${path}/response`),
    response_comment: truncator.text(question.response_comment, `${path}/response_comment`),
    ...truncateFiles(question, truncator, path),
  };
}

/** The order with long texts truncated. */
function truncateOrder(
  order: Schemas['Order'],
  truncator: TextTruncator,
  path: string,
): Schemas['Order'] {
  const { latest_checkin: checkin } = order;
  return {
    ...order,
    summary: truncator.text(order.summary, `${path}/summary`),
    latest_checkin: checkin && {
      ...checkin,
      summary: truncator.text(checkin.summary, `${path}/latest_checkin/summary`),
    },
  };
}

/** The maximum lengths of a text in a context, in bytes of UTF-8, from the usual one down. */
const textLimits: readonly number[] = halvings(
  limits.context_value_bytes,
  limits.context_cut_bytes,
);

function halvings(from: number, to: number): number[] {
  return from < to ? [] : [from, ...halvings(from / 2, to)];
}

/** Truncates values longer than `maxBytes` of UTF-8 and records their JSON pointers. */
export class TextTruncator {
  readonly truncated: string[] = [];
  readonly #maxBytes: number;

  constructor(maxBytes: number = limits.context_value_bytes) {
    this.#maxBytes = maxBytes;
  }

  /** Truncates a long text, never within a character; null stays null. */
  text<T extends string | null>(value: T, path: string): T | string {
    if (value === null || Buffer.byteLength(value) <= this.#maxBytes) return value;
    this.truncated.push(path);
    const bytes = Buffer.from(value).subarray(0, this.#maxBytes);
    // In stream mode the decoder omits an incomplete character at the end.
    return new TextDecoder().decode(bytes, { stream: true });
  }

  /** The first values, at least one, whose JSON is short enough. */
  list<Value>(values: Value[], path: string): Value[] {
    let bytes = 0;
    const count = values.findIndex((value) => {
      bytes += Buffer.byteLength(JSON.stringify(value));
      return bytes > this.#maxBytes;
    });
    if (count < 0 || values.length < 2) return values;
    this.truncated.push(path);
    return values.slice(0, Math.max(count, 1));
  }

  /** Truncates a long text; replaces any other value with longer JSON by null. */
  json(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.text(value, path);
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= this.#maxBytes) {
      return value;
    }
    this.truncated.push(path);
    return null;
  }
}
