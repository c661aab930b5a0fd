import { unwrap } from 'callboard-client';
import { useCallback, useRef, useState, type Ref } from 'react';
import { client } from '../../api/client';
import { useKeys } from '../../keys/keys';
import { moveFocus } from '../../keys/list-keys';
import { ActorFilter } from '../../pickers/pickers';
import { announce } from '../../ui/done';
import { fullText } from '../../ui/fields';
import { countSet, Filters } from '../../ui/filters';
import { forgetDraft, keepDraft, readDraft } from '../../api/person';
import { SelectField } from '../../ui/menu';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { useChoice, useParam } from '../../ui/url-params';
import { useWrite } from '../../ui/use-write';
import { InboxList } from './inbox-list';
import { t } from '../../texts/texts';

/** The inbox: captured actions, which are sorted here, and a field that captures another one. */
export function InboxScreen() {
  useTitle(t('Inbox'));
  const [assigned, setAssigned] = useParam('assigned');
  const assignee = assigned === '' ? undefined : assigned;
  const field = useRef<HTMLInputElement>(null);
  const handle = useCallback((key: string): boolean => {
    if (key === 'c') field.current?.focus();
    return key === 'c';
  }, []);
  useKeys(handle);

  const [order, setOrder] = useChoice('sort', ['newest', 'oldest']);

  return (
    <Page
      title={t('Inbox')}
      actions={
        <Filters className="actions" count={countSet(assigned)}>
          <ActorFilter none={t('Anybody or nobody')} value={assigned} onChange={setAssigned} />
          <SelectField
            label={t('Sort')}
            value={order}
            options={[
              { value: 'newest', name: t('Newest first') },
              { value: 'oldest', name: t('Oldest first') },
            ]}
            onChange={setOrder}
          />
        </Filters>
      }
    >
      <CaptureForm ref={field} />
      <InboxList key={`${assignee ?? ''} ${order}`} assignee={assignee} order={order} />
    </Page>
  );
}

const draft = 'capture';
const maxLength = 500;

/** A field that writes down an action, to be sorted later. What was typed is kept until it is sent. */
function CaptureForm({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
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
    announce(t('Captured.'));
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
        <span className="visually-hidden">{t('Capture an action')}</span>
        <input
          ref={ref}
          value={title}
          placeholder={t('Capture an action: what has to be done?')}
          maxLength={maxLength}
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
        {t('Capture')}
      </button>
      <div role="alert">
        {fullText(title, maxLength)}
        {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
      </div>
    </form>
  );
}
