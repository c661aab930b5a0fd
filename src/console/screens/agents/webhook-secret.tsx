import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Copyable } from '../../ui/copyable';
import { FormDialog } from '../../ui/dialog';
import { SelectField } from '../../ui/menu';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import type { Agent } from './agent';
import { t, Trans } from '../../texts/texts';

/** The secret that signs the messages to an agent. */
export function WebhookSecret({ agent }: { readonly agent: Agent }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('Webhook')}
      actions={
        agent.state !== 'revoked' && (
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {t('New secret …')}
          </button>
        )
      }
    >
      <p className="muted">
        {agent.webhook_url === null ? (
          t(
            'The agent has no webhook URL. With one, and with a secret, Callboard sends its news there.',
          )
        ) : (
          <>
            <Trans
              id="With a secret, Callboard sends the news of the agent to {webhookUrl} and signs them."
              values={{ webhookUrl: <code>{agent.webhook_url}</code> }}
            />
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
      title={t('New webhook secret')}
      action={t('Create the secret')}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      result={created && <Secret secret={created.secret} what="secret" onClose={onClose} />}
      onClose={onClose}
    >
      <p>
        {t(
          'The receiver checks the signatures of messages with it. It replaces the secret that the agent may have.',
        )}
      </p>
      <SelectField
        label={t('An old secret stops signing')}
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
        <p>
          {what === 'token'
            ? t('The token was created, but did not arrive here. Replace it by another one.')
            : t('The secret was created, but did not arrive here. Replace it by another one.')}
        </p>
      ) : (
        <>
          <p>
            {what === 'token'
              ? t('The token is shown only now, so copy it to where the agent runs:')
              : t('The secret is shown only now, so copy it to where the agent runs:')}
          </p>
          <Copyable text={secret} what={what === 'token' ? t('the token') : t('the secret')} />
        </>
      )}
      <div className="actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('Done')}
        </button>
      </div>
    </div>
  );
}

/** How long an old secret stays valid, in seconds. */
export const overlaps = [
  { value: '0', name: t('At once') },
  { value: '3600', name: t('In an hour') },
  { value: '86400', name: t('In a day') },
] as const;
