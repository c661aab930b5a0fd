import { createClient, unwrap, type CallboardClient } from 'callboard-client';
import type { BuiltServer } from '../../demo-server';

export const owner = {
  email: 'noa@example.com',
  name: 'Noa',
  password: 'correct horse battery staple',
} as const;

const chinese = '为花园节印刷二百份节目单并在周五之前送到剧院的前台';
const arabic = 'طباعة مئتي نسخة من برنامج مهرجان الحديقة وتسليمها قبل يوم الجمعة';
const emoji = '🎪 Put up the tent 🌧️ before the rain 👩🏽‍🔧';
const long = 'Compare the offers of all printers in the town and in the next two towns '
  .repeat(5)
  .slice(0, 300)
  .trim();
/** Titles that break layouts. */
const oddTitles = [chinese, arabic, emoji, long] as const;

/** The workspace as the newcomer finds it. */
export interface Given {
  /** The API as the owner, and as the agent Mira. */
  readonly person: CallboardClient;
  readonly agent: CallboardClient;
  /** The paths of records with pages of their own, by their names in the pictures. */
  readonly records: Readonly<Record<string, string>>;
}

/** Creates a workspace and its owner, before the server starts. */
export function createOwner({ run }: BuiltServer): void {
  const { email, name, password } = owner;
  run(
    ['setup', '--workspace', 'Garden Festival', '--email', email, '--name', name],
    `${password}\n`,
  );
}

/** The API as the owner, with a session of its own. */
async function signIn(url: string): Promise<CallboardClient> {
  const { email, password } = owner;
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/v1/session`, { method: 'POST', headers, body });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  if (!response.ok) throw new Error(`The owner could not sign in: ${await response.text()}`);
  return createClient({
    baseUrl: url,
    session: true,
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookies.join('; ') },
  });
}

/** Fills the workspace: what agents ask and finish, projects, documents, and odd titles. */
export async function fillWorkspace(url: string): Promise<Given> {
  const person = await signIn(url);
  const mira = await connect(person, url, 'Mira');
  await connect(person, url, 'Otto');
  const domain = await unwrap(person.POST('/v1/domains', { body: { name: 'Stage' } }));
  const template = await unwrap(
    person.POST('/v1/projects', {
      body: { title: 'Open an evening', is_template: true, domain_id: domain.id },
    }),
  );
  const project = await unwrap(
    person.POST('/v1/projects', {
      body: { title: 'Garden concert', description: 'On the **big** lawn.', domain_id: domain.id },
    }),
  );
  for (const title of oddTitles.slice(0, 3)) {
    await unwrap(person.POST('/v1/projects', { body: { title, work_mode: 'parallel' } }));
  }
  for (const title of ['Book the hall', 'Print the posters', 'Sell the tickets']) {
    await addAction(person, { title, project_id: template.id });
  }
  const works = await addAction(person, { title: 'Tune the piano', assigned_actor_id: mira.actor });
  await unwrap(
    mira.api.POST('/v1/actions/{id}/claim', { params: { path: { id: works } }, body: {} }),
  );
  await addAction(person, { title: 'Water the lawn', labels: ['garden'] });
  await addAction(person, { title: 'Rake the paths', labels: ['garden'], due_at: inDays(-2) });
  await addAction(person, { title: 'Cut the hedge', labels: ['garden'], due_at: inDays(1) });
  for (const [index, title] of oddTitles.entries()) {
    const facts = {
      due_at: inDays(index),
      priority: index + 1,
      labels: ['odd', beginning(title, 40)],
    };
    await addAction(person, { title, ...facts, assigned_actor_id: mira.actor });
    await addAction(person, { title: `${index + 1}. ${title}`, status: 'inbox' });
    await ask(mira.api, `${title}?`, [beginning(title, 60), 'No']);
    await finish(person, mira, title);
  }
  await ask(mira.api, 'Which colour has the tent?', ['Red', 'Blue']);
  await ask(mira.api, 'Which gate opens first?', ['North gate', 'South gate']);
  await ask(mira.api, 'Which band begins?', ['The Larks', 'The Owls']);
  for (const title of ['Sweep the stage', 'Hang the lamps', 'Paint the sign', 'Mend the chairs']) {
    await finish(person, mira, title);
  }
  await unwrap(
    mira.api.POST('/v1/proposals', {
      body: {
        operation: 'createProject',
        payload: { title: 'Winter concert', work_mode: 'parallel' },
        title: 'Begin the winter concert',
        description: 'The hall is free in *January*.',
      },
    }),
  );
  const content =
    '# House rules\n\nNo dogs on the lawn.\n\n| Gate | Opens |\n|---|---|\n| North | 18:00 |';
  const document = await unwrap(
    person.POST('/v1/documents', { body: { title: 'House rules', content } }),
  );
  for (const title of oddTitles) {
    await unwrap(person.POST('/v1/documents', { body: { title, content: title } }));
  }
  const body = { agent_id: mira.id, name: oddTitles[1], summary: oddTitles[0] };
  const order = await unwrap(person.POST('/v1/orders', { body }));
  const longAction = await addAction(person, {
    title: long,
    details: `${oddTitles.join('\n\n')}\n\n- [ ] one\n- [x] two\n\n\`\`\`\n${'x'.repeat(200)}\n\`\`\``,
    project_id: project.id,
  });
  const { items: questions } = await unwrap(person.GET('/v1/questions'));
  const { items: proposals } = await unwrap(person.GET('/v1/proposals'));
  return {
    person,
    agent: mira.api,
    records: {
      action: `/app/actions/${longAction}`,
      project: `/app/projects/${project.id}`,
      template: `/app/projects/${template.id}`,
      agent: `/app/agents/${mira.id}`,
      'agent-orders': `/app/agents/${mira.id}?tab=orders`,
      'agent-days': `/app/agents/${mira.id}?tab=days`,
      'agent-access': `/app/agents/${mira.id}?tab=access`,
      order: `/app/orders/${order.id}`,
      document: `/app/documents/${document.id}`,
      question: `/app/questions/${questions[0]?.id ?? ''}`,
      proposal: `/app/proposals/${proposals[0]?.id ?? ''}`,
    },
  };
}

