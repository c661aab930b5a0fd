import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset, moreOf, most, useAll } from '../../api/read-options';
import { ConfirmDialog } from '../../ui/dialog';
import { Failure } from '../../ui/loading';
import { MoreButton, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import type { Agent } from './agent';
import { Tokens } from './tokens';
import { WebhookSecret } from './webhook-secret';
import { t, Trans } from '../../texts/texts';

/** How the agent signs in, and who signs its messages. */
export function AgentAccess({ agent }: { readonly agent: Agent }) {
  return (
    <>
      <Tokens agent={agent} />
      <Grants agent={agent} />
      <WebhookSecret agent={agent} />
    </>
  );
}

type Grant = components['schemas']['OauthGrant'];

/** The clients that a person let act as the agent. */
function Grants({ agent: { id } }: { readonly agent: Agent }) {
  const [ending, setEnding] = useState<Grant>();
  const params = { query: { limit: 50, agent_id: id } };
  const grants = api.useInfiniteQuery('get', '/v1/oauth-grants', { params }, byOffset);
  const people = useAll(api.useInfiniteQuery('get', '/v1/users', most, byOffset));
  const items = grants.data?.pages.flatMap((page) => page.items);
  const nameOf = (user: string): string =>
    people.find((person) => person.id === user)?.name ?? t('a person');
  return (
    <Panel title={t('Connections by sign-in')}>
      {grants.error !== null && (
        <Failure error={grants.error} onRetry={() => void grants.refetch()} />
      )}
      {items?.length === 0 && (
        <p className="muted">
          {t(
            'None. Here you will see clients that act as the agent because a person allowed it in the browser (OAuth), such as Claude and ChatGPT.',
          )}
        </p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="items">
          {items.map((grant) => (
            <li key={grant.id}>
              <div className="item-text">
                <p className="item-title" dir="auto">
                  {grant.client_name}
                </p>
                <p className="row-meta">
                  {grant.scopes.includes('write') ? t('Reads and writes') : t('Reads only')}
                  <span>{grant.client_host ?? grant.redirect_host}</span>
                  <span dir="auto">
                    <Trans
                      id="allowed by {userId} {time}"
                      values={{
                        userId: nameOf(grant.user_id),
                        time: <Time at={grant.created_at} />,
                      }}
                    />
                  </span>
                  {grant.last_token_at !== null && (
                    <span>
                      <Trans
                        id="last token {time}"
                        values={{ time: <Time at={grant.last_token_at} /> }}
                      />
                    </span>
                  )}
                </p>
              </div>
              <button
                type="button"
                className="button button-small"
                onClick={() => setEnding(grant)}
              >
                <Trans
                  id="End … {clientName}"
                  values={{
                    clientName: <span className="visually-hidden">{grant.client_name}</span>,
                  }}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...moreOf(grants)} />
      {ending !== undefined && <EndGrant grant={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  );
}

function EndGrant({
  grant: { id, client_name: name },
  onClose,
}: {
  readonly grant: Grant;
  readonly onClose: () => void;
}) {
  const { write, isSending, fault } = useWrite();
  async function confirm(): Promise<void> {
    const params = { path: { id } };
    const ended = await write(
      async () => {
        await unwrap(client.DELETE('/v1/oauth-grants/{id}', { params }));
        return true;
      },
      { done: t('Ended the connection of “{name}”.', { name }) },
    );
    if (ended !== undefined) onClose();
  }
  return (
    <ConfirmDialog
      title={t('End the connection')}
      action={t('End the connection')}
      isSending={isSending}
      fault={fault}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="{name} can no longer act as the agent, at once. A person can allow it again."
          values={{ name: <strong dir="auto">{name}</strong> }}
        />
      </p>
    </ConfirmDialog>
  );
}
