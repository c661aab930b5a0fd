/**
 * Runs the agent of `agent.ts` until it is stopped:
 *
 * URL=http://127.0.0.1:3000 TOKEN=cb_... npx tsx examples/run-agent.ts
 */
import { setTimeout } from 'node:timers/promises';
import { createClient } from 'callboard-client';
import { runUntilIdle } from './agent';

const pollMs = 10_000;

async function main(): Promise<void> {
  const { URL: baseUrl = 'http://127.0.0.1:3000', TOKEN: token = '' } = process.env;
  const client = createClient({
    baseUrl,
    token,
    retry: {
      onRetry({ method, url, waitMs }) {
        console.log(`Sends ${method} ${url} again in ${Math.round(waitMs)} ms.`);
      },
    },
  });
  let etag: string | undefined;
  for (;;) {
    const attention = await client.read('/v1/agents/{id}/attention', {
      params: { path: { id: 'me' } },
      etag,
    });
    etag = attention.etag;
    if (attention.changed) await runUntilIdle(client);
    await setTimeout(pollMs);
  }
}

void main();
