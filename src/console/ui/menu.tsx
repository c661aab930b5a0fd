import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon';
import { usePlaced } from './use-placed';

/** A command of a menu. */
export interface MenuEntry {
  readonly name: string;
  /** The key that does the same in the row. */
  readonly key?: string;
  /** Whether it takes something away. */
  readonly isDanger?: boolean;
  readonly run: () => void;
}

/**
 * A button with a menu: the arrow keys, Home, End and first letters move in it, Escape and a click
 * elsewhere close it.
 */
export function Menu({
  label,
  entries,
  children = <Icon name="more" />,
}: {
  /** What the button is for, for a screen reader. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly children?: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePlaced(button, list, isOpen);
  const close = (): void => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const show = (place: number): void => {
    setOpen(true);
    requestAnimationFrame(() => focusAt(list.current, place));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet menu-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
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
      <div
        ref={list}
        id={id}
        popover="manual"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="floating"
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
          entries.map(({ name, key, isDanger, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={isDanger === true ? 'menu-item menu-danger' : 'menu-item'}
              onClick={() => {
                close();
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
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function focusAt(list: HTMLElement | null, place: number): void {
  itemsOf(list).at(place)?.focus();
}

/** Moves by a key. Returns false when it is none that moves. */
function move({ key }: KeyboardEvent, list: HTMLElement | null): boolean {
  const items = itemsOf(list);
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') focusAt(list, (at + 1) % items.length);
  else if (key === 'ArrowUp') focusAt(list, at - 1);
  else if (key === 'Home') focusAt(list, 0);
  else if (key === 'End') focusAt(list, -1);
  else if (key.length !== 1 || key === ' ') return false;
  else {
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    after
      .find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
      ?.focus();
  }
  return true;
}
