import { asList, valueAt } from '../generate/json';

interface Message {
  readonly type: string;
  readonly schema: string;
  /** What `data` of this message has, as a property. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The messages that are no events, with their schemas. */
const messages: readonly Message[] = [
  { type: 'webhook.test', schema: 'WebhookTestMessage' },
  { type: 'agent.work_available', schema: 'AgentWorkAvailableMessage' },
];

/**
 * The section `webhooks` of a contract, with one entry for each kind of event and for each other
 * message.
 */
export function webhooksOf(document: unknown): Map<string, unknown> {
  const kinds = asList(valueAt(document, '#/components/schemas/EventKind/enum')).map(String);
  const events = kinds.map((type) => ({
    type,
    schema: 'WebhookEventMessage',
    data: { data: { properties: { kind: { const: type } } } },
  }));
  return new Map(
    [...events, ...messages].map((message) => [message.type, { post: entryOf(message) }]),
  );
}

function entryOf({ type, schema, data }: Message): unknown {
  const parameters = ['WebhookMessageId', 'WebhookTimestamp', 'WebhookSignature'];
  // The schema that it narrows says that it is an object.
  const narrowed = { properties: { type: { const: type }, ...data } };
  const body = { allOf: [{ $ref: `#/components/schemas/${schema}` }, narrowed] };
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    operationId: operationIdOf(type),
    tags: ['webhooks'],
    summary: type,
    description: `The message \`${type}\`.`,
    security: [],
    parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { '200': response('WebhookReceived'), '410': response('WebhookGone') },
  };
}

/** `onActionCreated` for `action.created`. No other operation begins with `on`. */
function operationIdOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
