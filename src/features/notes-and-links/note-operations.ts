import type { NotesHandlers } from '../../../generated/handlers';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type {
  Input,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { truncate } from '../../platform/text-length';
import { subjectsOf } from '../../shared/agent-request-store';
import { documentViewer } from '../../shared/document-visibility';
import { emit } from '../../shared/events';
import { changeFileIds } from '../../shared/file-store';
import {
  checkMayChangeNote,
  findTitleOfSubject,
  getNoteRow,
  listNotesOn,
  lockNote,
  type NoteRow,
  toNoteWithFiles,
  updateNoteRow,
  writeNote,
} from '../../shared/note-store';
import {
  findLockedAction,
  findVisibleAction,
  getVisibleAction,
  recordNote,
  showLatestNote,
  workersOf,
} from '../actions';
import { checkMayComment, findDocument, getVisibleDocument } from '../documents';
import { getOrderRow } from '../orders';
import { getProjectRow } from '../projects';
import { getShownProposal, isHiddenProposal } from '../proposals';
import { getQuestionRow } from '../questions';

/** Reads a note. */
export const getNote: ReadHandler<'getNote'> = async ({ path }, ctx) => {
  const note = await getNoteRow(ctx.reader, ctx.workspaceId, path.id);
  if (note.action_id !== null && (await findVisibleAction(ctx, note.action_id)) === undefined) {
    throw notFound('note', note.id);
  }
  await getDocumentOf(ctx, note);
  return reply(ctx, note);
};

/** Edits or archives a note. Its action then shows the newest note that is not archived. */
export const updateNote: WriteHandler<'updateNote'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const found = await getNoteRow(transaction, workspaceId, path.id);
  // Lock order: the action, then its notes. This prevents deadlocks.
  const action =
    found.action_id === null ? undefined : await findLockedAction(ctx, found.action_id);
  if (found.action_id !== null && action === undefined) throw notFound('note', found.id);
  const document = await getDocumentOf(ctx, found);
  checkMayChangeNote(actor, found);
  if (document !== undefined) checkMayComment(actor, document);
  await lockNote(transaction, found);
  const note = await getNoteRow(transaction, workspaceId, path.id);
  checkIfMatch(header['If-Match'], note.version);
  const changes = await changesOf(ctx, note, body);
  if (Object.keys(changes).length === 0) return reply(ctx, note);
  const after = await updateNoteRow(transaction, note, changes);
  if (action !== undefined) await showLatestNote(ctx, action);
  await emitChange(ctx, note, changes);
  return reply(ctx, after);
};

type Changes = Partial<Pick<NoteRow, 'body' | 'edited_at' | 'archived_at' | 'file_ids'>>;

async function changesOf(
  ctx: WriteContext,
  note: NoteRow,
  { body, archived, file_ids: files }: Input<'updateNote'>['body'],
): Promise<Changes> {
  const { now } = ctx;
  const fileIds = files === undefined ? note.file_ids : await changeFileIds(ctx, note, files);
  const isArchived = note.archived_at !== null;
  return {
    ...(body === undefined || body === note.body ? {} : { body, edited_at: now }),
    ...(archived === undefined || archived === isArchived
      ? {}
      : { archived_at: archived ? now : null }),
    ...(fileIds === note.file_ids ? {} : { file_ids: fileIds }),
  };
}

// A note on a document that the caller does not see is 404, like the document.
async function getDocumentOf(ctx: ReadContext, note: NoteRow) {
  const { reader, workspaceId, actor } = ctx;
  await checkSeesProposalOf(ctx, note);
  if (note.document_id === null) return undefined;
  const key = { workspaceId, id: note.document_id };
  const document = await findDocument(reader, key, documentViewer(actor));
  if (document === undefined) throw notFound('note', note.id);
  return document;
}

// Neither is a note on a proposal that the caller does not see. Other requests are questions.
async function checkSeesProposalOf(ctx: ReadContext, note: NoteRow): Promise<void> {
  if (note.agent_request_id === null) return;
  const id = note.agent_request_id;
  if (!(await isHiddenProposal(ctx.reader, ctx, id))) return;
  throw notFound('note', note.id);
}

async function emitChange(ctx: WriteContext, note: NoteRow, changes: Changes): Promise<void> {
  const { archived_at: archived } = changes;
  const title = truncate(await findTitleOfSubject(ctx.transaction, note));
  const isArchived = typeof archived === 'string';
  const verb = archived === null ? 'brought the note back' : 'changed the note';
  emit(ctx, {
    kind: isArchived ? 'note.archived' : 'note.updated',
    subject: { type: 'note', id: note.id, title },
    summary: `${ctx.actor.name} ${isArchived ? 'archived the note' : verb}.`,
    about: {
      actionId: note.action_id,
      projectId: note.project_id,
      orderId: note.order_id,
      documentId: note.document_id,
    },
  });
}

