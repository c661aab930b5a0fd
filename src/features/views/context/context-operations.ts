import type { ActionsHandlers } from '../../../../generated/handlers';
import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { getActionAndParent, toActions } from '../../actions';
import { findDocument, toDocument } from '../../documents';
import { documentViewer } from '../../../shared/document-visibility';
import { findFilesOf, withFiles } from '../../../shared/files';
import { toLink } from '../../../shared/links';
import { toNote } from '../../../shared/notes';
import { findOrder, toOrder } from '../../orders';
import type { ReadContext } from '../../../platform/operation';
import { findProject, toProject } from '../../projects';
import { toQuestion } from '../../questions';
import {
  fitContext,
  textLimits,
  TextTruncator,
  truncateAction,
  truncateFiles,
  truncateNote,
  truncateOrder,
  truncateQuestion,
} from './context-fitting';
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
