/**
 * The feed: lists the events of the workspace in commit order, for clients that poll them. It owns
 * no table; it reads the events that `shared/events` stores, and omits events whose subject the
 * caller may not see.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { readEvents } from './feed-operations';

export { toEvent } from './feed-mapping';

/** The operations of this feature. */
export const feedHandlers: Pick<EventsHandlers, 'readEvents'> = { readEvents };
