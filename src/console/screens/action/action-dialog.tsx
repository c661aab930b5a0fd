import { priorities } from '../../rows/priority';
import { isCallboardError, unwrap } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import { ActionFields } from './action-fields';
import {
  blankForm,
  changesOf,
  differing,
  fieldNames,
  formOf,
  keepFormDraft,
  readFormDraft,
  valuesOf,
  type Action,
  type ActionForm,
  type FieldName,
  type FormDraft,
} from './action-form';
import { DomainName, ProjectName, wordsOfRule } from '../../pickers/names';
import { client, paramsOf } from '../../api/client';
import { FormDialog, showInDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { thenFocus } from '../../ui/focus';
import { forgetDraft } from '../../api/person';
import { short } from '../../ui/short-text';
import { Time, useTimeZone } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { t, Trans } from '../../texts/texts';

/** Creates an action. */
export function NewActionDialog({ onClose }: { readonly onClose: () => void }) {
  const timeZone = useTimeZone();
  const { fields, ...form } = useCreate('action', blankForm);

  async function send(): Promise<void> {
    const { title } = fields;
    const body = { ...changesOf(fields, blankForm, timeZone), title: title.trim() };
    const created = await form.create(() => unwrap(client.POST('/v1/actions', { body })), {
      done: t('Created “{title}”.', { title: short(title) }),
      link: ({ id }) => ({ href: `/app/actions/${id}`, name: t('Open it') }),
    });
    if (created !== undefined) onClose();
  }

  return (
    <FormDialog
      title={t('New action')}
      action={t('Create the action')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <ActionFields form={fields} isNew onChange={form.change} />
      </DraftFields>
    </FormDialog>
  );
}

/** Changes an action. What was typed stays when the action changes meanwhile. */
export function EditActionDialog({
  action,
  onClose,
}: {
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const timeZone = useTimeZone();
  const { write, isSending, fault, error } = useWrite();
  const { draft, change, setDraft, forget } = useFormDraft(`action-${action.id}`, (kept) => {
    const base = formOf(action, timeZone);
    return kept ?? { form: base, base, version: action.version };
  });
  // What an undo brings back: the action of the version that the change is based on.
  const [before, setBefore] = useState(action);
  const [conflicts, setConflicts] = useState<readonly FieldName[]>();
  const isStale = isCallboardError(error, 'STALE_VERSION') && conflicts !== undefined;

  /** Bases the form on the current action, and keeps what was typed. */
  async function rebase(): Promise<void> {
    const { id } = action;
    const current = await unwrap(client.GET('/v1/actions/{id}', { params: { path: { id } } }));
    const base = formOf(current, timeZone);
    const typed = differing(draft.form, draft.base);
    const theirs = differing(base, draft.base);
    const mine = typed.reduce((all, name) => ({ ...all, [name]: draft.form[name] }), base);
    setBefore(current);
    setConflicts(typed.filter((name) => theirs.includes(name) && mine[name] !== base[name]));
    setDraft({ form: mine, base, version: current.version });
  }

  async function send(): Promise<void> {
    const body = changesOf(draft.form, draft.base, timeZone);
    const names = differing(draft.form, draft.base);
    const patch = (version: number, changes: typeof body) =>
      unwrap(
        client.PATCH('/v1/actions/{id}', {
          params: paramsOf({ id: action.id, version }),
          body: changes,
        }),
      );
    if (names.length > 0) {
      const saved = await write(
        () =>
          patch(draft.version, body).catch(async (failure: unknown) => {
            if (isCallboardError(failure, 'STALE_VERSION')) await rebase();
            throw failure;
          }),
        {
          done: t('Saved “{title}”.', { title: short(draft.form.title) }),
          undo: ({ version }) => patch(version, valuesOf(before, names)),
        },
      );
      if (saved === undefined) return;
    }
    forget();
    onClose();
  }

  const take = (name: FieldName): void => {
    change({ [name]: draft.base[name] });
    setConflicts(conflicts?.filter((one) => one !== name));
  };
  return (
    <FormDialog
      title={t('Edit the action')}
      action={isStale ? t('Save mine on top') : t('Save')}
      isSending={isSending}
      fault={isStale ? undefined : fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      {draft.version !== action.version && !isStale && (
        <p className="notice notice-warn">
          {t('The action has changed since you began. When you save, you see what differs.')}
        </p>
      )}
      <ActionFields form={draft.form} isNew={false} onChange={change} />
      {isStale && <StaleFields current={before} names={conflicts} onTake={take} />}
    </FormDialog>
  );
}

/** The state of a form, which is kept in this tab until it is sent. */
function useFormDraft(key: string, begin: (kept: FormDraft | undefined) => FormDraft) {
  const [draft, setState] = useState(() => begin(readFormDraft(key)));
  const setDraft = (next: FormDraft): void => {
    setState(next);
    keepFormDraft(key, next);
  };
  return {
    draft,
    setDraft,
    change: (values: Partial<ActionForm>) =>
      setDraft({ ...draft, form: { ...draft.form, ...values } }),
    forget: () => forgetDraft(key),
  };
}

/** The current values of fields that somebody else has changed, each of which can be taken over. */
function StaleFields({
  current,
  names,
  onTake,
}: {
  readonly current: Action;
  readonly names: readonly FieldName[];
  readonly onTake: (name: FieldName) => void;
}) {
  return (
    <section
      ref={showInDialog}
      className="notice notice-warn stale"
      role="alert"
      aria-label={t('Changed meanwhile')}
    >
      <p>
        {t(
          'Somebody has changed this action since you opened it. Nothing was saved, and what you typed is kept.',
        )}
      </p>
      {names.length === 0 ? (
        <p>{t('They changed other fields than you. Save yours on top of them.')}</p>
      ) : (
        <ul className="items">
          {names.map((name) => (
            <li key={name}>
              <div className="item-text">
                <span className="item-title">{t('{name} is now', { name: fieldNames[name] })}</span>
                <span className="clamped" dir="auto">
                  <Value action={current} name={name} />
                </span>
              </div>
              <button
                type="button"
                className="button button-small"
                onClick={thenFocus('.stale button, [type=submit]', () => onTake(name))}
              >
                <Trans
                  id="Use theirs <span>for {name}</span>"
                  values={{ name: fieldNames[name] }}
                  components={{ span: <span className="visually-hidden" /> }}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Value({ action, name }: { readonly action: Action; readonly name: FieldName }): ReactNode {
  switch (name) {
    case 'assigned_actor_id':
      return action.assigned_actor_name ?? t('Nobody');
    case 'project_id':
      return action.project_id === null ? t('None') : <ProjectName id={action.project_id} />;
    case 'domain_id':
      return action.domain_id === null ? t('None') : <DomainName id={action.domain_id} />;
    case 'due_at':
    case 'defer_until': {
      const at = action[name];
      return at === null ? t('None') : <Time at={at} />;
    }
    case 'priority':
      return priorities[action.priority];
    case 'requires_review':
      return action.requires_review ? t('Yes') : t('No');
    case 'requirements':
    case 'labels':
      return action[name].join(', ') || t('None');
    case 'repeat_rule':
      return wordsOfRule(action.repeat_rule);
    case 'title':
    case 'details':
    case 'status':
    case 'delegate_label':
      break;
  }
  return action[name] ?? t('None');
}
