import type { ActionsHandlers } from '../../../../generated/handlers';
import { getActionAndParent, toActions } from '../../actions';
import { findDocument, toDocument } from '../../documents';
import { documentViewer } from '../../../shared/document-visibility';
import { toLink } from '../../../shared/links';
import { toNote } from '../../../shared/notes';
import { findOrder, toOrder } from '../../orders';
import type { ReadContext } from '../../../platform/operation';
import { findProject, toProject } from '../../projects';
import { toQuestion } from '../../questions';
import { fitContext } from './context-fitting';
import { truncateAction, truncateNote, truncateOrder, truncateQuestion } from './context-mapping';
import { TextTruncator } from './context-rules';
import {
  readLinkedDocuments,
  readEndedQuestionsAbout,
  readNewestLinks,
  readNewestNotes,
  readOpenQuestionsAbout,
} from './context-store';

/** The maximum number of links, notes and open questions of a context. */
const maxEntries = 20;
/** The maximum number of ended questions, of which the last answers matter. */
const maxEnded = 5;

/** GET /v1/actions/{id}/context: all context an agent needs to work on the action, bounded. */
export const getActionContext: ActionsHandlers['getActionContext'] = async ({ path }, ctx) => ({
  status: 200,
  body: await readActionContext(ctx, path.id),
});

/** The context of an action as the caller may see it. Throws 404 if the caller cannot see it. */
export async function readActionContext(ctx: ReadContext, actionId: string) {
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
  const { order, document } = orderAndDocument;
  const linked = await readLinkedDocuments(ctx, links.rows);
  const truncator = new TextTruncator();
  const { truncated: texts } = truncator;
  const body = {
    action: truncateAction(action, truncator, 'action'),
    project: project === undefined ? null : truncateProject(toProject(project), truncator),
    order: order === undefined ? null : truncateOrder(toOrder(order, ctx.now), truncator, 'order'),
    document:
      document === undefined ? null : truncateDocument(toDocument(document), truncator, 'document'),
    links: links.rows.map(toLink),
    linked_documents: linked.map((each, index) =>
      truncateDocument(each, truncator, `linked_documents/${index}`),
    ),
    parent: parent === undefined ? null : truncateAction(parent, truncator, 'parent'),
    notes: notes.rows.map((row, index) => truncateNote(toNote(row), truncator, `notes/${index}`)),
    open_questions: questions.rows.map((row, index) =>
      truncateQuestion(toQuestion(row), truncator, `open_questions/${index}`),
    ),
    ended_questions: ended.rows.map((row, index) =>
      truncateQuestion(toQuestion(row), truncator, `ended_questions/${index}`),
    ),
  };
  const omitted = {
    links: links.omitted,
    linked_documents: 0,
    notes: notes.omitted,
    open_questions: questions.omitted,
    ended_questions: ended.omitted,
  };
  return fitContext({ ...body, truncated: { ...omitted, texts } });
}

function truncateProject(project: ReturnType<typeof toProject>, truncator: TextTruncator) {
  return { ...project, description: truncator.text(project.description, 'project/description') };
}

function truncateDocument(
  document: ReturnType<typeof toDocument>,
  truncator: TextTruncator,
  path: string,
) {
  return { ...document, content: truncator.json(document.content, `${path}/content`) };
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
