import { build } from 'esbuild';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import {
  CallboardError,
  createClient,
  isCallboardError,
  pages,
  paginate,
  toCallboardError,
  uploadFile,
  unwrap,
  type CallboardClientOptions,
  type Retry,
  type RetryOptions,
} from '../../src/client';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type AgentWithToken,
  type TestApp,
  type Person,
} from '../../scripts/servers/app';
import type { CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { checkedFetch, typedClient, type ClientSettings } from '../support/typed-client';
import { tagOf } from '../support/entity-tag';

/**
 * The fate of a request: `lost` after the server has executed it, `refused` before, `cut` within
 * the response, or another response.
 */
type Fault = 'lost' | 'refused' | 'cut' | (() => Response);

const quick = { firstDelayMs: 1 };

const unavailable = (): Response => refusal(503, 'UNAVAILABLE');

describeOnEachDatabase('The client', (database) => {
  let app: TestApp;
  let person: Person;
  let scribe: AgentWithToken;

  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Stage');
    scribe = await addAgent(app, person);
  });
  afterAll(() => app.close());

  const asPerson = (settings?: Partial<ClientSettings>) =>
    typedClient(app, { cookie: person.cookie }, settings);
  const asScribe = (settings?: Partial<ClientSettings>) =>
    typedClient(app, { bearer: scribe.token }, settings);

  /** A client whose requests meet these faults in turn, and the bodies that it sent. */
  const clientWithFaults = (
    faults: readonly Fault[],
    credential: CredentialShown = { bearer: scribe.token },
    retry: RetryOptions = quick,
  ) => {
    const sent: string[] = [];
    const left = [...faults];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(await request.clone().text());
      const fault = left.shift();
      if (typeof fault === 'function') return fault();
      if (fault === 'refused') throw new TypeError('fetch failed');
      const response = await checkedFetch(request);
      if (fault === 'lost') throw new TypeError('fetch failed');
      return fault === 'cut' ? cutOff(response) : response;
    };
    return { api: typedClient(app, credential, { fetch, retry }), sent };
  };

  const addAction = (title: string) =>
    unwrap(asScribe().POST('/v1/actions', { body: { title, status: 'ready' } }));

  const titled = async (title: string) => {
    const { items } = await unwrap(
      asScribe().GET('/v1/actions', { params: { query: { q: title } } }),
    );
    return items;
  };

  test('uploads a file, and downloads it', async () => {
    const content = new Uint8Array([0, 255, 128, 10]);
    for (const sent of [content, new Blob([content])]) {
      const api = asScribe();
      const file = await unwrap(uploadFile(api, { name: 'a b.bin', content: sent }));
      expect(file).toMatchObject({ name: 'a b.bin', bytes: 4 });
      const params = { path: { id: file.id } };
      const { data } = await api.GET('/v1/files/{id}', { params, parseAs: 'arrayBuffer' });
      expect(data && new Uint8Array(data)).toEqual(content);
    }
  });

  describe('retries', () => {
    test.each<[string, Fault]>([
      ['lost', 'lost'],
      ['cut off', 'cut'],
      ['never given', 'refused'],
      ['a 503', unavailable],
      ['a 502 from a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
      ['REQUEST_IN_PROGRESS', () => refusal(409, 'REQUEST_IN_PROGRESS')],
    ])('a POST whose response is %s, which is executed once', async (what, fault) => {
      const title = `Hang the ${what} bell`;
      const { api, sent } = clientWithFaults([fault, fault]);
      const action = await unwrap(api.POST('/v1/actions', { body: { title } }));
      expect(action.title).toBe(title);
      expect(await titled(title)).toEqual([expect.objectContaining({ id: action.id })]);
      expect(sent).toHaveLength(3);
      expect(new Set(sent).size).toBe(1);
      expect(JSON.parse(sent[0] ?? '')).toEqual({
        title,
        client_request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    });

    test('a POST with its own client_request_id', async () => {
      const body = { title: 'Ring it', client_request_id: 'ring-1' };
      const { api, sent } = clientWithFaults(['lost']);
      const first = await api.POST('/v1/actions', { body });
      expect(first.response.headers.get('Idempotent-Replayed')).toBe('true');
      expect(sent).toEqual([JSON.stringify(body), JSON.stringify(body)]);
    });

    test('a POST without a body', async () => {
      const { id } = await addAction('Paint the moon');
      const { api, sent } = clientWithFaults(['lost'], { cookie: person.cookie });
      const path = { id };
      const dropped = await unwrap(api.POST('/v1/actions/{id}/drop', { params: { path } }));
      expect(dropped.status).toBe('dropped');
      expect(sent).toHaveLength(2);
    });

    test('GET, PUT and DELETE', async () => {
      const [first, second] = [await addAction('Sew'), await addAction('Press')];
      const path = { id: second.id, blocker_id: first.id };
      const get = clientWithFaults(['lost', 'cut', unavailable]);
      const read = get.api.GET('/v1/actions/{id}', { params: { path: { id: first.id } } });
      expect((await unwrap(read)).title).toBe('Sew');
      expect(get.sent).toHaveLength(4);
      const put = clientWithFaults(['lost', 'refused']);
      await unwrap(put.api.PUT('/v1/actions/{id}/blockers/{blocker_id}', { params: { path } }));
      expect(put.sent).toHaveLength(3);
      const remove = clientWithFaults(['refused', unavailable]);
      const removal = remove.api.DELETE('/v1/actions/{id}/blockers/{blocker_id}', {
        params: { path },
      });
      expect(await unwrap(removal)).toBeUndefined();
      expect(remove.sent).toHaveLength(3);
    });

    test('a PATCH with If-Match, which is executed at most once', async () => {
      const { id, version } = await addAction('Light it');
      const init = {
        params: { path: { id }, header: { 'If-Match': `"${version}"` } },
        body: { title: 'Light it well' },
      };
      const unsent = clientWithFaults(['refused', unavailable]);
      const changed = await unwrap(unsent.api.PATCH('/v1/actions/{id}', init));
      expect(changed.version).toBe(version + 1);
      const header = { 'If-Match': `"${changed.version}"` };
      const lost = clientWithFaults(['lost']);
      const { error } = await lost.api.PATCH('/v1/actions/{id}', {
        params: { path: { id }, header },
        body: { title: 'Light it better' },
      });
      expect(error).toMatchObject({
        code: 'STALE_VERSION',
        details: { current_version: version + 2 },
      });
    });

    test('every request on 429, after Retry-After', async () => {
      const { id } = await addAction('Wait');
      const busy = (): Response => refusal(429, 'RATE_LIMITED', { 'Retry-After': '1' });
      const { api, sent } = clientWithFaults([busy]);
      const before = performance.now();
      await unwrap(
        api.PATCH('/v1/actions/{id}', { params: { path: { id } }, body: { title: 'Go' } }),
      );
      expect(performance.now() - before).toBeGreaterThan(990);
      expect(sent).toHaveLength(2);
    });

    test('and tells `onRetry` of each wait', async () => {
      const told: Retry[] = [];
      const retry = { firstDelayMs: 1, onRetry: (each: Retry) => told.push(each) };
      const { api } = clientWithFaults(['refused', unavailable], undefined, retry);
      expect((await api.GET('/v1/me')).response.status).toBe(200);
      const common = { method: 'GET', url: `${app.url}/v1/me`, waitMs: expect.any(Number) };
      expect(told).toEqual([
        { ...common, attempt: 1, status: undefined, error: new TypeError('fetch failed') },
        { ...common, attempt: 2, status: 503, error: undefined },
      ]);
    });

    test('at most `attempts` times, and returns the last response', async () => {
      const { api, sent } = clientWithFaults([unavailable, unavailable, unavailable, unavailable]);
      const { error, response } = await api.GET('/v1/me');
      expect(response.status).toBe(503);
      expect(error?.code).toBe('UNAVAILABLE');
      expect(sent).toHaveLength(4);
    });
  });

  describe('does not retry', () => {
    test('requests that could be executed twice or overwrite other changes', async () => {
      const { id } = await addAction('Once');
      const patch = clientWithFaults(['lost']);
      const change = { params: { path: { id } }, body: { title: 'Twice' } };
      await expect(patch.api.PATCH('/v1/actions/{id}', change)).rejects.toThrow('fetch failed');
      expect(patch.sent).toHaveLength(1);
      const signIn = clientWithFaults(['refused'], undefined);
      const body = { email: person.email, password: person.password };
      await expect(signIn.api.POST('/v1/session', { body })).rejects.toThrow('fetch failed');
      expect(signIn.sent).toEqual([JSON.stringify(body)]);
    });

    test('other errors, whatever their Retry-After', async () => {
      const body = { title: 'Mine', status: 'ready', assigned_actor_id: null } as const;
      const { id } = await unwrap(asPerson().POST('/v1/actions', { body }));
      const path = { id };
      await unwrap(asScribe().POST('/v1/actions/{id}/claim', { params: { path } }));
      const other = await addAgent(app, person);
      const { api, sent } = clientWithFaults([], { bearer: other.token });
      const { error, response } = await api.POST('/v1/actions/{id}/claim', { params: { path } });
      expect(error?.code).toBe('ALREADY_CLAIMED');
      expect(response.headers.get('Retry-After')).not.toBeNull();
      expect(sent).toHaveLength(1);
    });

    test('if Retry-After is longer than maxWaitMs, or than what earlier waits left of it', async () => {
      const busy = (seconds: string) => () =>
        refusal(429, 'RATE_LIMITED', { 'Retry-After': seconds });
      const waits: number[] = [];
      const retry = {
        firstDelayMs: 1,
        maxWaitMs: 1500,
        onRetry: ({ waitMs }: Retry) => waits.push(waitMs),
      };
      const { api, sent } = clientWithFaults([busy('1'), busy('1')], undefined, retry);
      expect((await api.GET('/v1/me')).response.status).toBe(429);
      expect(sent).toHaveLength(2);
      expect(waits).toEqual([expect.closeTo(1001, -1)]);
      const never = clientWithFaults([unavailable], undefined, { maxWaitMs: 0 });
      expect((await never.api.GET('/v1/me')).response.status).toBe(503);
      const refused = clientWithFaults(['refused'], undefined, { maxWaitMs: 0 });
      await expect(refused.api.GET('/v1/me')).rejects.toThrow('fetch failed');
      expect([...never.sent, ...refused.sent]).toHaveLength(2);
    });

    test('if Retry-After is longer than a minute', async () => {
      const later = new Date(Date.now() + 3_600_000).toUTCString();
      for (const wait of ['900', later]) {
        const { api, sent } = clientWithFaults([
          () => refusal(429, 'RATE_LIMITED', { 'Retry-After': wait }),
        ]);
        expect((await api.GET('/v1/me')).error?.code).toBe('RATE_LIMITED');
        expect(sent).toHaveLength(1);
      }
    });

    test('after the signal aborts', async () => {
      const { api, sent } = clientWithFaults([
        () => refusal(429, 'RATE_LIMITED', { 'Retry-After': '30' }),
      ]);
      const stop = new AbortController();
      const call = api.GET('/v1/me', { signal: stop.signal });
      setTimeout(() => stop.abort(new Error('no longer needed')), 20);
      await expect(call).rejects.toThrow('no longer needed');
      expect(sent).toHaveLength(1);
    });

    test('with retry: false', async () => {
      const fetch = async (): Promise<Response> => unavailable();
      const { response } = await asScribe({ fetch, retry: false }).GET('/v1/me');
      expect(response.status).toBe(503);
    });
  });

  describe('read', () => {
    test('returns a record once, and again after it has changed', async () => {
      const api = asScribe();
      const { id } = await addAction('Read me');
      const init = { params: { path: { id } } };
      const first = await api.read('/v1/actions/{id}', init);
      // Without a tag, the type says that there is a record.
      const title: string = first.data.title;
      expect([title, first.etag]).toEqual(['Read me', tagOf(1)]);
      const { etag } = first;
      const same = await api.read('/v1/actions/{id}', { ...init, etag });
      expect(same).toEqual({ changed: false, etag });
      await unwrap(api.PATCH('/v1/actions/{id}', { ...init, body: { title: 'Read again' } }));
      const next = await api.read('/v1/actions/{id}', { ...init, etag });
      expect(next).toMatchObject({ changed: true, data: { title: 'Read again' }, etag: tagOf(2) });
    });

    test('throws an error response', async () => {
      const init = { params: { path: { id: 'act_none' } }, etag: '"1"' };
      await expect(asScribe().read('/v1/actions/{id}', init)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    test('takes reads with an entity tag only, and other reads take none', async () => {
      const untyped = [
        // @ts-expect-error The list has no ETag.
        () => asScribe().read('/v1/actions', {}),
        // @ts-expect-error A 304 has no data.
        () => asScribe().GET('/v1/me', { params: { header: { 'If-None-Match': '"1"' } } }),
      ];
      for (const call of untyped) await call();
    });
  });

  describe('minimal', () => {
    test('writes without a body in the response, also in a retry', async () => {
      const { api, sent } = clientWithFaults(['lost']);
      const body = { title: 'Say little', status: 'ready' } as const;
      const { data, error, response } = await api.minimal.POST('/v1/actions', { body });
      const nothing: undefined = data;
      expect([nothing, error, response.status]).toEqual([undefined, undefined, 204]);
      expect(new Set(sent).size).toBe(1);
      expect(response.headers.get('Idempotent-Replayed')).toBe('true');
      const id = response.headers.get('Location')?.split('/').at(-1) ?? '';
      const path = { id };
      const claim = await api.minimal.POST('/v1/actions/{id}/claim', { params: { path } });
      expect(claim.response.headers.get('Claim-Generation')).toBe('1');
      const done = await unwrap(
        api.minimal.POST('/v1/actions/{id}/complete', {
          params: { path },
          body: { result_summary: 'Said.' },
        }),
      );
      expect(done).toBeUndefined();
      const again = await api.minimal.PATCH('/v1/actions/{id}', { params: { path }, body: {} });
      expect(again.error?.code).toBe('ALREADY_TERMINAL');
    });

    test('is for operations that take the preference, and no other call takes it', async () => {
      const body = { title: 'Whole' };
      const header = { Prefer: 'return=minimal' };
      // @ts-expect-error The data of this call would not be the record that its type says.
      const { response } = await asScribe().POST('/v1/actions', { body, params: { header } });
      expect(response.status).toBe(204);
      const path = { id: scribe.agent.id };
      // @ts-expect-error The response is always whole.
      const next = asScribe().minimal.POST('/v1/agents/{id}/claim-next', { params: { path } });
      expect((await next).response.status).toBe(200);
    });
  });

  describe('paging', () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    let project: string;
    beforeAll(async () => {
      const api = asPerson();
      project = (await unwrap(api.POST('/v1/projects', { body: { title: 'Count' } }))).id;
      for (const title of titles) {
        await unwrap(api.POST('/v1/actions', { body: { title, project_id: project } }));
      }
    });

    const read = (after: object, reads: object[] = []) => {
      reads.push(after);
      const query = { project_id: project, sort: 'created_at', limit: 2, ...after } as const;
      return asScribe().GET('/v1/actions', { params: { query } });
    };

    test('item by item, in order', async () => {
      const got: string[] = [];
      for await (const { title } of paginate((page) => read(page))) got.push(title);
      expect(got).toEqual(titles);
    });

    test('page by page, with the totals of each', async () => {
      const got: [number, number | undefined][] = [];
      for await (const { items, total } of pages((page) => read(page))) {
        got.push([items.length, total]);
      }
      expect(got).toEqual([
        [2, 5],
        [2, 5],
        [1, 5],
      ]);
    });

    test('requests pages on demand only', async () => {
      const reads: object[] = [];
      for await (const { title } of paginate((page) => read(page, reads))) {
        if (title === 'Two') break;
      }
      expect(reads).toEqual([{}]);
    });

    test('reads the feed of events to its end', async () => {
      const kinds: string[] = [];
      const api = asScribe();
      const events = paginate((page) =>
        api.GET('/v1/events', {
          params: { query: { ...page, kind: ['action.created'], limit: 2 } },
        }),
      );
      for await (const { kind } of events) kinds.push(kind);
      expect(kinds.length).toBeGreaterThanOrEqual(titles.length);
    });

    test('fails if a page fails or does not advance', async () => {
      const readWithoutAfter = async () => {
        for await (const page of pages(() => read({}))) expect(page.items).toHaveLength(2);
      };
      await expect(readWithoutAfter()).rejects.toThrow('did not send the `after`');
      const refused = async () => {
        for await (const page of pages(() => read({ after: 'nonsense' }))) expect(page).toBe(0);
      };
      await expect(refused()).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    });
  });

  test('narrows responses and bodies by the field that distinguishes them', async () => {
    const api = asScribe();
    const me = await unwrap(api.GET('/v1/me'));
    if (me.kind !== 'agent') throw new Error('It is the token of an agent.');
    const mode: 'worker' | 'sysadmin' = me.access_mode;
    expect(mode).toBe('worker');
    const path = { id: me.agent.id };
    const next = await unwrap(api.POST('/v1/agents/{id}/claim-next', { params: { path } }));
    const isClaimed = next.reason === 'claimed' || next.reason === 'continue_current';
    const title: string = isClaimed ? next.action.title : next.reason;
    expect(title).toBe(next.action?.title ?? next.reason);
    const project = { operation: 'createProject', title: 'May I?' } as const;
    const made = await unwrap(
      api.POST('/v1/proposals', { body: { ...project, payload: { title: 'The gala' } } }),
    );
    if (made.operation !== 'createProject') throw new Error(made.operation);
    expect(made.payload.title).toBe('The gala');
    const { items } = await unwrap(api.GET('/v1/proposals'));
    for (const each of items) if (each.operation === 'dropAction') expect(each.payload.id).toBe('');
    const query = { include: ['proposals' as const] };
    const { proposals } = await unwrap(api.GET('/v1/views/command', { params: { query } }));
    const shown = proposals?.find(({ id }) => id === made.id);
    if (shown?.operation !== 'createProject') throw new Error('The view has another proposal.');
    expect(shown.payload.title).toBe('The gala');
    const wrong = await api.POST('/v1/proposals', {
      // @ts-expect-error The payload of another operation.
      body: { ...project, payload: { id: 'act_1' } },
    });
    expect(wrong.error?.code).toBe('VALIDATION_FAILED');
  });

  describe('distinguishes errors', () => {
    test('by the codes of the operation', async () => {
      const { error, response } = await asScribe().POST('/v1/actions', { body: { title: '' } });
      if (error === undefined) throw new Error('A title cannot be empty.');
      // @ts-expect-error The contract does not document this code for the operation.
      expect(error.code === 'LAST_OWNER').toBe(false);
      if (error.code !== 'VALIDATION_FAILED') throw toCallboardError({ error, response });
      const code: 'VALIDATION_FAILED' = error.code;
      expect([code, error.issues[0]?.path]).toEqual(['VALIDATION_FAILED', 'body/title']);
      expect(toCallboardError({ error, response })).toMatchObject({
        code: 'VALIDATION_FAILED',
        status: 400,
        message: error.message,
        requestId: expect.stringMatching(/./),
      });
    });

    test('with details typed by code', async () => {
      const made = await unwrap(asPerson().POST('/v1/actions', { body: { title: 'Tell' } }));
      const init = {
        params: { path: { id: made.id }, header: { 'If-Match': '"9"' } },
        body: { title: 'Told' },
      };
      const { error } = await asPerson().PATCH('/v1/actions/{id}', init);
      if (error?.code !== 'STALE_VERSION') throw new Error('The version is another.');
      const version: number = error.details.current_version;
      expect(version).toBe(made.version);
      const thrown: unknown = await unwrap(asPerson().PATCH('/v1/actions/{id}', init)).catch(
        (caught: unknown) => caught,
      );
      if (!isCallboardError(thrown, 'STALE_VERSION', 'CAP_EXCEEDED', 'NOT_FOUND')) throw thrown;
      if (thrown.code === 'CAP_EXCEEDED') {
        const left: number = thrown.details.limit - thrown.details.current;
        throw new Error(`The plan admits ${left} more: ${thrown.details.plan}`);
      }
      if (thrown.code === 'NOT_FOUND') throw new Error(String(thrown.details['any']));
      expect(thrown.details.current_version).toBe(version);
    });

    test('when they are thrown', async () => {
      const path = { id: 'act_none' };
      const call = unwrap(asScribe().GET('/v1/actions/{id}', { params: { path } }));
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallboardError);
      expect(isCallboardError(error)).toBe(true);
      expect(isCallboardError(error, 'NOT_FOUND', 'FORBIDDEN')).toBe(true);
      expect(isCallboardError(error, 'FORBIDDEN')).toBe(false);
      expect(isCallboardError(new Error('other'))).toBe(false);
      if (!isCallboardError(error, 'NOT_FOUND', 'BLOCKED')) throw error;
      const code: 'NOT_FOUND' | 'BLOCKED' = error.code;
      expect(code).toBe('NOT_FOUND');
    });

    test.each<[string, () => Response, object]>([
      [
        'the page of a proxy',
        () => new Response('<h1>Out</h1>', { status: 500 }),
        { body: '<h1>Out</h1>', message: 'The server responded with status 500.' },
      ],
      [
        'a code of a newer server',
        () => refusal(409, 'TOO_LOUD', {}, 'Softer, please.'),
        { status: 409, message: 'Softer, please.', details: { decibel: 90 } },
      ],
    ])('%s, from those of the contract', async (_, response, expected) => {
      const { api } = clientWithFaults([response]);
      const error: unknown = await unwrap(api.GET('/v1/me')).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'UNRECOGNIZED', ...expected });
    });
  });

  test('calls the token function for each request', async () => {
    const secrets = [scribe.token, (await addAgent(app, person)).token];
    const token = async () => secrets.shift() ?? '';
    const api = createClient({ baseUrl: app.url, token, fetch: checkedFetch });
    const me = [await unwrap(api.GET('/v1/me')), await unwrap(api.GET('/v1/me'))];
    expect(new Set(me.map(({ actor_id: id }) => id)).size).toBe(2);
    await expect(api.GET('/v1/me')).rejects.toThrow('returned no token');
  });
});

