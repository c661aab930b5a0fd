import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { showDone, type Replaced } from '../../ui/done';
import { useWrite } from '../../ui/use-write';
import {
  changeDocument,
  forgetEdit,
  keepEdit,
  readDocument,
  readEdit,
  textOf,
  type Document,
  type EditDraft,
} from './document';
import { t } from '../../texts/texts';

interface Closing {
  readonly onClose: () => void;
  /** Opens the editor, or opens it anew, with the text that is kept. */
  readonly onReopen: () => void;
}

/** The state of an editor: the typed text, what it is based on, and the text that is in its way. */
export function useEditor(document: Document, { onClose, onReopen }: Closing) {
  const { id } = document;
  const isJson = typeof document.content !== 'string';
  const [draft] = useState(() => readEdit(id));
  const [text, setText] = useState(draft?.text ?? textOf(document.content));
  const [isRestored, setRestored] = useState(draft !== undefined);
  const isOld = draft !== undefined && draft.version !== document.version;
  const [base, setBase] = useState(document);
  // An old draft is based on a text that nobody has any more.
  const [basedOn, setBasedOn] = useState(draft?.version ?? document.version);
  const [theirs, setTheirs] = useState(isOld ? document : undefined);
  const [reason, setReason] = useState('');
  const [jsonFault, setJsonFault] = useState<string>();
  const { write, isSending, error, fault, forgetFault } = useWrite();
  const isStale = isCallboardError(error, 'STALE_VERSION');

  function change(next: string): void {
    setText(next);
    setJsonFault(undefined);
    if (next === textOf(base.content) && theirs === undefined) forgetEdit(id);
    else keepEdit(id, { version: basedOn, text: next });
  }

  function rebase(current: Document): void {
    setBase(current);
    setBasedOn(current.version);
  }

  /** Begins again with the text of a document; what was typed can be brought back. */
  function take(current: Document, done: string): void {
    rebase(current);
    setTheirs(undefined);
    setRestored(false);
    setText(textOf(current.content));
    forgetEdit(id);
    forgetFault();
    const { version } = current;
    showDone(
      done,
      bringBack({ version, text }, (typed) => setText(typed.text)),
    );
  }

  /** The undo that keeps a text again and shows it. */
  function bringBack(typed: EditDraft, show: (typed: EditDraft) => void) {
    return (): Promise<Replaced | undefined> => {
      const newer = readEdit(id);
      keepEdit(id, typed);
      show(typed);
      return Promise.resolve(newer && { undoAgain: bringBack(newer, show) });
    };
  }

  async function send(over: Document): Promise<void> {
    const content = contentOf(text, isJson);
    if (content === undefined) {
      setJsonFault(t('This is not valid JSON.'));
      return;
    }
    const body = { content: content.value, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    const saved = await write(() => saveOrCompare(over, body, setTheirs), {
      done: ({ revision_number: number }) =>
        number > over.revision_number
          ? t('Saved as revision {number}.', { number })
          : t('Nothing has changed.'),
      undo: (result) => revertTo(over, result),
    });
    if (saved === undefined) return;
    const typed = readEdit(id);
    if (typed !== undefined && typed.text !== text) {
      // The person went on typing. What they typed is a change of the text that is saved now.
      rebase(saved);
      setTheirs(undefined);
      keepEdit(id, { version: saved.version, text: typed.text });
      return;
    }
    forgetEdit(id);
    onClose();
  }

  return {
    text,
    change,
    reason,
    setReason,
    theirs,
    isRestored,
    isJson,
    isSending,
    fault: jsonFault ?? (isStale ? undefined : fault),
    baseVersion: base.version,
    save: () => send(base),
    saveOver: (current: Document) => send(current),
    takeTheirs: (current: Document) => take(current, t('You have the saved text.')),
    startAgain: () => take(base, t('You have the saved text.')),
    compare: async () => {
      const current = await readDocument(id);
      if (textOf(current.content) === textOf(base.content)) rebase(current);
      else setTheirs(current);
    },
    discard: () => {
      const isChanged = text !== textOf(base.content);
      const kept = { version: basedOn, text };
      forgetEdit(id);
      onClose();
      if (!isChanged) return;
      showDone(t('Your changes are discarded.'), bringBack(kept, onReopen));
    },
  };
}

/** The value that a text means; undefined if it should be JSON and is not. */
function contentOf(text: string, isJson: boolean): { readonly value: unknown } | undefined {
  if (!isJson) return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Saves a content. If another text was saved meanwhile, that one is shown instead. */
async function saveOrCompare(
  base: Document,
  body: { readonly content: unknown; readonly reason?: string },
  onOther: (current: Document) => void,
): Promise<Document> {
  try {
    return await changeDocument(base, body);
  } catch (error) {
    if (!isCallboardError(error, 'STALE_VERSION')) throw error;
    const current = await readDocument(base.id);
    // Only the title, the access or a review has changed.
    if (textOf(current.content) === textOf(base.content)) return changeDocument(current, body);
    onOther(current);
    throw error;
  }
}

/** Reverts the revision that was saved, unless there is none or a newer one. */
export async function revertTo(before: Document, { id, revision_number: number }: Document) {
  if (number === before.revision_number) return;
  const params = { path: { id }, query: { limit: 1 } };
  const { items } = await unwrap(client.GET('/v1/documents/{id}/revisions', { params }));
  const newest = items[0];
  if (newest?.number !== number) throw new Error('A newer revision exists.');
  await unwrap(client.POST('/v1/revisions/{id}/revert', { params: { path: { id: newest.id } } }));
}
