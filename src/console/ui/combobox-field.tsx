import {
  Combobox as Input,
  ComboboxItem,
  ComboboxList,
  useComboboxStore,
} from '@ariakit/react/combobox';
import { useLayoutEffect, useRef, useState } from 'react';
import { useChoices, type Source } from '../pickers/choices';
import { mostChoices, type Choice, type Choices } from './choice';
import { sentenceOf } from './loading';
import { usePaused } from './use-paused';
import { usePlaced } from './use-placed';
import { t } from '../texts/texts';

/** What a combobox is for. */
export interface ComboboxProps {
  readonly label: string;
  /** The id; null for none. */
  readonly value: string | null;
  /** The name of the record that is chosen, if it is known. */
  readonly name: string | undefined;
  readonly onChange: (value: string | null, name: string) => void;
  /** What none means, such as `Nobody`. Without it, none cannot be chosen. */
  readonly none?: string | undefined;
  /** Choices before those that are read, such as `Me`. */
  readonly fixed?: readonly Choice[] | undefined;
  readonly hint?: string | undefined;
  /** Where the choices are read. */
  readonly source: Source;
}

/** What was typed while the field was loaded. */
export interface Begun {
  readonly text: string | undefined;
  readonly hasFocus: boolean;
}

const noneId = '';

/** The field of a combobox with its list. Its code is loaded with the first one. */
export function ComboboxField({
  id,
  value,
  name,
  none,
  fixed = [],
  onChange,
  source,
  begun,
  described,
}: ComboboxProps & {
  readonly id: string;
  readonly begun: Begun;
  /** The id of the sentence that describes the field. */
  readonly described: string | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // What the person typed since the list was opened; undefined if nothing.
  const [typed, setTyped] = useState(begun.text);
  const [taken, setTaken] = useState<Choice>();
  const [isOpen, setOpen] = useState(begun.text !== undefined);
  const chosen =
    value === null
      ? ''
      : ((taken?.id === value ? taken.name : (nameIn(fixed, value) ?? name)) ?? '…');
  const store = useComboboxStore({
    value: typed ?? chosen,
    setValue: setTyped,
    open: isOpen,
    setOpen: (next) => {
      setOpen(next);
      // What was typed and not taken is no choice.
      if (!next) setTyped(undefined);
    },
  });
  const words = (typed ?? '').trim();
  const paused = usePaused(words);
  const found = useChoices(source, paused, isOpen);
  const isReading = words !== paused || found.isReading;
  // The items of the words before would be taken by an Enter that comes early.
  const matching = isReading ? found.items.filter(hasWords(words)) : found.items;
  const first: Choice[] = none !== undefined && words === '' ? [{ id: noneId, name: none }] : [];
  const own = fixed.filter(hasWords(words));
  const items: readonly Choice[] = [...first, ...own.slice(0, mostChoices), ...matching];
  const hasMore = found.hasMore || own.length > mostChoices;
  usePlaced(field, panel, isOpen);
  useLayoutEffect(() => {
    if (begun.hasFocus) field.current?.focus();
  }, [begun]);

  const take = (choice: Choice): void => {
    setTaken(choice);
    store.setOpen(false);
    if (choice.id === noneId) onChange(null, choice.name);
    else onChange(choice.id, choice.name);
  };
  const leave = (): void => {
    const isCleared = typed?.trim() === '' && none !== undefined && value !== null;
    store.setOpen(false);
    if (isCleared) onChange(null, none);
  };
  return (
    <>
      <Input
        id={id}
        ref={field}
        store={store}
        className="combobox"
        placeholder={none}
        aria-describedby={described}
        maxLength={200}
        dir="auto"
        autoSelect={false}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          // The dialog and the page stay as they are.
          event.preventDefault();
          event.stopPropagation();
          store.setOpen(false);
        }}
      />
      <div
        ref={panel}
        role="presentation"
        popover="manual"
        className="floating"
        onMouseDown={keepFocus}
      >
        <ComboboxList store={store} aria-label={t('Choices')} className="choices">
          {isOpen &&
            items.map((choice) => (
              <ComboboxItem
                key={choice.id}
                className="choice"
                aria-selected={choice.id === (value ?? noneId)}
                focusOnHover={false}
                setValueOnClick={false}
                hideOnClick={false}
                onClick={() => take(choice)}
              >
                <span className="choice-name" dir="auto">
                  {choice.name}
                </span>
                {choice.note !== undefined && <span className="muted">{choice.note}</span>}
              </ComboboxItem>
            ))}
        </ComboboxList>
        <output className="choices-end muted">
          {isOpen && endOf({ ...found, items, hasMore, isReading, words })}
        </output>
      </div>
    </>
  );
}

function endOf({
  items,
  hasMore,
  isReading,
  error,
  words,
}: Choices & { readonly words: string }): string {
  if (error !== undefined && error !== null) return sentenceOf(error);
  if (isReading) return t('Searching …');
  if (items.length === 0)
    return words === '' ? t('There is none yet.') : t('Nothing has these words.');
  return hasMore ? t('There are more: keep typing.') : '';
}

function nameIn(fixed: readonly Choice[], id: string): string | undefined {
  return fixed.find((choice) => choice.id === id)?.name;
}

function hasWords(words: string): (choice: Choice) => boolean {
  const parts = words.toLowerCase().split(/\s+/);
  return ({ name }) => parts.every((part) => name.toLowerCase().includes(part));
}

// A click in the list leaves the focus in the field.
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}
