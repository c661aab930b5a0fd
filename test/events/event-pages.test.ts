import type { components } from '../../generated/types';
import { streamTimes } from '../../src/features/feed';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openStream } from '../support/event-stream';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { checkMessage } from '../support/message-check';
import { deliver, startReceiver } from '../../scripts/servers/receiver';

type Event = components['schemas']['Event'];

const publicUrl = 'https://calls.example.com';
const pages = `${publicUrl}/app`;

describeOnEachDatabase('The page of an event', (database) => {
  let app: TestApp;
  let published: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database(), { webhookAllow: ['127.0.0.1'] });
    published = await startApp(database(), { publicUrl });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
    await published.close();
  });

  const eventsAt = async (place: TestApp): Promise<Event[]> => {
    const api = client(place, { cookie: given.owner.cookie });
    return (await api.ok('readEvents', { query: { limit: 200 } })).items;
  };
  const add = async (title = 'Sew') =>
    (await given.person.ok('createAction', { body: { title } })).id;

  test('is that of its subject, or of the record that a note, a link or a check-in is on', async () => {
    const { person, worker, agent, owner } = given;
    const ids = await createRecordOfEachKind(given, 'shown');
    const { project, order, document } = ids;
    const note = { body: { body: 'Mind the gap.' } };
    const onProject = await person.ok('createProjectNote', { path: { id: project }, ...note });
    const onOrder = await person.ok('createOrderNote', { path: { id: order }, ...note });
    const onDocument = await person.ok('createDocumentNote', { path: { id: document }, ...note });
    const ofOrder = await person.ok('createLink', {
      body: { order_id: order, document_id: document, title: 'The document' },
    });
    const alone = await worker.ok('createQuestion', {
      body: { question: 'Which one?', on_answer: 'That one.' },
    });
    const onQuestion = await person.ok('createQuestionNote', { path: { id: alone.id }, ...note });
    await person.ok('updateUser', { path: { id: ids.user }, body: { name: 'Ada' } });
    await person.ok('updateWorkspace', { body: { name: 'Renamed' } });
    await person.ok('revokeOauthGrant', { path: { id: ids.oauth_grant } });

    const seen = (await eventsAt(published)).map(({ subject, url }) => [subject.id, url]);
    expect(Object.fromEntries(seen)).toEqual({
      [owner.owner.workspaceId]: `${pages}/settings/workspace`,
      [agent.id]: `${pages}/agents/${agent.id}`,
      [ids.token]: `${pages}/agents`,
      [ids.domain]: `${pages}/settings/domains`,
      [project]: `${pages}/projects/${project}`,
      [document]: `${pages}/documents/${document}`,
      [order]: `${pages}/orders/${order}`,
      [ids.checkin]: `${pages}/orders/${order}`,
      [ids.action]: `${pages}/actions/${ids.action}`,
      [ids.note]: `${pages}/actions/${ids.action}`,
      [ids.question]: `${pages}/questions/${ids.question}`,
      [ids.proposal]: `${pages}/proposals/${ids.proposal}`,
      [ids.invitation]: `${pages}/settings/people`,
      [ids.link]: `${pages}/actions/${ids.action}`,
      [ids.webhook]: `${pages}/settings/webhooks/${ids.webhook}`,
      [onProject.id]: `${pages}/projects/${project}`,
      [onOrder.id]: `${pages}/orders/${order}`,
      [onDocument.id]: `${pages}/documents/${document}`,
      [ofOrder.id]: `${pages}/orders/${order}`,
      [alone.id]: `${pages}/questions/${alone.id}`,
      [onQuestion.id]: `${pages}/questions`,
      [ids.user]: `${pages}/settings/people`,
      [ids.oauth_grant]: `${pages}/agents`,
    });
  });

  test('is null without a public URL, and without the console', async () => {
    await add();
    const hidden = await startApp(database(), { publicUrl, console: false });
    try {
      for (const place of [app, hidden]) {
        const urls = (await eventsAt(place)).map(({ url }) => url);
        expect(urls.length).toBeGreaterThan(1);
        expect(new Set(urls)).toEqual(new Set([null]));
      }
    } finally {
      await hidden.close();
    }
  });

  test('is in the stream, for old and for new events', async () => {
    const of = await startApp(database(), { publicUrl }, { streamTimes });
    const first = await add();
    const query = { kind: ['action.created'], after: Buffer.from('1').toString('base64url') };
    const stream = await openStream(of, { cookie: given.owner.cookie }, query);
    try {
      await stream.received(1);
      const second = await add();
      const urls = (await stream.received(2)).map(({ url }) => url);
      expect(urls).toEqual([`${pages}/actions/${first}`, `${pages}/actions/${second}`]);
    } finally {
      stream.close();
      await of.close();
    }
  });

  test('is in the news of an agent', async () => {
    const { worker, person, agent, token } = given;
    const { id } = await worker.ok('createQuestion', {
      body: { question: 'Which one?', on_answer: 'That one.' },
    });
    await person.ok('respondQuestion', { path: { id }, body: { response: 'This one.' } });
    const api = client(published, { bearer: token });
    const { items } = await api.ok('getAgentNews', { path: { id: agent.id } });
    expect(items.map(({ url }) => url)).toEqual([`${pages}/questions/${id}`]);
  });

  test('is in the message of a webhook, and a replay sends the message as it was', async () => {
    const receiver = await startReceiver();
    const urlsOf = () => receiver.received.map(({ body }): unknown => JSON.parse(body).data.url);
    let stop = deliver(database(), { consoleUrl: pages });
    try {
      const webhook = await given.person.ok('createWebhook', {
        body: { url: receiver.url, kinds: ['action.created'] },
      });
      const id = await add();
      await receiver.until(() => receiver.received.length === 1);
      await stop();
      stop = deliver(database());
      await given.person.ok('replayWebhook', {
        path: { id: webhook.id },
        body: { after: webhook.position },
      });
      await receiver.until(() => receiver.received.length >= 2);
      await add();
      await receiver.until(() => urlsOf().includes(null));
      // A message may arrive twice, when its deliverer stops before it has noted the response.
      const urls = urlsOf().filter((url) => url !== null);
      expect(urls.length).toBeGreaterThanOrEqual(2);
      expect(new Set(urls)).toEqual(new Set([`${pages}/actions/${id}`]));
      for (const message of receiver.received) checkMessage(message);
    } finally {
      await stop();
      await receiver.close();
    }
  });
});
