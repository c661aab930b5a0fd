/**
 * An agent that prints the programmes of a theatre. It stores nothing, because Callboard has all
 * that it must remember, so it may be stopped at any time and started again. `run-agent.ts` runs
 * it.
 */
import {
  toCallboardError,
  unwrap,
  type CallboardClient,
  type ActionClaimNextResult,
  type NewsItem,
  type components,
} from 'callboard-client';

type ActionContext = components['schemas']['ActionContext'];
type Claimed = Extract<ActionClaimNextResult, { reason: 'claimed' | 'continue_current' }>;

const me = { params: { path: { id: 'me' } } };
const paperQuestion = 'Which paper shall I print on?';

/** Does everything that can be done now. Throws a `CallboardError` if the service refuses it. */
export async function runUntilIdle(client: CallboardClient): Promise<void> {
  for (;;) {
    const { has_work, counts } = await unwrap(client.GET('/v1/agents/{id}/attention', me));
    if (!has_work) return;
    if (counts.unread_news > 0) await handleNews(client);
    if (counts.overdue_checkins > 0) await checkIn(client);
    if (counts.ready + counts.claimable > 0) await workOnNext(client);
  }
}

async function handleNews(client: CallboardClient): Promise<void> {
  for (;;) {
    const { items, page } = await unwrap(client.GET('/v1/agents/{id}/news', me));
    for (const item of items) await handle(client, item);
    // Only now, so that an agent that is stopped before handles them again.
    const body = { through: page.next };
    await unwrap(client.POST('/v1/agents/{id}/news/read', { ...me, body }));
    if (!page.has_more) return;
  }
}

async function handle(client: CallboardClient, item: NewsItem): Promise<void> {
  console.log(`${item.kind}: ${item.summary}`);
  if (item.kind === 'action.approved') await proposeFolding(client, item.subject.id);
  if (item.kind === 'proposal.permitted') await usePermission(client, item);
  // Answers and rejections need nothing here: claim-next returns the action with its context.
}

/** Asks for approval of work for other agents. */
async function proposeFolding(client: CallboardClient, printed: string): Promise<void> {
  const { title, order_id } = await unwrap(
    client.GET('/v1/actions/{id}', { params: { path: { id: printed } } }),
  );
  const { error, response } = await client.minimal.POST('/v1/proposals', {
    body: {
      operation: 'createAction',
      payload: {
        title: `Fold: ${title}`,
        status: 'ready',
        order_id,
        assigned_actor_id: null, // the pool
        requirements: ['folding'],
      },
      title: 'Let another agent fold the programmes',
      client_request_id: `fold-${printed}`, // so that the same news twice make one proposal
    },
  });
  if (error) throw toCallboardError({ error, response });
}

/** Sends the request as the person has permitted it, who may have changed it. */
async function usePermission(client: CallboardClient, item: NewsItem): Promise<void> {
  const { proposal, subject } = item;
  if (proposal?.operation !== 'createAction' || proposal.permitted_payload === null) return;
  for (const { path } of proposal.changes) console.log(`A person changed ${path}.`);
  const { error, response } = await client.minimal.POST('/v1/actions', {
    body: {
      ...proposal.permitted_payload,
      permitted_proposal_id: subject.id,
      client_request_id: `use-${subject.id}`, // so that the same news twice make one action
    },
  });
  if (error) throw toCallboardError({ error, response });
}

async function checkIn(client: CallboardClient): Promise<void> {
  const { orders } = await unwrap(client.GET('/v1/agents/{id}/overview', me));
  for (const { id, checkin_overdue: isOverdue } of orders) {
    if (!isOverdue) continue;
    const { error, response } = await client.minimal.POST('/v1/orders/{id}/checkins', {
      params: { path: { id } },
      body: { summary: 'The press runs.' },
    });
    if (error) throw toCallboardError({ error, response });
  }
}

async function workOnNext(client: CallboardClient): Promise<void> {
  const body = { include: ['context' as const] };
  const next = await unwrap(client.POST('/v1/agents/{id}/claim-next', { ...me, body }));
  if (next.reason === 'none_ready' || next.reason === 'at_capacity') return;
  const path = { id: next.action.id };
  // A retry of claim-next gets the claim without the context.
  const context =
    next.context ?? (await unwrap(client.GET('/v1/actions/{id}/context', { params: { path } })));
  const paper = context.ended_questions.find(({ question }) => question === paperQuestion);
  if (paper === undefined) return askForPaper(client, path.id);
  await print(client, next, context, paper.response ?? 'Plain');
}

/** The action waits and stays the agent's, however long the person thinks. */
async function askForPaper(client: CallboardClient, id: string): Promise<void> {
  const { error, response } = await client.minimal.POST('/v1/questions', {
    body: {
      action_id: id,
      question: paperQuestion,
      choices: ['Plain', 'Laid'],
      on_answer: 'I print all copies on that paper.',
    },
  });
  if (error) throw toCallboardError({ error, response });
}

async function print(
  client: CallboardClient,
  { action, claim }: Claimed,
  { notes, linked_documents: documents }: ActionContext,
  paper: string,
): Promise<void> {
  const params = { path: { id: action.id } };
  const { generation: claim_generation } = claim;
  await unwrap(
    client.POST('/v1/actions/{id}/heartbeat', {
      params,
      body: { claim_generation, progress_note: 'The press is warm.' },
    }),
  );
  const { state, reviewer_actor_id: reviewer } = action.review;
  const rejection = notes.find((note) => note.created_by_actor_id === reviewer);
  const correction = state === 'rejected' ? `, corrected: ${rejection?.body}` : '';
  const result = `on ${paper} paper${correction}`;
  for (const { id } of documents) await addLine(client, id, `- ${action.title} ${result}`);
  const { error, response } = await client.minimal.POST('/v1/actions/{id}/complete', {
    params,
    body: { claim_generation, result_summary: `Printed ${result}` },
  });
  // The work is another agent's now, or done or dropped: claim-next tells what comes next.
  if (error?.code === 'CLAIM_LOST' || error?.code === 'ALREADY_TERMINAL') return;
  if (error) throw toCallboardError({ error, response });
}

/** Adds a line to a document that others edit too. */
async function addLine(client: CallboardClient, id: string, line: string): Promise<void> {
  const path = { id };
  for (;;) {
    const { data, etag } = await client.read('/v1/documents/{id}', { params: { path } });
    const { content } = data;
    if (typeof content !== 'string') return; // some other JSON
    if (content.split('\n').includes(line)) return; // only the response was lost
    const { error, response } = await client.minimal.PATCH('/v1/documents/{id}', {
      params: { path, header: { 'If-Match': etag } },
      body: { content: `${content}\n${line}` },
    });
    if (!error) return;
    // Somebody has changed the document since it was read (412).
    if (error.code !== 'STALE_VERSION') throw toCallboardError({ error, response });
  }
}
