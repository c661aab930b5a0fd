import { unwrap } from 'callboard-client';
import { useState, type ComponentProps } from 'react';
import { Link } from 'wouter';
import { Connection } from './connection';
import { server } from '../../api/address';
import { client } from '../../api/client';
import { announce } from '../../ui/done';
import { Copyable, GuideLink } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { changesOf, DraftFields, useCreate } from '../../ui/draft';
import { Form } from '../../ui/fields';
import { pageOfAgent } from './agent';
import {
  AgentNameField,
  AgentSettings,
  bodyOfAgent,
  newAgent,
  type AgentFields,
} from './agent-fields';
import { t, Trans } from '../../texts/texts';

interface Connected {
  readonly id: string;
  readonly name: string;
  readonly token: string | undefined;
}

/** Creates an agent with a token, whose secret is shown once, and says how to use it. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [connected, setConnected] = useState<Connected>();
  return (
    <Dialog title={t('Connect an agent')} showsOnce={connected !== undefined} onClose={onClose}>
      {connected === undefined ? (
        <NewAgent onConnected={setConnected} />
      ) : (
        <Instructions connected={connected} onClose={onClose} />
      )}
    </Dialog>
  );
}

// A URL may have a secret in it.
const secrets = ['webhook_url'] as const;

function NewAgent({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const form = useCreate('agent', newAgent, secrets);
  const { fields, change } = form;

  async function send(): Promise<void> {
    const connected = await form.create(() => connect(fields));
    if (connected !== undefined) onConnected(connected);
  }

  return (
    <Form
      action={t('Create the agent and its token')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
    >
      <p className="muted">
        {t(
          'An agent is a program that takes up work, reports, and asks people. It signs in with a token.',
        )}
      </p>
      <DraftFields draft={form}>
        <AgentNameField fields={fields} onChange={change} />
        <MoreSettings fields={fields} onChange={change} />
      </DraftFields>
    </Form>
  );
}

/** The settings, folded unless some were typed before. */
function MoreSettings(props: ComponentProps<typeof AgentSettings>) {
  const [hasTyped] = useState(() =>
    Object.keys(changesOf(newAgent, props.fields)).some((name) => name !== 'name'),
  );
  return (
    <details className="more" open={hasTyped}>
      <summary>{t('More about the agent')}</summary>
      <div className="form">
        <AgentSettings {...props} />
      </div>
    </details>
  );
}

async function connect(fields: AgentFields): Promise<Connected> {
  const agent = await unwrap(client.POST('/v1/agents', { body: bodyOfAgent(fields) }));
  const params = { path: { id: agent.id } };
  const token = await unwrap(
    client.POST('/v1/agents/{id}/tokens', { params, body: { name: 'first token' } }),
  ).then(
    (created) => created.token,
    // The agent exists, so the person goes on from its page.
    () => undefined,
  );
  announce(
    token === undefined
      ? t('{name} is created.', { name: agent.name })
      : t('{name} is created. Its token is shown below.', { name: agent.name }),
  );
  return { id: agent.id, name: agent.name, token };
}

function Instructions({
  connected: { id, name, token },
  onClose,
}: {
  readonly connected: Connected;
  readonly onClose: () => void;
}) {
  if (token === undefined) {
    return (
      <p>
        <Trans
          id="{name} is created, but no token arrived. Create one on <link>the page of the agent</link>."
          values={{ name: <strong dir="auto">{name}</strong> }}
          components={{ link: <Link href={pageOfAgent(id, 'access')} onClick={onClose} /> }}
        />
      </p>
    );
  }
  const variables = [
    `export URL='${server}'`,
    `export TOKEN='${token}'`,
    'export CALLBOARD_TOKEN="$TOKEN"',
  ].join('\n');
  const request = 'curl -H "Authorization: Bearer $TOKEN" "$URL/v1/me"';
  return (
    <div className="form">
      <p>
        <Trans
          id="{name} has a token. It is shown only now, so copy it to where the agent runs:"
          values={{ name: <strong dir="auto">{name}</strong> }}
        />
      </p>
      <Copyable text={variables} what={t('the address and the token')} />
      <p>{t('This request shows that it works. Then the agent appears here as idle.')}</p>
      <Copyable text={request} what={t('the request')} />
      <h3>{t('Or connect a client that knows MCP')}</h3>
      <Connection id={id} />
      <p>
        <Trans
          id="All of this except the token is also on <link>the page of the agent</link>. What an agent does next is in <guide>the guide for agents</guide>."
          components={{
            link: <Link href={pageOfAgent(id, 'connect')} onClick={onClose} />,
            guide: <GuideLink />,
          }}
        />
      </p>
    </div>
  );
}
