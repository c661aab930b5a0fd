import { onLeave } from '../../api/person';
import { forgetDraft, keepDraft, readDraft } from '../../ui/drafts';

/** A text that has not been saved, and the version of the document that it is based on. */
export interface EditDraft {
  readonly version: number;
  readonly text: string;
}

// Long texts are not written at each key.
const keepMs = 300;

const waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps a long text in this tab soon, and at the latest when the page closes. */
export function keepLater(key: string, text: string | undefined): void {
  if (text === undefined) waiting.delete(key);
  else waiting.set(key, text);
  timer ??= setTimeout(keepNow, keepMs);
}

function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, text] of waiting) {
    try {
      keepDraft(key, text);
    } catch {
      // The browser stores no more for this page. The text is on the screen still.
    }
  }
  waiting.clear();
}

addEventListener('pagehide', keepNow);
onLeave(() => waiting.clear());

/** The unsaved text of a document, or undefined if there is none. */
export function readEdit(id: string): EditDraft | undefined {
  keepNow();
  const stored = readDraft(keyOf(id));
  const end = stored.indexOf('\n');
  return end === -1
    ? undefined
    : { version: Number(stored.slice(0, end)), text: stored.slice(end + 1) };
}

/** Keeps the unsaved text of a document. */
export function keepEdit(id: string, draft: EditDraft): void {
  keepLater(keyOf(id), `${draft.version}\n${draft.text}`);
}

/** Forgets the unsaved text of a document. */
export function forgetEdit(id: string): void {
  keepLater(keyOf(id), undefined);
  forgetDraft(keyOf(id));
}

function keyOf(id: string): string {
  return `document-${id}`;
}
