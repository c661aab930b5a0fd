import type { Client } from '@modelcontextprotocol/client';
import { isRecord, type JsonRecord } from '../../src/platform/json';

/** How the agent works. It uses no model: its results are fixed texts. */
export interface Work {
  /** Returns a question about the claimed action that a person must answer first, if there is one. */
  readonly questionAbout?: (action: JsonRecord, context: JsonRecord) => string | undefined;
  /** Called after each completed action. */
  readonly onCompleted?: (action: JsonRecord) => void;
}

/**
 * Takes actions, asks or completes them, until nothing is left to take. Throws an Error with the
 * `CODE: message` of a call that the service refuses.
 */
export async function workUntilIdle(client: Client, work: Work = {}): Promise<void> {
  const brief = await callTool(client, 'get_overview', { brief: true });
  let through = textAt(recordAt(brief, 'news'), 'page', 'next');
  for (;;) {
    const read = through === undefined ? {} : { news_read_through: through };
    through = undefined;
    const { record: action, claim, context } = await callTool(client, 'claim_next', read);
    if (!isRecord(action) || !isRecord(claim)) return;
    const question = work.questionAbout?.(action, isRecord(context) ? context : {});
    if (question === undefined) {
      await callTool(client, 'complete_action', {
        id: action['id'],
        claim_generation: claim['generation'],
        note: `Done: ${String(action['title'])}`,
      });
      work.onCompleted?.(action);
    } else {
      await callTool(client, 'ask_question', {
        action_id: action['id'],
        question,
        on_answer: 'I continue with your answer.',
      });
      // The claim is at rest until somebody answers, so this agent takes no other action.
      return;
    }
  }
}

async function callTool(client: Client, name: string, args: JsonRecord): Promise<JsonRecord> {
  const { isError, content } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : `${name} failed.`;
  if (isError === true) throw new Error(text);
  const result: unknown = JSON.parse(text);
  return isRecord(result) ? result : {};
}

function recordAt(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}

function textAt(record: JsonRecord, name: string, field: string): string | undefined {
  const value = recordAt(record, name)[field];
  return typeof value === 'string' ? value : undefined;
}