describe('createClient', () => {
  const baseUrl = 'http://127.0.0.1:1';

  test.each([
    ['https://cell2.example/calls/', 'https://cell2.example/calls'],
    ['http://127.0.0.1:2', 'http://127.0.0.1:2'],
    ['http://cell2.example', undefined],
    ['javascript:alert(1)', undefined],
  ])('with followMoved sends a request once more to %s as %s', async (address, target) => {
    const sent: unknown[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      const { method, url, headers } = request;
      sent.push([method, url, headers.get('Authorization'), await request.text()]);
      const error = { code: 'MOVED', message: 'It has moved.', issues: [], details: { address } };
      return Response.json(error, { status: 410 });
    };
    const body = { title: 'Ring it', client_request_id: 'ring-1' };
    for (const followMoved of [true, false]) {
      sent.length = 0;
      const mover = createClient({ baseUrl, token: 'secret', fetch, followMoved });
      const { error } = await mover.POST('/v1/actions', { body });
      expect(error).toMatchObject({ code: 'MOVED', details: { address } });
      const bases = followMoved && target !== undefined ? [baseUrl, target] : [baseUrl];
      expect(sent).toEqual(
        bases.map((base) => ['POST', `${base}/v1/actions`, 'Bearer secret', JSON.stringify(body)]),
      );
    }
  });

  /** The credential in a request of this client. */
  async function sentBy(credential: object) {
    const sent: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request);
      return Response.json({});
    };
    const options = { baseUrl, fetch, ...credential };
    assertOptions(options);
    await createClient(options).GET('/v1/me');
    return sent.map(({ headers, credentials }) => [headers.get('Authorization'), credentials]);
  }

  test.each([
    [{ token: 'secret' }, 'Bearer secret', 'omit'],
    [{ token: async () => 'secret' }, 'Bearer secret', 'omit'],
    [{ token: 'secret', session: undefined, anonymous: undefined }, 'Bearer secret', 'omit'],
    [{ session: true }, null, 'same-origin'],
    [{ anonymous: true }, null, 'omit'],
    [{ anonymous: true, credentials: 'include' }, null, 'omit'],
  ])('with %j sends that and nothing else', async (credential, authorization, credentials) => {
    expect(await sentBy(credential)).toEqual([[authorization, credentials]]);
  });

  test.each([
    {},
    { token: undefined },
    { token: null },
    { token: '' },
    { session: false },
    { session: 'yes' },
    { anonymous: false },
    { token: '', session: false, anonymous: false },
    { token: '', session: true },
    { token: 'secret', session: true },
    { token: 'secret', anonymous: true },
    { session: true, anonymous: true },
    { token: 'secret', session: true, anonymous: true },
  ])('throws with %j and sends nothing', async (credential) => {
    await expect(sentBy(credential)).rejects.toThrow(/needs exactly one of `token`/);
  });

  test('rejects the same at compile time', () => {
    const token: string | undefined = undefined;
    const wrong = [
      // @ts-expect-error No credential.
      () => createClient({ baseUrl }),
      // @ts-expect-error An environment variable may be missing.
      () => createClient({ baseUrl, token }),
      // @ts-expect-error Two credentials.
      () => createClient({ baseUrl, token: 'secret', session: true }),
      // @ts-expect-error Two credentials.
      () => createClient({ baseUrl, session: true, anonymous: true }),
      // @ts-expect-error No credential either.
      () => createClient({ baseUrl, session: false }),
    ];
    for (const create of wrong) expect(create).toThrow(TypeError);
  });
});

