import '../api/client';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTrouble } from '../api/trouble';
import { forgetFailed, useEntries } from '../decisions/decisions';
import { useTimeZone } from '../ui/time';

/** Says that nothing new can be read, and that decisions were not saved. */
export function Banners() {
  return (
    <div className="banners">
      <Outage />
      <Unsaved />
    </div>
  );
}

function Outage() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const trouble = useTrouble();
  const timeZone = useTimeZone();
  const time = (timeStyle: 'short' | 'medium'): string =>
    new Intl.DateTimeFormat('en-GB', { timeStyle, timeZone }).format(trouble?.at);
  let text: string | undefined;
  if (!isOnline) text = 'You are offline.';
  else if (trouble?.kind === 'silent') text = `The server has not answered since ${time('short')}.`;
  else if (trouble !== undefined)
    text = `Too many requests: the server waits until ${time('medium')}.`;
  return (
    <output className={text === undefined ? undefined : 'banner banner-warn'}>
      {text !== undefined &&
        `${text} What you see was read before, and nothing that you type is lost.`}
    </output>
  );
}

function Unsaved() {
  const failed = [...useEntries().values()].filter((entry) => entry.state === 'failed');
  if (failed.length === 0) return null;
  const again = failed.flatMap((entry) => entry.again ?? []);
  return (
    <div className="notice notice-bad" role="alert">
      <p>
        {failed.length === 1 ? 'One decision was' : `${failed.length} decisions were`} not saved.
      </p>
      <div className="actions">
        {again.length > 0 && (
          <button
            type="button"
            className="button button-small"
            onClick={() => again.forEach((send) => send())}
          >
            Try again
          </button>
        )}
        <button type="button" className="button button-small" onClick={forgetFailed}>
          Discard
        </button>
      </div>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}
