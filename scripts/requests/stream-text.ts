import { createParser } from 'eventsource-parser';
import type { components } from '../../generated/types';

/** The events of the feed in the text of a stream, without the named ones. */
export function eventsIn(text: string): components['schemas']['Event'][] {
  const events: components['schemas']['Event'][] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === undefined) events.push(JSON.parse(data));
    },
  });
  parser.feed(text);
  return events;
}
