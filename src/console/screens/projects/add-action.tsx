import { unwrap } from 'callboard-client';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { client } from '../../api/client';
import { useKeys } from '../../keys/keys';
import { ActorPicker } from '../../pickers/pickers';
import { DraftFields, useCreate } from '../../ui/draft';
import { AreaField, Form, TextField, typedSince } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import type { Project } from './project';
import { t } from '../../texts/texts';

const statuses = [
  { value: 'ready', name: t('Ready'), hint: t('It can be taken up when its turn comes.') },
  {
    value: 'inbox',
    name: t('Captured'),
    hint: t('It waits in the inbox until somebody sorts it.'),
  },
] as const;

interface ActionFields {
  readonly title: string;
  readonly details: string;
  readonly assignee: string | null;
  readonly status: (typeof statuses)[number]['value'];
}

const newAction: ActionFields = { title: '', details: '', assignee: null, status: 'ready' };

/** A form that adds actions to a project, one after the other. */
export function AddAction({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const form = useCreate(`action.${project.id}`, newAction);
  const { fields } = form;
  const typed = useRef(fields);
  const change = (changed: Partial<ActionFields>): void => {
    typed.current = { ...typed.current, ...changed };
    form.change(changed);
  };
  const { title, details, assignee, status } = fields;
  const [added, setAdded] = useState(0);

  async function send(): Promise<void> {
    const body = {
      title: title.trim(),
      project_id: project.id,
      assigned_actor_id: assignee,
      status,
      ...(details === '' ? {} : { details }),
    };
    const created = await form.create(() => unwrap(client.POST('/v1/actions', { body })), {
      done: t('The action was added.'),
    });
    if (created === undefined) return;
    // The person may have gone on typing, here or elsewhere.
    const now = typed.current;
    form.startOver({
      ...now,
      title: typedSince(title, now.title),
      details: typedSince(details, now.details),
    });
    if (document.activeElement?.closest('.project-inline') !== null) setAdded(added + 1);
  }

  return (
    <InlineForm key={added} onClose={onClose}>
      <Form
        action={t('Add the action')}
        isSending={form.isSending}
        fault={form.fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <DraftFields draft={form}>
          <TextField
            label={t('Title')}
            value={title}
            isRequired
            onChange={(next) => change({ title: next })}
          />
          <AreaField
            label={t('Details')}
            rows={2}
            value={details}
            hint={t('Markdown, for whoever does it.')}
            isMarkdown
            onChange={(next) => change({ details: next })}
          />
          <div className="form-columns">
            <ActorPicker value={assignee} onChange={(next) => change({ assignee: next })} />
            <SelectField
              label={t('Status')}
              value={status}
              options={statuses}
              hint={statuses.find(({ value }) => value === status)?.hint}
              onChange={(next) => change({ status: next })}
            />
          </div>
        </DraftFields>
      </Form>
    </InlineForm>
  );
}

/**
 * A form in the page: its first field has the focus at first, Escape closes it, and afterwards the
 * focus is where it was.
 */
function InlineForm({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const handle = useCallback(
    (key: string, { target }: KeyboardEvent): boolean => {
      const isHere = target instanceof Node && form.current?.contains(target) === true;
      const isClosed = key === 'Escape' && isHere;
      if (isClosed) onClose();
      return isClosed;
    },
    [onClose],
  );
  useKeys(handle);
  return (
    <div className="project-inline" ref={form}>
      {children}
    </div>
  );
}
