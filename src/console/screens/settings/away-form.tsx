import { unwrap } from 'callboard-client';
import { useRef, useState } from 'react';
import { client } from '../../api/client';
import { isTyping } from '../../keys/keys';
import { DateField } from '../../ui/date-field';
import { Time, useNow, useTimeZone, fromLocal } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { t, Trans } from '../../texts/texts';

/** Until when the person is away. Meanwhile, what waits for them waits for everybody. */
export function AwayForm({ until }: { readonly until: string | null }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const [next, setNext] = useState('');
  const submit = useRef<HTMLButtonElement>(null);
  const { write, isSending, error } = useWrite();
  const isAway = until !== null && Date.parse(until) > now;

  async function save(away_until: string | null): Promise<void> {
    const changed = await write(() => unwrap(client.PATCH('/v1/me', { body: { away_until } })), {
      done: away_until === null ? t('You are back.') : t('You are away.'),
    });
    if (changed === undefined) return;
    setNext('');
    // The button that said so is gone.
    if (away_until === null && !isTyping()) submit.current?.focus();
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save(fromLocal(next, timeZone));
      }}
    >
      <DateField
        label={t('Away until')}
        value={next}
        isRequired
        hint={t('Until then, the questions and reviews that wait for you wait for everybody.')}
        onChange={setNext}
      />
      {isAway && (
        <p>
          <Trans id="You are away until {time}." values={{ time: <Time at={until} isDate /> }} />
        </p>
      )}
      <div className="actions">
        <button ref={submit} type="submit" className="button" aria-disabled={isSending}>
          {isAway ? t('Change the time') : t('I am away')}
        </button>
        {isAway && (
          <button
            type="button"
            className="button"
            aria-disabled={isSending}
            onClick={() => void save(null)}
          >
            {t('I am back')}
          </button>
        )}
      </div>
      {error !== undefined && <p className="notice notice-bad">{explain(error)}</p>}
    </form>
  );
}
