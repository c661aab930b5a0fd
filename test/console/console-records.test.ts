import type { Page } from 'playwright-core';
import { describeScreen, eventually, holdWrites } from '../support/console-demo';
import {
  accessibilityFaults,
  choose,
  pick,
  endPause,
  type ConsoleOptions,
} from '../support/console-page';

/** Holds the requests of a page with such a URL until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, (route) => released.then(() => route.continue()));
  return () => release();
}

describeScreen('The screen Documents', (given, scenarios) => {
  const documentOf = (id: string) => given().person.ok('getDocument', { path: { id } });
  const contentOf = async (id: string) => (await documentOf(id)).content;

  async function createShared(title: string, content = 'One\nTwo\n'): Promise<string> {
    const body = { title, content, access_mode: 'shared_edit' as const };
    return (await given().person.ok('createDocument', { body })).id;
  }

  /** Another writer changes the text. */
  async function changeByAgent(id: string, content: string): Promise<void> {
    const { version } = await documentOf(id);
    const header = { 'If-Match': `"${version}"` };
    await given().agent.ok('updateDocument', { path: { id }, header, body: { content } });
  }

  async function open(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { page } = await given().openPage({ cookie: given().cookie, path, ...options });
    return page;
  }

  const openDocument = (id: string, options?: ConsoleOptions): Promise<Page> =>
    open(`/app/documents/${id}`, options);

  const text = (page: Page) => page.getByRole('textbox', { name: 'Markdown' });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

  test('a person creates a document, finds it, and saves over a text of an agent', async () => {
    const page = await open('/app/documents', { movesClock: true });
    await button(page, 'New document').click();
    await page.getByLabel('Title', { exact: true }).fill('Rules of the foyer');
    await page.getByLabel('Text', { exact: false }).last().fill('# Foyer\n\nNo dogs.\n');
    await pick(page.getByLabel('Access'), 'Agents may edit it');
    await button(page, 'Create the document').click();
    await page.getByRole('heading', { name: 'Rules of the foyer' }).waitFor();
    await page.locator('.markdown h3').getByText('Foyer').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('link', { name: 'Documents' }).last().click();
    await page.getByLabel('Words in the title').fill('foyer');
    await page.waitForURL(/\?q=foyer$/);
    await choose(page.getByLabel('Created by'), 'Ada');
    await pick(page.getByLabel('Review'), 'Approved');
    await page.getByRole('heading', { name: 'No document matches' }).waitFor();
    await pick(page.getByLabel('Review'), 'Any');
    expect(new URL(page.url()).searchParams.has('creator')).toBe(true);
    await page.getByRole('link', { name: 'Rules of the foyer' }).click();

    await button(page, 'Edit the text').click();
    await text(page).fill('# Foyer\n\nNo dogs, no cats.\n');
    await endPause(page);
    await changeByAgent(id, '# Foyer\n\nNo dogs. No birds.\n');
    await page.getByText('The document has changed since you began.').waitFor();
    expect(await text(page).inputValue()).toContain('no cats');
    await button(page, 'Save').click();
    const conflict = page.getByRole('region', { name: 'Two texts' });
    await conflict.getByText('− No dogs. No birds.').waitFor();
    await conflict.getByText('+ No dogs, no cats.').waitFor();
    expect(await contentOf(id)).toContain('No birds');
    await conflict.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByText('Saved as revision 3.').first().waitFor();
    expect(await contentOf(id)).toBe('# Foyer\n\nNo dogs, no cats.\n');
  });

  scenarios((testLooks) => {
    test('a new document of somebody else waits until the person wants it', async () => {
      const page = await open('/app/documents');
      const titles = () => page.getByLabel('Documents').getByRole('link').allTextContents();
      await page.locator('[data-row]').first().waitFor();
      const before = await titles();
      await createShared('Rules of the gallery');
      await button(page, 'Show 1 new').waitFor();
      expect(await titles()).toEqual(before);
      await button(page, 'Show 1 new').click();
      await page.getByRole('link', { name: 'Rules of the gallery' }).waitFor();
      expect((await titles())[0]).toBe('Rules of the gallery');
    });

    test('words that are typed just before a sheet closes filter the list', async () => {
      const page = await open('/app/documents', { width: 320, isPhone: true });
      await button(page, 'Filters').click();
      await page.getByLabel('Words in the title').fill('style');
      await button(page, 'Close').click();
      await page.waitForURL(/\?q=style$/);
      await button(page, 'Filters (1)').waitFor();
    });

    test('Escape clears the words of a sheet, and closes it when there are none', async () => {
      const page = await open('/app/documents?q=style', { width: 320, isPhone: true });
      await button(page, 'Filters (1)').click();
      const words = page.getByLabel('Words in the title');
      await words.press('Escape');
      expect(await words.inputValue()).toBe('');
      await words.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForURL(/\/documents$/);
      await page.locator('button:focus', { hasText: 'Filters' }).waitFor();
    });

    test('a sheet of filters clears all of them, and nothing else', async () => {
      const path = '/app/documents?q=gel&review=pending&sort=title';
      const page = await open(path, { width: 320, isPhone: true });
      await button(page, 'Filters (2)').click();
      await button(page, 'Clear all').click();
      await page.waitForURL(/\/documents\?sort=title$/);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('button:focus', { hasText: 'Filters' }).waitFor();
      await button(page, 'Filters').click();
      await page.getByLabel('Words in the title').waitFor();
      expect(await button(page, 'Clear all').count()).toBe(0);
    });

    test('a change of the title only does not stop the saving of a text', async () => {
      const id = await createShared('Rules of the bar');
      const page = await openDocument(id);
      await button(page, 'Edit the text').click();
      await text(page).fill('One\nThree\n');
      const title = 'Rules of the long bar';
      await given().person.ok('updateDocument', { path: { id }, body: { title } });
      await page.getByLabel('Reason for the change').fill('Two was wrong.');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByText('Two was wrong.').waitFor();
      expect(await contentOf(id)).toBe('One\nThree\n');

      const facts = page.getByRole('region', { name: 'About it' });
      await facts.getByRole('button', { name: 'Change: Title' }).click();
      await facts.getByLabel('Title').fill('Rules of all bars');
      const other = 'Rules of the other bar';
      await given().person.ok('updateDocument', { path: { id }, body: { title: other } });
      await facts.getByRole('button', { name: 'Save' }).click();
      await facts.getByText(`It is now: ${other}`).waitFor();
      expect((await documentOf(id)).title).toBe(other);
      await facts.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Rules of all bars' }).waitFor();
      await button(page, 'Undo').click();
      await page.getByRole('heading', { name: other }).waitFor();
      await facts.getByRole('button', { name: 'Change: Access' }).click();
      await facts.getByRole('button', { name: 'Agents do not see it' }).click();
      await eventually(async () => (await documentOf(id)).access_mode, 'private');
    });

    test('by keys a person finds a document, edits it and takes that back', async () => {
      const id = await createShared('Keys of the stage door');
      const { page } = await given().openNow();
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await page.getByRole('link', { name: 'Keys of the stage door' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Keys of the stage door' }).waitFor();
      await page.keyboard.press('e');
      await text(page).waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('Four');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Saved as revision 2.').first().waitFor();
      expect(await contentOf(id)).toBe('One\nTwo\nFour');
      await page.keyboard.press('u');
      await eventually(() => contentOf(id), 'One\nTwo\n');
      expect((await documentOf(id)).revision_number).toBe(3);
    });

    test('what is typed while a text is saved stays, over the saved text', async () => {
      const id = await createShared('Ropes of the grid');
      const page = await open(`/app/documents/${id}`);
      await button(page, 'Edit the text').click();
      await text(page).fill('One');
      const release = await holdWrites(page);
      await page.keyboard.press('Control+Enter');
      await eventually(() => contentOf(id), 'One');
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Two');
      release();
      await page.getByText('Saved as revision 2.').first().waitFor();
      await page.keyboard.type(' Three');
      await page.keyboard.press('Control+Enter');
      await eventually(() => contentOf(id), 'One Two Three');
      await button(page, 'Edit the text').waitFor();
      expect((await documentOf(id)).revision_number).toBe(3);
    });

    test('the focus stays in the page when a button goes, and names of buttons are plain', async () => {
      const { person } = given();
      const id = await createShared('Seats of the balcony');
      const { id: action } = await person.ok('createAction', { body: { title: 'Tune it' } });
      const page = await open(`/app/documents/${id}`);
      const focused = () =>
        page.evaluate<string>(
          '`${document.activeElement.localName} ${document.activeElement.textContent.trim().slice(0, 6)}`',
        );
      const goTo = (path: string) => page.goto(given().app.url + path);

      await button(page, 'Edit the text').click();
      await text(page).fill('One\nMine\n');
      await changeByAgent(id, 'One\nTheirs\n');
      await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
      await page.getByRole('region', { name: 'Two texts' }).waitFor();
      await eventually(focused, 'div Edit t');

      await goTo(`/app/activity?action=${action}`);
      await button(page, 'Show all events').press('Enter');
      await eventually(focused, 'h1 Activi');

      await goTo('/app/work?tab=all&priority=4&status=ready');
      await button(page, 'Remove the filter Priority').press('Enter');
      await eventually(focused, 'button Filter');

      await goTo(`/app/actions/${action}`);
      const files = page.getByRole('region', { name: 'Files' });
      const chosen = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
      await files.getByLabel('Files to attach').setInputFiles(chosen);
      await files.getByRole('button', { name: 'Remove' }).press('Enter');
      await files.getByText('Drop or paste files here.').waitFor();
      await eventually(focused, 'button Attach');

      const body = { body: '# A **bold** word\n\nAnd more.' };
      await person.ok('createActionNote', { path: { id: action }, body });
      await page.reload();
      await page
        .getByRole('button', { name: 'Edit the note “A bold word”', exact: true })
        .waitFor();
    });

    const restored = (page: Page) => page.getByText('This is what you typed before');

    /** A dialog or form that creates a record. */
    interface Creating {
      readonly path: string;
      readonly opens: RegExp;
      /** The name of a text field. */
      readonly field: string;
      readonly sends: string;
      /** What else it needs. */
      readonly needs?: { readonly label: string; readonly value: string };
    }

    async function allCreating(): Promise<readonly Creating[]> {
      const { person } = given();
      const template = { title: 'A season', is_template: true };
      const { id } = await person.ok('createProject', { body: template });
      const [agent] = (await person.ok('listAgents')).items;
      const field = 'Title';
      const project = `/app/projects/${id}`;
      const ofAgent = `/app/agents/${agent?.id}?tab=`;
      const page = { label: 'Address', value: 'https://example.com' };
      const address = { label: 'E-mail address', value: 'typed@example.com' };
      const url = { label: 'URL', value: 'https://hooks.example.com/second' };
      const title = 'Title of the new project';
      const agentName = 'Name of the agent';
      const connects = 'Create the agent and its token';
      const name = 'Name';
      return [
        { path: '/app', opens: /^New action/, field, sends: 'Create the action' },
        { path: '/app/documents', opens: /^New document/, field, sends: 'Create the document' },
        { path: '/app/work', opens: /^New project/, field, sends: 'Create the project' },
        { path: '/app/work?tab=all', opens: /^Save as a view/, field: name, sends: 'Save' },
        { path: project, opens: /^Duplicate/, field: title, sends: 'Create the project' },
        { path: project, opens: /^Add an action/, field, sends: 'Add the action' },
        { path: project, opens: /^Attach a link/, field, sends: 'Attach', needs: page },
        { path: '/app/agents', opens: /^Connect an agent/, field: agentName, sends: connects },
        { path: `${ofAgent}orders`, opens: /^New order/, field: name, sends: 'Create the order' },
        { path: `${ofAgent}access`, opens: /^New token/, field: name, sends: 'Create the token' },
        { path: '/app/settings/domains', opens: /^New domain/, field: name, sends: 'Create' },
        {
          path: '/app/settings/people',
          opens: /^Invite a person/,
          field: name,
          sends: 'Create the invitation',
          needs: address,
        },
        {
          path: '/app/settings/webhooks',
          opens: /^New webhook/,
          field: 'Description',
          sends: 'Create',
          needs: url,
        },
      ];
    }

    const fieldOf = (page: Page, { field }: Pick<Creating, 'field'>) =>
      page.getByRole('textbox', { name: field, exact: true });

    /** Opens the form on its page. Returns the value of its field. */
    async function openForm(page: Page, form: Creating): Promise<string> {
      await page.goto(given().app.url + form.path);
      await button(page, form.opens).first().click();
      return fieldOf(page, form).inputValue();
    }

    async function closeForm(page: Page, form: Creating): Promise<void> {
      await page.keyboard.press('Escape');
      await fieldOf(page, form).waitFor({ state: 'detached' });
    }

    const stored = (page: Page): Promise<string> =>
      page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

    const draftsOf = (page: Page): Promise<readonly string[]> =>
      page.evaluate<string[]>(
        `Object.keys(sessionStorage).filter((name) => name.includes('draft.new.'))`,
      );

    // One page for all forms, because loading it takes longest.
    test('what was typed about a new record is kept until it is discarded or the record exists', async () => {
      const page = await open('/app', { isServerStopped: true });
      const url = page.getByLabel('URL');
      for (const form of await allCreating()) {
        const { path, sends, needs } = form;
        const before = await openForm(page, form);
        await fieldOf(page, form).fill('Typed');
        if (path.endsWith('webhooks')) await url.fill('https://hooks.example.com/first');
        await closeForm(page, form);
        const typed = await openForm(page, form);
        await restored(page).waitFor();
        expect({ path, typed }).toEqual({ path, typed: 'Typed' });
        if (path.endsWith('webhooks')) expect(await url.inputValue()).toBe('');
        await button(page, 'Discard').first().click();
        await restored(page).waitFor({ state: 'detached' });
        const blank = await fieldOf(page, form).inputValue();
        expect({ path, blank }).toEqual({ path, blank: before });
        expect(await stored(page)).not.toMatch(/Typed|hooks\.example/);

        await fieldOf(page, form).fill('Typed');
        if (needs !== undefined)
          await page.getByLabel(needs.label, { exact: true }).fill(needs.value);
        const send = button(page, sends).last();
        await page.route('**/v1/**', (route) =>
          route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
        );
        await send.click();
        await page.locator('form .notice-bad').waitFor();
        await page.unroute('**/v1/**');
        await eventually(async () => ({ path, kept: (await draftsOf(page)).length }), {
          path,
          kept: 1,
        });
        await send.click();
        await eventually(() => draftsOf(page), []);
        // The page has kept the URL without storing it.
        if (path.endsWith('webhooks')) {
          await button(page, 'Close').click();
          await button(page, form.opens).click();
          expect(await url.inputValue()).toBe('');
          expect(await fieldOf(page, form).inputValue()).toBe('');
          expect(await restored(page).count()).toBe(0);
        }
      }
    }, 400_000);

    const newDomain = {
      path: '/app/settings/domains',
      opens: /^New domain/,
      field: 'Name',
      sends: 'Create',
    };

    test('an undo brings back what was discarded, also after the form was closed', async () => {
      const page = await open('/app');
      const name = fieldOf(page, newDomain);
      const typeIn = async (text: string): Promise<void> => {
        await openForm(page, newDomain);
        await name.fill(text);
        await closeForm(page, newDomain);
        await button(page, newDomain.opens).click();
      };
      await typeIn('Lighting');
      await button(page, 'Discard').press('Enter');
      await page.locator('input:focus').waitFor();
      await button(page, 'Undo').press('Enter');
      await restored(page).waitFor();
      expect(await name.inputValue()).toBe('Lighting');
      await page.locator('input:focus').waitFor();

      await button(page, 'Discard').click();
      await closeForm(page, newDomain);
      await button(page, 'Undo').click();
      await page.getByText('Undone.').first().waitFor();
      await button(page, newDomain.opens).click();
      await restored(page).waitFor();
      expect(await name.inputValue()).toBe('Lighting');

      await button(page, 'Discard').click();
      await closeForm(page, newDomain);
      await button(page, newDomain.opens).click();
      expect(await name.inputValue()).toBe('');
      await button(page, 'Undo').click();
      await restored(page).waitFor();
      expect(await name.inputValue()).toBe('Lighting');

      // What was typed since is not lost either.
      await button(page, 'Discard').click();
      await name.fill('Sound');
      await button(page, 'Undo').click();
      await page.getByText('It replaced what you typed since.').first().waitFor();
      expect(await name.inputValue()).toBe('Lighting');
      await button(page, 'Undo').click();
      await eventually(() => name.inputValue(), 'Sound');
      await button(page, 'Undo').click();
      await eventually(() => name.inputValue(), 'Lighting');
    });

    test('what the browser has no room to store is kept until the page closes', async () => {
      const page = await open('/app');
      await openForm(page, newDomain);
      await fieldOf(page, newDomain).fill('Light');
      await eventually(async () => (await draftsOf(page)).length, 1);
      await page.evaluate(`
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (...entry) {
          if (this === sessionStorage) throw new DOMException('No room', 'QuotaExceededError');
          return setItem.apply(this, entry);
        };
        0
      `);
      await fieldOf(page, newDomain).fill('Lighting of the foyer');
      await closeForm(page, newDomain);
      await button(page, newDomain.opens).click();
      await restored(page).waitFor();
      expect(await fieldOf(page, newDomain).inputValue()).toBe('Lighting of the foyer');
    });

    test('a key writes no long text as JSON, because that would be slow', async () => {
      const page = await open('/app/documents');
      await button(page, 'New document').click();
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill('word '.repeat(10_000));
      const title = fieldOf(page, { field: 'Title' });
      await title.fill('A');
      await eventually(async () => (await draftsOf(page)).length, 1);
      const written = await page.evaluate<number>(`(async () => {
        const { stringify } = JSON;
        let count = 0;
        JSON.stringify = (...args) => {
          const json = stringify(...args);
          if (json?.length > 50_000) count += 1;
          return json;
        };
        const [field] = document.querySelectorAll('dialog input');
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        for (const text of ['AB', 'ABC', 'ABCD', 'ABCDE']) {
          set.call(field, text);
          field.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise((done) => setTimeout(done));
        }
        JSON.stringify = stringify;
        return count;
      })()`);
      // What was typed is stored at most once in that time.
      expect(written).toBeLessThan(2);
      await page.reload();
      await button(page, 'New document').click();
      expect(await title.inputValue()).toBe('ABCDE');
    });

    test('a draft survives, and is never restored over a newer text without a word', async () => {
      const id = await createShared('A plan of the tour');
      const page = await openDocument(id);
      await button(page, 'Edit the text').click();
      await text(page).fill('One\nMine\n');
      await page.reload();
      await page.getByText('This is what you typed before.').waitFor();
      expect(await text(page).inputValue()).toBe('One\nMine\n');
      await page.goto('about:blank');
      await changeByAgent(id, 'One\nTheirs\n');
      await page.goto(`${given().app.url}/app/documents/${id}`);
      await page.getByText('You have changed this text and not saved it.').waitFor();
      await page.getByText('Theirs').waitFor();
      await button(page, 'Continue to edit').click();
      const conflict = page.getByRole('region', { name: 'Two texts' });
      await conflict.getByText('− Theirs').waitFor();
      await conflict.getByText('+ Mine').waitFor();
      await conflict.getByRole('button', { name: 'Take the saved text' }).click();
      expect(await text(page).inputValue()).toBe('One\nTheirs\n');
      await page.locator('textarea:focus').waitFor();
      await text(page).fill('Two');
      await button(page, 'Undo').click();
      expect(await text(page).inputValue()).toBe('One\nMine\n');
      await button(page, 'Undo').click();
      await eventually(() => text(page).inputValue(), 'Two');
      await button(page, 'Cancel').click();
      await page.getByText('Your changes are discarded.').first().waitFor();
      await page.locator('button:focus', { hasText: 'Edit the text' }).press('Enter');
      await text(page).fill('Three');
      await button(page, 'Undo').click();
      await eventually(() => text(page).inputValue(), 'Two');
      await button(page, 'Undo').click();
      await eventually(() => text(page).inputValue(), 'Three');
      await button(page, 'Cancel').click();
      await page.locator('button:focus', { hasText: 'Edit the text' }).waitFor();
      await page.reload();
      await page.getByRole('region', { name: 'Text' }).getByText('Theirs').waitFor();
      expect(await page.getByText('not saved').count()).toBe(0);
      expect(await contentOf(id)).toBe('One\nTheirs\n');
    });

    test('a person approves and reverts revisions, writes notes and sees the links', async () => {
      const { person, agent } = given();
      const orders = await person.ok('listOrders');
      const order = orders.items.find((each) => each.document_id !== null);
      const id = order?.document_id ?? '';
      const body = { access_mode: 'shared_edit' as const };
      await person.ok('updateDocument', { path: { id }, body });
      const before = await contentOf(id);
      await changeByAgent(id, `${String(before)}- Be kind.\n`);
      const { items } = await person.ok('listActions', { query: { limit: 1 } });
      const action = items[0];
      await agent.ok('createDocumentNote', { path: { id }, body: { body: 'See page **two**.' } });
      const link = { document_id: id, action_id: action?.id ?? '' };
      await person.ok('createLink', { body: link });

      const page = await openDocument(id);
      const from = page.getByRole('region', { name: 'Linked from' });
      await from.getByRole('link', { name: order?.name ?? '' }).waitFor();
      expect(await from.locator('.count').textContent()).toBe('2');
      const linked = page.getByRole('link', { name: action?.title ?? '' });
      expect(await linked.getAttribute('href')).toBe(`/app/actions/${action?.id}`);
      await button(page, 'Show changes of revision 2').click();
      await page.getByText('+ - Be kind.').waitFor();
      expect(new URL(page.url()).searchParams.get('revision')).toMatch(/^rev_/);
      await button(page, 'Approve').click();
      await eventually(async () => (await documentOf(id)).review_state, 'approved');
      // Otherwise the page may still have the version of before.
      await button(page, 'Approve revision 2').waitFor({ state: 'detached' });

      await button(page, 'Revert …').click();
      await page.getByLabel('Reason').fill('Not this one.');
      await changeByAgent(id, `${String(before)}- Be quick.\n`);
      await button(page, 'Revert revision 2').click();
      await page.getByText('A newer revision exists.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Revision 3', { exact: true }).waitFor();
      await button(page, 'Revert …').click();
      await button(page, 'Revert revision 3').click();
      await eventually(() => contentOf(id), `${String(before)}- Be kind.\n`);
      await button(page, 'Undo').click();
      await eventually(() => contentOf(id), `${String(before)}- Be quick.\n`);

      // An old revision is read, compared and restored, also when another one came meanwhile.
      await button(page, 'Show the text of revision 1').click();
      const whole = page.getByRole('region', { name: 'The text of revision 1' });
      await whole.locator('.markdown').first().waitFor();
      await button(page, 'Compare revision 4').click();
      await button(page, 'Compare revision 1').click();
      const differences = page.getByRole('region', { name: 'From revision 1 to revision 4: diff' });
      await differences.getByText('+ - Be kind.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await button(page, 'Close the comparison').click();
      await button(page, 'Restore … revision 1').click();
      await changeByAgent(id, 'Quite another text.\n');
      await button(page, 'Restore revision 1').click();
      await page.getByText('it has revision 6 now').waitFor();
      await button(page, 'Restore over revision 6').click();
      await eventually(() => contentOf(id), String(before));
      // The dialog makes the rest of the page inert.
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await page.getByRole('region', { name: 'Notes' }).getByText('two').waitFor();
      expect(await button(page, /the note “See page/).count()).toBe(0);
      await page.getByLabel('A note that').fill('I **like** it.');
      await page.getByText('Preview').click();
      await page.locator('.preview strong').getByText('like').waitFor();
      await page.getByLabel('A note that').fill('I like it.');
      await page.keyboard.press('Enter');
      await page.locator('.markdown').getByText('I like it.').waitFor();
      const noteOf = async () => (await person.ok('listDocumentNotes', { path: { id } })).items[0];
      expect((await noteOf())?.body).toBe('I like it.');
      await button(page, 'Edit the note “I like it.”').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Note').fill('I like most of it.');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.locator('.markdown').getByText('I like most of it.').waitFor();
      await button(page, 'Undo').click();
      await eventually(async () => (await noteOf())?.body, 'I like it.');
    });

    test('on a phone a person reads a long text in pieces, and JSON with spaces', async () => {
      const lines = Array.from({ length: 3_000 }, (_, index) => `Line ${index} of the log.\n\n`);
      const id = await createShared('A log', lines.join(''));
      const phone = { width: 320, isPhone: true };
      const page = await openDocument(id, phone);
      await page.getByText('Line 500 of').waitFor();
      expect(await page.getByText('Line 2999 of').count()).toBe(0);
      // Where the stream begins late, everything is read again, which ends no reading of a part.
      const [stream, part] = [await hold(page, /\/stream/), await hold(page, /offset=[1-9]/)];
      await page.reload();
      const asked = page.waitForRequest(/offset=[1-9]/).then(() => true);
      // While the page still grows, a tap may end beside the button.
      await eventually(async () => {
        await page.getByRole('region', { name: 'Text' }).getByText('Show more').tap();
        return Promise.race([asked, page.waitForTimeout(1_000).then(() => false)]);
      }, true);
      const again = page.waitForRequest(/offset=0/);
      stream();
      await again;
      part();
      await page.getByText('Line 2999 of').waitFor();
      expect(await button(page, 'Show more').count()).toBe(0);
      await button(page, 'Edit the text').tap();
      await eventually(() => text(page).inputValue(), lines.join(''));

      const { items } = await given().person.ok('listDocuments', { query: { q: 'Lighting grid' } });
      const grid = items[0]?.id ?? '';
      const json = await openDocument(grid, phone);
      await json.locator('.json').getByText('"circuits": 48').waitFor();
      await button(json, 'Edit the text').tap();
      await json.getByLabel('JSON').fill('{"bars": 7');
      await button(json, 'Save').tap();
      await json.getByText('This is not valid JSON.').waitFor();
      await json.getByLabel('JSON').fill('{"bars": 7}');
      await button(json, 'Save').tap();
      await eventually(async () => JSON.stringify(await contentOf(grid)), '{"bars":7}');
    });

    testLooks('a document', async (options) => {
      const title = `A plan ${'🎭 אבג '.repeat(60)}`;
      const id = await createShared(title, '# Plan\n\n- [x] One\n- Two\n');
      await changeByAgent(id, '# Plan\n\n- [x] One\n- Three\n');
      const note = { body: `# ${'long'.repeat(200)}` };
      await given().person.ok('createDocumentNote', { path: { id }, body: note });
      const page = await openDocument(id, options);
      await button(page, 'Show changes of revision 2').click();
      await page.getByText('+ - Three').waitFor();
      // The box of a task stands in the place of a bullet.
      await page.locator('.markdown li').first().getByText('☑').waitFor();
      const bullet = "getComputedStyle(document.querySelector('.markdown li')).listStyleType";
      if ((await page.evaluate(bullet)) !== 'none') throw new Error('A task has a bullet.');
      return page;
    });

    testLooks('the editor with two texts', async (options) => {
      const id = await createShared('A plan', 'One\n');
      const page = await openDocument(id, options);
      await button(page, 'Edit the text').click();
      await text(page).fill('Two\n');
      await changeByAgent(id, 'Three\n');
      await button(page, 'Save').click();
      await page.getByText('− Three').waitFor();
      return page;
    });

    testLooks('the list', async (options) => {
      const page = await open('/app/documents', options);
      await page.getByRole('link', { name: 'House style' }).waitFor();
      // On a phone, the filters would fill the window.
      if (options.isPhone === true) await page.getByRole('button', { name: 'Filters' }).waitFor();
      return page;
    });
  });
});

describeScreen('The screens Activity and Search', (given, scenarios) => {
  async function open(path: string, options: ConsoleOptions = {}): Promise<Page> {
    const { page } = await given().openPage({ cookie: given().cookie, path, ...options });
    return page;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name });
  const results = (page: Page) => page.getByRole('list', { name: 'Results' });
  const events = (page: Page) => page.getByRole('list', { name: 'Events' });
  const focused = (page: Page) => page.locator('[data-row]:focus');

  const note = async (id: string, body: string): Promise<unknown> =>
    given().person.ok('createActionNote', { path: { id }, body: { body } });

  const createAction = async (title: string): Promise<string> =>
    (await given().person.ok('createAction', { body: { title } })).id;

  test('a person searches as they type, narrows by kind and opens what was found', async () => {
    const { person, agent } = given();
    const word = 'Xylophone';
    const action = await createAction(`${word} for the foyer`);
    const project = await person.ok('createProject', { body: { title: `${word} project` } });
    const document = await person.ok('createDocument', {
      body: { title: `${word} manual`, content: 'Turn the xylophone off first.' },
    });
    const question = await agent.ok('createQuestion', {
      body: { question: `Which ${word}?`, on_answer: 'I order it.' },
    });
    const page = await open('/app/search');
    await page.getByRole('heading', { name: 'Find a record by its words' }).waitFor();
    await page.locator('input[type=search]:focus').fill('xylo');
    await page.waitForURL(/q=xylo$/);
    await page.getByText('4 results').waitFor();
    const hrefs = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[data-row] a")].map((link) => link.getAttribute("href"))',
    );
    expect(hrefs.toSorted()).toEqual([
      `/app/actions/${action}`,
      `/app/documents/${document.id}`,
      `/app/projects/${project.id}`,
      `/app/questions/${question.id}`,
    ]);
    await page.getByRole('radio', { name: 'Documents' }).check();
    await page.getByText('1 result', { exact: true }).waitFor();
    await results(page).getByText('Turn the xylophone off first.').waitFor();
    await page.getByRole('radio', { name: 'Orders' }).check();
    await page.getByRole('heading', { name: 'Nothing was found' }).waitFor();
    await page.getByRole('radio', { name: 'Documents' }).check();
    await results(page).getByRole('link').click();
    await page.getByRole('heading', { name: `${word} manual` }).waitFor();
    await page.goBack();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(await page.getByLabel('Words').inputValue()).toBe('xylo');
  });

  test('filters are in the address, and the keys open what an event is about', async () => {
    const { person, agent } = given();
    const { id: projectId } = await person.ok('createProject', { body: { title: 'A tour' } });
    const body = { title: 'Book the bus', project_id: projectId };
    const { id } = await person.ok('createAction', { body });
    await agent.ok('createDocument', { body: { title: 'Bus log', content: 'Full.' } });
    const { page } = await given().openNow();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await events(page).getByRole('link', { name: 'Bus log' }).waitFor();
    await choose(page.getByLabel('Caused by'), 'Ada');
    await page.waitForURL(/actor=atr_/);
    await events(page).getByRole('link', { name: 'Bus log' }).waitFor({ state: 'detached' });
    await page.getByLabel('Caused by').fill('');
    await page.keyboard.press('Tab');
    await pick(page.getByLabel('Events of'), 'Documents, notes and links');
    await events(page).getByText('added the action').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('kind')).toBe('documents');
    await page.getByText('Project, order or one record').click();
    await page.getByLabel('Id of a record').fill(id);
    await page.getByRole('heading', { name: 'No event matches' }).waitFor();
    await pick(page.getByLabel('Events of'), 'All');
    await choose(page.getByRole('combobox', { name: /^Project/ }), 'A tour');
    await events(page).getByText('added the action').waitFor();
    expect(await events(page).locator('li').count()).toBe(1);
    await page.getByLabel('Id of a record').fill('');
    await events(page).getByRole('link', { name: 'A tour' }).waitFor();
    await page.getByRole('heading', { name: 'Activity' }).focus();
    await page.keyboard.press('j');
    await focused(page).getByText('Book the bus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/app/actions/${id}$`));
  });

  scenarios((testLooks) => {
    test('a search finds labels, and each opens its actions', async () => {
      const body = { title: 'Tune the celesta', labels: ['Celesta & bells'] };
      await given().person.ok('createAction', { body });
      const page = await open('/app/search?q=bells');
      await page.getByRole('link', { name: 'Celesta & bells' }).click();
      await page.getByRole('link', { name: 'Tune the celesta' }).first().waitFor();
      await page.getByRole('button', { name: 'Find …' }).click();
      await page.getByRole('combobox', { name: 'A screen, a command' }).fill('bells');
      await page.getByRole('option', { name: 'Celesta & bells' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/label=Celesta\+%26\+bells/);
      const labels = Array.from({ length: 11 }, (_, index) => `Zither ${index}`);
      await given().person.ok('createAction', { body: { title: 'Tune all', labels } });
      await page.goto(new URL('/app/search?q=zither', page.url()).href);
      await page.getByText('The first ones. Write more to see others.').waitFor();
      await page.goto(new URL('/app/search?q=bells', page.url()).href);
      await page.getByRole('link', { name: 'Celesta & bells' }).waitFor();
      expect(await page.getByText('The first ones.').count()).toBe(0);
    });

    test('the keys lead from the field through the results and back', async () => {
      const body = { title: 'Trapdoor rules', content: 'Never alone.' };
      await given().person.ok('createDocument', { body });
      const page = await open('/app/search?q=trapdoor');
      await results(page).getByRole('link').first().waitFor();
      await page.locator('input[type=search]:focus').waitFor();
      await page.keyboard.press('ArrowDown');
      await focused(page).getByText('Trapdoor rules').waitFor();
      await page.keyboard.press('k');
      await page.locator('input[type=search]:focus').waitFor();
      await page.keyboard.type('the');
      await page.waitForURL(/q=the$/);
      await page.getByText(/^20 of \d+ results$/).waitFor();
      await button(page, 'Show more').click();
      await results(page).locator('li').nth(25).waitFor();
      await page.getByLabel('Words').fill('trapdoor rules');
      await page.getByText('1 result', { exact: true }).waitFor();
      await page.getByLabel('Words').press('Enter');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Trapdoor rules' }).waitFor();
    });

    test('the feed shows the newest first, reads older ones, and goes on where it was', async () => {
      const id = await createAction('Count the seats');
      for (let index = 1; index <= 170; index += 1) await note(id, `Row ${index} is counted.`);
      const page = await open('/app/activity');
      await events(page).getByText('Row 170 is counted.').waitFor();
      const first = events(page).locator('li').first();
      expect(await first.textContent()).toContain('Row 170 is counted.');
      expect(await first.getByRole('link').getAttribute('href')).toBe(`/app/actions/${id}`);
      expect(await page.getByText('created the workspace').count()).toBe(0);
      for (const number of [101, 201]) {
        await button(page, 'Show older').click();
        await events(page).locator(`li:nth-child(${number})`).waitFor();
      }
      await page.getByText('created the workspace').waitFor();
      expect(await button(page, 'Show older').count()).toBe(0);
      const all = await given().person.ok('readEvents', { query: { limit: 200 } });
      const rest = await given().person.ok('readEvents', {
        query: { limit: 200, after: all.page.next },
      });
      const ids = [...all.items, ...rest.items].map((event) => event.id).toReversed();
      const shown = await page.evaluate<string[]>(
        '[...document.querySelectorAll("[data-row]")].map((row) => row.dataset.row)',
      );
      expect(shown).toEqual(ids);

      for (const index of [171, 172, 173]) await note(id, `Row ${index} is counted.`);
      await button(page, 'Show 3 new').waitFor();
      expect(await first.textContent()).toContain('Row 170 is counted.');
      await button(page, 'Show 3 new').click();
      expect(await first.textContent()).toContain('Row 173 is counted.');
      await page.reload();
      await events(page).getByText('Row 173 is counted.').waitFor();

      // A page that is being read arrives, although something happens meanwhile.
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/v1\/events\?.*before=(?!now)/, async (route) => {
        await released;
        await route.continue();
      });
      await page.evaluate(`window.heard = new Promise((resolve) => {
      const workspace = sessionStorage.getItem('callboard.workspace');
      const name = 'callboard.' + workspace + '.events';
      new BroadcastChannel(name).onmessage = () => setTimeout(resolve, 1000);
    }); 0`);
      await button(page, 'Show older').click();
      await note(id, 'Row 174 is counted.');
      await page.evaluate('window.heard');
      release();
      await events(page).locator('li:nth-child(101)').waitFor();
      await button(page, 'Show 1 new').waitFor();
    });

    test('on a phone a person searches and reads what happened', async () => {
      const body = { title: 'Curtain rules', content: 'Slowly.' };
      const { id } = await given().person.ok('createDocument', { body });
      const page = await open('/app/search', { width: 320, isPhone: true });
      await page.getByLabel('Words').tap();
      await page.keyboard.type('curtain');
      await page.getByText('Documents', { exact: true }).last().tap();
      await results(page).getByRole('link', { name: 'Curtain rules' }).tap();
      await page.getByRole('heading', { name: 'Curtain rules' }).waitFor();
      await page.goto(`${given().app.url}/app/activity?subject=${id}`);
      await events(page).getByRole('link', { name: 'Curtain rules' }).tap();
      await page.getByText('Slowly.').waitFor();
    });

    testLooks('Search', async (options) => {
      await createAction(`Lantern ${'אבג 🎭 gallery '.repeat(20)}`);
      const page = await open('/app/search?q=lantern', options);
      await results(page).getByRole('link').first().waitFor();
      return page;
    });

    testLooks('Activity', async (options) => {
      const id = await createAction(`Lantern ${'אבג 🎭 gallery '.repeat(20)}`);
      await note(id, 'long'.repeat(3_000));
      const page = await open('/app/activity', options);
      await events(page).getByRole('link').first().waitFor();
      if (options.isPhone === true) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByText('Project, order or one record').click();
      return page;
    });
  });
});
