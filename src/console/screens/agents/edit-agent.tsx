import { unwrap } from 'callboard-client';
import type { Agent } from '../../agents/agent';
import {
  AgentNameField,
  AgentSettings,
  bodyOfAgent,
  fieldsOfAgent,
} from '../../agents/agent-fields';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { EditDialog } from '../../ui/edit-dialog';
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
      unwrap(client.PATCH('/v1/agents/{id}', { params: { path, header: ifMatch(version) }, body })),
    onSaved: onClose,
  });
  return (
    <EditDialog title="Edit the agent" edit={edit} onClose={onClose}>
      <AgentNameField fields={edit.fields} onChange={edit.change} />
      <AgentSettings fields={edit.fields} onChange={edit.change} />
    </EditDialog>
  );
}
