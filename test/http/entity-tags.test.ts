import { describeOnEachDatabase } from '../support/dialects';
import { startApp, type TestApp } from '../../scripts/servers/app';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';

// The operations that read each kind of record with an entity tag.
const reads = {
  action: 'getAction',
  note: 'getNote',
  project: 'getProject',
  domain: 'getDomain',
  order: 'getOrder',
  question: 'getQuestion',
  proposal: 'getProposal',
  agent: 'getAgent',
  document: 'getDocument',
  revision: 'getRevision',
  link: 'getLink',
} as const;

const writes = {
  action: 'updateAction',
  project: 'updateProject',
  domain: 'updateDomain',
  order: 'updateOrder',
  agent: 'updateAgent',
  document: 'updateDocument',
} as const;

type Kind = keyof typeof reads;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(reads, kind);
}

describeOnEachDatabase('An entity tag', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const read = async (kind: Kind, id: string, tag?: string) => {
    const header = tag === undefined ? {} : { 'If-None-Match': tag };
    const { status, headers, body } = await given.person.call(reads[kind], {
      path: { id },
      header,
    });
    return { status, tag: String(headers['etag']), body: JSON.stringify(body) };
  };

  test('changes with a blocker, which changes no version of what it blocks', async () => {
    const create = async (title: string) =>
      (await given.person.ok('createAction', { body: { title } })).id;
    const [blocked, blocker] = [await create('Blocked'), await create('Blocker')];
    const path = { id: blocked, blocker_id: blocker };
    await given.person.ok('addBlocker', { path });
    const before = await read('action', blocked);
    expect(JSON.parse(before.body)).toMatchObject({ is_blocked: true, version: 2 });
    const body = { result_summary: 'Done.' };
    await given.person.ok('completeAction', { path: { id: blocker }, body });
    const after = await read('action', blocked, before.tag);
    expect(after.status).toBe(200);
    expect(JSON.parse(after.body)).toMatchObject({ is_blocked: false, version: 2 });
    expect(await read('action', blocked, after.tag)).toMatchObject({ status: 304, tag: after.tag });
  });

  test('matches exactly the responses that have not changed', async () => {
    const ids = Object.entries(await createRecordOfEachKind(given, 'first')).flatMap(
      ([kind, id]) => (isKind(kind) ? [{ kind, id }] : []),
    );
    expect(ids.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(reads).toSorted());
    const before = await Promise.all(ids.map(({ kind, id }) => read(kind, id)));
    // Each of these changes what other records show.
    const { items } = await given.person.ok('listActions');
    await given.person.ok('updateAgent', {
      path: { id: given.agent.id },
      body: { name: 'Renamed' },
    });
    for (const { id } of items) await given.person.call('dropAction', { path: { id } });
    await createRecordOfEachKind(given, 'second');
    let changed = 0;
    for (const [index, { kind, id }] of ids.entries()) {
      const known = before[index];
      if (known === undefined) continue;
      const now = await read(kind, id);
      const conditional = await read(kind, id, known.tag);
      const isSame = now.body === known.body;
      if (!isSame) changed += 1;
      expect({ kind, status: conditional.status, same: now.tag === known.tag }).toEqual({
        kind,
        status: isSame ? 304 : 200,
        same: isSame,
      });
      expect((await read(kind, id, `W/${now.tag}`)).status).toBe(304);
    }
    expect(changed).toBeGreaterThan(3);
  });

  test('that is a version alone matches no response', async () => {
    const ids = await createRecordOfEachKind(given, 'plain');
    for (const [kind, id] of Object.entries(ids)) {
      if (!isKind(kind)) continue;
      const { version }: { version: number } = JSON.parse((await read(kind, id)).body);
      for (const tag of [`"${version}"`, `W/"${version}"`]) {
        expect({ kind, status: (await read(kind, id, tag)).status }).toEqual({ kind, status: 200 });
      }
    }
  });

  test('lets a change through if it names the version, in each of its forms', async () => {
    const ids = await createRecordOfEachKind(given, 'changed');
    for (const kind of ['action', 'project', 'domain', 'order', 'agent', 'document'] as const) {
      const path = { id: ids[kind] };
      const { tag, body } = await read(kind, ids[kind]);
      const { version }: { version: number } = JSON.parse(body);
      const [, epoch = ''] = /^"\d+-([\w.]+)-[\w-]{16}"$/.exec(tag) ?? [];
      const other = tag.replace(`"${version}-`, `"${version + 1}-`);
      const accepted = [
        tag,
        `W/${tag}`,
        tag.replace(/-[\w-]{16}"$/, '-AAAAAAAAAAAAAAAA"'),
        `"${version}"`,
        `W/"${version}"`,
        `"x", W/${tag}`,
        '*',
      ];
      const refused = [
        other,
        `W/${other}`,
        tag.replace(epoch, '9.0123456789'),
        '"x"',
        `"0${version}x"`,
      ];
      const send = async (ifMatch: string) =>
        (await given.person.call(writes[kind], { path, header: { 'If-Match': ifMatch }, body: {} }))
          .status;
      for (const ifMatch of accepted) {
        expect({ kind, ifMatch, status: await send(ifMatch) }).toMatchObject({ status: 200 });
      }
      for (const ifMatch of refused) {
        expect({ kind, ifMatch, status: await send(ifMatch) }).toMatchObject({ status: 412 });
      }
    }
  });
});
