import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { startApp, type TestApp } from '../../test/support/app';
import type { TestDatabase } from '../../test/support/dialects';
import { normalForm } from '../../test/support/example-normal-form';
import { resetExampleWorld } from '../../test/support/example-world';
import { type ExampleRequest, exampleRequests } from '../../test/support/examples';
import { resetForReading, sendExample } from '../../test/support/send-example';
import type { Answers, ShownAnswer } from './answers';

/** What came of sending the contract's example requests. */
export interface ExampleRun {
  readonly answers: Answers;
  /** The requests that were refused, each with what was answered. */
  readonly refusals: readonly string[];
}

/**
 * Sends the example requests of the generated contract to the service with the example world, on
 * SQLite, and answers one answer for each operation and status of success.
 */
export async function runExamples(): Promise<ExampleRun> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-examples-'));
  const url = `sqlite:${join(folder, 'world.db')}`;
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
  const answers = new Map<string, ShownAnswer[]>();
  const refusals: string[] = [];
  for (const request of exampleRequests.filter(answersOwnJson)) {
    const reset = request.method === 'get' ? resetForReading : resetForWriting;
    const moved = await reset(app);
    const { status, text } = await sendExample(app, request);
    if (status >= 400) {
      refusals.push(`${request.id}, ${request.name}: ${status} ${text}`);
      continue;
    }
    const shown = answers.get(request.id) ?? [];
    if (text === '' || shown.some((answer) => answer.status === String(status))) continue;
    const name = request.body === undefined ? undefined : request.name;
    const value = normalForm(JSON.parse(text), request.body, moved);
    answers.set(request.id, [...shown, { status: String(status), request: name, value }]);
  }
  return { answers, refusals };
}

function resetForWriting({ database }: TestApp): Promise<number> {
  return resetExampleWorld(database);
}

// Of the contract itself and its pages, the examples show the beginning, which is written by hand.
function answersOwnJson({ id, accept }: ExampleRequest): boolean {
  return id !== 'getOpenApi' && (accept === undefined || accept === 'application/json');
}
