import { useState } from 'react';
import type { Decision } from '../decisions/decision';
import { keyOf } from '../decisions/entries';
import { decide } from '../decisions/outbox';
import type { Subject } from '../decisions/subject';
import { focusAfter, focusRow } from '../keys/rows';

/** The form that is open in a row. */
export type RowForm = 'write' | 'no' | 'change';

/** Decides about a row, after which the focus is on the next one, and opens forms in it. */
export function useDecide(subject: Subject) {
  const key = keyOf(subject);
  const [form, setForm] = useState<RowForm>();
  return {
    form,
    show: (name: RowForm) => setForm(name),
    /** Closes the form. Returns false when none is open. */
    close: (): boolean => {
      if (form === undefined) return false;
      setForm(undefined);
      focusRow(key);
      return true;
    },
    decide: (decision: Decision) => {
      focusAfter(key);
      setForm(undefined);
      decide(subject, decision);
    },
  };
}