type Agent = Awaited<ReturnType<typeof connect>>;

async function connect(person: CallboardClient, url: string, name: string) {
  const { id, actor_id: actor } = await unwrap(person.POST('/v1/agents', { body: { name } }));
  const made = { params: { path: { id } }, body: { name: 'walk' } };
  const { token } = await unwrap(person.POST('/v1/agents/{id}/tokens', made));
  if (token === undefined) throw new Error('The new token has no secret.');
  const api = createClient({ baseUrl: url, token });
  await unwrap(api.GET('/v1/me'));
  return { id, actor, api };
}

type NewAction = { readonly title: string } & Partial<Facts>;

interface Facts {
  readonly details: string;
  readonly project_id: string;
  readonly assigned_actor_id: string;
  readonly due_at: string;
  readonly priority: number;
  readonly labels: string[];
  readonly status: 'inbox' | 'ready';
  readonly requires_review: boolean;
}

async function addAction(person: CallboardClient, given: NewAction): Promise<string> {
  const body = { status: 'ready' as const, ...given };
  return (await unwrap(person.POST('/v1/actions', { body }))).id;
}

async function ask(agent: CallboardClient, question: string, choices: string[]): Promise<void> {
  await unwrap(
    agent.POST('/v1/questions', { body: { question, on_answer: 'I order it.', choices } }),
  );
}

async function finish(person: CallboardClient, agent: Agent, title: string): Promise<void> {
  const facts = { assigned_actor_id: agent.actor, requires_review: true };
  const id = await addAction(person, { title, ...facts });
  const body = { result_summary: `Done: ${title}` };
  await unwrap(agent.api.POST('/v1/actions/{id}/complete', { params: { path: { id } }, body }));
}

// A character that is two units of UTF-16 stays whole.
function beginning(title: string, length: number): string {
  return Array.from(title).slice(0, length).join('').trim();
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
