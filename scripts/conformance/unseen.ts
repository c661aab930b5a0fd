const requiredValue = 'The specification requires the value, but no action has it.';

/**
 * The reasons why no test can see an item, by `KIND SUBJECT ITEM`. An unnecessary reason fails the
 * report too.
 */
export const unseen: Readonly<Record<string, string>> = {
  'value Action.assigned_actor_kind "system"': requiredValue,
  'value Action.created_by_actor_kind "system"': requiredValue,
  'value Action.created_by_actor_kind null': requiredValue,
  'value Error.code "NOT_IMPLEMENTED"': 'Every operation has a handler.',
  'value RequestRecord.status "resolved"':
    'The schema is shared by all questions. The command view shows only open ones.',
};
