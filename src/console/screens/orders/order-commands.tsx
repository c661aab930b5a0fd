import { lazy, Suspense } from 'react';
import { Icon } from '../../ui/icon';
import { useWrite } from '../../ui/use-write';
import { changeOrder, type Order } from './order';

const EditOrder = lazy(async () => ({ default: (await import('./order-dialogs')).EditOrder }));
const EndOrder = lazy(async () => ({ default: (await import('./order-dialogs')).EndOrder }));

/** The dialog that is open. */
export type Opened = 'edit' | 'end' | undefined;

/** The commands of an order's page, with their dialogs. An ended order has none. */
export function OrderCommands({
  order,
  opened,
  onOpen,
}: {
  readonly order: Order;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { write, isSending, fault } = useWrite();
  if (order.state === 'dropped') return null;
  const { state } = order;
  const next = state === 'active' ? 'paused' : 'active';
  const close = (): void => onOpen(undefined);
  const toggle = () =>
    write(() => changeOrder(order, { state: next }), {
      done: next === 'paused' ? 'The order is paused.' : 'The order is active.',
      undo: (changed) => changeOrder(changed, { state }),
    });
  return (
    <>
      <button type="button" className="button" onClick={() => onOpen('edit')}>
        <Icon name="edit" /> Edit
      </button>
      <button type="button" className="button" disabled={isSending} onClick={() => void toggle()}>
        {state === 'active' ? 'Pause' : 'Activate'}
      </button>
      <button type="button" className="button" onClick={() => onOpen('end')}>
        End …
      </button>
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <Suspense fallback={null}>
        {opened === 'edit' && <EditOrder order={order} onClose={close} />}
        {opened === 'end' && <EndOrder order={order} onClose={close} />}
      </Suspense>
    </>
  );
}
