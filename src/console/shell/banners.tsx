import '../api/client';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTrouble } from '../api/trouble';
import { forgetFailed, useEntries } from '../decisions/decisions';
import { thenFocus } from '../ui/focus';
import { useTimeZone } from '../ui/time';
import { dateLocale, t } from '../texts/texts';

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
    new Intl.DateTimeFormat(dateLocale, { timeStyle, timeZone }).format(trouble?.at);
  let text: string | undefined;
  if (!isOnline) text = t('You are offline.');
  else if (trouble?.kind === 'silent')
    text = t('The server has not answered since {text}.', { text: time('short') });
  else if (trouble !== undefined)
    text = t('Too many requests: the server waits until {text}.', { text: time('medium') });
  return (
    <output className={text === undefined ? undefined : 'banner banner-warn'}>
      {text !== undefined &&
        t('{text} What you see was read before, and nothing that you type is lost.', { text })}
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
        {t(
          '{count, plural, one {One decision was not saved.} other {# decisions were not saved.}}',
          { count: failed.length },
        )}
      </p>
      <div className="actions">
        {again.length > 0 && (
          <button
            type="button"
            className="button button-small"
            onClick={thenFocus('#main', () => again.forEach((send) => send()))}
          >
            {t('Try again')}
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          onClick={thenFocus('#main', forgetFailed)}
        >
          {t('Discard')}
        </button>
      </div>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}
