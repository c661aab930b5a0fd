import { nameKey } from '../../src/platform/name-key';
import {
  actors,
  agent,
  by,
  exampleId,
  exampleTimes,
  exampleWorkspace,
  own,
  type Row,
} from './example-records';

/** The rows of the work: projects, orders, documents, actions, requests, notes and links. */
export function workRows(moved: number): Readonly<Record<string, readonly Row[]>> {
  const { on, today, localToday } = exampleTimes(moved);
  const printing = new Date(Date.parse('2026-12-01T17:00:00.000Z') + moved).toISOString();
  const { ada, scribe, prompter } = actors;
  const [season, template] = [exampleId('prj', 4), exampleId('prj', 5)];
  const frontOfHouse = exampleId('dom', 5);
  const order = exampleId('ord', 6);
  const style = exampleId('doc', 9);
  const front = exampleId('lbl', 6);
  const [translate, posters, proofs] = [3, 5, 24].map((number) => exampleId('act', number));

  const counted = (scope: string, measure: string, bucket: number, amount: number): Row => ({
    workspace_id: exampleWorkspace,
    scope,
    day: localToday,
    measure,
    bucket,
    amount,
  });
  const action = (number: number, title: string, row: Row): Row =>
    own(exampleId('act', number), {
      number,
      title,
      is_template: false,
      status: 'ready',
      requires_review: false,
      requirements: '[]',
      repeat_type: 'none',
      review_state: 'none',
      last_activity_at: today('09:00'),
      waits_for_answer: false,
      claim_generation: 0,
      version: 1,
      ...by(ada, today('09:00')),
      ...row,
    });
  const scribes = { assigned_actor_id: scribe, assigned_at: today('09:00'), requires_review: true };
  const note = (number: number, body: string, row: Row): Row =>
    own(exampleId('not', number), {
      kind: 'note',
      body,
      created_by_actor_id: scribe,
      created_at: today('09:30'),
      ...row,
    });
  const revision = (number: number, row: Row): Row =>
    own(exampleId('rev', 11 + number), {
      document_id: style,
      number,
      created_by_actor_id: scribe,
      version: 1,
      ...row,
    });

  return {
    domains: [
      own(frontOfHouse, {
        name: 'Front of house',
        description: 'Tickets and everything that the audience meets.',
        ...by(ada, today('09:00')),
      }),
      own(exampleId('dom', 31), { name: 'Festival', ...by(ada, on(1, '10:00')) }),
    ],
    projects: [
      own(season, {
        title: 'Winter season programme',
        description: 'Sixteen pages, printed by the first of December.',
        domain_id: frontOfHouse,
        is_template: false,
        state: 'active',
        work_mode: 'sequential',
        due_at: printing,
        ...by(ada, today('09:00')),
      }),
      own(template, {
        title: 'Season programme',
        description: 'What every season needs.',
        domain_id: frontOfHouse,
        is_template: true,
        state: 'active',
        work_mode: 'sequential',
        ...by(ada, on(1, '10:00')),
      }),
    ],
    documents: [
      own(style, {
        title: 'House style',
        content: '"The new logo goes on every poster and every programme."',
        access_mode: 'shared_read',
        revision_number: 2,
        review_state: 'pending',
        version: 2,
        ...by(scribe, today('09:00'), today('09:30')),
      }),
    ],
    document_revisions: [
      revision(1, {
        content: '"The old logo goes on every poster and every programme."',
        review_state: 'approved',
        reviewed_by_actor_id: ada,
        reviewed_at: today('09:10'),
        created_at: today('09:00'),
        version: 2,
      }),
      revision(2, {
        content: '"The new logo goes on every poster and every programme."',
        reason: 'The old logo is gone.',
        review_state: 'pending',
        created_at: today('09:30'),
      }),
    ],
    orders: [
      own(order, {
        assigned_actor_id: scribe,
        agent_id: agent,
        document_id: style,
        domain_id: frontOfHouse,
        name: 'Keep the programme notes in order',
        summary: 'Once a week.',
        state: 'active',
        requires_proposals: false,
        position: 1,
        checkin_every_seconds: 604_800,
        next_checkin_due_at: on(28, '09:30'),
        latest_checkin_id: exampleId('chk', 7),
        ...by(ada, today('09:00')),
      }),
    ],
    checkins: [
      own(exampleId('chk', 7), {
        order_id: order,
        agent_id: agent,
        kind: 'report',
        summary: 'Three notes corrected and one asked about.',
        usage: '{"seconds":240}',
        created_by_actor_id: scribe,
        created_at: today('09:30'),
      }),
    ],
    files: [
      own(exampleId('fil', 50), {
        name: 'proofs.pdf',
        media_type: 'application/pdf',
        bytes: 48_213,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        created_by_actor_id: scribe,
        created_at: today('09:30'),
        completed_at: today('09:30'),
      }),
    ],
    labels: [
      own(front, { name: 'front', name_key: nameKey('front'), created_at: on(17, '09:00') }),
    ],
    saved_views: [
      own(exampleId('svw', 41), {
        name: 'Ready and urgent',
        query: '{"status":["ready"],"priority":[3,4],"sort":"due_at"}',
        shared: true,
        version: 1,
        ...by(ada, today('09:00')),
      }),
      own(exampleId('svw', 42), {
        name: 'Without a project',
        query: '{"assigned_actor_id":"none"}',
        shared: false,
        version: 1,
        ...by(ada, today('09:00')),
      }),
    ],
    actions: [
      action(3, 'Translate the programme notes', {
        details_by_actor_id: scribe,
        ...scribes,
        details: 'All twelve pages, British spelling.',
        project_id: season,
        domain_id: frontOfHouse,
        requirements: '["translation"]',
        due_at: printing,
        position: 1,
        assignee_active_at: today('09:30'),
        last_activity_at: today('09:30'),
        latest_note_id: exampleId('not', 10),
        last_activity_note_id: exampleId('not', 10),
        claimed_by_actor_id: scribe,
        claim_generation: 1,
        claim_expires_at: today('09:45'),
        claim_lease_seconds: 900,
        usage:
          '{"model":"claude-opus-4-5","input_tokens":81200,"output_tokens":6400,"seconds":840}',
        updated_by_actor_id: scribe,
        updated_at: today('09:30'),
        version: 3,
      }),
      action(5, 'Posters with the new logo', {
        ...scribes,
        details: 'The printer needs the logo by Friday; the old posters still hang in the foyer.',
        status: 'waiting',
        waits_for_answer: true,
        assignee_active_at: today('09:20'),
        last_activity_at: today('09:20'),
        updated_by_actor_id: scribe,
        updated_at: today('09:20'),
        version: 2,
      }),
      action(11, 'Collect the biographies', {
        ...scribes,
        status: 'done',
        result_summary: 'All twelve are here.',
        review_state: 'pending',
        completed_by_actor_id: scribe,
        completed_at: today('09:15'),
        last_activity_at: today('09:15'),
        updated_by_actor_id: scribe,
        updated_at: today('09:15'),
        version: 2,
      }),
      action(21, 'Collect the notes of all departments', {
        is_template: true,
        project_id: template,
        domain_id: frontOfHouse,
        position: 1,
        ...by(ada, on(1, '10:00')),
        last_activity_at: on(1, '10:00'),
      }),
      action(22, 'Ask the choir about the gala', {
        status: 'inbox',
        source_key: 'mail-4711',
        ...by(ada, today('09:05')),
        last_activity_at: today('09:05'),
      }),
      action(24, 'Approve the poster proofs', {
        label_ids: JSON.stringify([front]),
        status: 'waiting',
        delegate_label: 'The printer',
        assigned_actor_id: ada,
        assigned_at: today('09:00'),
      }),
      action(25, 'Set the cast list', {
        assigned_actor_id: prompter,
        assigned_at: on(17, '09:00'),
        requires_review: true,
        ...by(ada, on(17, '09:00')),
        last_activity_at: on(17, '09:00'),
      }),
      action(26, 'Send the posters to the printer', {
        ...scribes,
        defer_until: on(23, '09:00'),
      }),
    ],
    action_blockers: [
      {
        workspace_id: exampleWorkspace,
        action_id: exampleId('act', 26),
        blocker_id: proofs,
        created_by_actor_id: ada,
        created_at: today('09:00'),
      },
    ],
    insight_counts: [
      counted('people', 'done', -1, 4),
      counted('agents', 'done', -1, 9),
      counted('agents', 'approved', 9, 7),
      counted('agents', 'rejected', 11, 2),
      counted('agents', 'answered', 10, 3),
      counted('agents', 'claimed', 6, 8),
    ],
    usage_reports: [
      own(exampleId('usg', 33), {
        agent_id: agent,
        action_id: translate,
        claim_generation: 1,
        day: localToday,
        model: 'claude-opus-4-5',
        input_tokens: 81_200,
        output_tokens: 6_400,
        seconds: 840,
        reported_at: today('09:30'),
      }),
      own(exampleId('usg', 34), {
        agent_id: agent,
        checkin_id: exampleId('chk', 7),
        claim_generation: 0,
        day: localToday,
        seconds: 240,
        reported_at: today('09:30'),
      }),
    ],
    agent_requests: [
      own(exampleId('qst', 8), {
        kind: 'question',
        status: 'open',
        agent_id: agent,
        assigned_actor_id: ada,
        action_id: posters,
        question: 'Which logo goes on the poster?',
        choices: '["The old one","The new one"]',
        recommended_choice: 'The new one',
        allow_free_text: true,
        on_answer: 'I send the poster to the printer with that logo.',
        blocking: true,
        ...by(scribe, today('09:20')),
      }),
      own(exampleId('qst', 32), {
        kind: 'question',
        status: 'resolved',
        agent_id: agent,
        assigned_actor_id: ada,
        question: 'Which spelling do we use for names of theatres?',
        allow_free_text: true,
        on_answer: 'I change all programme notes to that spelling.',
        blocking: false,
        response: 'British',
        response_comment: 'As in the house style.',
        responded_at: today('09:35'),
        responded_by_actor_id: ada,
        ...by(scribe, today('09:10'), today('09:35')),
        updated_by_actor_id: ada,
      }),
      own(exampleId('qst', 44), {
        kind: 'question',
        status: 'open',
        agent_id: agent,
        assigned_actor_id: ada,
        taken_by_actor_id: ada,
        question: 'May the notes name the understudies?',
        allow_free_text: true,
        on_answer: 'I add or leave out their names.',
        blocking: false,
        ...by(scribe, today('09:12')),
      }),
      own(exampleId('ppl', 17), {
        kind: 'proposal',
        status: 'open',
        agent_id: agent,
        question: 'Begin the summer season',
        description: 'The venues answer by May.',
        allow_free_text: false,
        on_answer: '',
        blocking: false,
        operation: 'createProject',
        payload: '{"title":"Summer season programme","work_mode":"parallel"}',
        ...by(scribe, today('09:30')),
      }),
    ],
    notes: [
      note(10, 'The second page has the old logo.', { action_id: translate }),
      note(27, 'The printer closes on the twentieth of December.', { project_id: season }),
      note(28, 'The tenor has a new biography.', { order_id: order }),
      note(29, 'The new one is in the shared folder.', {
        agent_request_id: exampleId('qst', 8),
        created_by_actor_id: ada,
      }),
      note(30, 'What about the season tickets?', {
        document_id: style,
        created_by_actor_id: ada,
      }),
      note(31, 'The open-air stage is free in July.', {
        agent_request_id: exampleId('ppl', 17),
        created_by_actor_id: ada,
      }),
    ],
    earlier_texts: [
      own(exampleId('txt', 40), {
        subject_id: translate,
        field: 'details',
        text: 'From German into English, and the cast list too.',
        written_by_actor_id: ada,
        replaced_by_actor_id: scribe,
        replaced_at: today('09:25'),
      }),
    ],
    links: [
      own(exampleId('lnk', 14), {
        document_id: style,
        title: 'House style',
        action_id: translate,
        ...by(ada, today('09:10')),
      }),
      own(exampleId('lnk', 15), {
        url: 'https://example.com/proofs.pdf',
        title: 'The proofs',
        action_id: translate,
        ...by(scribe, today('09:30')),
      }),
    ],
  };
}
