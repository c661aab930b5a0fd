import { isCallboardError, unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { AreaField, Form } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import type { Revision } from './document';

/** Reverts the newest revision, with a reason. */
export function RevertDialog({
  revision,
  onClose,
}: {
  readonly revision: Revision;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const { write, isSending, error, fault } = useWrite();
  const { number } = revision;

  async function send(): Promise<void> {
    const result = await write(() => revert(revision, reason.trim()), {
      done: `Revision ${number} is reverted.`,
      // The revert is a revision, too.
      undo: (added) => revert(added),
    });
    if (result !== undefined) onClose();
  }

  return (
    <Dialog title={`Revert revision ${number}`} onClose={onClose}>
      <Form
        action={`Revert revision ${number}`}
        isSending={isSending}
        fault={reasonAgainst(error) ?? fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <p>
          The text of revision {number - 1} becomes the newest revision. Revision {number} stays in
          the list.
        </p>
        <AreaField label="Reason (optional)" value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}

function revert({ id, version }: Pick<Revision, 'id' | 'version'>, reason = '') {
  const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
  const body = reason === '' ? {} : { reason };
  return unwrap(client.POST('/v1/revisions/{id}/revert', { params, body }));
}

/** Says why a revision cannot be reverted. */
function reasonAgainst(error: unknown): string | undefined {
  if (!isCallboardError(error, 'NOT_REVERTIBLE')) return undefined;
  return error.details.cause === 'first'
    ? 'This is the first revision, so there is no text before it.'
    : 'A newer revision exists. Only the newest one can be reverted: close this and look at it.';
}
