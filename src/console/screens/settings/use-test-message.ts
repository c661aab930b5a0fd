import { unwrap } from 'callboard-client';
import { client } from '../../api/client';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

/** Sends a test message to a webhook. */
export function useTestMessage(id: string) {
  const { write, isSending, error } = useWrite();
  const send = () =>
    write(
      () => unwrap(client.POST('/v1/webhooks/{id}/test', { params: { path: { id } }, body: {} })),
      { done: 'A test is on its way. Its result appears under Deliveries.' },
    );
  return { send, isSending, fault: explain(error) };
}
