import type { EventSourceMessage } from 'eventsource-parser';
import document from '../../generated/openapi.json';
import { closeSchemas } from '../../src/platform/http/responses/response-validator';
import { asObject } from '../../scripts/generate/json';

const schemas = closeSchemas(document);
const content = document.paths['/v1/events/stream'].get.responses['200'].content;
const ofEvents = content['text/event-stream']['x-stream-data'];

/** Throws unless the contract describes the server-sent event and its data. */
export function checkStreamMessage({ event = 'message', data }: EventSourceMessage): void {
  const schema = asObject(Reflect.get(ofEvents, event));
  if (typeof schema['$ref'] !== 'string') throw new Error(`The contract has no event ${event}.`);
  const validate = schemas.validatorOf(schema);
  if (!validate(JSON.parse(data))) throw new Error(`${event}: ${schemas.errorsText(validate)}`);
}
