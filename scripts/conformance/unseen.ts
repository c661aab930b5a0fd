const seedKinds = 'The seed specification lists it; no action has it.';

/**
 * The reasons why no test can see an item, by `KIND SUBJECT ITEM`. An unnecessary reason fails the
 * report too.
 */
export const unseen: Readonly<Record<string, string>> = {
  'value Action.assigned_actor_kind "system"': seedKinds,
  'value Action.created_by_actor_kind "system"': seedKinds,
  'value Action.created_by_actor_kind null': seedKinds,
  'value Error.code "NOT_IMPLEMENTED"': 'No operation is without a function.',
  'value RequestRecord.status "resolved"':
    'The record is that of every request of an agent. The command view shows open ones only.',
};
