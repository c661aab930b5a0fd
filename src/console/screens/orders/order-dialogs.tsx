import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { AgentPicker, DocumentPicker, DomainPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { ReasonDialog } from '../../ui/reason-dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import { CadenceField, changeOrder, readOrder, secondsOf, type Order } from './order';
import { t, Trans } from '../../texts/texts';

/** Creates an order for an agent. */
export function NewOrder({
  agentId,
  onClose,
}: {
  readonly agentId: string;
  readonly onClose: () => void;
}) {
  const form = useCreate(`order.${agentId}`, newOrder(agentId));
  async function send(): Promise<void> {
    const created = await form.create(
      () => unwrap(client.POST('/v1/orders', { body: bodyOfOrder(form.fields) })),
      { done: ({ name }) => t('Created the order “{name}”.', { name }) },
    );
    if (created !== undefined) onClose();
  }
  return (
    <FormDialog
      title={t('New order')}
      action={t('Create the order')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <OrderForm fields={form.fields} onChange={form.change} />
      </DraftFields>
    </FormDialog>
  );
}

interface Props {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Changes the texts of an order. Its page has the rest. */
export function EditOrder({ order, onClose }: Props) {
  const { id } = order;
  const edit = useEdit(order, {
    fieldsOf: ({ name, summary }) => ({ name, summary: summary ?? '' }),
    bodyOf: textsOf,
    factsOf: ({ name, summary }) => [
      [t('Name'), name],
      [t('Summary'), summary || null],
    ],
    read: () => readOrder(id),
    save: (body, { version }) => changeOrder({ id, version }, body),
    onSaved: onClose,
  });
  return (
    <EditDialog title={t('Edit the order')} edit={edit} onClose={onClose}>
      <OrderTexts fields={edit.fields} onChange={edit.change} />
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

interface Texts {
  readonly name: string;
  readonly summary: string;
}

/** What the form of a new order asks for. */
interface OrderFields extends Texts {
  readonly agent_id: string;
  readonly document_id: string | null;
  readonly domain_id: string | null;
  readonly requires_proposals: boolean;
  readonly position: string;
  /** A number and a unit; empty for none. */
  readonly cadence: string;
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
    cadence: '1 day',
  };
}

/** The fields as the API takes them. */
function bodyOfOrder({ cadence, position, ...fields }: OrderFields) {
  return {
    ...fields,
    ...textsOf(fields),
    position: position === '' ? null : Number(position),
    checkin_every_seconds: secondsOf(cadence),
  } satisfies components['schemas']['OrderCreate'];
}

function textsOf({ name, summary }: Texts) {
  return { name: name.trim(), summary: summary.trim() === '' ? null : summary };
}

interface FieldsProps {
  readonly fields: OrderFields;
  readonly onChange: (changed: Partial<OrderFields>) => void;
}

function OrderTexts({
  fields,
  onChange,
}: {
  readonly fields: Texts;
  readonly onChange: (changed: Partial<Texts>) => void;
}) {
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
    </>
  );
}

/** Everything that people decide about an order. */
function OrderForm({ fields, onChange }: FieldsProps) {
  return (
    <>
      <OrderTexts fields={fields} onChange={onChange} />
      <CadenceField value={fields.cadence} onChange={(cadence) => onChange({ cadence })} />
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
