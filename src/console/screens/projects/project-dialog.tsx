import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { DomainPicker } from '../../pickers/pickers';
import { Dialog } from '../../ui/dialog';
import { AreaField, CheckField, Form, SelectField, TextField } from '../../ui/fields';
import { useTimeZone } from '../../ui/time-zone';
import { orRead, useWrite } from '../../ui/use-write';
import { ProjectConflict } from './project-conflict';
import { changesOf, emptyForm, formerOf, formOf, type Project } from './project-form';
import { readProject, updateProject } from './send-project';
import { modes } from './words';

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
      done: ({ title }) => `The project “${title}” was created.`,
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
      done: 'The project was saved.',
      undo: (now) => updateProject(now, formerOf(latest, changes)),
    });
    if (saved !== undefined) onClose();
  }

  return (
    <Dialog title={project === undefined ? 'New project' : 'Edit the project'} onClose={onClose}>
      <Form
        action={nameOf(project, current)}
        isSending={isSending}
        fault={fault}
        onSend={() => void (base === undefined ? create() : save(base, current ?? base))}
        onCancel={onClose}
      >
        <TextField
          label="Title"
          value={form.title}
          isRequired
          onChange={(title) => set({ title })}
        />
        <AreaField
          label="Description"
          value={form.description}
          hint="Markdown. Agents read it with each action of the project."
          onChange={(description) => set({ description })}
        />
        <div className="form-columns">
          <DomainPicker value={form.domain} onChange={(domain) => set({ domain })} />
          <TextField
            label="Due"
            type="datetime-local"
            value={form.due}
            hint={`In the time zone ${timeZone}.`}
            onChange={(due) => set({ due })}
          />
        </div>
        <SelectField
          label="Order of work"
          value={form.mode}
          options={modes}
          hint={modes.find(({ value }) => value === form.mode)?.about}
          onChange={(mode) => set({ mode })}
        />
        <CheckField
          label="Template: nobody works on it, it is duplicated"
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
      </Form>
    </Dialog>
  );
}

function nameOf(project: Project | undefined, current: Project | undefined): string {
  if (project === undefined) return 'Create the project';
  return current === undefined ? 'Save' : 'Save my changes over it';
}
