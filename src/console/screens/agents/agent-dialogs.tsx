import { unwrap } from 'callboard-client';
import { client, paramsOf } from '../../api/client';
import { ReasonDialog } from '../../ui/reason-dialog';
import { useWrite } from '../../ui/use-write';
import type { Agent } from './agent';
import { t } from '../../texts/texts';

const verbs = {
  pause: {
    title: t('Pause the agent'),
    done: (name: string) => t('{name} is paused.', { name }),
    text: t(
      'It may still read, but it can change nothing until you resume it. Its work and its orders stay assigned to it. Its claims on work of the pool end at once.',
    ),
  },
  revoke: {
    title: t('Revoke the agent'),
    done: (name: string) => t('{name} is revoked.', { name }),
    text: t(
      'Nothing undoes this. Its tokens stop working, its open work returns to the pool, and its orders are paused. What it did, asked and wrote stays.',
    ),
  },
} as const;

/** Pauses or revokes an agent, after a question. */
export function StopAgent({
  agent: { id, name, version },
  verb,
  onClose,
}: {
  readonly agent: Agent;
  readonly verb: keyof typeof verbs;
  readonly onClose: () => void;
}) {
  const { write, isSending, fault } = useWrite();
  const { title, text, done } = verbs[verb];
  async function confirm(body: { readonly reason?: string }): Promise<void> {
    const params = paramsOf({ id, version });
    const stopped = await write(
      () => unwrap(client.POST(`/v1/agents/{id}/${verb}`, { params, body })),
      { done: done(name) },
    );
    if (stopped !== undefined) onClose();
  }
  return (
    <ReasonDialog
      title={title}
      action={title}
      isDanger={verb === 'revoke'}
      isSending={isSending}
      fault={fault}
      onConfirm={(body) => void confirm(body)}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{name}</strong>: {text}
      </p>
    </ReasonDialog>
  );
}
