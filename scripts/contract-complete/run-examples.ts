import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { startApp, type TestApp } from '../../test/support/app';
import type { TestDatabase } from '../../test/support/dialects';
import { normalForm } from '../../test/support/example-normal-form';
import { resetExampleWorkspace } from '../../test/support/example-workspace';
import { type ExampleRequest, exampleRequests } from '../../test/support/examples';
import { resetForReading, sendExample } from '../../test/support/send-example';
import type { ExampleResponses, ExampleResponse } from './example-responses';

/** The result of sending the contract's example requests. */
export interface ExampleRun {
  readonly responses: ExampleResponses;
  /** The requests that were refused, each with its response. */
  readonly refusals: readonly string[];
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
      return await sendAll(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sendAll(app: TestApp): Promise<ExampleRun> {
  const responses = new Map<string, ExampleResponse[]>();
  const refusals: string[] = [];
  for (const request of exampleRequests.filter(hasOwnJson)) {
    const reset = request.method === 'get' ? resetForReading : resetForWriting;
    const moved = await reset(app);
    const { status, text } = await sendExample(app, request);
    if (status >= 400) {
      refusals.push(`${request.id}, ${request.name}: ${status} ${text}`);
      continue;
    }
    const shown = responses.get(request.id) ?? [];
    if (text === '' || shown.some((response) => response.status === String(status))) continue;
    const name = request.body === undefined ? undefined : request.name;
    const value = normalForm(JSON.parse(text), request.body, moved);
    responses.set(request.id, [...shown, { status: String(status), request: name, value }]);
  }
  return { responses, refusals };
}

function resetForWriting({ database }: TestApp): Promise<number> {
  return resetExampleWorkspace(database);
}

// The examples of the contract itself and its pages are written by hand; they show the beginning.
function hasOwnJson({ id, accept }: ExampleRequest): boolean {
  return id !== 'getOpenApi' && (accept === undefined || accept === 'application/json');
}
