import {
  actors,
  exampleId,
  exampleTimes,
  exampleWorkspace,
  own,
  type Row,
} from './example-records';

/** The rows of the feed: its positions, events, and the news that an agent has of them. */
export function feedRows(moved: number): Readonly<Record<string, readonly Row[]>> {
  const { today } = exampleTimes(moved);
  const { ada, scribe } = actors;
  const [translate, collected] = [exampleId('act', 3), exampleId('act', 11)];
  const event = (number: number, position: number, row: Row): Row =>
    own(exampleId('evt', number), { position, actor_id: scribe, ...row });
  const answered = {
    kind: 'question.answered',
    actor_id: ada,
    subject_type: 'question',
    subject_id: exampleId('qst', 32),
    subject_title: 'Which spelling do we use for names of theatres?',
    summary: 'Ada: British',
    created_at: today('09:35'),
  };

  return {
    event_positions: [{ workspace_id: exampleWorkspace, last: 43, last_number: 26 }],
    events: [
      event(16, 41, {
        kind: 'action.completed',
        subject_type: 'action',
        subject_id: collected,
        subject_title: 'Collect the biographies',
        summary: 'Scribe completed Collect the biographies.',
        action_id: collected,
        created_at: today('09:15'),
      }),
      event(12, 42, {
        kind: 'note.created',
        subject_type: 'note',
        subject_id: exampleId('not', 10),
        subject_title: 'Translate the programme notes',
        summary: 'Scribe: The second page has the old logo.',
        action_id: translate,
        project_id: exampleId('prj', 4),
        created_at: today('09:30'),
      }),
      event(33, 43, answered),
    ],
    agent_news: [
      {
        workspace_id: exampleWorkspace,
        agent_actor_id: scribe,
        position: 43,
        role: 'author',
        event_id: exampleId('evt', 33),
        ...answered,
      },
    ],
  };
}
