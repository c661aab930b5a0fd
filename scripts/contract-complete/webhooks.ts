import { asList, valueAt } from '../generate/json';
import { width } from './flow';

interface Message {
  readonly type: string;
  readonly schema: string;
  /** What `data` of this message has, as a property. */
  readonly data?: string;
}

/** The messages that are no events, with their schemas. */
const messages: readonly Message[] = [
  { type: 'webhook.test', schema: 'WebhookTestMessage' },
  { type: 'agent.work_available', schema: 'AgentWorkAvailableMessage' },
];

const parameter = (name: string): string => `{ $ref: '#/components/parameters/${name}' }`;
const response = (name: string): string => `{ $ref: '#/components/responses/${name}' }`;

/**
 * The section `webhooks` of a contract, with one entry for each kind of event and for each other
 * message.
 */
export function completeWebhooks(document: unknown): string[] {
  const kinds = asList(valueAt(document, '#/components/schemas/EventKind/enum')).map(String);
  const events = kinds.map((type) => ({
    type,
    schema: 'WebhookEventMessage',
    data: `, data: { properties: { kind: { const: ${type} } } }`,
  }));
  return ['webhooks:', ...[...events, ...messages].flatMap((message) => entryOf(message))];
}

// In as few lines as possible, because there are many entries and they are all alike.
function entryOf({ type, schema, data = '' }: Message): string[] {
  const schemas = `    { type: object, properties: { type: { const: ${type} }`;
  const end = '} }] } } } },';
  return [
    `  ${type}: { post: { operationId: ${operationIdOf(type)}, tags: [webhooks], summary: ${type},`,
    `    description: 'The message \`${type}\`.', security: [], parameters: [${parameter('WebhookMessageId')},`,
    `    ${parameter('WebhookTimestamp')}, ${parameter('WebhookSignature')}],`,
    `    requestBody: { required: true, content: { application/json: { schema: { allOf: [{ $ref: '#/components/schemas/${schema}' },`,
    ...(`${schemas}${data} ${end}`.length <= width || data === ''
      ? [`${schemas}${data} ${end}`]
      : [`${schemas},`, `    ${data.slice(2)} ${end}`]),
    `    responses: { '200': ${response('WebhookReceived')}, '410': ${response('WebhookGone')} } } }`,
  ];
}

/** `onActionCreated` for `action.created`. No other operation begins with `on`. */
function operationIdOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
