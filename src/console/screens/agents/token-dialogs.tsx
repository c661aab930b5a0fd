import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form, SelectField, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { overlaps } from './overlaps';
import { Secret } from './secret';

type Created = components['schemas']['TokenCreated'];

const lifetimes = [
  { value: 'never', name: 'Never' },
  { value: '7', name: 'In 7 days' },
  { value: '30', name: 'In 30 days' },
  { value: '90', name: 'In 90 days' },
  { value: '365', name: 'In a year' },
  { value: 'date', name: 'At a time that I choose' },
] as const;

const scopes = [
  { value: 'write', name: 'Read and write' },
  { value: 'read', name: 'Only read' },
] as const;

type Lifetime = (typeof lifetimes)[number]['value'];

function expiryOf(lifetime: Lifetime, date: string): string | null {
  if (lifetime === 'never') return null;
  if (lifetime === 'date') return new Date(date).toISOString();
  return new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString();
}

/** Creates a token and shows its secret once. */
export function NewToken({
  agentId,
  onClose,
}: {
  readonly agentId: string;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'read' | 'write'>('write');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [date, setDate] = useState('');
  const [created, setCreated] = useState<Created>();
  const { write, isSending, fault } = useWrite();
  const send = async (): Promise<void> => {
    const params = { path: { id: agentId } };
    const body = {
      name: name.trim(),
      scopes: scope === 'read' ? (['read'] as const) : (['read', 'write'] as const),
      expires_at: expiryOf(lifetime, date),
    };
    setCreated(
      await write(() =>
        unwrap(
          client.POST('/v1/agents/{id}/tokens', {
            params,
            body: { ...body, scopes: [...body.scopes] },
          }),
        ),
      ),
    );
  };
  return (
    <Dialog title="New token" showsOnce={created !== undefined} onClose={onClose}>
      {created === undefined ? (
        <Form
          action="Create the token"
          isSending={isSending}
          fault={fault}
          onSend={() => void send()}
          onCancel={onClose}
        >
          <TextField
            label="Name"
            hint="What it is for, such as the machine on which it is used."
            isRequired
            value={name}
            onChange={setName}
          />
          <div className="form-columns">
            <SelectField label="It may" value={scope} options={scopes} onChange={setScope} />
            <SelectField
              label="It expires"
              value={lifetime}
              options={lifetimes}
              onChange={setLifetime}
            />
          </div>
          {lifetime === 'date' && (
            <TextField
              label="Expires at"
              type="datetime-local"
              hint="In the time zone of this browser."
              isRequired
              value={date}
              onChange={setDate}
            />
          )}
        </Form>
      ) : (
        <Secret secret={created.token} what="token" onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Replaces a token by a new one, and shows the secret of the new one once. */
export function RotateToken({
  token: { id, name },
  onClose,
}: {
  readonly token: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('0');
  const [created, setCreated] = useState<Created>();
  const { write, isSending, fault } = useWrite();
  const send = async (): Promise<void> => {
    const params = { path: { id } };
    const body = { overlap_seconds: Number(overlap) };
    setCreated(await write(() => unwrap(client.POST('/v1/tokens/{id}/rotate', { params, body }))));
  };
  return (
    <Dialog title="Replace the token" showsOnce={created !== undefined} onClose={onClose}>
      {created === undefined ? (
        <Form
          action="Replace the token"
          isSending={isSending}
          fault={fault}
          onSend={() => void send()}
          onCancel={onClose}
        >
          <p>
            A new token gets the name, the scopes and the lifetime of{' '}
            <strong dir="auto">{name}</strong>.
          </p>
          <SelectField
            label="The old token stops working"
            value={overlap}
            options={overlaps}
            onChange={setOverlap}
          />
        </Form>
      ) : (
        <Secret secret={created.token} what="token" onClose={onClose} />
      )}
    </Dialog>
  );
}
