import type { JsonRecord } from '../../../platform/json';
import type { Perform, PerformCall, PlainOperationId } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { fitsOneAnswer, prefixOf } from './record-reading';
import {
  adds,
  body,
  bodyOf,
  confirmationOf,
  confirmed,
  call,
  id,
  ifVersion,
  include,
  on,
  own,
  pick,
  recordOf,
  refuseUnused,
  textOf,
  type Arguments,
  type Tool,
  named,
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
    'Adds a note to a record. With link: attaches a URL or a document to an action, project or order, with the note as its title.',
  offered: 'usual',
  hints: adds,
  operationIds: [...Object.values(noteOperations), 'createLink'],
  parameters: {
    id: named(id(''), 'project', 'order', 'document'),
    note: body('createActionNote', 'body', ''),
    link: { ...named(id('A URL or a document id.'), 'document'), orUrl: true },
    file_ids: body('createActionNote', 'file_ids', ''),
  },
  required: ['id'],
  run: (args, perform) => {
    const recordId = textOf(args, 'id');
    const { note, link } = args;
    if (link !== undefined) {
      refuseUnused(args, ['file_ids'], 'with link');
      const target = textOf(args, 'link');
      const to = target.startsWith('doc_') ? { document_id: target } : { url: target };
      const body = { ...to, ...ownerOf(recordId), ...(note !== undefined && { title: note }) };
      return confirmationOf(perform, call('createLink', { body }));
    }
    const operationId = noteOperations[prefixOf(recordId, Object.keys(noteOperations))];
    if (operationId === undefined) throw invalidValue('id', 'id has an unknown prefix.');
    const noted = { body: note, ...pick(args, ['file_ids']) };
    return confirmationOf(perform, call(operationId, { ...on(recordId), body: noted }));
  },
};

/** The field of a link that names the record that it is attached to. */
function ownerOf(recordId: string, argument = 'id'): JsonRecord {
  const field = linked[prefixOf(recordId, Object.keys(linked), argument)] ?? '';
  return { [field]: recordId };
}

const createdFields = ['title', 'content', 'access_mode', 'file_ids'];
const changedFields = [...createdFields, 'permitted_proposal_id'];

const writeDocument: Tool = {
  name: 'write_document',
  title: 'Write a document',
  description:
    'Without id: creates a document. With id and the version that you read: replaces the one occurrence of find, or the whole content. Earlier contents stay as revisions.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createDocument', 'updateDocument', 'getDocument', 'createLink'],
  parameters: {
    id: named(id(''), 'document'),
    version: own({ type: 'integer' }, ''),
    title: body('createDocument', 'title', ''),
    content: own({ type: 'string' }, ''),
    find: own({ type: 'string' }, ''),
    replace: own({ type: 'string' }, ''),
    replace_all: own({ type: 'boolean' }, 'Even content too long to be read at once.'),
    attach_to: named(id('An action, project or order.'), 'project', 'order'),
    access_mode: body('createDocument', 'access_mode', ''),
    file_ids: body('createDocument', 'file_ids', ''),
    note: body('updateDocument', 'reason', ''),
    permitted_proposal_id: body('updateDocument', 'permitted_proposal_id', ''),
    include,
  },
  required: [],
  run: async (args, perform) => {
    const write = await writeOf(args, perform);
    if (args['attach_to'] === undefined) return confirmationOf(perform, write, args);
    const owner = ownerOf(textOf(args, 'attach_to'), 'attach_to');
    const [written] = await perform(
      write,
      call('createLink', ([document]) => ({
        body: { document_id: recordOf(document)['id'], ...owner },
      })),
    );
    return confirmed(recordOf(written), args);
  },
};

async function writeOf(args: Arguments, perform: Perform): Promise<PerformCall> {
  if (args['id'] === undefined) {
    const ofChanges = [
      'version',
      'find',
      'replace',
      'replace_all',
      'note',
      'permitted_proposal_id',
    ];
    refuseUnused(args, ofChanges, 'without id, which makes a new document');
    return call('createDocument', { body: pick(args, createdFields) });
  }
  const { content, find, note } = args;
  if (content !== undefined && find !== undefined) {
    throw invalidValue('find', 'Send either content, or find and replace.');
  }
  const fields = {
    ...pick(args, changedFields),
    ...(note !== undefined && { reason: note }),
    ...(await replacementOf(args, perform)),
    ...editOf(args),
  };
  return call('updateDocument', { ...on(textOf(args, 'id')), ...ifVersion(args), body: fields });
}

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

const uploadFile: Tool = {
  name: 'upload_file',
  title: 'Upload a file',
  description:
    'Returns a secret URL for one file: curl --data-binary @FILE URL. Its response has the id for file_ids.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createUpload'],
  parameters: { name: body('createUpload', 'name', '') },
  required: [],
  run: (args, perform) => bodyOf(perform, call('createUpload', { body: pick(args, ['name']) })),
};

/** The tools that write texts and files. */
export const writingTools = { addNote, uploadFile, writeDocument };
