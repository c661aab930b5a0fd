import document from '../../generated/openapi.json';
import { closeSchemas, recordAt } from '../../src/platform/http/responses/response-validator';
import { messageSchema } from '../../scripts/conformance/documented';
import { enumeratedValues } from '../../scripts/conformance/values';
import { asList, asObject } from '../../scripts/generate/json';
import type { Received } from '../../scripts/servers/receiver';
import { recordSeen } from '../../scripts/requests/response-record';

const schemas = closeSchemas(document);
const values = enumeratedValues(document);

/** The types of messages that the contract describes. */
export const messageTypes: readonly string[] = Object.keys(recordAt(document, 'webhooks'));

/** Records what the message shows. Throws unless the contract describes it, with its headers. */
export function checkMessage({ headers, body }: Received): void {
  const message = asObject(JSON.parse(body));
  const type = String(message['type']);
  const operation = recordAt(recordAt(recordAt(document, 'webhooks'), type), 'post');
  if (!messageTypes.includes(type)) throw new Error(`The contract has no webhook ${type}.`);
  const content = recordAt(recordAt(operation, 'requestBody'), 'content');
  const validate = schemas.validatorOf(asObject(recordAt(content, 'application/json')['schema']));
  if (!validate(message)) throw new Error(`${type}: ${schemas.errorsText(validate)}`);
  for (const parameter of asList(operation['parameters'])) {
    const { name, schema } = asObject(schemas.resolve(asObject(parameter)));
    const isValid = schemas.validatorOf(asObject(schema));
    const value = headers[String(name)];
    if (!isValid(value)) throw new Error(`${type}: ${String(name)} is ${String(value)}.`);
  }
  recordSeen(values.seen(messageSchema(type), 'Message', message));
}
