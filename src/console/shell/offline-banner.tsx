import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Says that the browser has no network: the last data stay on the screen. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <output className={isOnline ? undefined : 'banner banner-warn'}>
      {!isOnline && 'You are offline. This is what was last read; nothing that you type is lost.'}
    </output>
  );
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}
