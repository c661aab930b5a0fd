import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { EditDialog } from '../../ui/edit-dialog';
import { Form } from '../../ui/fields';
import { ReasonDialog } from '../../ui/reason-dialog';
import { useEdit } from '../../ui/use-edit';
import { useWrite } from '../../ui/use-write';
import { changeOrder, readOrder, type Order } from './order';
import { bodyOfOrder, fieldsOfOrder, newOrder, OrderForm } from './order-fields';

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
      { done: ({ name }) => `Created the order “${name}”.` },
    );
    if (created !== undefined) onClose();
  }
  return (
    <Dialog title="New order" onClose={onClose}>
      <Form
        action="Create the order"
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <OrderForm
          fields={fields}
          onChange={(changed) => setFields((now) => ({ ...now, ...changed }))}
        />
      </Form>
    </Dialog>
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
    <EditDialog title="Edit the order" edit={edit} onClose={onClose}>
      <OrderForm fields={edit.fields} onChange={edit.change} />
    </EditDialog>
  );
}

/** Ends an order, after a question for the reason. */
export function EndOrder({ order, onClose }: Props) {
  const { write, isSending, fault } = useWrite();
  async function confirm({ reason = '' }: { readonly reason?: string }): Promise<void> {
    const ended = await write(() => changeOrder(order, { state: 'dropped', reason }), {
      done: `Ended the order “${order.name}”.`,
    });
    if (ended !== undefined) onClose();
  }
  return (
    <ReasonDialog
      title="End the order"
      action="End the order"
      isRequired
      isSending={isSending}
      fault={fault}
      onConfirm={(body) => void confirm(body)}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{order.name}</strong>: nothing undoes this. The order takes no more
        check-ins and no more changes. Its open actions and questions stay as they are.
      </p>
    </ReasonDialog>
  );
}
