import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { base } from '../../api/address';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';
import { forgetPerson } from '../../api/person';
import { signInPath } from '../../api/session';
import { settle } from '../../decisions/outbox';
import { ConfirmDialog } from '../../ui/dialog';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { ItemButton, ItemList } from './item-list';

type SessionItem = components['schemas']['SessionItem'];

const first = { params: { query: { limit: 50 } } } as const;

/** The sessions of the person, which can be ended one by one or all at once. */
export function SessionsPanel() {
  const [ending, setEnding] = useState<SessionItem | 'all'>();
  const list = api.useInfiniteQuery('get', '/v1/sessions', first, byOffset);
  return (
    <Panel
      title="Sessions"
      actions={
        <button type="button" className="button" onClick={() => setEnding('all')}>
          Sign out everywhere
        </button>
      }
    >
      <p className="muted">
        You are signed in in each of these. End a session that you do not know or no longer use.
      </p>
      <ItemList list={list} empty="The browsers in which you are signed in appear here.">
        {(session) => (
          <>
            <div className="item-text">
              <span className="item-title">
                {session.current ? 'This browser (current session)' : 'Another browser'}
              </span>
              <span className="row-meta">
                Signed in <Time at={session.created_at} />
                <span>
                  last used <Time at={session.last_used_at} />
                </span>
                <span>
                  ends <Time at={session.expires_at} /> without use
                </span>
              </span>
            </div>
            <ItemButton
              name="End session"
              of={
                session.current
                  ? 'this browser'
                  : `signed in ${new Date(session.created_at).toLocaleString('en-GB')}`
              }
              onClick={() => setEnding(session)}
            />
          </>
        )}
      </ItemList>
      {ending !== undefined && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  );
}

function EndDialog({
  ending,
  onClose,
}: {
  readonly ending: SessionItem | 'all';
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const isAll = ending === 'all';
  const endsThis = isAll || ending.current;
  const action = isAll ? 'Sign out everywhere' : 'End session';

  async function end(): Promise<void> {
    const isDone = await write(
      async () => {
        if (endsThis) await settle();
        if (isAll) await unwrap(client.DELETE('/v1/sessions'));
        else {
          const params = { path: { id: ending.id } };
          await unwrap(client.DELETE('/v1/sessions/{id}', { params }));
        }
        return true;
      },
      endsThis ? {} : { done: 'The session has ended.' },
    );
    if (isDone !== true) return;
    if (!endsThis) return onClose();
    forgetPerson();
    location.assign(`${base}${signInPath}`);
  }

  return (
    <ConfirmDialog
      title={`${isAll ? action : 'End the session'}?`}
      action={action}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        {isAll
          ? 'You have to sign in again in each browser, this one included.'
          : `You have to sign in again in ${ending.current ? 'this' : 'that'} browser.`}{' '}
        Tokens of agents stay valid.
      </p>
    </ConfirmDialog>
  );
}
