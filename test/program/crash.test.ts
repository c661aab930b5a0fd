import { addAgent, makeWorkspace } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { isRecord } from '../../src/platform/json';
import { describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { serve, type Serving } from '../support/program';
import { generator } from '../../scripts/trials/random';
import {
  halves,
  storedResponses,
  queryDatabase,
  readAll,
  storedEvents,
  waitUntilAlone,
} from '../support/stored';
import {
  callerOf,
  eventKey,
  idOf,
  pathId,
  recordOf,
  requestIdOf,
  startJournal,
  TEMPLATE_SIZE,
  type Journal,
  type Write,
} from '../support/write-journal';
import { loopsOf, once, type LoadAgent, type LoadTarget } from '../support/write-load';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

const AGENTS = 4;
const PERSON = 'person';

describeOnEachDialect('A server that is killed under load on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(dialect);
  });
  afterAll(() => database.close());

  test(
    `loses no acknowledged write and stores no partial one, ${rounds} times from seed ${seed}`,
    async () => {
      const random = generator(seed);
      const callers = new Map<string, ApiClient>();
      const journal = startJournal(callers);
      const env = { DATABASE_URL: database.url, LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' };
      let server = await serve(env);
      try {
        const fixture = await createFixture(server, database.url);
        const { workspaceId } = fixture;
        const begin = (): void => {
          for (const [name, api] of fixture.callersOf(server)) callers.set(name, api);
        };
        begin();
        journal.learn((await readAll(callerOf(callers, PERSON), database.url)).values());
        const first = await queryDatabase(database.url, async (db) =>
          storedEvents(db, workspaceId, 0),
        );
        const base = first.at(-1)?.position ?? 0;
        const feed = startFeed();
        await feed.follow(callerOf(callers, PERSON), true);
        feed.seen.length = 0;

        for (let round = 1; round <= rounds; round += 1) {
          await answerOpenQuestions(journal, callerOf(callers, PERSON));
          const target: LoadTarget = { ...fixture, journal, person: PERSON, random };
          await loadAndKill(server, target, () => feed.follow(callerOf(callers, PERSON)));
          await waitUntilAlone(database.url, dialect);
          server = await serve(env);
          begin();
          await retryUnanswered(journal, callers, database.url, workspaceId);
          await repeatAnswered(journal, callers);

          const person = callerOf(callers, PERSON);
          await checkRecords(journal, await readAll(person, database.url));
          await queryDatabase(database.url, async (db) => {
            const events = await storedEvents(db, workspaceId, base);
            expect(events.map(({ position }) => position)).toEqual(
              events.map((_event, index) => base + 1 + index),
            );
            const keys = events.map((event) => eventKey(event, journal.copied));
            expect(keys.toSorted()).toEqual(journal.events.toSorted());
            await feed.follow(person, true);
            expect(feed.seen).toEqual(events.map(({ id }) => id));
            expect(await halves(db)).toEqual([]);
          });
          journal.forgetWrites();
        }
      } finally {
        await server.stop('SIGKILL');
      }
    },
    120_000 * (rounds + 1),
  );
});

interface Fixture {
  readonly workspaceId: string;
  readonly agents: readonly LoadAgent[];
  readonly templateId: string;
  readonly callersOf: (server: Serving) => ReadonlyMap<string, ApiClient>;
}

/** A workspace with a person, agents with a document each, and a template. */
async function createFixture(server: Serving, url: string): Promise<Fixture> {
  const person = await queryDatabase(url, (db) => makeWorkspace({ ...db, url }, 'Crash'));
  const app = { url: server.url, logs: [] };
  const api = client(app, { cookie: person.cookie });
  const agents: (LoadAgent & { readonly token: string })[] = [];
  for (let made = 0; made < AGENTS; made += 1) {
    const { agent, token } = await addAgent(app, person);
    const document = await api.ok('createDocument', {
      body: { title: 'Cues', content: 'None yet.', access_mode: 'shared_edit', ...once() },
    });
    // Its first request activates it.
    await client(app, { bearer: token }).ok('getMe');
    agents.push({ name: agent.name, id: agent.id, documentId: document.id, token });
  }
  const template = await api.ok('createProject', {
    body: { title: 'Premiere', is_template: true, ...once() },
  });
  for (let made = 0; made < TEMPLATE_SIZE; made += 1) {
    await api.ok('createAction', {
      body: { title: `Step ${made}`, status: 'ready', project_id: template.id, ...once() },
    });
  }
  return {
    workspaceId: person.owner.workspaceId,
    agents,
    templateId: template.id,
    callersOf: ({ url }) =>
      new Map([
        [PERSON, client({ url, logs: [] }, { cookie: person.cookie })],
        ...agents.map(
          ({ name, token }) => [name, client({ url, logs: [] }, { bearer: token })] as const,
        ),
      ]),
  };
}

