import { unwrap } from 'callboard-client';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { DomainPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { DraftFields, useCreate } from '../../ui/draft';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { fromLocal, useTimeZone } from '../../ui/time';
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

interface ProjectFields extends Texts {
  readonly domain_id: string | null;
  /** A local time; empty for none. */
  readonly due: string;
  readonly work_mode: Project['work_mode'];
  readonly is_template: boolean;
}

const newProject: ProjectFields = {
  title: '',
  description: '',
  domain_id: null,
  due: '',
  work_mode: 'sequential',
  is_template: false,
};

/** Creates a project. */
export function NewProject({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: Project) => void;
}) {
  const timeZone = useTimeZone();
  const form = useCreate('project', newProject);
  const { fields, change } = form;

  async function send(): Promise<void> {
    const { due, ...rest } = fields;
    const body = { ...rest, ...bodyOf(rest), due_at: fromLocal(due, timeZone) };
    const created = await form.create(() => unwrap(client.POST('/v1/projects', { body })), {
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
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <TextFields fields={fields} onChange={change} />
        <div className="form-columns">
          <DomainPicker value={fields.domain_id} onChange={(domain_id) => change({ domain_id })} />
          <DateField label={t('Due')} value={fields.due} onChange={(due) => change({ due })} />
        </div>
        <SelectField
          label={t('Order of work')}
          value={fields.work_mode}
          options={modes}
          hint={modes.find(({ value }) => value === fields.work_mode)?.about}
          onChange={(work_mode) => change({ work_mode })}
        />
        <CheckField
          label={t('Template: nobody works on it, it is duplicated')}
          checked={fields.is_template}
          onChange={(is_template) => change({ is_template })}
        />
      </DraftFields>
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
  const form = useCreate(`project-of.${template.id}`, { title: template.title });
  const [, navigate] = useLocation();

  async function send(): Promise<void> {
    const params = { path: { id: template.id } };
    const body = { title: form.fields.title.trim() };
    const copy = await form.create(
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
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="muted">
        {t(
          'The new project is active. It gets the open actions of the template with their links and blockers, but no notes and no results.',
        )}
      </p>
      <DraftFields draft={form}>
        <TextField
          label={t('Title of the new project')}
          value={form.fields.title}
          isRequired
          onChange={(title) => form.change({ title })}
        />
      </DraftFields>
    </FormDialog>
  );
}
