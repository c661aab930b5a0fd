import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { DomainPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { fromLocal, useTimeZone } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { modes, readProject, updateProject, type Project } from './project';
import { t } from '../../texts/texts';

interface Texts {
  readonly title: string;
  readonly description: string;
}

/** The fields as the API takes them. */
function bodyOf({ title, description }: Texts) {
  return { title: title.trim(), description: description === '' ? null : description };
}

function TextFields({
  fields: { title, description },
  onChange,
}: {
  readonly fields: Texts;
  readonly onChange: (changed: Partial<Texts>) => void;
}) {
  return (
    <>
      <TextField
        label={t('Title')}
        value={title}
        isRequired
        onChange={(next) => onChange({ title: next })}
      />
      <AreaField
        label={t('Description')}
        isMarkdown
        value={description}
        hint={t('Markdown. Agents read it with each action of the project.')}
        onChange={(next) => onChange({ description: next })}
      />
    </>
  );
}

/** Creates a project. */
export function NewProject({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: Project) => void;
}) {
  const timeZone = useTimeZone();
  const [texts, setTexts] = useState<Texts>({ title: '', description: '' });
  const [domain_id, setDomain] = useState<string | null>(null);
  const [due, setDue] = useState('');
  const [work_mode, setMode] = useState<Project['work_mode']>('sequential');
  const [is_template, setTemplate] = useState(false);
  const { write, isSending, fault } = useWrite();

  async function create(): Promise<void> {
    const due_at = fromLocal(due, timeZone);
    const body = { ...bodyOf(texts), domain_id, due_at, work_mode, is_template };
    const created = await write(() => unwrap(client.POST('/v1/projects', { body })), {
      done: ({ title }) => t('The project “{title}” was created.', { title }),
    });
    if (created === undefined) return;
    onClose();
    onCreated(created);
  }

  return (
    <FormDialog
      title={t('New project')}
      action={t('Create the project')}
      isSending={isSending}
      fault={fault}
      onSend={() => void create()}
      onClose={onClose}
    >
      <TextFields
        fields={texts}
        onChange={(changed) => setTexts((now) => ({ ...now, ...changed }))}
      />
      <div className="form-columns">
        <DomainPicker value={domain_id} onChange={setDomain} />
        <DateField label={t('Due')} value={due} onChange={setDue} />
      </div>
      <SelectField
        label={t('Order of work')}
        value={work_mode}
        options={modes}
        hint={modes.find(({ value }) => value === work_mode)?.about}
        onChange={setMode}
      />
      <CheckField
        label={t('Template: nobody works on it, it is duplicated')}
        checked={is_template}
        onChange={setTemplate}
      />
    </FormDialog>
  );
}

/** Changes the texts of a project. Its page has the rest. */
export function EditProject({
  project,
  onClose,
}: {
  readonly project: Project;
  readonly onClose: () => void;
}) {
  const { id } = project;
  const edit = useEdit(project, {
    fieldsOf: ({ title, description }) => ({ title, description: description ?? '' }),
    bodyOf,
    factsOf: ({ title, description }) => [
      [t('Title'), title],
      [t('Description'), description || null],
    ],
    read: () => readProject(id),
    save: (body, { version }) => updateProject({ id, version }, body),
    onSaved: onClose,
  });
  return (
    <EditDialog title={t('Edit the project')} edit={edit} onClose={onClose}>
      <TextFields fields={edit.fields} onChange={edit.change} />
    </EditDialog>
  );
}

/** A dialog that creates a project from a template, and shows it. */
export function DuplicateDialog({
  template,
  onClose,
}: {
  readonly template: Project;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState(template.title);
  const [, navigate] = useLocation();
  const { write, isSending, fault } = useWrite();

  async function send(): Promise<void> {
    const params = { path: { id: template.id } };
    const body = { title: title.trim() };
    const copy = await write(
      () => unwrap(client.POST('/v1/projects/{id}/duplicate', { params, body })),
      { done: ({ title: name }) => t('The project “{name}” was created.', { name }) },
    );
    if (copy === undefined) return;
    onClose();
    navigate(`/app/projects/${copy.id}`);
  }

  return (
    <FormDialog
      title={t('Duplicate the template')}
      action={t('Create the project')}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="muted">
        {t(
          'The new project is active. It gets the open actions of the template with their links and blockers, but no notes and no results.',
        )}
      </p>
      <TextField
        label={t('Title of the new project')}
        value={title}
        isRequired
        onChange={setTitle}
      />
    </FormDialog>
  );
}
