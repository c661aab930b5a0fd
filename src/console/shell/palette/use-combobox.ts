import Combobox from '@github/combobox-nav';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';

/**
 * A combobox by GitHub's library: the arrow keys choose an option of the list, Enter takes it, and
 * the focus stays in the field. Returns what its field, list, groups and options need. `ids` are
 * those of the options, separated by spaces.
 */
export function useCombobox(ids: string, onTake: (id: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const combobox = useRef<Combobox>(undefined);
  const hasMoved = useRef(false);
  // Before the dialog focuses the field, so that a screen reader knows its role.
  useLayoutEffect(() => {
    if (field.current === null || list.current === null) return undefined;
    const made = new Combobox(field.current, list.current, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'selected',
    });
    made.start();
    combobox.current = made;
    return () => made.destroy();
  }, []);
  // The first option is chosen, unless the person has moved to one that is still there.
  useEffect(() => {
    const chosen = field.current?.getAttribute('aria-activedescendant') ?? '';
    const isKept = hasMoved.current && ids.split(' ').includes(chosen);
    if (!isKept) combobox.current?.resetSelection();
  });
  useEffect(() => {
    const element = list.current;
    const take = ({ target }: Event): void => {
      if (target instanceof Element) onTake(target.id);
    };
    element?.addEventListener('combobox-commit', take);
    return () => element?.removeEventListener('combobox-commit', take);
  });
  return {
    fieldProps: {
      ref: field,
      onCompositionEnd: () => combobox.current?.resetSelection(),
      onKeyDown: ({ key }: KeyboardEvent) => {
        hasMoved.current = key === 'ArrowDown' || key === 'ArrowUp';
      },
    },
    listProps: { ref: list, role: 'listbox' },
    groupProps: (nameId: string) => ({ role: 'group', 'aria-labelledby': nameId }),
    optionProps: (id: string) => ({ id, role: 'option', onMouseDown: stayInField }),
  };
}

function stayInField(event: MouseEvent): void {
  event.preventDefault();
}
