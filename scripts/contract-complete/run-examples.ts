import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { startApp, type TestApp } from '../servers/app';
import type { TestDatabase } from '../databases/test-database';
import { normalForm } from '../requests/example-normal-form';
import { resetExampleWorkspace } from '../requests/example-workspace';
import { type ExampleRequest, exampleRequests } from '../requests/examples';
import { operationsWithoutHandler } from '../servers/handlers';
import { resetForReading, sendExample } from '../requests/send-example';
import type { ExampleResponses, ExampleResponse } from './example-responses';

/** The result of sending the contract's example requests. */
export interface ExampleRun {
  readonly responses: ExampleResponses;
  /** Sentences about the operations without a handler, and about the requests that were refused. */
  readonly faults: readonly string[];
}

/**
 * Sends the example requests of the generated contract to the service with the example workspace,
 * on SQLite. Returns one response for each operation and success status.
 */
export async function runExamples(): Promise<ExampleRun> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-examples-'));
  const url = `sqlite:${join(folder, 'examples.db')}`;
  const database: TestDatabase = { ...connect(url, { durable: false }), url };
  try {
    await migrate(database);
    const app = await startApp(database);
    try {
      return await sendAll(app, new Set<string>(operationsWithoutHandler(database)));
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sendAll(app: TestApp, unwritten: ReadonlySet<string>): Promise<ExampleRun> {
  const responses = new Map<string, ExampleResponse[]>();
  const faults = [...unwritten].map(
    (id) =>
      `${id} has no handler yet. Write it, add it to the index.ts of its feature, and a new feature to src/app.ts. Then run npm run contract:complete again for its example response.`,
  );
  const sendable = exampleRequests.filter((request) => !unwritten.has(request.id));
  for (const request of sendable.filter(hasOwnJson)) {
    const reset = request.method === 'get' ? resetForReading : resetForWriting;
    const moved = await reset(app);
    const { status, text } = await sendExample(app, request);
    if (status >= 400) {
      const what = `${request.id}, ${request.name}: ${status} ${text}`;
      faults.push(`Refused, so it has no new example response: ${what}`);
      continue;
    }
    const shown = responses.get(request.id) ?? [];
    if (text === '' || shown.some((response) => response.status === String(status))) continue;
    const name = request.body === undefined ? undefined : request.name;
    const value = normalForm(JSON.parse(text), request.body, moved);
    responses.set(request.id, [...shown, { status: String(status), request: name, value }]);
  }
  return { responses, faults };
}

function resetForWriting({ database }: TestApp): Promise<number> {
  return resetExampleWorkspace(database);
}

// The examples of the contract itself and its pages are written by hand; they show the beginning.
function hasOwnJson({ id, accept }: ExampleRequest): boolean {
  return id !== 'getOpenApi' && (accept === undefined || accept === 'application/json');
}
