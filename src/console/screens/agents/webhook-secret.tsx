import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Copyable } from '../../ui/copyable';
import { FormDialog } from '../../ui/form-dialog';
import { SelectField } from '../../ui/fields';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import type { Agent } from './agent';

/** The secret that signs the messages to an agent. */
export function WebhookSecret({ agent }: { readonly agent: Agent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Webhook"
      actions={
        agent.state !== 'revoked' && (
          <button type="button" className="button" onClick={() => setOpen(true)}>
            New secret …
          </button>
        )
      }
    >
      <p className="muted">
        {agent.webhook_url === null ? (
          'The agent has no webhook URL. With one, and with a secret, Callboard sends its news there.'
        ) : (
          <>
            With a secret, Callboard sends the news of the agent to <code>{agent.webhook_url}</code>{' '}
            and signs them.
          </>
        )}
      </p>
      {isOpen && <NewSecret id={agent.id} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function NewSecret({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('0');
  const [created, setCreated] = useState<{ readonly secret: string | undefined }>();
  const { write, isSending, fault } = useWrite();
  async function send(): Promise<void> {
    const params = { path: { id } };
    const body = { overlap_seconds: Number(overlap) };
    const webhook = await write(() =>
      unwrap(client.POST('/v1/agents/{id}/webhook-secret', { params, body })),
    );
    if (webhook !== undefined) setCreated({ secret: webhook.secret });
  }
  return (
    <FormDialog
      title="New webhook secret"
      action="Create the secret"
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      result={created && <Secret secret={created.secret} what="secret" onClose={onClose} />}
      onClose={onClose}
    >
      <p>
        The receiver checks the signatures of messages with it. It replaces the secret that the
        agent may have.
      </p>
      <SelectField
        label="An old secret stops signing"
        value={overlap}
        options={overlaps}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}

/** A secret that the server shows once. */
export function Secret({
  secret,
  what,
  onClose,
}: {
  /** Undefined if the first response was lost and a repetition came without it. */
  readonly secret: string | undefined;
  readonly what: 'token' | 'secret';
  readonly onClose: () => void;
}) {
  return (
    <div className="form">
      {secret === undefined ? (
        <p>The {what} was created, but did not arrive here. Replace it by another one.</p>
      ) : (
        <>
          <p>The {what} is shown only now, so copy it to where the agent runs:</p>
          <Copyable text={secret} what={`the ${what}`} />
        </>
      )}
      <div className="actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}

/** How long an old secret stays valid, in seconds. */
export const overlaps = [
  { value: '0', name: 'At once' },
  { value: '3600', name: 'In an hour' },
  { value: '86400', name: 'In a day' },
] as const;
