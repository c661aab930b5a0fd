import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from './keys';

/** The keys of a record's page: E edits it, and Escape goes back to the list. */
export function usePageKeys(back: string, onEdit: (() => void) | undefined): void {
  const [, navigate] = useLocation();
  const handle = useCallback(
    (key: string, { target }: KeyboardEvent): boolean => {
      if (key === 'e' && onEdit !== undefined) {
        onEdit();
        return true;
      }
      // Escape in a field must not lose what was typed.
      const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (key !== 'Escape' || isField) return false;
      navigate(back);
      return true;
    },
    [back, onEdit, navigate],
  );
  useKeys(handle);
}
