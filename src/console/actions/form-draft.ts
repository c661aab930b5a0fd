import { forgetDraft, keepDraft, readDraft } from '../ui/drafts';
import { blankForm, fields, type ActionForm, type FieldName } from './action-form';

/** What was typed, and the form and the version of the action that it began with. */
export interface FormDraft {
  readonly form: ActionForm;
  readonly base: ActionForm;
  readonly version: number;
}

/** The draft of a form, or undefined. */
export function readFormDraft(key: string): FormDraft | undefined {
  const text = readDraft(key);
  if (text === '') return undefined;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || typeof value['version'] !== 'number') return undefined;
  return {
    form: formFrom(value['form']),
    base: formFrom(value['base']),
    version: value['version'],
  };
}

/** Keeps a draft, or forgets it when nothing was typed. */
export function keepFormDraft(key: string, draft: FormDraft): void {
  const isTyped = JSON.stringify(draft.form) !== JSON.stringify(draft.base);
  if (isTyped) keepDraft(key, JSON.stringify(draft));
  else forgetDraft(key);
}

function formFrom(value: unknown): ActionForm {
  const given = isRecord(value) ? value : {};
  const text = (name: FieldName): string => {
    const one = given[name];
    return typeof one === 'string' ? one : blankForm[name];
  };
  return fields.reduce<ActionForm>((all, name) => ({ ...all, [name]: text(name) }), blankForm);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