/** Passes options as an untyped caller may. */
function assertOptions(_options: object): asserts _options is CallboardClientOptions {}

/** An error response that no request of a test provokes. */
function refusal(status: number, code: string, headers = {}, message = 'No.'): Response {
  return Response.json(
    { code, message, issues: [], details: { decibel: 90 } },
    { status, headers },
  );
}

/** The response with a connection that breaks in the middle of the body. */
function cutOff({ status, headers }: Response): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id'));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status, headers });
}

const maxBytes = 12 * 1024;

test('a bundle of the whole client for browsers has less than 12 KiB, gzipped', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from './src/client'`, resolveDir: join(__dirname, '..', '..') },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(maxBytes);
  const packages = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'));
  expect(packages).toEqual([
    expect.stringContaining('openapi-fetch'),
    expect.stringContaining('eventsource-parser'),
  ]);
});

const root = join(__dirname, '..', '..');

const start = `
import type { DomainsHandlers } from '../generated/handlers';
import type { components } from '../generated/types';
declare const domain: components['schemas']['Domain'];
declare const others: Omit<DomainsHandlers, 'getDomain'>;
const headers = { ETag: '"1"' };
`;

/** Handlers that satisfy the contract, and handlers that do not. */
const modules = {
  right: `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a status that is not documented': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 201, headers, body: domain }) };`,
  'an error that is returned, not thrown': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 404, headers, body: domain }) };`,
  'a missing field': `const { name, ...nameless } = domain;
    export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: nameless }) };`,
  'a field of another type': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: { ...domain, version: 'one' } }) };`,
  'a missing header': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers: {}, body: domain }) };`,
  'a missing handler': `export const handlers: DomainsHandlers = { ...others };`,
  'a handler without operation': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: domain }),
    burnDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a parameter that does not exist': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async ({ path }) => ({ status: 200, headers, body: { ...domain, id: path.domain_id } }) };`,
  'a parameter of another type': `export const handlers: DomainsHandlers = { ...others,
    listDomains: async ({ query }) => others.listDomains({ path: {}, query: { limit: query.sort }, header: {}, body: undefined }, undefined as never),
    getDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a read that writes': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async (_, { reader }) => { await reader.write((db) => db('domains').delete()); return { status: 200, headers, body: domain }; } };`,
} as const;

