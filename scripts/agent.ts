import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './agent/connect';
import { workUntilIdle } from './agent/work';

const pollMs = 10_000;

/**
 * A small agent without a model, which works through the tools of `POST /mcp` until it is stopped:
 *
 * URL=http://127.0.0.1:3000 TOKEN=cb_... npx tsx scripts/agent.ts
 */
async function main(): Promise<void> {
  const { URL: baseUrl = 'http://127.0.0.1:3000', TOKEN: token = '' } = process.env;
  const client = await connect(baseUrl, token);
  for (;;) {
    await workUntilIdle(client, {
      questionAbout: ({ details }, { ended_questions: ended }) =>
        String(JSON.stringify(details)).includes('Ask first') && ended === undefined
          ? 'May I begin?'
          : undefined,
      onCompleted: ({ title }) => console.log(`Completed: ${String(title)}`),
    });
    await pause(pollMs);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