/** Runs the loops, kills the server at a random time, and waits until all loops have failed. */
async function loadAndKill(
  server: Serving,
  target: LoadTarget,
  follow: () => Promise<void>,
): Promise<void> {
  const { journal, random } = target;
  const enough = 30 + Math.floor(random() * 90);
  const milliseconds = random() * 20;
  const isEnough = (): boolean =>
    journal.writes.filter(({ response }) => response !== undefined).length >= enough;
  let killed = false;
  const wrong: unknown[] = [];
  const untilKilled = async (loop: () => Promise<void>): Promise<void> => {
    while (!killed && wrong.length === 0) {
      await loop().catch((error: unknown) => {
        if (!killed || !isLost(error)) wrong.push(error);
      });
    }
  };
  const kill = async (): Promise<void> => {
    while (!isEnough() && wrong.length === 0) await pause(2);
    await pause(milliseconds);
    killed = true;
    await server.stop('SIGKILL');
  };
  const follower = async (): Promise<void> => {
    await follow();
    await pause(10);
  };
  await Promise.all([...loopsOf(target), follower].map(untilKilled).concat(kill()));
  if (wrong.length > 0) throw wrong[0];
}

// Node's own errors are instances of another realm's Error.
function isLost(error: unknown): boolean {
  return isRecord(error) && 'code' in error;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * A write without a response was committed or not. A retry must agree with the database, and a
 * second retry must find the write committed.
 */
async function retryUnanswered(
  journal: Journal,
  callers: ReadonlyMap<string, ApiClient>,
  url: string,
  workspaceId: string,
): Promise<void> {
  const records = await queryDatabase(url, (db) => storedResponses(db, workspaceId));
  for (const write of journal.writes) {
    const key = requestIdOf(write);
    const stored = key === undefined ? undefined : records.get(key);
    if (write.response !== undefined) {
      if (key !== undefined) expect(stored).toEqual(write.response);
      continue;
    }
    if (key === undefined) {
      await repeatEdit(journal, callerOf(callers, write.by), write);
      continue;
    }
    const again = await repeat(callers, write);
    expect(isReplay(again)).toBe(stored !== undefined);
    if (stored !== undefined) expect(again.body).toEqual(stored);
    journal.settle(write, again.body);
  }
}

/** Each caller's last writes, including retried ones: a retry returns the same response. */
async function repeatAnswered(
  journal: Journal,
  callers: ReadonlyMap<string, ApiClient>,
): Promise<void> {
  for (const write of journal.writes.slice(-3 * callers.size)) {
    if (requestIdOf(write) === undefined) continue;
    const again = await repeat(callers, write);
    expect(isReplay(again)).toBe(true);
    expect(again.body).toEqual(write.response);
  }
}

async function repeat(callers: ReadonlyMap<string, ApiClient>, write: Write): Promise<Called> {
  const again = await callerOf(callers, write.by).send(write.operation, write.input);
  if (again.status >= 300) throw new Error(`${write.operation}: ${JSON.stringify(again.body)}`);
  return again;
}

function isReplay({ headers }: Called): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** A PATCH has no client_request_id; its If-Match prevents a second change. */
async function repeatEdit(journal: Journal, api: ApiClient, write: Write): Promise<void> {
  const id = pathId(write.input);
  const before = await api.ok('getDocument', { path: { id } });
  const happened = before.version !== journal.known.get(id)?.fields['version'];
  const { status } = await api.send(write.operation, write.input);
  expect(status).toBe(happened ? 412 : 200);
  const after = await api.ok('getDocument', { path: { id } });
  expect(after.content).toEqual(recordOf(write.input.body)['content']);
  journal.settle(write, after);
}

/** The stored records are exactly those of the responses. */
async function checkRecords(
  journal: Journal,
  read: ReadonlyMap<string, Record<string, unknown>>,
): Promise<void> {
  const unknown = [...read.values()].filter((record) => !journal.known.has(idOf(record)));
  expect(unknown.filter(({ project_id: id }) => !journal.copied.has(String(id)))).toEqual([]);
  for (const projectId of journal.copied) {
    const copies = [...read.values()].filter(({ project_id: id }) => id === projectId);
    expect(copies).toHaveLength(TEMPLATE_SIZE);
  }
  for (const [id, { fields, whole }] of journal.known) {
    if (whole) expect(withoutReviews(read.get(id))).toEqual(withoutReviews(fields));
    else expect(read.get(id)).toMatchObject(fields);
  }
  journal.learn(read.values());
}

/** The record without what the reviews of other records decide. */
function withoutReviews(record: unknown): unknown {
  const omit = (key: string, value: unknown) => (key === 'in_review_ids' ? undefined : value);
  return JSON.parse(JSON.stringify(record ?? null, omit));
}

/** Responds to a question that was created just before the server was killed. */
async function answerOpenQuestions(journal: Journal, person: ApiClient): Promise<void> {
  const { items } = await person.ok('listQuestions', { query: { state: ['open'] } });
  for (const { id } of items) {
    await journal.write(PERSON, 'respondQuestion', {
      path: { id },
      body: { response: 'Right.', ...once() },
    });
  }
}

/** Follows the event feed with one cursor across restarts. */
function startFeed() {
  const seen: string[] = [];
  let after: string | undefined;
  return {
    seen,
    /** Reads new events; with `toTheEnd`, all pages. */
    async follow(api: ApiClient, toTheEnd = false): Promise<void> {
      let more: boolean;
      do {
        const query = { limit: 50, ...(after === undefined ? {} : { after }) };
        const { items, page } = await api.ok('readEvents', { query });
        seen.push(...items.map(({ id }) => id));
        after = page.next ?? after;
        more = page.has_more;
      } while (toTheEnd && more);
    },
  };
}