async function reply(ctx: ReadContext, note: NoteRow) {
  const body = await toNoteWithFiles(ctx, note);
  return { status: 200, body, headers: { ETag: etagOf(note.version) } } as const;
}

/** Lists the notes of an action, newest first. */
export const listActionNotes: ReadHandler<'listActionNotes'> = async ({ path, query }, ctx) => {
  await getVisibleAction(ctx, path.id);
  return listNotesOn(ctx, { actionId: path.id }, query);
};

/** Writes a note on an action; the action may have ended. */
export const createActionNote: WriteHandler<'createActionNote'> = async ({ path, body }, ctx) => {
  const action = await findLockedAction(ctx, path.id);
  if (action === undefined) throw notFound('action', path.id);
  const { title, project_id: projectId, order_id: orderId } = action;
  const on = { actionId: action.id };
  const reply = await writeNote(
    ctx,
    { on, title, about: { ...on, projectId, orderId }, related: workersOf(action, ctx.now) },
    body,
  );
  await recordNote(ctx, action, reply.body.id);
  return reply;
};

/** Lists the notes on a document, newest first. */
export const listDocumentNotes: NotesHandlers['listDocumentNotes'] = async (
  { path, query },
  ctx,
) => {
  const document = await getVisibleDocument(ctx, path.id);
  return listNotesOn(ctx, { documentId: document.id }, query);
};

/** Writes a note on a document. The document and its version do not change. */
export const createDocumentNote: NotesHandlers['createDocumentNote'] = async (
  { path, body },
  ctx,
) => {
  const document = await getVisibleDocument(ctx, path.id);
  checkMayComment(ctx.actor, document);
  const on = { documentId: document.id };
  return writeNote(ctx, { on, title: document.title, about: on, related: {} }, body);
};

/** Lists the notes on an order, newest first. */
export const listOrderNotes: NotesHandlers['listOrderNotes'] = async ({ path, query }, ctx) => {
  const order = await getOrderRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { orderId: order.id }, query);
};

/** Writes a note on an order; the order may have ended. */
export const createOrderNote: NotesHandlers['createOrderNote'] = async ({ path, body }, ctx) => {
  const order = await getOrderRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { orderId: order.id },
      title: order.name,
      about: { orderId: order.id },
      related: { order_agent: [order.assigned_actor_id] },
    },
    body,
  );
};

/** Lists the notes on a project, newest first. */
export const listProjectNotes: NotesHandlers['listProjectNotes'] = async ({ path, query }, ctx) => {
  const project = await getProjectRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { projectId: project.id }, query);
};

/** Writes a note on a project; the project may have ended. */
export const createProjectNote: NotesHandlers['createProjectNote'] = async (
  { path, body },
  ctx,
) => {
  const project = await getProjectRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { projectId: project.id },
      title: project.title,
      about: { projectId: project.id },
      related: {},
    },
    body,
  );
};

/** Lists the notes on a proposal, newest first. */
export const listProposalNotes: NotesHandlers['listProposalNotes'] = async (
  { path, query },
  ctx,
) => {
  const proposal = await getShownProposal(ctx.reader, ctx, path.id);
  return listNotesOn(ctx, { requestId: proposal.id }, query);
};

/** Writes a note on a proposal; the proposal may have ended. */
export const createProposalNote: NotesHandlers['createProposalNote'] = async (
  { path, body },
  ctx,
) => {
  const proposal = await getShownProposal(ctx.transaction, ctx, path.id);
  return writeNote(
    ctx,
    {
      on: { requestId: proposal.id },
      title: truncate(proposal.question),
      about: subjectsOf(proposal),
      related: { author: [proposal.created_by_actor_id] },
    },
    body,
  );
};

/** Lists the notes on a question, newest first. */
export const listQuestionNotes: NotesHandlers['listQuestionNotes'] = async (
  { path, query },
  ctx,
) => {
  const question = await getQuestionRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { requestId: question.id }, query);
};

/** Writes a note on a question; the question may have ended. */
export const createQuestionNote: NotesHandlers['createQuestionNote'] = async (
  { path, body },
  ctx,
) => {
  const question = await getQuestionRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { requestId: question.id },
      title: truncate(question.question),
      about: subjectsOf(question),
      related: { author: [question.created_by_actor_id] },
    },
    body,
  );
};
