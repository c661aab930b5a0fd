import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { AgentPicker, DocumentPicker, DomainPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { ReasonDialog } from '../../ui/reason-dialog';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { useWrite } from '../../ui/use-write';
import {
  changeOrder,
  readOrder,
  secondsOf,
  split,
  unitNames,
  type Order,
  type Unit,
} from './order';
import { t, Trans } from '../../texts/texts';

/** Creates an order for an agent. */
export function NewOrder({
  agentId,
  onClose,
}: {
  readonly agentId: string;
  readonly onClose: () => void;
}) {
  const [fields, setFields] = useState(() => newOrder(agentId));
  const { write, isSending, fault } = useWrite();
  async function send(): Promise<void> {
    const created = await write(
      () => unwrap(client.POST('/v1/orders', { body: bodyOfOrder(fields) })),
      { done: ({ name }) => t('Created the order “{name}”.', { name }) },
    );
    if (created !== undefined) onClose();
  }
  return (
    <FormDialog
      title={t('New order')}
      action={t('Create the order')}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <OrderForm
        fields={fields}
        onChange={(changed) => setFields((now) => ({ ...now, ...changed }))}
      />
    </FormDialog>
  );
}

interface Props {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Changes an order. */
export function EditOrder({ order, onClose }: Props) {
  const { id } = order;
  const edit = useEdit(order, {
    fieldsOf: fieldsOfOrder,
    bodyOf: bodyOfOrder,
    read: () => readOrder(id),
    save: (body, { version }) => changeOrder({ id, version }, body),
    onSaved: onClose,
  });
  return (
    <EditDialog title={t('Edit the order')} edit={edit} onClose={onClose}>
      <OrderForm fields={edit.fields} onChange={edit.change} />
    </EditDialog>
  );
}

/** Ends an order, after a question for the reason. */
export function EndOrder({ order, onClose }: Props) {
  const { write, isSending, fault } = useWrite();
  async function confirm({ reason = '' }: { readonly reason?: string }): Promise<void> {
    const ended = await write(() => changeOrder(order, { state: 'dropped', reason }), {
      done: t('Ended the order “{name}”.', { name: order.name }),
    });
    if (ended !== undefined) onClose();
  }
  return (
    <ReasonDialog
      title={t('End the order')}
      action={t('End the order')}
      isRequired
      isDanger
      isSending={isSending}
      fault={fault}
      onConfirm={(body) => void confirm(body)}
      onClose={onClose}
    >
      <p>
        <Trans
          id="{name}: nothing undoes this. The order takes no more check-ins and no more changes. Its open actions and questions stay as they are."
          values={{ name: <strong dir="auto">{order.name}</strong> }}
        />
      </p>
    </ReasonDialog>
  );
}

/** What the forms of an order ask for. */
export interface OrderFields {
  readonly agent_id: string;
  readonly name: string;
  readonly summary: string;
  readonly document_id: string | null;
  readonly domain_id: string | null;
  readonly requires_proposals: boolean;
  readonly position: string;
  /** A number of units; empty for none. */
  readonly every: string;
  readonly unit: Unit;
}

/** The fields of a new order of an agent. */
function newOrder(agentId: string): OrderFields {
  return {
    agent_id: agentId,
    name: '',
    summary: '',
    document_id: null,
    domain_id: null,
    requires_proposals: false,
    position: '',
    every: '1',
    unit: 'day',
  };
}

/** The fields as an order has them. */
function fieldsOfOrder(order: Order): OrderFields {
  const { checkin_every_seconds: seconds, position } = order;
  const every = seconds === null ? undefined : split(seconds);
  return {
    agent_id: order.agent_id,
    name: order.name,
    summary: order.summary ?? '',
    document_id: order.document_id,
    domain_id: order.domain_id,
    requires_proposals: order.requires_proposals,
    position: position === null ? '' : String(position),
    every: every === undefined ? '' : String(every.count),
    unit: every?.unit ?? 'day',
  };
}

/** The fields as the API takes them. */
function bodyOfOrder({ every, unit, position, ...fields }: OrderFields) {
  return {
    ...fields,
    name: fields.name.trim(),
    summary: fields.summary.trim() === '' ? null : fields.summary,
    position: position === '' ? null : Number(position),
    checkin_every_seconds: every === '' ? null : secondsOf(Number(every), unit),
  } satisfies components['schemas']['OrderCreate'];
}

interface FieldsProps {
  readonly fields: OrderFields;
  readonly onChange: (changed: Partial<OrderFields>) => void;
}

/** Everything that people decide about an order. */
function OrderForm({ fields, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Name')}
        isRequired
        value={fields.name}
        onChange={(name) => onChange({ name })}
      />
      <AreaField
        label={t('Summary')}
        isMarkdown
        hint={t('What the agent takes care of, in Markdown.')}
        value={fields.summary}
        onChange={(summary) => onChange({ summary })}
      />
      <div className="form-columns">
        <TextField
          label={t('Checks in every')}
          type="number"
          hint={t('Empty: no check-ins expected.')}
          value={fields.every}
          onChange={(every) => onChange({ every })}
        />
        <SelectField
          label={t('Unit')}
          value={fields.unit}
          options={unitNames}
          onChange={(unit) => onChange({ unit })}
        />
      </div>
      <div className="form-columns">
        <DocumentPicker
          value={fields.document_id}
          hint={t('What describes the work.')}
          onChange={(document_id) => onChange({ document_id })}
        />
        <DomainPicker value={fields.domain_id} onChange={(domain_id) => onChange({ domain_id })} />
      </div>
      <div className="form-columns">
        <AgentPicker
          value={fields.agent_id}
          onChange={(id) => onChange({ agent_id: id ?? fields.agent_id })}
        />
        <TextField
          label={t('Position among the agent’s orders')}
          type="number"
          value={fields.position}
          onChange={(position) => onChange({ position })}
        />
      </div>
      <CheckField
        label={t('It needs permission for what people gate')}
        checked={fields.requires_proposals}
        onChange={(requires_proposals) => onChange({ requires_proposals })}
      />
    </>
  );
}