describe('the compiler', () => {
  const names = Object.keys(modules);
  const fileOf = (name: string) => join(root, 'test', `handlers-${names.indexOf(name)}.ts`);
  let diagnosticsOf: (name: string) => string[];

  beforeAll(() => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) =>
      ts.sys.readFile(file),
    );
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const disk = ts.createCompilerHost(options);
    const texts = new Map(
      Object.entries(modules).map(([name, text]) => [fileOf(name), start + text]),
    );
    const host: ts.CompilerHost = {
      ...disk,
      readFile: (file) => texts.get(file) ?? disk.readFile(file),
      fileExists: (file) => texts.has(file) || disk.fileExists(file),
      getSourceFile(file, target, onError) {
        const text = texts.get(file);
        return text === undefined
          ? disk.getSourceFile(file, target, onError)
          : ts.createSourceFile(file, text, target);
      },
    };
    const program = ts.createProgram([...texts.keys()], { ...options, types: ['node'] }, host);
    diagnosticsOf = (name) =>
      program
        .getSemanticDiagnostics(program.getSourceFile(fileOf(name)))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });

  test('accepts handlers that satisfy the contract', () => {
    expect(diagnosticsOf('right')).toEqual([]);
  });

  test.each(names.filter((name) => name !== 'right'))('refuses %s', (name) => {
    expect(diagnosticsOf(name)).not.toEqual([]);
  });
});
