import { unwrap } from 'callboard-client';
import { useRef, useState, type Ref } from 'react';
import { client } from '../../api/client';
import { moveFocus } from '../../keys/rows';
import { announce } from '../../ui/announcer';
import { forgetDraft, keepDraft, readDraft } from '../../ui/drafts';
import { useWrite } from '../../ui/use-write';

const draft = 'capture';

/** A field that writes down an action, to be sorted later. What was typed is kept until it is sent. */
export function CaptureForm({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const [title, setTitle] = useState(() => readDraft(draft));
  const typed = useRef(title);
  const { write, isSending, fault } = useWrite();

  function change(next: string): void {
    typed.current = next;
    setTitle(next);
    keepDraft(draft, next);
  }

  async function send(): Promise<void> {
    const sent = title;
    const body = { title: sent.trim(), status: 'inbox' } as const;
    const action = await write(() => unwrap(client.POST('/v1/actions', { body })));
    if (action === undefined) return;
    // The person may have gone on typing.
    if (typed.current === sent) {
      change('');
      forgetDraft(draft);
    }
    announce('Captured.');
  }

  return (
    <form
      className="capture"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '' && !isSending) void send();
      }}
    >
      <label className="field">
        <span className="visually-hidden">Capture an action</span>
        <input
          ref={ref}
          value={title}
          placeholder="Capture an action: what has to be done?"
          maxLength={500}
          autoComplete="off"
          enterKeyHint="done"
          dir="auto"
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && moveFocus(1)) event.preventDefault();
          }}
        />
      </label>
      <button type="submit" className="button button-primary" disabled={title.trim() === ''}>
        Capture
      </button>
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
    </form>
  );
}
