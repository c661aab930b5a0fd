import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp, addToken } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { actionRow, at, insertOneOfEach } from '../support/rows';
import { recordStatements } from '../support/statements';
import { foldedLetters, pairs, singles } from '../../src/platform/search-letters';
import { findTermPosition, searchTermsIn, wordsOf } from '../../src/platform/search-words';
import { openSession } from '../../scripts/servers/session';

type Hit = components['schemas']['SearchHit'];

type Query = CallInput<'searchWorkspace'>['query'];

const mebibyte = 1024 * 1024;

describeOnEachDatabase('Search', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let person: ApiClient;
  let worker: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    ({ person, worker } = given);
  });
  afterAll(() => app.close());

  const search = (q: string, rest: Omit<Query, 'q'> = {}, by: ApiClient = person) =>
    by.ok('searchWorkspace', { query: { q, ...rest } });
  const hits = async (q: string, rest?: Omit<Query, 'q'>, by?: ApiClient): Promise<Hit[]> =>
    (await search(q, rest, by)).items;
  const titles = async (q: string, rest?: Omit<Query, 'q'>, by?: ApiClient): Promise<string[]> =>
    (await hits(q, rest, by)).map(({ title }) => title);
  const explain = async (sql: string, bindings: readonly unknown[]): Promise<string> => {
    const prefix = database().dialect === 'postgres' ? 'explain' : 'explain query plan';
    const rows = await createReader(database()).rows((db) =>
      db.raw(`${prefix} ${sql.replace(/\$\d+/g, '?')}`, bindings.map(asBinding)),
    );
    return JSON.stringify(rows);
  };
  const action = (body: { title: string; details?: string }, by: ApiClient = person) =>
    by.ok('createAction', { body });
  const rowOf = (id: string, title: string, { workspaceId, owner } = given) => {
    const by = { created_by_actor_id: owner.owner.id, updated_by_actor_id: owner.owner.id };
    return actionRow(workspaceId, id, { title, ...by });
  };
  const document = (content: unknown, body: object = {}, by: ApiClient = person) =>
    by.ok('createDocument', { body: { title: 'Paper', content, ...body } });
  const agent = (body: object) => person.ok('createAgent', { body: { name: 'x', ...body } });

  describe('searchWorkspace', () => {
    describe('finds new texts immediately and old ones no longer', () => {
      test('actions', async () => {
        const { id } = await action({ title: 'Hang the proscenium', details: 'With velvet ropes' });
        const found = { type: 'action', id, title: 'Hang the proscenium' };
        expect(await hits('proscenium')).toMatchObject([
          { ...found, snippet: 'Hang the proscenium', matched_fields: ['title'] },
        ]);
        expect(await hits('velvet')).toMatchObject([
          { ...found, snippet: 'With velvet ropes', matched_fields: ['details'] },
        ]);
        expect(await hits('the with')).toMatchObject([{ matched_fields: ['title', 'details'] }]);
        const body = { title: 'Hang the curtainrail', details: null };
        await person.ok('updateAction', { path: { id }, body });
        expect([await hits('proscenium'), await hits('velvet')]).toEqual([[], []]);
        expect(await titles('curtainrail')).toEqual([body.title]);
        const waiting = { status: 'waiting', delegate_label: 'Upholsterer Smith' } as const;
        await person.ok('updateAction', { path: { id }, body: waiting });
        expect(await hits('upholsterer')).toMatchObject([{ matched_fields: ['delegate_label'] }]);
        const result = { result_summary: 'It hangs from the gantry' };
        await person.ok('completeAction', { path: { id }, body: result });
        expect(await hits('gantry curtainrail')).toMatchObject([
          { snippet: 'It hangs from the gantry', matched_fields: ['title', 'result_summary'] },
        ]);
      });

      test('projects', async () => {
        const { id } = await person.ok('createProject', {
          body: { title: 'Operetta season', description: 'Offenbach mostly' },
        });
        expect(await hits('offenbach')).toMatchObject([
          {
            type: 'project',
            id,
            title: 'Operetta season',
            snippet: 'Offenbach mostly',
            matched_fields: ['description'],
          },
        ]);
        const body = { title: 'Ballet season', description: 'Tchaikovsky' };
        await person.ok('updateProject', { path: { id }, body });
        expect([await hits('operetta'), await hits('offenbach')]).toEqual([[], []]);
        expect(await hits('ballet tchaikovsky')).toMatchObject([{ id }]);
      });

      test('documents', async () => {
        const made = await person.call('createDocument', {
          body: {
            title: 'Libretto',
            content: { acts: [{ text: 'Enter the Countess' }, 2], count: 'four' },
          },
        });
        const [hit] = await hits('countess four');
        expect(hit).toMatchObject({
          type: 'document',
          title: 'Libretto',
          matched_fields: ['content'],
        });
        expect(hit?.snippet).toContain('Enter the Countess');
        // Keys of the JSON are not indexed.
        expect(await hits('libretto acts')).toEqual([]);
        await person.ok('updateDocument', {
          path: { id: hit?.id ?? '' },
          header: { 'If-Match': String(made.headers['etag']) },
          body: { content: 'Exit the Marquis', title: 'Score' },
        });
        expect([await hits('countess'), await hits('libretto')]).toEqual([[], []]);
        expect(await hits('score marquis')).toMatchObject([{ id: hit?.id }]);
      });

      test('orders', async () => {
        const { id } = await person.ok('createOrder', {
          body: { name: 'Water the ferns', agent_id: given.agent.id, summary: 'Every Tuesday' },
        });
        expect(await hits('ferns tuesday')).toMatchObject([
          {
            type: 'order',
            id,
            title: 'Water the ferns',
            snippet: 'Every Tuesday',
            matched_fields: ['name', 'summary'],
          },
        ]);
        const body = { name: 'Water the mosses', summary: null };
        await person.ok('updateOrder', { path: { id }, body });
        expect([await hits('ferns'), await hits('tuesday')]).toEqual([[], []]);
        expect(await hits('mosses')).toMatchObject([{ id, matched_fields: ['name'] }]);
      });

      test('questions', async () => {
        const { id } = await worker.ok('createQuestion', {
          body: {
            question: 'Which overture?',
            choices: ['Rossini "fast"', 'Suppé'],
            on_answer: 'I copy the parts.',
          },
        });
        expect(await hits('overture rossini fast parts')).toMatchObject([
          {
            type: 'question',
            id,
            title: 'Which overture?',
            snippet: 'I copy the parts.',
            matched_fields: ['question', 'on_answer', 'choices'],
          },
        ]);
        const response = { response: 'Donizetti', response_comment: 'Not Mercadante' };
        await person.ok('respondQuestion', { path: { id }, body: response });
        expect(await hits('donizetti')).toMatchObject([{ id, matched_fields: ['response'] }]);
        expect(await hits('mercadante')).toMatchObject([
          { id, matched_fields: ['response_comment'] },
        ]);
      });

      test('proposals', async () => {
        const project = await person.ok('createProject', { body: { title: 'Gala' } });
        const { id } = await worker.ok('createProposal', {
          body: {
            operation: 'createProject',
            payload: { title: 'Rigoletto', description: 'Verdi' },
            title: 'May I begin the intermezzo?',
            description: 'The bassoons wait',
            project_id: project.id,
          },
        });
        const found = {
          type: 'proposal',
          id,
          title: 'May I begin the intermezzo?',
          project_id: project.id,
          project_title: 'Gala',
        };
        expect(await hits('intermezzo bassoons rigoletto verdi')).toMatchObject([
          { ...found, status: 'open', matched_fields: ['title', 'description', 'payload'] },
        ]);
        const path = { id };
        await person.ok('denyProposal', { path, body: { comment: 'Puccini is better' } });
        expect(await hits('puccini')).toMatchObject([
          { ...found, status: 'resolved', matched_fields: ['decision_comment'] },
        ]);
        expect(await hits('intermezzo', { type: ['question'] })).toEqual([]);
      });

      test('notes, with the title of their subject', async () => {
        const project = await person.ok('createProject', { body: { title: 'Autumn' } });
        const body = { title: 'Tune the celesta', project_id: project.id };
        const { id: actionId } = await person.ok('createAction', { body });
        const order = await person.ok('createOrder', {
          body: { name: 'Dust the harps', agent_id: given.agent.id },
        });
        await worker.ok('createQuestion', {
          body: { question: 'Which reed?', on_answer: 'I buy it.', action_id: actionId },
        });
        expect(await hits('reed')).toMatchObject([{ type: 'question', project_title: 'Autumn' }]);
        const text = { body: { body: 'Glockenspiel first' } };
        const onAction = await worker.ok('createActionNote', { path: { id: actionId }, ...text });
        const onOrder = await person.ok('createOrderNote', { path: { id: order.id }, ...text });
        const author = { created_by_actor_id: given.agent.actor_id };
        expect(await hits('glockenspiel')).toMatchObject([
          {
            type: 'note',
            id: onOrder.id,
            title: 'Dust the harps',
            subject_id: order.id,
            project_id: null,
          },
          {
            type: 'note',
            id: onAction.id,
            title: 'Tune the celesta',
            snippet: 'Glockenspiel first',
            matched_fields: ['body'],
            status: null,
            subject_id: actionId,
            assigned_actor_id: null,
            project_title: 'Autumn',
            ...author,
          },
        ]);
        const path = { id: onAction.id };
        await worker.ok('updateNote', { path, body: { body: 'Xylophone first' } });
        expect(await hits('xylophone')).toMatchObject([{ id: onAction.id }]);
        await worker.ok('updateNote', { path, body: { archived: true } });
        expect(await search('xylophone')).toMatchObject({ items: [], total: 0 });
      });

      test('progress notes, and the result of an action once', async () => {
        const { id } = await person.ok('createAction', {
          body: { title: 'Varnish', status: 'ready', assigned_actor_id: given.agent.actor_id },
        });
        await worker.ok('claimAction', { path: { id } });
        const progress_note = 'Two coats of shellac';
        await worker.ok('heartbeatAction', { path: { id }, body: { progress_note } });
        expect(await hits('shellac')).toMatchObject([
          { type: 'note', snippet: progress_note, subject_id: id },
        ]);
        const result_summary = 'It gleams like amber';
        await worker.ok('completeAction', { path: { id }, body: { result_summary } });
        expect(await hits('amber')).toMatchObject([
          {
            type: 'action',
            status: 'done',
            assigned_actor_id: given.agent.actor_id,
            assigned_actor_name: given.agent.name,
          },
        ]);
      });

      test('agents, revoked ones too', async () => {
        const { id } = await agent({ name: 'Quill', capabilities: ['calligraphy', 'heraldry'] });
        expect(await hits('heraldry')).toMatchObject([
          {
            type: 'agent',
            id,
            title: 'Quill',
            snippet: 'calligraphy heraldry',
            matched_fields: ['capabilities'],
          },
        ]);
        await person.ok('updateAgent', { path: { id }, body: { name: 'Nib' } });
        expect([await titles('quill'), await titles('nib')]).toEqual([[], ['Nib']]);
        const body = { capabilities: ['engraving'] };
        await person.ok('updateAgent', { path: { id }, body });
        await person.ok('revokeAgent', { path: { id } });
        expect([await titles('heraldry'), await titles('engraving')]).toEqual([[], ['Nib']]);
      });

      test('finds nothing of a transaction that was rolled back', async () => {
        const taken = transact(database(), async (transaction) => {
          await insertRows(transaction, 'actions', [rowOf('act_back', 'Ephemeral')]);
          throw new Error('No.');
        });
        await expect(taken).rejects.toThrow('No.');
        expect(await search('ephemeral')).toMatchObject({ items: [], total: 0 });
        expect(await database().knex('search_entries').where({ id: 'act_back' })).toEqual([]);
      });

      test('finds nothing of a deleted row', async () => {
        const row = rowOf('act_gone', 'Vanishing');
        await transact(database(), (transaction) => insertRows(transaction, 'actions', [row]));
        expect(await titles('vanishing')).toEqual(['Vanishing']);
        const { knex } = database();
        await knex('actions').where({ id: 'act_gone' }).delete();
        expect(await search('vanishing')).toMatchObject({ items: [], total: 0 });
        expect(await knex('search_entries').where({ id: 'act_gone' })).toEqual([]);
      });
    });

    describe('words', () => {
      beforeAll(async () => {
        await action({
          title: 'Zürich Café O’Brien',
          details: 'client_request_id, naïve ÉCLAIR; up-to-date (3.14) x',
        });
        await action({ title: 'ПЕТРУШКА и Ёлка ΟΔΥΣΣΕΥΣ İzmir' });
        await action({ title: '東京都の舞台 パーティー 🎭Maske ✅ ｆｕｌｌ ﬁnal' });
        await action({ title: 'Große Straße Işık Đà Nẵng Łódź Ærø مـحـمـد', details: 'Ganz groß' });
        await action({ title: 'เจอแมวดำที่บ้าน', details: 'big red bus, red nose, big nose' });
      });

      test.each([
        ['café', 1],
        ['CAFE', 1],
        ['zurich', 1],
        ['cafe\u0301', 1],
        ['café \u{e0041}\u{e007f} "\u2800 \u3164"', 1],
        ['\u{e0041}\u0488', 0],
        ['brien o', 1],
        ['brien zür', 1],
        ['zür brien', 1],
        ['zü brien', 0],
        ['request client', 1],
        ['client_request_id', 1],
        ['eclair naive', 1],
        ['up-to-date', 1],
        ['3.14', 1],
        ['quest', 1],
        ['"quest"', 0],
        ['cl', 1],
        // One letter matches as a prefix.
        ['c', 0],
        ['x', 1],
        ['петрушка', 1],
        ['Петр', 1],
        ['елка', 1],
        ['ёлка', 1],
        ['Οδυσσεύς', 1],
        ['οδυσσεύσ', 1],
        ['izmir', 1],
        ['İZMİR', 1],
        ['東京', 1],
        ['京都', 1],
        ['舞台', 1],
        ['台北', 0],
        ['ハーティー', 0],
        ['🎭', 1],
        ['🎭mas', 1],
        ['✅', 1],
        ['👻', 0],
        ['full', 1],
        ['final', 1],
        ['ＦＵＬＬ', 1],
        ['STRASSE', 1],
        ['straße', 1],
        ['IŞIK', 1],
        ['ışık', 1],
        ['isik', 1],
        ['da nang', 1],
        ['lodz aero', 1],
        ['แมว', 1],
        ['แมวขาว', 0],
        ['บ', 1],
        ['舞', 1],
        ['台', 1],
        ['"red bus"', 1],
        ['"red nose" big', 1],
        ['"nose big"', 1],
        ['"bus big"', 0],
        ['"big bus"', 0],
        ['"red no', 1],
        ['"red no"', 0],
        ['“Große STRASSE”', 1],
        ['"aero ganz"', 0],
        ['"แมวดำ"', 1],
        ['"東京都の舞台"', 1],
        ['"東京 舞台"', 0],
        ['\ue000', 0],
        ['"aero \ue000 ganz"', 0],
        ['محمد', 1],
      ])('%j finds %d', async (q, count) => {
        expect(await hits(q)).toHaveLength(count);
      });

      test.each([
        '"',
        '*',
        '""*',
        '-',
        ':',
        '&|!()<->',
        "'\\''",
        '\\',
        '%_',
        ' \t\n',
        '…“”—',
        '\u200d\ufe0f',
        '\u0301',
      ])('%j contains no word and finds nothing', async (q) => {
        expect(await search(q)).toEqual({
          items: [],
          labels: [],
          total: 0,
          page: { offset: 0, limit: 50, has_more: false, next: null },
          sort: '-rank',
          filters: { q },
          hidden_count: 0,
        });
      });

      test.each([
        'NEAR(a b)',
        'title:cafe',
        '-cafe zzz',
        'cafe AND zzz',
        'cafe or zzz',
        'cafe OR zzz yyy',
        'cafe NOT zzz',
        '^cafe zzz',
        "cafe'; drop table actions; --",
        '{cafe} : zzz',
        'cafe:*A & zzz',
        '"cafe" + zzz',
        '"cafe zzz" <-> cafe',
        '\ud83d\ude00\u{10ffff}',
        '舞'.repeat(200),
        // Names of agents in tests have hexadecimal digits.
        'yx '.repeat(66),
        'x'.repeat(200),
        Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
        Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x430 + (n % 32))).join(' '),
      ])('%j is searched as plain words', async (q) => {
        const { items, total } = await search(q);
        expect([items.length, total]).toEqual([0, 0]);
      });

      test.each([
        ['nothing', ''],
        ['more than 200 characters', 'x'.repeat(201)],
        ['10 kB', 'long '.repeat(2000)],
        ['NUL', 'cafe\0'],
      ])('%s is 400', async (_what, q) => {
        const { issues } = await person.fails(
          'searchWorkspace',
          { query: { q } },
          400,
          'VALIDATION_FAILED',
        );
        expect(issues).toMatchObject([{ path: 'query/q' }]);
      });

      test('a lone surrogate is 400 if the request contains it, and otherwise no word', async () => {
        const { status } = await person.send('searchWorkspace', { query: { q: '\ud800' } });
        expect([200, 400]).toContain(status);
      });

      test('q is required', async () => {
        await person.fails('searchWorkspace', {}, 400, 'VALIDATION_FAILED');
      });
    });

    describe('alternatives, parts of words and errors', () => {
      beforeAll(async () => {
        for (const title of [
          'Posterboard sized',
          'Flyer sized',
          'Krankenversicherungsgesellschaft',
          'Leporello Kostüm',
          'Лепорелло костюм',
        ]) {
          await action({ title });
        }
        await action({ title: 'Gobo', details: 'A torn gauze, and a spare gauze frame.' });
      });

      test.each([
        ['posterboard OR flyer', ['Flyer sized', 'Posterboard sized']],
        ['sized nothere OR flyer', ['Flyer sized']],
        ['"flyer sized" OR posterboard', ['Flyer sized', 'Posterboard sized']],
        ['"flyer sized" OR "torn gauze"', ['Flyer sized', 'Gobo']],
        ['"flyer siz', ['Flyer sized']],
        ['"sized flyer"', []],
        ['"spare gau', ['Gobo']],
        ['"torn frame"', []],
        ['OR flyer sized OR', ['Flyer sized']],
        ['sterboar', ['Posterboard sized']],
        ['oar sized', ['Posterboard sized']],
        ['"sterboar"', []],
        ['versicherungsgesell', ['Krankenversicherungsgesellschaft']],
        ['versicherungsgesellen', []],
        ['порел', ['Лепорелло костюм']],
      ])('%j finds %j', async (q, found) => {
        const result = await search(q);
        expect(result.items.map(({ title }) => title)).toEqual(found);
        expect(result).not.toHaveProperty('corrected_to');
      });

      test.each([
        ['lepoerllo', 'leporello', ['Leporello Kostüm']],
        ['Leporelo kostuem', 'leporello kostum', ['Leporello Kostüm']],
        ['leporellos kostüm', 'leporello kostum', ['Leporello Kostüm']],
        ['lepirello OR zzz', 'leporello OR zzz', ['Leporello Kostüm']],
        ['лепорело', 'лепорелло', ['Лепорелло костюм']],
        ['flier "flyer sized"', 'flyer "flyer sized"', ['Flyer sized']],
      ])('%j is corrected to %j', async (q, corrected, found) => {
        const result = await search(q);
        expect(result).toMatchObject({ corrected_to: corrected, total: found.length });
        expect(result.items.map(({ title }) => title)).toEqual(found);
        expect(result.filters).toEqual({ q });
        expect((await search(corrected)).items).toEqual(result.items);
      });

      // Records have each word of the last one, but none has both.
      test.each(['lepxrelxo', '"lepoerllo"', 'flxer sizzxed', 'cofe', 'poster leporello'])(
        '%j has no correction',
        async (q) => {
          const result = await search(q);
          expect(result).toMatchObject({ items: [], total: 0 });
          expect(result).not.toHaveProperty('corrected_to');
        },
      );

      test('corrects no word that a record has, unless only other callers see it', async () => {
        await action({ title: 'Tambourine of brass' });
        await action({ title: 'Tambourines Ocarina' });
        await document('Ocarino', { access_mode: 'private' });
        const corrected = { corrected_to: 'tambourines ocarina', total: 1 };
        expect(await search('tambourines ocarino', {}, worker)).toMatchObject(corrected);
        expect(await search('tambourines ocarino')).not.toHaveProperty('corrected_to');
        expect(await search('brass ocarina')).not.toHaveProperty('corrected_to');
      });

      test('corrects to no word that only other callers see', async () => {
        const { id } = await document('Bombardon', { access_mode: 'private' });
        await person.ok('createDocumentNote', { path: { id }, body: { body: 'Ophicleide' } });
        for (const q of ['bombardn', 'ophicleid e', 'ophiclede']) {
          const seen = await search(q, {}, worker);
          expect(seen).toMatchObject({ items: [], total: 0, hidden_count: 0 });
          expect(seen).not.toHaveProperty('corrected_to');
        }
        expect(await search('bombardn')).toMatchObject({ corrected_to: 'bombardon', total: 1 });
        expect(await hits('ophiclede')).toMatchObject([
          { type: 'note', title: 'Paper', subject_id: id },
        ]);
      });

      test('pages through a corrected search', async () => {
        for (const at of [1, 2, 3]) await action({ title: `Sousaphone ${at}` });
        const first = await search('sousafone', { limit: 2 });
        // Two errors.
        expect(first.items).toEqual([]);
        const page = await search('sousaphon e', { limit: 2 });
        expect(page.items).toEqual([]);
        const found = await search('souzaphone', { limit: 2 });
        expect(found).toMatchObject({ corrected_to: 'sousaphone', total: 3 });
        const rest = await search('souzaphone', { after: String(found.page.next) });
        expect(rest.items.map(({ title }) => title)).toEqual(['Sousaphone 1']);
        expect(rest).toMatchObject({ corrected_to: 'sousaphone' });
      });
    });

    describe('large texts', () => {
      test('a long run of combining marks is indexed at once', async () => {
        const details = `Comb${'\u0301\u0316'.repeat(30_000)} honeycomb`;
        const { id } = await action({ title: 'Marks', details });
        expect(await hits('honeycomb marks')).toMatchObject([{ id }]);
      });

      test('no phrase joins words beside those that are not indexed', async () => {
        const many = Array.from({ length: limits.indexed_words + 10 }, (_, n) => `v${n}`).join(' ');
        await document(`${many} v3 v5 v4 brandnew v7`);
        expect(await hits('"v4 v7"')).toEqual([]);
        expect(await hits('"v3 v5"')).toHaveLength(1);
      });

      test.each([
        ['one word', 'w'.repeat(mebibyte - 2)],
        ['different words', differentWords(mebibyte - 2)],
        ['Chinese', '舞台'.repeat(mebibyte / 6 - 1)],
        ['different characters', differentCharacters(mebibyte / 3 - 2)],
        ['ligatures that unfold', 'ﷺ '.repeat(mebibyte / 4 - 2)],
        ['quotes', '"'.repeat(mebibyte / 2 - 2)],
        ['a list of letters', Array.from({ length: mebibyte / 4 - 2 }, () => 'z')],
        ['a list of numbers', Array.from({ length: mebibyte / 2 - 2 }, () => 1)],
      ])('a document of 1 MiB: %s', async (what, content) => {
        const { id } = await document(content, { title: `Tome ${what}` });
        expect(await hits(`tome ${what}`)).toMatchObject([{ id, matched_fields: ['title'] }]);
      });

      test('the first 100,000 characters of a document are indexed', async () => {
        const words = 'lorem ipsum '.repeat(8_000);
        const { id } = await document([words, 'hereabouts', words, 'beyondthis']);
        const [hit] = await hits('hereabouts');
        expect(hit).toMatchObject({ id, matched_fields: ['content'] });
        expect(hit?.snippet).toMatch(/^….*hereabouts.*…$/);
        expect(await hits('beyondthis')).toEqual([]);
      });

      test('the rest of a document is not indexed', async () => {
        const text = 'lorem ipsum '.repeat(10_000);
        const content = `${text.slice(0, limits.indexed_document_characters - 8)} theedgex`;
        const cut = content.slice(0, limits.indexed_document_characters);
        expect(cut.endsWith(' theedge')).toBe(true);
        const { id } = await document(content, { title: 'Cut' });
        // A word that is cut elsewhere would be a different word.
        expect(await hits('theedge cut')).toMatchObject([{ id }]);
      });

      test('64 KiB of details of an action are indexed to the end', async () => {
        const details = `${'word '.repeat(13_000)}terminus`;
        await action({ title: 'Long', details });
        expect(await hits('terminus')).toMatchObject([
          { snippet: expect.stringMatching(/^….* terminus$/), matched_fields: ['details'] },
        ]);
      });

      test('long words differ by their first 40 characters', async () => {
        await action({ title: `${'l'.repeat(40)}one` });
        expect(await hits(`${'l'.repeat(40)}two`)).toMatchObject([{ matched_fields: ['title'] }]);
        expect(await hits(`${'l'.repeat(38)}xx`)).toEqual([]);
      });
    });

    describe('a snippet', () => {
      const snippetOf = async (details: string, q: string): Promise<string | undefined> => {
        await action({ title: 'Snipped', details });
        return (await hits(q))[0]?.snippet;
      };

      test('has one line around the match with at most 200 characters', async () => {
        const snippet = await snippetOf(
          `${'before\n '.repeat(50)}\tkernelword\n${' after'.repeat(50)}`,
          'kernelword',
        );
        expect(snippet).toMatch(/^…\w* (before )+kernelword( after)+ \w*…$/);
        expect(snippet?.length).toBeLessThanOrEqual(202);
      });

      test('finds the position after characters that unfold, and splits no character', async () => {
        const snippet = await snippetOf(
          `${'ﷺ🎭'.repeat(60)} kernelsong ${'🎭'.repeat(200)}`,
          'kernelsong',
        );
        expect(snippet).toContain(' kernelsong ');
        expect(snippet?.isWellFormed()).toBe(true);
      });

      test('skips longer words that contain the word', async () => {
        const snippet = await snippetOf(
          `kernelpotential ${'… '.repeat(200)} potential`,
          'potential snipped',
        );
        expect(snippet).toMatch(/ potential$/);
      });
    });

    describe('the list', () => {
      let ids: string[];
      beforeAll(async () => {
        ids = [];
        for (const [title, details] of [
          ['Chandelier', 'crystal'],
          ['Other', 'chandelier crystal'],
          ['Chandelier crystal', ''],
          ['Crystal', 'chandelier'],
          ['Another', 'crystal chandelier'],
        ] as const) {
          ids.push((await action({ title, ...(details !== '' && { details }) })).id);
          await setTimeout(2);
        }
      });

      test('sorts by the number of words in the title, then newest first', async () => {
        const found = (await hits('crystal chandelier')).map(({ id }) => ids.indexOf(id));
        expect(found).toEqual([2, 3, 0, 4, 1]);
        const newest = await search('crystal chandelier', { sort: '-created_at' });
        expect(newest.items.map(({ id }) => ids.indexOf(id))).toEqual([4, 3, 2, 1, 0]);
        expect(newest.sort).toBe('-created_at');
      });

      test.each(['-rank', '-created_at'] as const)(
        'continues by %s after the last item of a page',
        async (sort) => {
          const all = (await hits('chandelier crystal', { sort })).map(({ id }) => id);
          const found: string[] = [];
          let after: string | undefined;
          do {
            const { items, page, total } = await search('chandelier crystal', {
              sort,
              limit: 2,
              ...(after !== undefined && { after }),
            });
            expect(total).toBe(5);
            found.push(...items.map(({ id }) => id));
            after = page.next ?? undefined;
          } while (after !== undefined);
          expect(found).toEqual(all);
          const offset = await hits('chandelier crystal', { sort, limit: 2, offset: 3 });
          expect(offset.map(({ id }) => id)).toEqual(all.slice(3));
        },
      );

      test('rejects a cursor of another sort order', async () => {
        const { page } = await search('crystal', { limit: 1 });
        const query = { q: 'crystal', sort: '-created_at', after: page.next };
        await person.fails('searchWorkspace', { query }, 400, 'VALIDATION_FAILED');
      });

      test('filters by type', async () => {
        await document('crystal');
        await agent({ name: 'Crystal' });
        const types = async (...type: Hit['type'][]) =>
          (await hits('crystal', { type })).map((hit) => hit.type);
        expect(new Set(await types('agent', 'document'))).toEqual(new Set(['agent', 'document']));
        expect(await types('agent')).toEqual(['agent']);
        expect(await types('action')).toHaveLength(5);
        expect(await types('order')).toEqual([]);
        expect((await search('crystal', { type: ['order'] })).filters).toEqual({
          q: 'crystal',
          type: ['order'],
        });
        const bad = { query: { q: 'crystal', type: 'domain' } };
        await person.fails('searchWorkspace', bad, 400, 'VALIDATION_FAILED');
      });
    });

    test('reads the index of words also in a small workspace with long documents', async () => {
      const theirs = await aWorkspace(app, database());
      const content = Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' ');
      await document(content, {}, theirs.person);
      for (let n = 0; n < 20; n += 1) await action({ title: `Motif ${n}` }, theirs.person);
      const { dialect } = database();
      for (const q of ['motif', 'mofit', 'w77 motif']) {
        const { ran } = await recordStatements(database(), () => search(q, {}, theirs.person));
        const lists = () => theirs.person.ok('listActions', { query: { q } });
        ran.push(...(await recordStatements(database(), lists)).ran);
        const searches = ran.filter(({ sql }) => /@@|search_terms match/.test(sql));
        expect(searches.length).toBeGreaterThan(1);
        for (const { sql, bindings } of searches) {
          const plan = await explain(sql, bindings);
          expect(plan).toMatch(
            dialect === 'postgres'
              ? /Bitmap Index Scan on search_entries_terms/
              : /SCAN search_terms VIRTUAL TABLE/,
          );
          // Otherwise, Postgres compares the words with the terms of every entry.
          expect(plan).not.toMatch(/Filter: [^"]*terms \|\| array_to_tsvector/);
        }
      }
    });

    test('pages through all matches of any words while others are written', async () => {
      const theirs = await aWorkspace(app, database());
      const words = ['anvil', 'bellows', 'chisel', 'drill', 'cot', 'hisel'];
      const arbitraryWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
      const texts = fc.sample(arbitraryWords, { numRuns: 60, seed: 7 });
      const records = texts.map((each, n) => ({ id: `act_${1000 + n}`, title: each.join(' ') }));
      const rows = records.map(({ id, title }) => rowOf(id, title, theirs));
      await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
      const query = fc.record({
        q: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
        isEither: fc.boolean(),
        limit: fc.integer({ min: 4, max: 20 }),
        sort: fc.constantFrom('-rank' as const, '-created_at' as const),
      });
      const queries = fc.sample(query, { numRuns: 8, seed: 11 });
      const matching = ({ q, isEither }: (typeof queries)[number]): string[] =>
        records
          .filter(({ title }) =>
            q[isEither ? 'some' : 'every']((word) =>
              title.split(' ').some((w) => w.includes(word)),
            ),
          )
          .map(({ id }) => id);
      for (const one of queries) {
        const { q, isEither, limit, sort } = one;
        const expected = matching(one);
        const found: string[] = [];
        let after: string | undefined;
        do {
          const text = q.join(isEither ? ' OR ' : ' ');
          const next = after === undefined ? {} : { after };
          const { items, page } = await search(text, { sort, limit, ...next }, theirs.person);
          found.push(...items.map(({ id }) => id));
          after = page.next ?? undefined;
          const { id } = await action({ title: q.join(' ') }, theirs.person);
          await theirs.person.ok('updateAction', { path: { id }, body: { title: 'anvil' } });
        } while (after !== undefined);
        const old = found.filter((id) => records.some((record) => record.id === id));
        expect(old.toSorted()).toEqual(expected.toSorted());
      }

      // A history window hides some, which are counted.
      const isOld = (id: string): boolean => id.endsWith('3') || id.endsWith('5');
      const { knex } = database();
      const old = records.map(({ id }) => id).filter(isOld);
      const completed_at = addMilliseconds(new Date().toISOString(), -31 * DAY);
      const own = { workspace_id: theirs.workspaceId };
      await knex('actions').where(own).whereIn('id', old).update({ status: 'done', completed_at });
      await knex('workspaces').where({ id: theirs.workspaceId }).update({ plan: 'free' });
      for (const one of queries) {
        const text = one.q.join(one.isEither ? ' OR ' : ' ');
        const { items, hidden_count } = await search(text, { limit: 200 }, theirs.person);
        const shown = items.map(({ id }) => id).filter((id) => matching(one).includes(id));
        expect(shown.toSorted()).toEqual(matching(one).filter((id) => !isOld(id)));
        expect(hidden_count).toBe(matching(one).filter(isOld).length);
      }
    });

    describe('visibility', () => {
      test('excludes private documents of others', async () => {
        await document('Cadenza', { title: 'Mine', access_mode: 'private' }, worker);
        const theirs = await document('Cadenza', { title: 'Theirs', access_mode: 'private' });
        await document('Cadenza', { title: 'Ours', access_mode: 'shared_read' });
        const admin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
        const sysadmin = client(app, { bearer: admin.token });
        expect(await titles('cadenza')).toEqual(['Ours', 'Theirs', 'Mine']);
        expect(await titles('cadenza', {}, sysadmin)).toEqual(['Ours', 'Theirs', 'Mine']);
        const seen = await search('cadenza', {}, worker);
        expect(seen.items.map(({ title }) => title)).toEqual(['Ours', 'Mine']);
        expect(seen).toMatchObject({ total: 2, hidden_count: 0 });
        expect(await search('cadenza', { type: ['action'] }, worker)).toMatchObject({
          total: 0,
          hidden_count: 0,
        });
        const body = { access_mode: 'shared_read' } as const;
        await person.ok('updateDocument', { path: { id: theirs.id }, body });
        expect(await search('cadenza', {}, worker)).toMatchObject({ total: 3, hidden_count: 0 });
      });

      test('excludes actions before the plan’s history window', async () => {
        const free = await aWorkspace(app, database());
        const { knex } = database();
        const made = await Promise.all(
          ['Old fanfare', 'New fanfare', 'Open fanfare'].map((title) =>
            action({ title }, free.person),
          ),
        );
        const now = new Date().toISOString();
        for (const [index, age] of [40, 20].entries()) {
          await knex('actions')
            .where({ id: made[index]?.id })
            .update({ status: 'done', completed_at: addMilliseconds(now, -age * DAY) });
        }
        expect(await titles('fanfare', {}, free.person)).toHaveLength(3);
        await knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
        const { items, total, hidden_count } = await search('fanfare', {}, free.person);
        expect(new Set(items.map(({ title }) => title))).toEqual(
          new Set(['New fanfare', 'Open fanfare']),
        );
        expect([total, hidden_count]).toEqual([2, 1]);
      });

      test('excludes records of other workspaces', async () => {
        const theirs = await aWorkspace(app, database());
        await action({ title: 'Toccata' }, theirs.person);
        expect(await search('toccata')).toMatchObject({ items: [], total: 0, hidden_count: 0 });
        expect(await titles('toccata', {}, theirs.worker)).toEqual(['Toccata']);
      });
    });

    test('finds labels by the words of their names, as the lists of actions know them', async () => {
      const theirs = await aWorkspace(app, database());
      const labelled = (title: string, labels: string[], by = person) =>
        by.ok('createAction', { body: { title, labels } });
      await labelled('Hang the drapes', ['Velours drapery', 'Ünderstudy 100%_']);
      await labelled('Order a ladder', ['velours']);
      await labelled('Theirs', ['Velours of others'], theirs.person);
      const labels = async (q: string, rest: Omit<Query, 'q'> = {}, by: ApiClient = person) =>
        (await search(q, rest, by)).labels.map((label) => [label.name, label.open_action_count]);
      expect(await labels('veLOURS')).toEqual([
        ['velours', 1],
        ['Velours drapery', 1],
      ]);
      expect(await labels('drap velo')).toEqual([['Velours drapery', 1]]);
      expect(await labels('understudy OR velours', {}, worker)).toHaveLength(3);
      expect(await labels('100%_')).toEqual([['Ünderstudy 100%_', 1]]);
      // The same words match as in records.
      await labelled('ひも', ['日本語ラベル', 'C++', 'Press kit']);
      expect(await labels('ラベル')).toEqual([['日本語ラベル', 1]]);
      expect(await labels('C++')).toEqual([['C++', 1]]);
      expect(await labels('"press kit"')).toEqual([['Press kit', 1]]);
      for (const q of ['"press ki" x', 'e', '"ress kit"']) expect(await labels(q)).toEqual([]);
      expect(await labels('velours', { type: ['action', 'note'] })).toHaveLength(2);
      const others: readonly Omit<Query, 'q'>[] = [{ type: ['project'] }, { offset: 1 }];
      for (const rest of others) expect(await labels('velours', rest)).toEqual([]);
      for (const q of ['%', '_', '"', '!?']) expect(await labels(q)).toEqual([]);
      // A label that has the words is no typing error.
      await action({ title: 'Velourr' });
      expect(await search('velours')).not.toHaveProperty('corrected_to');
      const rename = (name: string, new_name: string, merge = false) =>
        person.ok('renameLabel', { body: { name, new_name, merge } });
      await rename('velours', 'Plush');
      expect(await labels('velours')).toEqual([['Velours drapery', 1]]);
      expect(await labels('plush')).toEqual([['Plush', 1]]);
      await rename('Velours drapery', 'plush', true);
      expect([await labels('velours'), await labels('plush')]).toEqual([[], [['Plush', 2]]]);
      const many = Array.from({ length: 12 }, (_, at) => `Swatch ${String(at).padStart(2, '0')}`);
      await labelled('Swatches', many);
      expect((await labels('swatch')).map(([name]) => name)).toEqual(many.slice(0, 10));
    });

    test('the q of lists finds what reading all records finds', async () => {
      const theirs = await aWorkspace(app, database());
      const { dialect, knex } = database();
      const pieces = fc.constantFrom(
        ...'poster|POSTER|ster|Straße|STRASSE|İstanbul|istanbul|ΣΟΦΟΣ|σοφός|漢字|漢|かがみ'.split(
          '|',
        ),
        ...'か\u3099|テスト|ﾃｽﾄ|e\u0301t|été|Éte|ﷺ|㌖|ǆ|100%|_|!|\'|"|«|-|/| | | | |\n|\ue000|#|\\'.split(
          '|',
        ),
        ...`😀|👍🏽|🄰🄱🄲|ab|c|42|K|Å|ก็|กำ|ﬁle|${'x'.repeat(39)}|deadbeef`.split('|'),
      );
      const text = fc.array(pieces, { minLength: 1, maxLength: 7 }).map((each) => each.join(''));
      const given = fc.sample(fc.record({ title: text, details: fc.option(text) }), {
        numRuns: 120,
        seed: 5,
      });
      const long = `${differentWords(40_000)} ${'é'.repeat(20)} lastwords`;
      const rows = [
        { title: 'Long', details: long },
        { title: `${'0f'.repeat(32)}needle`, details: `${'日本語'.repeat(9_000)}終わりだ` },
        ...given,
      ].map((record, n) => ({
        ...rowOf(`act_${1000 + n}`, '', theirs),
        ...record,
        status: n % 3 === 0 ? 'ready' : 'inbox',
      }));
      await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
      const lower = dialect === 'postgres' ? 'lower' : 'unicode_lower';
      const collation = dialect === 'postgres' ? ' collate "default"' : '';
      const fold = (value: string) => `replace(${lower}(${value}${collation}), 'ς', 'σ')`;
      const like = `${fold('??')} like ${fold(dialect === 'postgres' ? '?::text' : '?')} escape '!'`;
      const expected = async (q: string, status: string | undefined): Promise<string[]> => {
        const query = knex('actions').where({ workspace_id: theirs.workspaceId });
        if (status !== undefined) void query.where({ status });
        for (const word of wordsOfFilter(q)) {
          const forms = [word, word.normalize('NFC'), word.normalize('NFD')];
          const patterns = forms.map((form) => `%${form.replace(/[!%_]/g, '!$&')}%`);
          void query.whereRaw(
            `(${patterns.map(() => `${like} or ${like}`).join(' or ')})`,
            patterns.flatMap((pattern) => ['title', pattern, 'details', pattern]),
          );
        }
        return query.orderBy('id', 'desc').pluck('id');
      };
      const slices = fc.record({
        of: fc.nat(rows.length - 1),
        at: fc.nat(40),
        length: fc.integer({ min: 1, max: 12 }),
        change: fc.constantFrom('none', 'upper', 'lower', 'twice'),
        status: fc.constantFrom(undefined, 'ready' as const),
      });
      const changed = {
        none: String,
        upper,
        lower: lowerOf,
        twice: (each: string) => `${each} ${each}x`,
      };
      const queries = fc.sample(slices, { numRuns: 150, seed: 9 }).map((each) => {
        const { title, details } = rows[each.of] ?? { title: '', details: null };
        const whole = Array.from(`${title}${details ?? ''}`.slice(0, 200));
        const piece = whole.slice(each.at, each.at + each.length).join('');
        return { q: changed[each.change](piece), status: each.status };
      });
      const words = [
        'lastwords',
        'LASTWORD needle',
        'needle',
        'fneedle',
        '終わりだ',
        '本語終',
        'qqqq1',
      ];
      const all = [...queries, ...words.map((q) => ({ q, status: undefined }))];
      for (const { q, status } of all) {
        if (q === '' || !q.isWellFormed()) continue;
        const found: string[] = [];
        let after: string | undefined;
        do {
          const list = await theirs.person.ok('listActions', {
            query: {
              q,
              limit: 50,
              ...(status !== undefined && { status: [status] }),
              ...(after !== undefined && { after }),
            },
          });
          found.push(...list.items.map(({ id }) => id));
          after = list.page.next ?? undefined;
          expect([q, list.total]).toEqual([q, (await expected(q, status)).length]);
        } while (after !== undefined);
        expect([q, found]).toEqual([q, await expected(q, status)]);
      }
    });

    test('the q of a long list reads 20,000 records a page and goes on', async () => {
      const many = await aWorkspace(app, database());
      const count = 2 * limits.scanned_items + 10;
      const ends = new Map([
        [0, '§§ oldest'],
        [count - 1, '§§ newest'],
      ]);
      const rows = Array.from({ length: count }, (_, n) => ({
        ...rowOf(`act_${String(n).padStart(6, '0')}`, ends.get(n) ?? 'Many', many),
        status: n % 2_000 === 0 ? 'ready' : 'inbox',
      }));
      await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
      if (database().dialect === 'postgres') await database().knex.raw('analyze actions');
      const list = (query: NonNullable<CallInput<'listActions'>['query']>) =>
        many.person.ok('listActions', { query });
      for (const sort of ['-created_at', 'created_at', 'due_at', '-title'] as const) {
        const found: string[][] = [];
        let after: string | undefined;
        do {
          const page = await list({ q: '§§', sort, ...(after !== undefined && { after }) });
          expect(page).not.toHaveProperty('total');
          expect(page.page.has_more).toBe(page.page.next !== null);
          found.push(page.items.map(({ title }) => title));
          after = page.page.next ?? undefined;
        } while (after !== undefined);
        expect(found.flat().toSorted()).toEqual(['§§ newest', '§§ oldest']);
        expect(found.length).toBe(3);
      }
      const offset = await list({ q: '§§', offset: 1 });
      expect(offset.items.map(({ title }) => title)).toEqual(['§§ oldest']);
      expect(offset.page).toMatchObject({ offset: 1, has_more: false, next: null });
      const few = await list({ q: '§§', status: ['ready'] });
      expect(few).toMatchObject({
        total: 1,
        page: { has_more: false },
        items: [{ title: '§§ oldest' }],
      });
      expect(await list({ q: 'oldest' })).toMatchObject({ total: 1, page: { has_more: false } });
      const common = await list({ q: 'many', limit: 200 });
      expect(common).not.toHaveProperty('total');
      expect(common.items.length).toBe(200);
      const next = await list({ q: 'many', limit: 200, after: common.page.next ?? '' });
      expect(next.items[0]?.id).toBe(`act_${String(count - 202).padStart(6, '0')}`);

      // A search counts what the plan hides among as many, the oldest ones.
      const { knex } = database();
      const completed_at = addMilliseconds(new Date().toISOString(), -31 * DAY);
      for (const n of [7, 9_000, limits.scanned_items + 1]) {
        const key = { workspace_id: many.workspaceId, id: `act_${String(n).padStart(6, '0')}` };
        await knex('actions').where(key).update({ status: 'done', completed_at });
      }
      await knex('workspaces').where({ id: many.workspaceId }).update({ plan: 'free' });
      expect(await search('many', { limit: 1 }, many.person)).toMatchObject({ hidden_count: 2 });
    });

    test('lists all of more than 10,000 matches, the newest first, without a total', async () => {
      const many = await aWorkspace(app, database());
      const rows = Array.from({ length: 10_020 }, (_, n) =>
        rowOf(`act_${String(n).padStart(6, '0')}`, n === 0 ? 'Legion once' : `Legion ${n}`, many),
      );
      await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
      const first = await search('legion', { limit: 1 }, many.person);
      expect(first.items).toMatchObject([{ title: 'Legion 10019' }]);
      expect(first).not.toHaveProperty('total');
      const last = await search('legion', { limit: 200, offset: 10_000 }, many.person);
      expect(last.items.map(({ title }) => title)).toEqual([
        ...Array.from({ length: 19 }, (_, n) => `Legion ${19 - n}`),
        'Legion once',
      ]);
      expect(last.page.has_more).toBe(false);
      const [{ page, items }, beyond] = [
        await search('legion', { limit: 199, offset: 9_900 }, many.person),
        await search('legion', { limit: 100, offset: 9_850 }, many.person),
      ];
      expect([items.length, page.has_more]).toEqual([120, false]);
      await action({ title: 'Legion anew' }, many.person);
      const rest = await search(
        'legion',
        { limit: 200, after: beyond.page.next ?? '' },
        many.person,
      );
      expect(rest.items.map(({ id }) => id)).toEqual(items.slice(50).map(({ id }) => id));
      expect(await search('legion once', {}, many.person)).toMatchObject({ total: 1 });

      const { dialect, knex } = database();
      if (dialect === 'postgres') await knex.raw('analyze search_entries');
      const { ran } = await recordStatements(database(), () => search('legion'));
      const [statement] = ran.filter(({ sql }) => sql.includes('hits as materialized'));
      const plan = await explain(statement?.sql ?? '', statement?.bindings ?? []);
      expect(plan).toMatch(
        dialect === 'postgres'
          ? /Bitmap Index Scan on search_entries_terms/
          : /^(?=.*SCAN search_terms VIRTUAL TABLE)(?=.*SEARCH entry USING INTEGER PRIMARY KEY)/s,
      );
      expect(plan).not.toMatch(/Seq Scan on (?!steps)|SCAN entry/);

      // Of what the plan hides, no more are counted either.
      const ended = {
        status: 'done',
        completed_at: addMilliseconds(new Date().toISOString(), -31 * DAY),
      };
      await knex('actions').where({ workspace_id: many.workspaceId }).update(ended);
      await knex('workspaces').where({ id: many.workspaceId }).update({ plan: 'free' });
      const hidden = { items: [], total: 0, hidden_count: 10_000 };
      expect(await search('legion', {}, many.person)).toMatchObject(hidden);
      expect(await many.person.ok('listActions')).toMatchObject(hidden);
    });
  });
});

