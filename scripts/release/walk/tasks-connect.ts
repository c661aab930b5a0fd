import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, unwrap } from 'callboard-client';
import { startReceiver } from '../../servers/receiver';
import { owner } from './given';
import { actionsWith, effect, type Task } from './task';

const documentTasks: readonly Task[] = [
  {
    name: 'standing order with a document',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Agents');
      await newcomer.follow('Otto');
      await newcomer.follow(say('Orders'));
      await newcomer.press(say('New order'));
      await newcomer.write(say('Name'), 'Keep the lawn green', dialog());
      await newcomer.write(say('Checks in every'), '1', dialog());
      await newcomer.choose(say('Document'), 'House rules', dialog());
      await newcomer.press(say('Create the order'), dialog());
      await effect('the order has the document', async () => {
        const { items } = await unwrap(person.GET('/v1/orders'));
        const order = items.find(({ name }) => name === 'Keep the lawn green');
        return typeof order?.document_id === 'string' && order.checkin_every_seconds === 86_400;
      });
    },
  },
  {
    name: 'edit, compare and restore a revision',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Documents');
      await newcomer.follow('House rules');
      await newcomer.press(say('Edit the text'));
      const editor = newcomer.page.getByRole('main').getByRole('textbox').first();
      await editor.fill('# House rules\n\nDogs are welcome.');
      await newcomer.press(say('Save'));
      const of = say('of revision {number}', { number: 1 });
      await newcomer.press(`${say('Show the text')} ${of}`);
      const text = newcomer.find('region', say('The text of revision {number}', { number: 1 }));
      await text.getByText('No dogs on the lawn.').waitFor();
      await newcomer.press(`${say('Show changes')} ${say('of revision {number}', { number: 2 })}`);
      await newcomer
        .find('region', say('What revision {number} changed', { number: 2 }))
        .getByText('Dogs are welcome.')
        .waitFor();
      for (const number of [1, 2]) {
        await newcomer.press(say('Compare<span> revision {number}</span>', { number }));
      }
      const name = say('From revision {number} to revision {number2}', { number: 1, number2: 2 });
      await newcomer.find('region', name).waitFor();
      await newcomer.press(say('Restore …<span> revision {number}</span>', { number: 1 }));
      await newcomer.press(say('Restore revision {number}', { number: 1 }), dialog());
      await effect('revision 3 has the first text', async () => {
        const { items } = await unwrap(person.GET('/v1/documents'));
        const id = items.find(({ title }) => title === 'House rules')?.id ?? '';
        const params = { path: { id } };
        const document = await unwrap(person.GET('/v1/documents/{id}', { params }));
        return document.revision_number === 3 && String(document.content).includes('No dogs');
      });
    },
  },
  {
    name: 'attach a file',
    run: async ({ newcomer, given: { person } }) => {
      const { say, page } = newcomer;
      await newcomer.go('Search');
      await newcomer.write(say('Words'), 'paths');
      await newcomer.follow('Rake the paths');
      const files = newcomer.find('region', say('Files'));
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        files
          .getByRole('button', {
            name: say('Attach <hidden>files</hidden>').split(/[ :]/)[0] ?? '',
          })
          .click(),
      ]);
      const buffer = Buffer.from('Gravel, two tons');
      await chooser.setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer });
      await effect('the action has the file', async () => {
        const [one] = await actionsWith(person, 'Rake the paths');
        const params = { path: { id: one?.id ?? '' } };
        return (await unwrap(person.GET('/v1/actions/{id}', { params }))).files?.length === 1;
      });
    },
  },
];

