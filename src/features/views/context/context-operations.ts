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
import { cutAction, cutNote, cutOrder, cutQuestion } from './context-mapping';
import { Cutter } from './context-rules';
import { readLinkedDocuments, readLinksOf, readNotesOf, readQuestionsAbout } from './context-store';

/** The most links, notes and questions of a context. */
const most = 20;

/** GET /v1/actions/{id}/context: what who takes up an action needs to know, in one bounded answer. */
export const getActionContext: ActionsHandlers['getActionContext'] = async ({ path }, ctx) => {
  const { reader, workspaceId } = ctx;
  const rows = await getActionAndParent(ctx, path.id);
  const { project_id: projectId } = rows.action;
  const [actions, project, place, links, notes, questions] = await Promise.all([
    toActions(ctx, [rows.action, ...(rows.parent === undefined ? [] : [rows.parent])]),
    projectId === null ? undefined : findProject(reader, workspaceId, projectId),
    readOrder(ctx, rows.action.order_id),
    readLinksOf(ctx, path.id, most),
    readNotesOf(ctx, path.id, most),
    readQuestionsAbout(ctx, path.id, most),
  ]);
  const [action, parent] = actions;
  if (action === undefined) throw new Error('One row makes one action.');
  const { order, document } = place;
  const linked = await readLinkedDocuments(ctx, links.rows);
  const cutter = new Cutter();
  const body = {
    action: cutAction(action, cutter, 'action'),
    project: project === undefined ? null : cutProject(toProject(project), cutter),
    order: order === undefined ? null : cutOrder(toOrder(order, ctx.now), cutter, 'order'),
    document: document === undefined ? null : cutDocument(toDocument(document), cutter, 'document'),
    links: links.rows.map(toLink),
    linked_documents: linked.map((each, index) =>
      cutDocument(each, cutter, `linked_documents/${index}`),
    ),
    parent: parent === undefined ? null : cutAction(parent, cutter, 'parent'),
    notes: notes.rows.map((row, index) => cutNote(toNote(row), cutter, `notes/${index}`)),
    open_questions: questions.rows.map((row, index) =>
      cutQuestion(toQuestion(row), cutter, `open_questions/${index}`),
    ),
  };
  const truncated = {
    links: links.beyond,
    notes: notes.beyond,
    open_questions: questions.beyond,
    texts: cutter.cut,
  };
  return { status: 200, body: { ...body, truncated } };
};

function cutProject(project: ReturnType<typeof toProject>, cutter: Cutter) {
  return { ...project, description: cutter.text(project.description, 'project/description') };
}

function cutDocument(document: ReturnType<typeof toDocument>, cutter: Cutter, path: string) {
  return { ...document, content: cutter.json(document.content, `${path}/content`) };
}

// The order's document as far as the caller sees it.
async function readOrder({ reader, workspaceId, actor }: ReadContext, orderId: string | null) {
  if (orderId === null) return {};
  const order = await findOrder(reader, workspaceId, orderId);
  const id = order?.document_id ?? null;
  if (id === null) return { order };
  const document = await findDocument(reader, { workspaceId, id }, documentViewer(actor));
  return { order, document };
}
