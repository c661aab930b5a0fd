import { unwrap } from 'callboard-client';
import type { Agent } from '../../agents/agent';
import {
  AgentNameField,
  AgentSettings,
  bodyOfAgent,
  fieldsOfAgent,
} from '../../agents/agent-fields';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/fields';
import { Theirs } from '../../ui/theirs';
import { useEdit } from '../../ui/use-edit';

/** Changes an agent. */
export function EditAgent({
  agent,
  onClose,
}: {
  readonly agent: Agent;
  readonly onClose: () => void;
}) {
  const path = { id: agent.id };
  const edit = useEdit(agent, {
    fieldsOf: fieldsOfAgent,
    bodyOf: bodyOfAgent,
    read: () => unwrap(client.GET('/v1/agents/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(
        client.PATCH('/v1/agents/{id}', {
          params: { path, header: { 'If-Match': `"${version}"` } },
          body,
        }),
      ),
    onSaved: onClose,
  });
  return (
    <Dialog title="Edit the agent" onClose={onClose}>
      <Form
        action="Save"
        isSending={edit.isSending}
        fault={edit.fault}
        onSend={edit.send}
        onCancel={onClose}
      >
        <AgentNameField fields={edit.fields} onChange={edit.change} />
        <AgentSettings fields={edit.fields} onChange={edit.change} />
        <Theirs changes={edit.theirs} onTake={edit.takeTheirs} />
      </Form>
    </Dialog>
  );
}