function upper(text: string): string {
  return text.toUpperCase();
}

function lowerOf(text: string): string {
  return text.toLowerCase();
}

/** The words of a list's `q`: text in quotes is one word. */
function wordsOfFilter(text: string): string[] {
  const parts = text.split(/["\u00ab\u00bb\u201c-\u201f]/u);
  const words = parts.flatMap((part, at) =>
    at % 2 > 0 ? [part.trim().replaceAll(/\s+/g, ' ')] : part.split(/\s+/),
  );
  return [...new Set(words.filter((word) => word !== ''))].slice(0, 16);
}

function asBinding(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value);
}

function differentWords(length: number): string {
  return Array.from({ length: length / 6 }, (_, n) => n.toString(36).padStart(5, 'q')).join(' ');
}

function differentCharacters(count: number): string {
  return Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(
    '',
  );
}

describe('searchTermsIn', () => {
  test.each([
    ['Ham', [['ham', true]]],
    [
      'ham let',
      [
        ['ham', false],
        ['let', true],
      ],
    ],
    [
      'ham let ham',
      [
        ['ham', true],
        ['let', false],
      ],
    ],
    [
      'ham l',
      [
        ['ham', false],
        ['l', false],
      ],
    ],
    [
      'ham 舞',
      [
        ['ham', false],
        ['舞', true],
      ],
    ],
    ['"" *', []],
    [
      '"Big red" bus',
      [
        ['big red', false],
        ['bus', true],
      ],
    ],
    [
      '“big” «re',
      [
        ['big', false],
        ['re', true],
      ],
    ],
    [
      'big "red bu',
      [
        ['big', false],
        ['red bu', true],
      ],
    ],
    [
      '大舞台',
      [
        ['大舞', false],
        ['舞台', false],
      ],
    ],
    ['"a 大舞 b"', [['a 大舞 舞 b', false]]],
    [
      'Straße Œuvre Łódź ışık',
      [
        ['strasse', false],
        ['oeuvre', false],
        ['lodz', false],
        ['isik', true],
      ],
    ],
    [
      'แมวดำ',
      [
        ['แม', false],
        ['มว', false],
        ['วด', false],
        ['ดํ', false],
        ['ํา', false],
      ],
    ],
  ])('%j', (text, words) => {
    expect(
      searchTermsIn(text)
        .flat()
        .map(({ words, isPrefix }) => [words.join(' '), isPrefix]),
    ).toEqual(words);
  });
});

describe('findTermPosition', () => {
  test.each([
    ['ham', 'A Hamlet', 2],
    ['let', 'A Hamlet', 5],
    ['"let"', 'A Hamlet', undefined],
    ['ham x', 'Hamlet', 0],
    ['ham', 'Graham, Ham', 8],
    ['ha x', 'Hamlet', undefined],
    ['elan', 'Der ÉLAN', 4],
    ['elan', 'Der E\u0301LAN', 4],
    ['ham', 'ﷺ🎭 Ham', 4],
    ['台', '大舞台', 2],
    ['ham', '🎭Ham', 2],
    ['x ham', 'Hams and ham', 0],
    ['strasse', 'Große e\u0301 Straße', 9],
    ['"big red"', 'Big bus, big red', 9],
    ['"big red"', 'Big bus, red', undefined],
    ['"big re', 'Big bus, big reds', 9],
    ['が台', 'ガ大 が台', 3],
    ['แมว', 'เจอแมวดำ', 3],
  ])('%j in %j is at %s', (q, text, position) => {
    expect(findTermPosition(searchTermsIn(q).flat(), text)).toBe(position);
  });
});

test('every letter that is searched as another one is folded', () => {
  expect(foldedLetters).toBe([...singles.keys(), ...Object.keys(pairs)].join(''));
});

test('a search uses the first 16 distinct words', () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${String.fromCharCode(97 + index)}`);
  const searched = searchTermsIn([...words, ...words].join(' ')).flat();
  expect(searched).toEqual(
    words.slice(0, 16).map((word) => ({ words: [word], isPrefix: false, isPart: false })),
  );
  expect(searchTermsIn(words.slice(0, 16).join(' ')).flat().at(-1)).toEqual({
    isPart: false,
    words: ['wp'],
    isPrefix: true,
  });
});

test.each(['한국어 ', 'é à ', 'ﷺ 𝄞', '👩‍👩‍👧 ﬁ'])('a word is found far behind %j', (filler) => {
  const text = `${filler.repeat(999)} Ziel`;
  expect(findTermPosition(searchTermsIn('ziel').flat(), text)).toBe(text.indexOf('Ziel'));
});

describeOnEachDatabase('search_words', (database) => {
  const onDatabase = async (texts: readonly string[]): Promise<string[][]> => {
    const { dialect, knex } = database();
    const [from, order] =
      dialect === 'postgres'
        ? ['jsonb_array_elements_text(?::jsonb) with ordinality as given(value, key)', 'key']
        : ['json_each(?) as given', 'key'];
    const found: { words: string }[] = await knex
      .from(knex.raw(from, [JSON.stringify(texts)]))
      .orderBy(order)
      .select(knex.raw('search_words(given.value) as words'));
    return found.map(({ words }) => words.split(' ').filter((word) => word !== ''));
  };

  test('separates words at the same characters as searchTermsIn', async () => {
    const codes = Array.from({ length: 0xffff }, (_, n) => n + 1).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const texts = [...codes, 0x1f3ad, 0x1f9d1, 0x20000, 0x1d400, 0x10ffff].map(
      (code) => `a${String.fromCodePoint(code)}b`,
    );
    const found = await onDatabase(texts);
    // The versions of Unicode differ in the case of the newest letters.
    const shown = (text: string, words: readonly string[] = []) =>
      /[\ua7cb-\ua7f1]/u.test(text) ? words.length : words.join(' ');
    const different = texts.filter(
      (text, n) => shown(text, wordsOf(text)) !== shown(text, found[n]),
    );
    expect(different).toEqual([]);
  });

  test('folds case, diacritics and widths in the same way', async () => {
    const codes = Array.from({ length: 0x52f }, (_, n) => n + 1);
    const texts = [
      ...codes.map((code) => String.fromCodePoint(code)),
      'Straße STRASSE ẞ Ærø Œuvre Łódź Þór ĐÀ Nẵng ışık IŞIK ІЇҐ',
      'เจอแมวดำ ໂຮງຮຽນ မြန်မာ ភាសាខ្មែរ がぎ ガギ か\u3099 大舞台の上',
      `a${'\u0301\u0316'.repeat(1000)}b \u0e01${'\u0e48\u0e38'.repeat(200)} ${'\u0e48\u0e38'.repeat(50)}`,
      'مـحـمـد one\ue000two',
      `${'word '.repeat(17_000)}last`,
      `${'w\u00e9 '.repeat(17_000)}last`,
      'Zürich ΟΔΥΣΣΕΥΣ İzmir Straße ﬁne ½ ｆｕｌｌ パーティー 東京都 👩‍🚀 שָׁלוֹם مُحَمَّد 한국어',
      `${'l'.repeat(50)} ${'🎭'.repeat(3)}`,
      `${'Zürich 12, '.repeat(500)}${'é'.repeat(50)}`,
      Array.from({ length: 13_000 }, (_, n) => `w${n}`).join(' '),
      `${'x'.repeat(199_998)} yy zz`,
      '',
      ' … ',
    ];
    expect(await onDatabase(texts)).toEqual(texts.map(wordsOf));
  });

  test('works with the empty search path of pg_restore', async () => {
    const { dialect, knex } = database();
    if (dialect === 'sqlite') return;
    const terms = await knex.transaction(async (transaction) => {
      await transaction.raw("set local search_path = ''");
      const { rows } = await transaction.raw(
        `select public.search_terms('wsp_0123456789abcdef', 'action', 'Straße', '["Zürich 東京"]') as terms`,
      );
      return String(rows[0].terms);
    });
    expect(terms).toContain('_strasse');
    expect(terms).toContain('_zurich');
    expect(terms).toContain('_東京');
  });
});

type Row = Record<string, unknown>;

const searched = [
  ['actions', 'act_1', 'title'],
  ['projects', 'prj_1', 'title'],
  ['orders', 'ord_1', 'name'],
  ['documents', 'doc_1', 'title'],
  ['agent_requests', 'qst_1', 'question'],
  ['agents', 'agt_1', 'capabilities'],
] as const;

describeOnEachDatabase('The search index', (database) => {
  beforeAll(async () => {
    for (const workspace of ['wsp_1', 'wsp_2']) {
      await transact(database(), (transaction) => insertOneOfEach(transaction, workspace));
    }
  });

  /** All entries; on SQLite, which stores the words separately, with whether they have words. */
  const entries = async (): Promise<Row[]> => {
    const { dialect, knex } = database();
    const rows: Row[] = await knex('search_entries').orderBy('sequence');
    if (dialect === 'postgres') return rows;
    const words: { rowid: number }[] = await knex('search_terms').select('rowid');
    const sequences = new Set(words.map(({ rowid }) => rowid));
    return rows.map((row) => ({ ...row, hasWords: sequences.has(Number(row['sequence'])) }));
  };
  const isOf = (row: Row, workspace: string, id: string): boolean =>
    row['workspace_id'] === workspace && row['id'] === id;

  test.each(searched)(
    'changes only the entry of a changed or deleted row of %s',
    async (table, id, column) => {
      const { knex } = database();
      for (const workspace_id of ['wsp_1', 'wsp_2']) {
        const row: Row = await knex(table).where({ workspace_id, id }).first();
        const actor = {
          workspace_id,
          id: `atr_${table}`,
          kind: 'agent',
          name: 'Cy',
          created_at: at,
        };
        if (table === 'agents') await knex('actors').insert(actor);
        const own = table === 'agents' ? { actor_id: actor.id } : {};
        const keys = table === 'actions' ? { source_key: null, number: 999 } : {};
        await knex(table).insert({ ...row, ...own, ...keys, id: 'copy_1' });
      }
      const before = await entries();
      expect(before.filter((row) => row['id'] === 'copy_1')).toHaveLength(2);

      const key = { workspace_id: 'wsp_1', id: 'copy_1' };
      await knex(table)
        .where(key)
        .update({ [column]: column === 'capabilities' ? '["mend"]' : 'Changed' });
      const changed = await entries();
      const others = (rows: Row[]): Row[] => rows.filter((row) => !isOf(row, 'wsp_1', 'copy_1'));
      expect(others(changed)).toEqual(others(before));
      expect(changed).not.toEqual(before);

      await knex(table).where(key).delete();
      expect(await entries()).toEqual(others(before));
      await knex(table).where({ id: 'copy_1' }).delete();
      expect(await entries()).toEqual(before.filter((row) => row['id'] !== 'copy_1'));
    },
  );

  test('changes the entry of a renamed agent, and none for a renamed person', async () => {
    const { knex } = database();
    const before = await entries();
    await knex('actors').where({ workspace_id: 'wsp_1', id: 'atr_2' }).update({ name: 'Dee' });
    const changed = (await entries()).filter((row, index) => {
      const { title } = before[index] ?? {};
      return row['title'] !== title;
    });
    expect(changed).toMatchObject([{ workspace_id: 'wsp_1', id: 'agt_1', title: 'Dee' }]);
    const now = await entries();
    await knex('actors').where({ workspace_id: 'wsp_1', id: 'atr_1' }).update({ name: 'Eve' });
    expect(await entries()).toEqual(now);
  });
});

describeOnEachDatabase('Ending or deleting one record', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAction = () =>
    given.person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });

  test('a deleted link does not affect other links', async () => {
    const { id } = await anAction();
    const add = (title: string) =>
      given.person.ok('createLink', {
        body: { action_id: id, url: `https://x.example/${title}`, title },
      });
    const [first, second] = [await add('One'), await add('Two')];
    await given.person.ok('deleteLink', { path: { id: first.id } });
    const { items } = await given.person.ok('listLinks', { query: { action_id: id } });
    expect(items.map((link) => link.id)).toEqual([second.id]);
  });

  test('a removed blocker affects neither other blockers nor other actions', async () => {
    const [one, two, first, second] = [
      await anAction(),
      await anAction(),
      await anAction(),
      await anAction(),
    ];
    for (const action of [one, two]) {
      for (const blocker of [first, second]) {
        const path = { id: action.id, blocker_id: blocker.id };
        await given.person.ok('addBlocker', { path });
      }
    }
    await given.person.ok('removeBlocker', { path: { id: one.id, blocker_id: first.id } });
    const blockedBy = async (id: string) =>
      (await given.person.ok('getAction', { path: { id } })).blocked_by;
    expect(await blockedBy(one.id)).toEqual([second.id]);
    expect(await blockedBy(two.id)).toEqual([first.id, second.id]);
  });

  test('an ended session does not affect other sessions of the person', async () => {
    const [one, two] = [
      client(app, { cookie: await openSession(database(), given.owner.owner) }),
      client(app, { cookie: await openSession(database(), given.owner.owner) }),
    ];
    await one.ok('deleteSession');
    expect([(await one.send('getMe')).status, (await two.send('getMe')).status]).toEqual([
      401, 200,
    ]);
  });

  test('a revoked token does not affect other tokens, nor a revoked agent those of other agents', async () => {
    const other = await addAgent(app, given.owner);
    const [one, two] = [
      await addToken(app, given.owner, other.agent.id, ['read']),
      await addToken(app, given.owner, other.agent.id, ['read']),
    ];
    const statuses = (...tokens: string[]) =>
      Promise.all(
        tokens.map(async (bearer) => (await client(app, { bearer }).send('getMe')).status),
      );
    const { items } = await given.person.ok('listTokens', { path: { id: other.agent.id } });
    const [newest] = items.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    await given.person.ok('revokeToken', { path: { id: newest?.id ?? '' } });
    expect(await statuses(other.token, one, two, given.token)).toEqual([200, 200, 401, 200]);
    await given.person.ok('revokeAgent', { path: { id: other.agent.id } });
    expect(await statuses(other.token, one, given.token)).toEqual([401, 401, 200]);
  });

  test('a revoked invitation does not affect other invitations', async () => {
    const invite = (email: string) =>
      given.person.ok('createInvitation', { body: { email, role: 'member' } });
    const [first, second, third] = [
      await invite('one@example.com'),
      await invite('two@example.com'),
      await invite('three@example.com'),
    ];
    const open = async () => {
      const { items } = await given.person.ok('listInvitations');
      return items.map(({ id }) => id).toSorted();
    };
    await given.person.ok('revokeInvitation', { path: { id: first.invitation.id } });
    expect(await open()).toEqual([second.invitation.id, third.invitation.id]);
    const again = await invite('two@example.com');
    expect(await open()).toEqual([third.invitation.id, again.invitation.id]);
  });

  test('a deactivated person does not affect the sessions of others', async () => {
    const member = { id: 'usr_other', actor_id: 'atr_other' };
    const { workspaceId } = given;
    await transact(database(), async (transaction) => {
      const key = { workspace_id: workspaceId, created_at: at };
      await insertRows(transaction, 'actors', [
        { ...key, id: member.actor_id, kind: 'user', name: 'Other' },
      ]);
      await insertRows(transaction, 'users', [
        {
          ...key,
          ...member,
          email: 'other@example.com',
          role: 'member',
          password_hash: 'x',
          updated_at: at,
        },
      ]);
    });
    const cookie = await openSession(database(), { workspaceId, userId: member.id });
    const api = client(app, { cookie });
    await api.ok('getMe');
    await given.person.ok('deactivateUser', { path: { id: member.id } });
    expect((await api.send('getMe')).status).toBe(401);
    await given.person.ok('getMe');
  });

  test('expired questions do not affect later ones and their actions', async () => {
    const expires_at = addMilliseconds(new Date().toISOString(), DAY);
    const ask = async () => {
      const action = await given.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id },
      });
      const question = await given.worker.ok('createQuestion', {
        body: {
          question: 'Which?',
          on_answer: 'Do it',
          action_id: action.id,
          expires_at,
          on_timeout: 'dismiss',
        },
      });
      return { action: action.id, question: question.id };
    };
    const [due, later] = [await ask(), await ask()];
    await database()
      .knex('agent_requests')
      .where({ id: due.question })
      .update({ expires_at: addMilliseconds(new Date().toISOString(), -1000) });
    const seen = async ({ action, question }: typeof due) => [
      (await given.person.ok('getQuestion', { path: { id: question } })).state,
      (await given.person.ok('getAction', { path: { id: action } })).status,
    ];
    expect(await seen(due)).toEqual(['dismissed', 'ready']);
    expect(await seen(later)).toEqual(['open', 'waiting']);
  });
});
