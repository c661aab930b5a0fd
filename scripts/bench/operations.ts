import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { itemAt, pickOne } from './seed/choose';
import type { Caller } from './seed/people';
import type { Seeded } from './seed/seed';
import { labelNames } from './seed/containers';
import { searchable } from './seed/words';

/** An action that a token may complete. */
interface OpenAction {
  readonly id: string;
  readonly token: string;
}

/** A server and its seeded workspace. */
export interface Target {
  readonly url: string;
  readonly seeded: Seeded;
  /** Random numbers; the same ones for both servers of a comparison. */
  readonly random: () => number;
  /** The actions that the run has created and that are still open. */
  readonly made: OpenAction[];
}

/** An operation to measure. */
export interface Operation {
  readonly name: string;
  /** A description of the requests, for the report. */
  readonly about: string;
  /** The status of every response. */
  readonly status: number;
  /** The number of requests of a run. Default 1. */
  readonly steps?: number;
  /** An operation that must run before and creates the records for this one. */
  readonly needs?: 'createAction';
  /** Whether it creates open work, which is closed after the measurement. */
  readonly adds?: true;
  /** The requests that the connection of that number repeats. Throws an Error if it has none. */
  requests(target: Target, connection: number): Promise<Request[]>;
}

const differentRequests = 50;

const hour = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString();
const [label = ''] = labelNames;

/** Lists by other filters and sorts: a name, a description, and the query. */
const lists: readonly (readonly [name: string, about: string, query: (agent: Caller) => string])[] =
  [
    ['label', 'open ones with a label of one in twelve', () => `status=ready&label=${label}`],
    ['priority', 'urgent ones of every state, with total', () => 'priority=4&sort=-created_at'],
    [
      'due',
      'due within two days of three weeks ago, with total',
      () => `due_since=${ago(528)}&due_before=${ago(480)}&sort=due_at`,
    ],
    [
      'done',
      'done within an hour of three weeks ago, with total',
      () => `completed_since=${ago(505)}&completed_before=${ago(504)}&sort=-completed_at`,
    ],
    [
      'mine',
      'of an agent, by priority',
      (agent) => `assigned_actor_id=${agent.actorId}&sort=-priority`,
    ],
    ['title', 'of every state by title', () => 'sort=title'],
    [
      'many filters',
      'a label, a priority and a range of days, by the last activity',
      () => `label=${label}&priority=2&created_since=${ago(960)}&sort=-last_activity_at`,
    ],
    [
      'words and label',
      'a word of one in twelve and a label, by due date',
      () => `q=lanterns&label=${label}&sort=due_at`,
    ],
  ];

/** All measured operations, in the order of a round. */
export const operations: readonly Operation[] = [
  {
    name: 'getAction',
    about: 'any action',
    status: 200,
    requests: async ({ seeded: { callers, actionIds }, random }) =>
      times(differentRequests, () =>
        read(pickOne(callers.reader, random), `/v1/actions/${pickOne(actionIds, random)}`),
      ),
  },
  {
    name: 'listActions',
    about: '50 of a status of open actions, with total',
    status: 200,
    requests: async ({ seeded: { callers }, random }) =>
      times(differentRequests, () => {
        const status = pickOne(['inbox', 'ready', 'waiting'], random);
        return read(pickOne(callers.reader, random), `/v1/actions?status=${status}&limit=50`);
      }),
  },
  {
    name: 'getAgentAttention',
    about: 'the agent’s own',
    status: 200,
    requests: async ({ seeded }) =>
      seeded.callers.reader.map((agent) => read(agent, attention(agent))),
  },
  {
    name: 'getAgentAttention 304',
    about: 'nothing has changed',
    status: 304,
    requests: ({ url, seeded }) =>
      Promise.all(
        seeded.callers.reader.map((agent) => unchanged(url, read(agent, attention(agent)))),
      ),
  },
  {
    name: 'getOpenApi 304',
    about: 'nothing has changed',
    status: 304,
    requests: async ({ url }) => [await unchanged(url, { method: 'GET', path: '/openapi.json' })],
  },
  {
    name: 'getAgentOverview',
    about: 'the agent’s own',
    status: 200,
    requests: async ({ seeded }) =>
      seeded.callers.reader.map((agent) => read(agent, `/v1/agents/${agent.agentId}/overview`)),
  },
  {
    name: 'getCommandView',
    about: 'by an agent',
    status: 200,
    requests: async ({ seeded }) =>
      seeded.callers.reader.map((agent) => read(agent, '/v1/views/command')),
  },
  {
    name: 'searchWorkspace',
    about: '20 of the records with two words, with total',
    status: 200,
    requests: async ({ seeded: { callers }, random }) =>
      times(differentRequests, () => {
        const { objects, locations } = searchable;
        const words = `${pickOne(objects, random)} ${pickOne(locations, random)}`;
        return read(
          pickOne(callers.reader, random),
          `/v1/search?q=${encodeURIComponent(words)}&limit=20`,
        );
      }),
  },
  {
    name: 'searchWorkspace the',
    about: 'a word of every action, from the newest one',
    status: 200,
    requests: async ({ seeded: { callers } }) =>
      callers.reader.map((agent) => read(agent, '/v1/search?q=the&limit=20')),
  },
  {
    name: 'listActions q',
    about: 'a word of one action in twelve',
    status: 200,
    requests: async ({ seeded: { callers } }) =>
      callers.reader.map((agent) => read(agent, '/v1/actions?q=lanterns&limit=50')),
  },
  {
    name: 'listActions q part',
    about: 'two parts of words, with total',
    status: 200,
    requests: async ({ seeded: { callers } }) =>
      callers.reader.map((agent) => read(agent, '/v1/actions?q=antern%20oyer&limit=50')),
  },
  {
    name: 'listActions q letters',
    about: 'two letters that no action has, so the page is empty',
    status: 200,
    requests: async ({ seeded: { callers } }) =>
      callers.reader.map((agent) => read(agent, '/v1/actions?q=zz&limit=50')),
  },
  ...lists.map(([name, about, queryOf]): Operation => ({
    name: `listActions ${name}`,
    about,
    status: 200,
    requests: async ({ seeded: { callers } }) =>
      callers.reader.map((agent) => read(agent, `/v1/actions?limit=50&${queryOf(agent)}`)),
  })),
  {
    name: 'updateAction',
    about: 'a new title for an action under the agent’s claim',
    status: 200,
    requests: async ({ seeded, random }) => [
      {
        method: 'PATCH',
        setupRequest: (request) => {
          const { id, token } = pickOne(seeded.claimed, random);
          const body = { title: `Hang the lanterns above door ${Math.floor(random() * 1e9)}` };
          return send(request, token, `/v1/actions/${id}`, body);
        },
      },
    ],
  },
  {
    name: 'heartbeatAction',
    about: 'of an action under the agent’s claim',
    status: 200,
    requests: async ({ seeded, random }) => [
      {
        method: 'POST',
        setupRequest: (request) => {
          const { id, token } = pickOne(seeded.claimed, random);
          return write(request, token, `/v1/actions/${id}/heartbeat`, { claim_generation: 1 });
        },
      },
    ],
  },
  {
    name: 'claimNextAction + releaseAction',
    about:
      'an agent claims the first action of the pool and releases it; the times are of the claim',
    status: 200,
    steps: 2,
    requests: async ({ seeded: { callers } }, connection) =>
      claimAndRelease(itemAt(callers.searcher, connection)),
  },
  {
    name: 'createAction',
    about: 'ready, the agent’s own, in a project',
    status: 201,
    adds: true,
    requests: async ({ seeded, random, made }) => [
      {
        method: 'POST',
        setupRequest: (request, context) => {
          const { token } = pickOne(seeded.callers.claimant, random);
          Object.assign(context, { token });
          const body = {
            title: 'Hang the lanterns above the door',
            details: 'The red ones on the left; the ladder is in the workshop.',
            status: 'ready',
            project_id: pickOne(seeded.projectIds, random),
          };
          return write(request, token, '/v1/actions', body);
        },
        onResponse: (status, body, context) => {
          if (status === 201) made.push({ id: idIn(body), token: tokenIn(context) });
        },
      },
    ],
  },
  {
    name: 'completeAction',
    about: 'of the ones just created, with a result',
    status: 200,
    needs: 'createAction',
    requests: async ({ made }) => [
      {
        method: 'POST',
        setupRequest: (request) => {
          const action = made.pop();
          if (action === undefined) throw new Error('There is no action left to complete.');
          const body = { result_summary: 'They hang, and all of them are lit.' };
          return write(request, action.token, `/v1/actions/${action.id}/complete`, body);
        },
      },
    ],
  },
];

