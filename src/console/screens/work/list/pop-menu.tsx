import { useEffect, useId, useRef, type ReactNode } from 'react';

const widthRem = 16;

/**
 * A button that opens a list of choices below it. The browser closes it on Escape and on a click
 * elsewhere, and returns the focus.
 */
export function PopMenu({
  label,
  children,
}: {
  readonly label: ReactNode;
  /** The choices. A button with the id as its `popoverTarget` closes the menu. */
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = menu;
    current?.addEventListener('keydown', moveInMenu);
    return () => current?.removeEventListener('keydown', moveInMenu);
  }, []);
  const place = (): void => {
    const box = button.current?.getBoundingClientRect();
    const { current } = menu;
    if (box === undefined || current === null) return;
    const width = widthRem * Number.parseFloat(getComputedStyle(document.body).fontSize);
    current.style.top = `${box.bottom + 4}px`;
    current.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    current.style.maxHeight = `${Math.max(160, innerHeight - box.bottom - 12)}px`;
  };
  return (
    <>
      <button data-reads ref={button} type="button" className="button" popoverTarget={id}>
        {label}
      </button>
      <div
        data-reads
        ref={menu}
        id={id}
        popover="auto"
        className="pop"
        onBeforeToggle={place}
        onToggle={(event) => {
          if (event.newState === 'open') controlsOf(event.currentTarget)[0]?.focus();
        }}
      >
        {children(id)}
      </div>
    </>
  );
}

// The keys of the list below must not hear these.
function moveInMenu(this: HTMLElement, event: KeyboardEvent): void {
  if (event.key === 'Escape' || event.key === 'Tab') return;
  event.stopPropagation();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const controls = controlsOf(this);
  const from = controls.findIndex((one) => one === document.activeElement);
  controls[(from + step + controls.length) % controls.length]?.focus();
}

function controlsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button, input')];
}
