import { isCallboardError, unwrap } from 'callboard-client';
import { useState, type FormEvent, type Ref } from 'react';
import { client, queries } from '../../api/client';
import { announce } from '../../ui/announcer';
import { Copyable } from '../../ui/copyable';
import { sentenceOf } from '../../ui/failure';

interface Connected {
  readonly name: string;
  readonly token: string;
}

/** Creates an agent with a token, whose secret is shown once, and says how to use it. */
export function ConnectDialog({ ref }: { readonly ref: Ref<HTMLDialogElement> }) {
  const [connected, setConnected] = useState<Connected>();
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby="connect-title"
      onClose={() => setConnected(undefined)}
    >
      <form method="dialog">
        <div className="dialog-head">
          <h2 id="connect-title">Connect an agent</h2>
          <button className="button" type="submit">
            Close
          </button>
        </div>
      </form>
      {connected === undefined ? (
        <NameForm onConnected={setConnected} />
      ) : (
        <Instructions connected={connected} />
      )}
    </dialog>
  );
}

function NameForm({ onConnected }: { readonly onConnected: (connected: Connected) => void }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSending(true);
    try {
      onConnected(await connect(name.trim()));
    } catch (error) {
      setFault(
        isCallboardError(error, 'NAME_TAKEN')
          ? 'Another agent has this name. Choose another one.'
          : sentenceOf(error),
      );
    } finally {
      setSending(false);
    }
  }

  return (
    <form className="text-form" onSubmit={(event) => void submit(event)}>
      <p className="muted">
        An agent is a program that takes up work, reports, and asks people. It signs in with a
        token.
      </p>
      <label className="field">
        <span>Name of the agent</span>
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
          maxLength={200}
        />
      </label>
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      <div className="actions">
        <button type="submit" className="button button-primary" disabled={isSending}>
          Create the agent and its token
        </button>
      </div>
    </form>
  );
}

async function connect(name: string): Promise<Connected> {
  const agent = await unwrap(client.POST('/v1/agents', { body: { name } }));
  const params = { path: { id: agent.id } };
  const { token } = await unwrap(
    client.POST('/v1/agents/{id}/tokens', { params, body: { name: 'first token' } }),
  );
  await queries.invalidateQueries();
  announce(`${agent.name} is created. Its token is shown below.`);
  return { name: agent.name, token: token ?? '' };
}

function Instructions({ connected: { name, token } }: { readonly connected: Connected }) {
  const variables = `export URL='${location.origin}'\nexport TOKEN='${token}'`;
  const request = 'curl -H "Authorization: Bearer $TOKEN" "$URL/v1/me"';
  return (
    <div className="text-form">
      <p>
        <strong dir="auto">{name}</strong> has a token. It is shown only now, so copy it to where
        the agent runs:
      </p>
      <Copyable text={variables} what="the address and the token" />
      <p>This request shows that it works. Then the agent appears here as idle.</p>
      <Copyable text={request} what="the request" />
      <p>
        What an agent does next is in <a href="/docs/agents">the guide for agents</a>.
      </p>
    </div>
  );
}
