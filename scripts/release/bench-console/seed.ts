import { createClient, unwrap } from 'callboard-client';

// In development, a request of this machine without a credential is the owner's.
const session = { session: true, headers: { 'Sec-Fetch-Site': 'same-origin' } } as const;

/** The id of an action of the sample that has a note. */
export async function findNotedAction(url: string): Promise<string> {
  const person = createClient({ baseUrl: url, ...session });
  const { items } = await unwrap(person.GET('/v1/views/review'));
  for (const { id } of items) {
    const params = { path: { id } };
    const notes = await unwrap(person.GET('/v1/actions/{id}/notes', { params }));
    if (notes.items.length > 0) return id;
  }
  throw new Error('No action of the sample that waits for a review has a note.');
}

/** Fills the review list and the inbox: with finished work of one agent, and with new actions. */
export async function addWork(
  url: string,
  count: { readonly reviews: number; readonly inbox: number },
): Promise<void> {
  const person = createClient({ baseUrl: url, ...session });
  const created = await unwrap(person.POST('/v1/agents', { body: { name: 'Printer' } }));
  const { token } = await unwrap(
    person.POST('/v1/agents/{id}/tokens', {
      params: { path: { id: created.id } },
      body: { name: 'measurement' },
    }),
  );
  if (token === undefined) throw new Error('The new token has no secret.');
  const agent = createClient({ baseUrl: url, token });
  for (const number of Array(count.reviews).keys()) {
    const body = { title: `Print sheet ${number + 1}`, assigned_actor_id: created.actor_id };
    const { id } = await unwrap(
      person.POST('/v1/actions', { body: { ...body, status: 'ready', requires_review: true } }),
    );
    await unwrap(
      agent.POST('/v1/actions/{id}/complete', {
        params: { path: { id } },
        body: { result_summary: `Two hundred copies of sheet ${number + 1} are printed.` },
      }),
    );
  }
  for (const number of Array(count.inbox).keys()) {
    const title = `Idea ${number + 1}: a poster for the evening in the garden`;
    await unwrap(person.POST('/v1/actions', { body: { title, status: 'inbox' } }));
  }
}
