import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon';
import { usePlaced } from './use-placed';

/** A command of a menu, or a choice. */
export interface MenuEntry {
  /** What tells it from others of the same name. */
  readonly id?: string;
  readonly name: string;
  /** The key that does the same in the row. */
  readonly key?: string;
  /** Whether it takes something away. */
  readonly isDanger?: boolean;
  /** Whether it is on, or the one that is chosen. */
  readonly isChosen?: boolean;
  readonly run: () => void;
}

// Commands close the menu, switches do not, and a choice begins at what is chosen.
const kinds = {
  commands: { list: 'menu', item: 'menuitem' },
  switches: { list: 'menu', item: 'menuitemcheckbox' },
  choice: { list: 'listbox', item: 'option' },
} as const;

/**
 * A button with a menu or a list of choices: the arrow keys, Home, End and first letters move in it,
 * Escape and a click elsewhere close it. On a phone it is at the end of the screen.
 */
export function Menu({
  label,
  labelId,
  described,
  entries,
  kind = 'commands',
  className = 'button button-quiet menu-button',
  children = <Icon name="more" />,
}: {
  /** What the button is for, for a screen reader. */
  readonly label: string;
  /** The id of the label on the page. Its `for` is this id and `-button`. */
  readonly labelId?: string;
  /** The id of the sentence that describes the button. */
  readonly described?: string | undefined;
  readonly entries: readonly MenuEntry[];
  readonly kind?: keyof typeof kinds;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  const id = useId();
  const { list: role, item } = kinds[kind];
  const buttonId = labelId === undefined ? undefined : `${labelId}-button`;
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePlaced(button, list, isOpen);
  const close = (): void => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const chosen = kind === 'choice' ? entries.findIndex(({ isChosen }) => isChosen) : -1;
  const show = (from: number): void => {
    setOpen(true);
    const place = chosen < 0 ? from : chosen;
    requestAnimationFrame(() => focusAt(list.current, place));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        id={buttonId}
        className={className}
        aria-label={buttonId === undefined ? label : undefined}
        aria-labelledby={buttonId && `${labelId} ${buttonId}`}
        aria-describedby={described}
        title={kind === 'commands' ? label : undefined}
        aria-haspopup={role}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (isOpen ? close() : show(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          event.stopPropagation();
          show(event.key === 'ArrowDown' ? 0 : -1);
        }}
      >
        {children}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It has a role by its kind. */}
      <div
        ref={list}
        id={id}
        popover="manual"
        role={role}
        tabIndex={-1}
        aria-label={isOpen ? label : undefined}
        className="floating menu"
        // On a phone, also the dimmed ground.
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) close();
        }}
        onBlur={({ relatedTarget }) => {
          const isWithin = relatedTarget instanceof Node && list.current?.contains(relatedTarget);
          if (isWithin !== true && relatedTarget !== button.current) setOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Tab') {
            if (event.key === 'Escape') event.preventDefault();
            close();
          } else if (move(event, list.current)) event.preventDefault();
          // The keys of the row would run commands.
          event.stopPropagation();
        }}
      >
        {isOpen &&
          entries.map(({ name, id: own = name, key, isDanger, isChosen, run }) => (
            <button
              key={own}
              type="button"
              role={item}
              aria-checked={kind === 'switches' ? isChosen : undefined}
              aria-selected={kind === 'choice' ? isChosen === true : undefined}
              tabIndex={-1}
              className={isDanger === true ? 'menu-item menu-danger' : 'menu-item'}
              onClick={() => {
                if (kind !== 'switches') close();
                run();
              }}
            >
              <span dir="auto">{name}</span>
              {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
            </button>
          ))}
      </div>
    </>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
}

function focusAt(list: HTMLElement | null, place: number): void {
  itemsOf(list).at(place)?.focus();
}

// Letters that follow each other soon are the begin of one name.
const longestMs = 700;
let typed = { letters: '', at: 0 };

/** Moves by a key. Returns false when it is none that moves. */
function move({ key, timeStamp }: KeyboardEvent, list: HTMLElement | null): boolean {
  const items = itemsOf(list);
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') focusAt(list, (at + 1) % items.length);
  else if (key === 'ArrowUp') focusAt(list, at - 1);
  else if (key === 'Home') focusAt(list, 0);
  else if (key === 'End') focusAt(list, -1);
  else if (key.length !== 1 || key === ' ') return false;
  else {
    const before = timeStamp - typed.at < longestMs ? typed.letters : '';
    typed = { letters: before + key.toLowerCase(), at: timeStamp };
    const from = before === '' ? at + 1 : Math.max(at, 0);
    const after = [...items.slice(from), ...items.slice(0, from)];
    after.find((item) => item.textContent.trim().toLowerCase().startsWith(typed.letters))?.focus();
  }
  return true;
}

/** A choice of one value. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
  readonly hint?: string | undefined;
}) {
  const id = useId();
  return (
    <div className="field">
      <label id={id} htmlFor={`${id}-button`}>
        {label}
      </label>
      <Menu
        label={label}
        labelId={id}
        described={hint === undefined ? undefined : `${id}-hint`}
        kind="choice"
        className="select"
        entries={options.map(({ value: own, name }) => ({
          id: own,
          name,
          isChosen: own === value,
          run: () => onChange(own),
        }))}
      >
        <span dir="auto">{options.find((option) => option.value === value)?.name}</span>
        <Icon name="down" />
      </Menu>
      {hint !== undefined && (
        <small className="muted" id={`${id}-hint`}>
          {hint}
        </small>
      )}
    </div>
  );
}
