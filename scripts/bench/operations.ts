import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { nth, some } from './seed/choose';
import type { Caller } from './seed/people';
import type { Seeded } from './seed/seed';

/** An action that a token may complete. */
interface OpenAction {
  readonly id: string;
  readonly token: string;
}

/** What the benchmark knows of a server and its workspace. */
export interface Target {
  readonly url: string;
  readonly seeded: Seeded;
  /** Makes the choices; the same ones for two that are held against each other. */
  readonly random: () => number;
  /** Created during the run, and still open. */
  readonly made: OpenAction[];
}

/** An operation to measure. */
export interface Operation {
  readonly name: string;
  /** What exactly is asked, for the report. */
  readonly about: string;
  /** The one status that its answers have. */
  readonly status: number;
  /** How many requests one of it takes; 1 unless said. */
  readonly steps?: number;
  /** An operation that must run before, to leave something for this one. */
  readonly needs?: 'createAction';
  /** Whether it leaves open work behind, which is settled after the measurement. */
  readonly adds?: true;
  /** What a connection, by its number, sends over and over. Throws an Error when the server has nothing for it. */
  requests(target: Target, connection: number): Promise<Request[]>;
}

const different = 50;

/** Everything that is measured, in the order in which a round goes through it. */
export const operations: readonly Operation[] = [
  {
    name: 'getAction',
    about: 'any action',
    status: 200,
    requests: async ({ seeded: { callers, actionIds }, random }) =>
      times(different, () =>
        read(some(callers.reader, random), `/v1/actions/${some(actionIds, random)}`),
      ),
  },
  {
    name: 'listActions',
    about: '50 of a status of open actions, with total',
    status: 200,
    requests: async ({ seeded: { callers }, random }) =>
      times(different, () => {
        const status = some(['inbox', 'ready', 'waiting'], random);
        return read(some(callers.reader, random), `/v1/actions?status=${status}&limit=50`);
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
    name: 'heartbeatAction',
    about: 'of an action under the agent’s claim',
    status: 200,
    requests: async ({ seeded, random }) => [
      {
        method: 'POST',
        setupRequest: (request) => {
          const { id, token } = some(seeded.held, random);
          return write(request, token, `/v1/actions/${id}/heartbeat`, { claim_generation: 1 });
        },
      },
    ],
  },
  {
    name: 'claimNextAction + releaseAction',
    about: 'an agent takes the first of the pool and gives it back; the times are of the claim',
    status: 200,
    steps: 2,
    requests: async ({ seeded: { callers } }, connection) =>
      claimAndRelease(nth(callers.searcher, connection)),
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
          const { token } = some(seeded.callers.holder, random);
          Object.assign(context, { token });
          const body = {
            title: 'Hang the lanterns above the door',
            details: 'The red ones on the left; the ladder is in the workshop.',
            status: 'ready',
            project_id: some(seeded.projectIds, random),
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

/** The operations of those names; all without names. Throws an Error for a name that there is not. */
export function operationsNamed(names: readonly string[]): readonly Operation[] {
  const unknown = names.find((name) => !operations.some((operation) => operation.name === name));
  if (unknown !== undefined) {
    const known = operations.map(({ name }) => name).join(', ');
    throw new Error(`${unknown} is not measured; these are: ${known}.`);
  }
  return operations.filter(({ name }) => names.length === 0 || names.includes(name));
}

// An agent does one thing at a time, so each connection has its own.
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
  request.path = path;
  request.headers = {
    ...request.headers,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  request.body = JSON.stringify({ ...body, client_request_id: randomUUID() });
  return request;
}

/** The request with the entity tag that its answer has now. */
async function unchanged(url: string, request: Request): Promise<Request> {
  const headers = { ...request.headers };
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
  if (id === undefined) throw new Error('The answer has no id of an action.');
  return id;
}

function tokenIn(context: object): string {
  if ('token' in context && typeof context.token === 'string') return context.token;
  throw new Error('The request had no token.');
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