/** The operations of those names; all of them without names. Throws an Error for unknown names. */
export function operationsNamed(names: readonly string[]): readonly Operation[] {
  const unknown = names.find((name) => !operations.some((operation) => operation.name === name));
  if (unknown !== undefined) {
    const known = operations.map(({ name }) => name).join(', ');
    throw new Error(`${unknown} is not an operation of the benchmark; these are: ${known}.`);
  }
  return operations.filter(({ name }) => names.length === 0 || names.includes(name));
}

// An agent has one claim at a time, so each connection has an agent of its own.
function claimAndRelease({ agentId, token }: Caller): Request[] {
  return [
    {
      method: 'POST',
      setupRequest: (request) => write(request, token, `/v1/agents/${agentId}/claim-next`, {}),
      onResponse: (status, body, context) => {
        if (status !== 200) return;
        const generation = Number(/"generation":(\d+)/.exec(body)?.[1]);
        Object.assign(context, { id: idIn(body), generation });
      },
    },
    {
      method: 'POST',
      setupRequest: (request, context) => {
        const { id, generation } = claimIn(context);
        return write(request, token, `/v1/actions/${id}/release`, { claim_generation: generation });
      },
    },
  ];
}

function claimIn(context: object): { readonly id: string; readonly generation: number } {
  if ('id' in context && 'generation' in context) {
    return { id: String(context.id), generation: Number(context.generation) };
  }
  throw new Error('There is no claim to release.');
}

function attention({ agentId }: Caller): string {
  return `/v1/agents/${agentId}/attention`;
}

function read({ token }: Caller, path: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}

function write(request: Request, token: string, path: string, body: object): Request {
  return send(request, token, path, { ...body, client_request_id: randomUUID() });
}

function send(request: Request, token: string, path: string, body: object): Request {
  request.path = path;
  request.headers = {
    ...request.headers,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  request.body = JSON.stringify(body);
  return request;
}

/** The request with the entity tag of its current response. */
async function unchanged(url: string, request: Request): Promise<Request> {
  // Each content coding has a tag of its own, and the measured requests ask for none.
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const response = await fetch(`${url}${request.path ?? ''}`, { headers: sent });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (etag === null) throw new Error(`${request.path ?? ''} has no ETag.`);
  return { ...request, headers: { ...headers, 'if-none-match': etag } };
}

function idIn(body: string): string {
  const id = /"id":"(act_[0-9A-Z]{26})"/.exec(body)?.[1];
  if (id === undefined) throw new Error('The response has no id of an action.');
  return id;
}

function tokenIn(context: object): string {
  if ('token' in context && typeof context.token === 'string') return context.token;
  throw new Error('The request had no token.');
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
