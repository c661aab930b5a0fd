import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import contract from '../../generated/openapi.json';
import { addAgent, makeWorkspace, startApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';

test('the guide for agents names what the contract has, and its requests run as they are pasted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-guide-'));
  const database = await openTestDatabase('sqlite');
  const app = await startApp(database);
  try {
    const person = await makeWorkspace(database, 'Stage');
    const { token } = await addAgent(app, person, { name: 'Scribe' });
    const owner = client(app, { cookie: person.cookie });
    const action = await owner.ok('createAction', {
      body: { title: 'Translate the programme', status: 'ready', assigned_actor_id: null },
    });
    const { text: page } = await ask(app).get('/docs/agents');
    const [exports = '', ...requests] = [
      ...page.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g),
    ].map(([, code = '']) => code.replace(/<[^>]*>/g, ''));
    expect(requests).toHaveLength(6);
    const names = [...page.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, name]) => `"${name}"`);
    expect(names).toContain('"has_work"');
    const known = JSON.stringify(contract);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    // The question comes last on the page, and an action that is complete takes none.
    const complete = requests.splice(4, 1);
    const script = [exports, ...requests, ...complete]
      .join('\n')
      .replace('http://localhost:3000', app.url)
      .replace('cb_...', token)
      .replace('act_...', action.id);
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail\n');
    const { PATH = '' } = process.env;
    const shell = spawn('sh', ['-e', '-c', script], { env: { PATH, CURL_HOME: folder } });
    const [out, err, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close'),
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(action.id);
    const questions = await owner.ok('listQuestions');
    expect(questions.items).toEqual([expect.objectContaining({ question: 'Which logo?' })]);
    const { status } = await owner.ok('getAction', { path: { id: action.id } });
    expect(status).toBe('done');
  } finally {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
