/**
 * The feed: the workspace's events for whoever follows them. It owns no table; events are told to the room `events`, which this one
 * reads, as far as the caller may see what they are about.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { readEvents } from './feed-operations';

/** The feed's operations. */
export const eventsHandlers: EventsHandlers = { readEvents };
