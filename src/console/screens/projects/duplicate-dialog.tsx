import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form, TextField } from '../../ui/fields';
import { useWrite } from '../../ui/use-write';
import type { Project } from './project-form';

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
      { done: ({ title: name }) => `The project “${name}” was created.` },
    );
    if (copy === undefined) return;
    onClose();
    navigate(`/app/projects/${copy.id}`);
  }

  return (
    <Dialog title="Duplicate the template" onClose={onClose}>
      <Form
        action="Create the project"
        isSending={isSending}
        fault={fault}
        onSend={() => void send()}
        onCancel={onClose}
      >
        <p className="muted">
          The new project is active. It gets the open actions of the template with their links and
          blockers, but no notes and no results.
        </p>
        <TextField label="Title of the new project" value={title} isRequired onChange={setTitle} />
      </Form>
    </Dialog>
  );
}
