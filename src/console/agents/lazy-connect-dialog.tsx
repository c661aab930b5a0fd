import { lazy, Suspense } from 'react';

const load = async () => ({ default: (await import('./connect-dialog')).ConnectDialog });
const ConnectDialog = lazy(load);

/** The dialog that creates an agent. Its module is loaded when it is opened. */
export function LazyConnectDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ConnectDialog onClose={onClose} />
    </Suspense>
  );
}
