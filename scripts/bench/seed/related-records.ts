import type { Row } from './bulk';
import type { SeedContext, SeededAction } from './actions';
import { pickOne } from './choose';

/** The note on an action. */
export function noteOn({ row, note }: SeededAction): Row[] {
  if (note === undefined) return [];
  return [
    {
      workspace_id: row.workspace_id,
      id: note.id,
      kind: 'note',
      action_id: row.id,
      body: `Note: ${row.title}. The key is with the porter, and the receipts are in the box beside the door.`,
      created_by_actor_id: row.updated_by_actor_id,
      created_at: note.at,
      version: 1,
    },
  ];
}

/** The events of an action from position `next` on: its creation, and its end if it has ended. */
export function eventsOf({ environment }: SeedContext, { row }: SeededAction, next: number): Row[] {
  const event = (kind: string, position: number, actor: Row[string], at: Row[string]): Row => ({
    workspace_id: row.workspace_id,
    subject_type: 'action',
    subject_id: row.id,
    subject_title: row.title,
    action_id: row.id,
    project_id: row.project_id,
    order_id: row.order_id,
    id: environment.id('evt', String(at)),
    position,
    kind,
    actor_id: actor ?? null,
    summary: 'The seed changed the action.',
    created_at: at ?? null,
  });
  const created = event('action.created', next, row.created_by_actor_id, row.created_at);
  if (row.status !== 'done' && row.status !== 'dropped') return [created];
  const kind = row.status === 'done' ? 'action.completed' : 'action.dropped';
  return [created, event(kind, next + 1, row.updated_by_actor_id, row.updated_at)];
}

/** Questions to people: answered ones in the history, and open ones. */
export function* makeQuestions({
  environment,
  people,
  containers,
  sizes,
}: SeedContext): Generator<Row> {
  const { owner, daysAgo, random, id, words } = environment;
  const count = sizes.answeredQuestions + sizes.openQuestions;
  for (let index = 0; index < count; index += 1) {
    const isOpen = index >= sizes.answeredQuestions;
    const at = isOpen ? daysAgo(random() * 3) : daysAgo(8 + random() * 80);
    const agent = pickOne(people.agents, random);
    yield {
      workspace_id: owner.workspaceId,
      id: id('qst', at),
      kind: 'question',
      status: isOpen ? 'open' : 'resolved',
      agent_id: agent.agentId,
      assigned_actor_id: owner.id,
      project_id: pickOne(containers.activeProjects, random),
      question: `${words.title(index)}: this week or next?`,
      choices: '["This week","Next week"]',
      allow_free_text: true,
      on_answer: words.text(1),
      blocking: false,
      response: isOpen ? null : 'This week',
      responded_at: isOpen ? null : at,
      responded_by_actor_id: isOpen ? null : owner.id,
      created_by_actor_id: agent.actorId,
      updated_by_actor_id: agent.actorId,
      created_at: at,
      updated_at: at,
      version: isOpen ? 1 : 2,
    };
  }
}
