import { useId, useRef, useState } from 'react';
import { afterPress } from './focus';
import { timeOfWords } from './date-words';
import { Icon } from './icon';
import { fromLocal, toLocal, useTimeZone } from './time';
import { dateLocale, t } from '../texts/texts';

const example = t('fri 5pm');
const ownWords = t('|date words');

/**
 * A field for a time in the person's zone, by words such as `fri 5pm` or `in 3 days`, or by the
 * browser's calendar. The time that the words mean is shown below before anything is sent.
 */
export function DateField({
  label,
  value,
  usual = '17:00',
  hint,
  isRequired = false,
  onChange,
  onUnread,
}: {
  readonly label: string;
  /** As a `datetime-local` field has it; empty for none. */
  readonly value: string;
  /** The time of a day that is given without one. */
  readonly usual?: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly onChange: (value: string) => void;
  /** Is called when what was typed is no time, which `onChange` does not tell. */
  readonly onUnread?: (() => void) | undefined;
}) {
  const id = useId();
  const timeZone = useTimeZone();
  const field = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const isUnread = typed !== undefined && typed.trim() !== '' && meaningOf(typed) === undefined;

  function meaningOf(text: string): string | undefined {
    const now = toLocal(new Date().toISOString(), timeZone);
    const time = timeOfWords(text, now, usual, ownWords);
    // A time that the clock skips moves on.
    return time && toLocal(fromLocal(time, timeZone), timeZone);
  }
  const type = (text: string): void => {
    setTyped(text);
    const meaning = text.trim() === '' ? '' : meaningOf(text);
    field.current?.setCustomValidity(
      meaning === undefined
        ? t('Write a time such as “{example}”, or leave it empty.', { example })
        : '',
    );
    if (meaning === undefined) onUnread?.();
    else onChange(meaning);
  };
  const shown = wordsOf(value);
  const unread = t(
    'Not a time yet. Write it as “{example}”, “in 3 days”, “24 Dec” or 2027-01-31.',
    { example },
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="date-field">
        <input
          ref={field}
          id={id}
          value={typed ?? shown}
          placeholder={example}
          required={isRequired}
          maxLength={60}
          autoComplete="off"
          aria-describedby={`${id}-meaning`}
          aria-invalid={isUnread}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            if (!isUnread) afterPress(() => setTyped(undefined));
          }}
        />
        <input
          ref={calendar}
          type="datetime-local"
          className="date-calendar"
          tabIndex={-1}
          aria-hidden="true"
          value={value}
          onChange={(event) => {
            setTyped(undefined);
            field.current?.setCustomValidity('');
            onChange(event.target.value);
          }}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-label={t('Choose in a calendar')}
          onClick={() => calendar.current?.showPicker()}
        >
          <Icon name="order" />
        </button>
      </span>
      <output id={`${id}-meaning`} className={isUnread ? 'date-unread' : 'muted'}>
        {isUnread
          ? unread
          : typed === undefined || shown === ''
            ? t('In the time zone {timeZone}.', { timeZone })
            : t('{time}. In the time zone {timeZone}.', { time: shown, timeZone })}
        {hint !== undefined && ` ${hint}`}
      </output>
    </div>
  );
}

const format = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A local time in words; empty for none. */
export function wordsOf(local: string): string {
  const time = Date.parse(`${local}Z`);
  return Number.isNaN(time) ? '' : format.format(time);
}
