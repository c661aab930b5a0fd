import { asList, valueAt } from '../generate/json';
import { writeEntry } from './flow';

/** The messages that are no events, with their schemas. */
const messages = [
  { type: 'webhook.test', schema: 'WebhookTestMessage' },
  { type: 'agent.work_available', schema: 'AgentWorkAvailableMessage' },
];

const headers = ['WebhookMessageId', 'WebhookTimestamp', 'WebhookSignature'];

/**
 * The section `webhooks` of a contract, with one entry for each kind of event and for each other
 * message.
 */
export function completeWebhooks(document: unknown): string[] {
  const kinds = asList(valueAt(document, '#/components/schemas/EventKind/enum')).map(String);
  const events = kinds.map((type) => ({ type, schema: 'WebhookEventMessage' }));
  return [
    'webhooks:',
    ...[...events, ...messages].flatMap(({ type, schema }) =>
      writeEntry(type, entryOf(type, schema), 2),
    ),
  ];
}

function entryOf(type: string, schema: string) {
  return {
    post: {
      operationId: operationIdOf(type),
      tags: ['webhooks'],
      summary: type,
      description: `The message \`${type}\`.`,
      security: [],
      parameters: headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: `#/components/schemas/${schema}` },
                { type: 'object', properties: { type: { type: 'string', const: type } } },
              ],
            },
          },
        },
      },
      responses: {
        '200': { $ref: '#/components/responses/WebhookReceived' },
        '410': { $ref: '#/components/responses/WebhookGone' },
      },
    },
  };
}

/** `onActionCreated` for `action.created`. No other operation begins with `on`. */
function operationIdOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
