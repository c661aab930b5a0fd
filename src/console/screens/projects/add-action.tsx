import { unwrap } from 'callboard-client';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { client } from '../../api/client';
import { useKeys } from '../../keys/keys';
import { ActorPicker } from '../../pickers/pickers';
import { AreaField, Form, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { useWrite } from '../../ui/use-write';
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

/** A form that adds actions to a project, one after the other. */
export function AddAction({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState('');
  const [details, setDetails] = useState('');
  const [assignee, setAssignee] = useState<string | null>(null);
  const [status, setStatus] = useState<(typeof statuses)[number]['value']>('ready');
  const { write, isSending, fault } = useWrite();
  const [added, setAdded] = useState(0);

  async function send(): Promise<void> {
    const body = {
      title: title.trim(),
      project_id: project.id,
      assigned_actor_id: assignee,
      status,
      ...(details === '' ? {} : { details }),
    };
    const created = await write(() => unwrap(client.POST('/v1/actions', { body })), {
      done: t('The action was added.'),
    });
    if (created === undefined) return;
    setTitle('');
    setDetails('');
    setAdded(added + 1);
  }

  return (
    <InlineForm key={added} onClose={onClose}>
      <Form
        action={t('Add the action')}
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <TextField label={t('Title')} value={title} isRequired onChange={setTitle} />
        <AreaField
          label={t('Details')}
          rows={2}
          value={details}
          hint={t('Markdown, for whoever does it.')}
          isMarkdown
          onChange={setDetails}
        />
        <div className="form-columns">
          <ActorPicker value={assignee} onChange={setAssignee} />
          <SelectField
            label={t('Status')}
            value={status}
            options={statuses}
            hint={statuses.find(({ value }) => value === status)?.hint}
            onChange={setStatus}
          />
        </div>
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
