import { unwrap } from 'callboard-client';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { DomainPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { Facts } from '../../ui/page';
import { Time, useTimeZone } from '../../ui/time';
import { orRead, useWrite } from '../../ui/use-write';
import { DomainTitle, modes, readProject, updateProject } from './project';
import {
  changesOf,
  emptyForm,
  formerOf,
  formOf,
  type Project,
  type ProjectForm,
} from './project-form';
import { t, Trans } from '../../texts/texts';

/** A dialog that creates a project, or edits the one that is given. */
export function ProjectDialog({
  project,
  onClose,
  onCreated,
}: {
  readonly project?: Project;
  readonly onClose: () => void;
  readonly onCreated?: (created: Project) => void;
}) {
  const timeZone = useTimeZone();
  // As it was when the dialog was opened, or as the person has taken it since.
  const [base, setBase] = useState(project);
  const start = base === undefined ? emptyForm : formOf(base, timeZone);
  const [form, setForm] = useState(start);
  const [current, setCurrent] = useState<Project>();
  const { write, isSending, fault } = useWrite();
  const set = (changed: Partial<typeof form>): void => setForm({ ...form, ...changed });
  const changes = changesOf(form, start, timeZone);

  async function create(): Promise<void> {
    const body = { ...changes, title: form.title.trim() };
    const created = await write(() => unwrap(client.POST('/v1/projects', { body })), {
      done: ({ title }) => t('The project “{title}” was created.', { title }),
    });
    if (created === undefined) return;
    onClose();
    onCreated?.(created);
  }

  async function save(was: Project, latest: Project): Promise<void> {
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    const send = (): Promise<Project> =>
      orRead(
        () => updateProject(latest, changes),
        () => readProject(was.id),
        setCurrent,
      );
    const saved = await write(send, {
      done: t('The project was saved.'),
      undo: (now) => updateProject(now, formerOf(latest, changes)),
    });
    if (saved !== undefined) onClose();
  }

  return (
    <FormDialog
      title={project === undefined ? t('New project') : t('Edit the project')}
      action={nameOf(project, current)}
      isSending={isSending}
      fault={fault}
      onSend={() => void (base === undefined ? create() : save(base, current ?? base))}
      onClose={onClose}
    >
      <TextField
        label={t('Title')}
        value={form.title}
        isRequired
        onChange={(title) => set({ title })}
      />
      <AreaField
        label={t('Description')}
        isMarkdown
        value={form.description}
        hint={t('Markdown. Agents read it with each action of the project.')}
        onChange={(description) => set({ description })}
      />
      <div className="form-columns">
        <DomainPicker value={form.domain} onChange={(domain) => set({ domain })} />
        <DateField label={t('Due')} value={form.due} onChange={(due) => set({ due })} />
      </div>
      <SelectField
        label={t('Order of work')}
        value={form.mode}
        options={modes}
        hint={modes.find(({ value }) => value === form.mode)?.about}
        onChange={(mode) => set({ mode })}
      />
      <CheckField
        label={t('Template: nobody works on it, it is duplicated')}
        checked={form.isTemplate}
        onChange={(isTemplate) => set({ isTemplate })}
      />
      {current !== undefined && (
        <ProjectConflict
          current={current}
          form={form}
          onTake={() => {
            setBase(current);
            setForm(formOf(current, timeZone));
            setCurrent(undefined);
          }}
        />
      )}
    </FormDialog>
  );
}

function nameOf(project: Project | undefined, current: Project | undefined): string {
  if (project === undefined) return t('Create the project');
  return current === undefined ? t('Save') : t('Save my changes over it');
}

/** The project as it is now, beside what the person has typed about an older version. */
function ProjectConflict({
  current,
  form,
  onTake,
}: {
  readonly current: Project;
  readonly form: ProjectForm;
  /** Replaces what was typed by the project as it is now. */
  readonly onTake: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  // In braces, because newer browsers return a promise, and an effect may return only a function.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const now = formOf(current, useTimeZone());
  const differing: (readonly [string, ReactNode])[] = [
    [t('Title'), now.title === form.title ? null : now.title],
    [t('Description'), now.description === form.description ? null : now.description || t('None')],
    [t('Domain'), now.domain === form.domain ? null : <Domain key="domain" id={now.domain} />],
    [t('Due'), now.due === form.due ? null : <Due key="due" at={current.due_at} />],
    [
      t('Order of work'),
      now.mode === form.mode ? null : modes.find(({ value }) => value === now.mode)?.name,
    ],
    [
      t('Template'),
      now.isTemplate === form.isTemplate ? null : now.isTemplate ? t('Yes') : t('No'),
    ],
  ];
  return (
    <section ref={section} className="work-conflict" aria-label={t('The project as it is now')}>
      <p>
        <Trans
          id="Somebody changed the project {time}. It now differs from your form in this:"
          values={{ time: <Time at={current.updated_at} /> }}
        />
      </p>
      <Facts facts={differing} />
      <p className="muted">{t('Saving changes only the fields that you have changed.')}</p>
      <div className="actions">
        <button type="button" className="button" onClick={onTake}>
          {t('Discard mine, take this')}
        </button>
      </div>
    </section>
  );
}

function Domain({ id }: { readonly id: string | null }) {
  return id === null ? t('None') : <DomainTitle id={id} />;
}

function Due({ at }: { readonly at: string | null }) {
  return at === null ? t('Not set') : <Time at={at} />;
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
