import type { components } from '../../../../generated/types';
import { fitRows } from '../fitting-rules';

type Context = components['schemas']['ActionContext'];

/**
 * The context with as many entries as fit; `truncated` also counts those that it loses here. Each
 * list shows its first entry even if it does not fit, unless `hasFirst` is false.
 */
export function fitContext(
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
