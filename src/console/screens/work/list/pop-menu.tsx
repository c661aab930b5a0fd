import { useEffect, useId, useRef, type ReactNode } from 'react';
import { place } from '../../../ui/use-placed';

/**
 * A button that opens a list of choices below it, or above it without room there. The browser
 * closes it on Escape and on a click elsewhere, and returns the focus.
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
  // Before the first paint, but when it has its size.
  const placeSoon = (): number =>
    requestAnimationFrame(() => {
      const [from, { current }] = [button.current, menu];
      if (from !== null && current !== null) place(current, from.getBoundingClientRect());
    });
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
        onBeforeToggle={placeSoon}
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