const peopleTasks: readonly Task[] = [
  {
    name: 'invite a person',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Settings', 'People');
      await newcomer.press(say('Invite a person'));
      await newcomer.write(say('E-mail address'), 'jo@example.com', dialog());
      await newcomer.press(say('Create the invitation'), dialog());
      await effect('the invitation is open', async () => {
        const { items } = await unwrap(person.GET('/v1/invitations'));
        return items.some(({ email }) => email === 'jo@example.com');
      });
      await newcomer.press(say('Close'), dialog());
    },
  },
  {
    name: 'connect an agent',
    run: async ({ newcomer, server: { url } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Agents');
      await newcomer.press(say('Connect an agent'));
      await newcomer.write(say('Name of the agent'), 'Pia', dialog());
      await newcomer.press(say('Create the agent and its token'), dialog());
      await dialog()
        .getByText(/cb_\w+/)
        .first()
        .waitFor();
      const token = /cb_[\w-]+/.exec((await dialog().textContent()) ?? '')?.[0] ?? '';
      const me = await unwrap(createClient({ baseUrl: url, token }).GET('/v1/me'));
      if (me.name !== 'Pia') throw new Error('The shown token is not that of the new agent.');
      await newcomer.press(say('Close'), dialog());
    },
  },
  {
    name: 'add a webhook',
    run: async ({ newcomer }) => {
      const { say, dialog } = newcomer;
      const receiver = await startReceiver();
      try {
        await newcomer.go('Settings', 'People');
        await newcomer.follow(say('Webhooks'));
        await newcomer.press(say('New webhook'));
        await newcomer.write('URL', receiver.url, dialog());
        await newcomer.press(say('Create'), dialog());
        await newcomer.press(say('Close'), dialog());
        await newcomer.press(say('New action'));
        await newcomer.write(say('Title'), 'Ring the bell', dialog());
        await newcomer.press(say('Create the action'), dialog());
        await receiver.until(() => receiver.received.some(({ body }) => body.includes('Ring')));
      } finally {
        await receiver.close();
      }
    },
  },
  {
    name: 'import a table',
    run: async ({ newcomer, server, given: { person } }) => {
      const { say, page } = newcomer;
      const folder = mkdtempSync(join(tmpdir(), 'callboard-walk-'));
      try {
        const file = join(folder, 'table.csv');
        writeFileSync(file, 'title,status\nCarry the benches,ready\nCount the cups,ready\n');
        const args = ['load', file, '--from', 'csv', '--url', server.url, '--email', owner.email];
        server.run(args, `${owner.password}\n`);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      await effect('both rows are actions', async () => {
        const found = ['benches', 'cups'].map((word) => actionsWith(person, word));
        return (await Promise.all(found)).every(({ length }) => length === 1);
      });
      await newcomer.go('Work');
      await newcomer.follow(say('All actions'));
      await page.getByRole('link', { name: 'Carry the benches' }).first().waitFor();
    },
  },
];

const otherTasks: readonly Task[] = [
  {
    name: 'approve by the keyboard only',
    run: async ({ newcomer: { page, say, find }, given: { person } }) => {
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await find('heading', say('Review')).waitFor();
      await page.getByRole('article').filter({ hasText: 'Paint the sign' }).first().waitFor();
      await page.waitForTimeout(1_600);
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('j');
        const focused = page.locator(':focus');
        if ((await focused.textContent())?.includes('Paint the sign') === true) break;
      }
      await page.keyboard.press('y');
      await effect('the work is approved', async () => {
        const [one] = await actionsWith(person, 'Paint the sign');
        return one?.status === 'done';
      });
    },
  },
  {
    name: 'answer and capture on a phone only',
    run: async ({ onPhone, given: { person } }) => {
      const { page, say, row, find } = await onPhone();
      await find('button', 'North gate', row('Which gate opens first?')).tap();
      await find('navigation', say('Screens')).getByText(say('Inbox')).first().tap();
      await page.getByLabel(say('Capture an action')).fill('Buy string');
      await find('button', say('Capture')).tap();
      await effect('the question is answered and the action is in the inbox', async () => {
        const query = { state: ['answered' as const] };
        const { items } = await unwrap(person.GET('/v1/questions', { params: { query } }));
        const [captured] = await actionsWith(person, 'Buy string');
        const isAnswered = items.some(({ response }) => response === 'North gate');
        return isAnswered && captured?.status === 'inbox';
      });
      await page.context().close();
    },
  },
];

/** The tasks with documents, files, connections, the keyboard and the phone. */
export const connectTasks: readonly Task[] = [...documentTasks, ...peopleTasks, ...otherTasks];
