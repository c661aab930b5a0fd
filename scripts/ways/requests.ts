import { Session, type Profiler } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeWorkspace, addAgent, type TestApp } from '../servers/app';
import { client } from '../requests/client';
import { deliver, startReceiver } from '../servers/receiver';
import { ranFunctions, type Way } from './coverage';

const warmUps = 3;

/** The ways of requests through the server, which runs in this process. `src` is its folder. */
export async function waysOfRequests(app: TestApp, src: string): Promise<Way[]> {
  const owner = await makeWorkspace(app.database, 'Ways');
  const { token } = await addAgent(app, owner);
  const person = client(app, { cookie: owner.cookie });
  const receiver = await startReceiver();
  // A client of its own: that of the tests runs code of src.
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(app.url + path, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    await response.text();
  };
  const complete = async (id: string): Promise<void> => {
    await send('POST', `/v1/actions/${id}/complete`, { result_summary: 'It is done.' });
    await receiver.until(() => receiver.received.some(({ body }) => body.includes(id)));
  };
  const count = await startCounting(src);
  const list = (): Promise<void> => send('GET', '/v1/actions');
  for (let number = 0; number < warmUps; number += 1) await list();
  const listed = await count(list);
  const stop = deliver(app.database);
  try {
    const kinds = ['action.completed' as const];
    await person.ok('createWebhook', { body: { url: receiver.url, kinds } });
    const create = async (): Promise<string> =>
      (await person.ok('createAction', { body: { title: 'Sew', status: 'ready' } })).id;
    for (let number = 0; number < warmUps; number += 1) await complete(await create());
    const id = await create();
    const completed = await count(() => complete(id));
    return [
      { name: 'completeAction on SQLite, with a webhook', aim: 60, files: completed },
      { name: 'listActions on SQLite', aim: 45, files: listed },
    ];
  } finally {
    await stop();
    await receiver.close();
  }
}

/** Starts precise coverage. The returned function counts the files that run during `work`. */
async function startCounting(
  src: string,
): Promise<(work: () => Promise<void>) => Promise<string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const hasRun = async (script: Profiler.ScriptCoverage): Promise<boolean> => {
    const { scriptSource } = await session.post('Debugger.getScriptSource', {
      scriptId: script.scriptId,
    });
    return ranFunctions(script, scriptSource).length > 0;
  };
  return async (work) => {
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files: string[] = [];
    for (const script of result) {
      if (!script.url.startsWith('file:')) continue;
      const path = relative(src, fileURLToPath(script.url));
      if (!path.startsWith('..') && (await hasRun(script))) files.push(path);
    }
    return files.toSorted();
  };
}
