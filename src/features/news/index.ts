/**
 * News: the events that concern an agent, with what the agent needs to continue, and how far it has
 * read them. `shared/events` defines and stores them with the events. Marking them as read emits no
 * event.
 */
import type { EventsHandlers } from '../../../generated/handlers';
import { getAgentNews, markAgentNewsRead } from './news-operations';

export { toNewsItems } from './news-mapping';

/** The operations of this feature. */
export const newsHandlers: Pick<EventsHandlers, 'getAgentNews' | 'markAgentNewsRead'> = {
  getAgentNews,
  markAgentNewsRead,
};
