import type { JsonRecord } from '../../../platform/json';
import type { Perform, PlainOperationId } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { fitsOneAnswer, prefixOf } from './record-reading';
import {
  adds,
  body,
  bodyOf,
  confirmationOf,
  call,
  id,
  ifVersion,
  on,
  own,
  pick,
  sets,
  textOf,
  type Arguments,
  type Tool,
} from './tool';

// By the prefix of the id of the record that the note is on.
const noteOperations: Readonly<Record<string, PlainOperationId>> = {
  act: 'createActionNote',
  prj: 'createProjectNote',
  ord: 'createOrderNote',
  qst: 'createQuestionNote',
  ppl: 'createProposalNote',
  doc: 'createDocumentNote',
};
const linked: Readonly<Record<string, string>> = {
  act: 'action_id',
  prj: 'project_id',
  ord: 'order_id',
};

const addNote: Tool = {
  name: 'add_note',
  title: 'Add a note or a link',
  description:
    'Adds a note to an action, project, order, question, proposal or document. With url it adds a link to an action, project or order instead.',
  offered: 'usual',
  hints: adds,
  operationIds: [...Object.values(noteOperations), 'createLink'],
  parameters: {
    id: id('The record.'),
    text: body('createActionNote', 'body', 'The note, or the title of the link.'),
    url: body('createLink', 'url', 'The address of the link.'),
  },
  required: ['id'],
  run: (args, perform) => {
    const recordId = textOf(args, 'id');
    const { text, url } = args;
    if (url !== undefined) {
      const field = linked[prefixOf(recordId, Object.keys(linked))] ?? '';
      const link = { url, [field]: recordId, ...(text !== undefined && { title: text }) };
      return confirmationOf(perform, call('createLink', { body: link }));
    }
    const operationId = noteOperations[prefixOf(recordId, Object.keys(noteOperations))];
    if (operationId === undefined) throw invalidValue('id', 'id has an unknown prefix.');
    return confirmationOf(perform, call(operationId, { ...on(recordId), body: { body: text } }));
  },
};

const createdFields = ['title', 'content', 'access_mode'];
const changedFields = ['title', 'content', 'access_mode', 'reason', 'permitted_proposal_id'];

const writeDocument: Tool = {
  name: 'write_document',
  title: 'Write a document',
  description:
    'Without id: creates a document. With id and the version that you read: replaces one occurrence of find, or the whole content. Earlier contents stay as revisions.',
  offered: 'usual',
  hints: sets,
  operationIds: ['createDocument', 'updateDocument', 'getDocument'],
  parameters: {
    id: id('The document to change.'),
    version: own({ type: 'integer' }, 'The version that you read.'),
    title: body('createDocument', 'title', ''),
    content: own({ type: 'string' }, 'The whole text, usually Markdown.'),
    find: own({ type: 'string' }, 'The text to replace; it must occur once.'),
    replace: own({ type: 'string' }, 'What to put in its place.'),
    replace_all: own({ type: 'boolean' }, 'Replace even content too long to be read at once.'),
    access_mode: body('createDocument', 'access_mode', 'What other agents may do.'),
    reason: body('updateDocument', 'reason', 'Why you change it.'),
    permitted_proposal_id: body('updateDocument', 'permitted_proposal_id', 'If it needs approval.'),
  },
  required: [],
  run: async (args, perform) => {
    if (args['id'] === undefined) {
      return confirmationOf(perform, call('createDocument', { body: pick(args, createdFields) }));
    }
    const path = on(textOf(args, 'id'));
    const fields = {
      ...pick(args, changedFields),
      ...(await replacementOf(args, perform)),
      ...editOf(args),
    };
    return confirmationOf(
      perform,
      call('updateDocument', { ...path, ...ifVersion(args), body: fields }),
    );
  },
};

function editOf({ find, replace }: Arguments): JsonRecord {
  return find === undefined && replace === undefined ? {} : { edit: { find, replace } };
}

/**
 * The new whole content. An agent must not overwrite text that it has not seen, and one answer shows
 * only a part of a long document. The content of a document that is not text stays JSON.
 */
async function replacementOf(args: Arguments, perform: Perform): Promise<JsonRecord> {
  if (args['content'] === undefined) return {};
  const current = await bodyOf(
    perform,
    call('getDocument', { ...on(textOf(args, 'id')), ...ifVersion(args) }),
  );
  if (!fitsOneAnswer(current) && args['replace_all'] !== true) {
    throw invalidValue(
      'content',
      'The document is longer than one answer. Send find and replace, or replace_all: true to overwrite all of it.',
    );
  }
  const text = textOf(args, 'content');
  return { content: typeof current['content'] === 'string' ? text : jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw invalidValue('content', 'This document has JSON, so content must be JSON as text.');
  }
}

/** The tools that write texts. */
export const writingTools = { addNote, writeDocument };
