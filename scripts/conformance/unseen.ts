const requiredValue = 'The specification requires the value, but no action has it.';
const created = 'Only people and agents create one; the field has the same values in every record.';
const asked = 'Only agents create one; the field has the same values in every record.';
const wrote = 'Only people and agents write texts; the kind has the same values everywhere.';
const decided = 'Only people decide; the field has the same values in every record.';

const limited = 'The limit of requests is the same for all operations.';
const moved = 'A workspace that has moved has the same response everywhere.';
const uploads = 'The limit of unfinished uploads is that of uploadFile, which a test reaches.';
const bytes = 'Tests read it by fetch, which no recorder sees: it is no JSON.';
const undone = 'An `undo` has the schema of the items of requests, in which tests send it.';

const createdBy = 'created_by_actor_kind';

/**
 * The reasons why no test can see an item, by `KIND SUBJECT ITEM`. An unnecessary reason fails the
 * report too.
 */
export const unseen: Readonly<Record<string, string>> = {
  'field ActionBatchUpdateItem add_labels': undone,
  'field ActionBatchUpdateItem remove_labels': undone,
  'field ActionUpdate order_id': undone,
  'field ActionUpdate assigned_agent_id': undone,
  'field ActionUpdate file_ids': undone,
  'field ActionUpdate permitted_proposal_id': undone,
  'value ActionUpdate.order_id null': undone,
  'value ActionUpdate.assigned_agent_id null': undone,
  'value ActionUpdate.status "waiting"': undone,
  'value RepeatRuleInput null': undone,
  'value RepeatRuleInput.type "from_completion"': undone,
  'value RepeatRuleInput.unit "week"': undone,
  'value RepeatRuleInput.unit "month"': undone,
  'value RepeatRuleInput.unit "year"': undone,
  'field ActionBatchReason reason': undone,
  'parameter uploadFile query/filename': bytes,
  'parameter uploadFile header/Content-Disposition': bytes,
  'response uploadOnce 429 RATE_LIMITED': limited,
  'response uploadOnce 429 TOO_MANY_UPLOADS': uploads,
  'parameter uploadOnce path/token': bytes,
  'parameter uploadOnce query/filename': bytes,
  'response downloadFile 206': bytes,
  'response downloadFile 401 UNAUTHENTICATED': bytes,
  'response downloadFile 403 INSUFFICIENT_SCOPE': bytes,
  'parameter downloadFile path/id': bytes,
  'parameter downloadFile header/Range': bytes,
  'parameter downloadFile header/If-Range': bytes,
  'parameter downloadFile header/If-None-Match': bytes,
  'response showUnsubscribe 200': bytes,
  'parameter showUnsubscribe query/token': bytes,
  'response endMails 200': bytes,
  'response endMails 429 RATE_LIMITED': limited,
  'response endMails 429 of the protocol': limited,
  'parameter endMails query/token': bytes,
  'response useSignInLink 410 MOVED': moved,
  'response useSignInLink 429 RATE_LIMITED': limited,
  'header downloadFile 206 RateLimit': bytes,
  'header downloadFile 206 RateLimit-Policy': bytes,
  'header downloadFile 206 X-Request-Id': bytes,
  'header showUnsubscribe 200 X-Request-Id': bytes,
  'header endMails 200 X-Request-Id': bytes,
  'value SavedView.created_by_actor_name null': created,
  'value Action.assigned_actor_kind "system"': requiredValue,
  'value Action.created_by_actor_kind "system"': requiredValue,
  'value Action.created_by_actor_kind null': requiredValue,
  ...valuesOf(
    created,
    createdBy,
    ['system', null],
    [
      'Document',
      'Domain',
      'Link',
      'Order',
      'Project',
      'QuestionEntry',
      'RequestRecord',
      'RevisionSummary',
    ],
  ),
  ...valuesOf(created, createdBy, [null], ['Note']),
  ...valuesOf(asked, createdBy, ['user', 'system', null], ['Checkin', 'Proposal', 'Question']),
  ...valuesOf(
    created,
    'created_by_actor_name',
    [null],
    [
      'Action',
      'Checkin',
      'Document',
      'Domain',
      'Link',
      'Note',
      'Order',
      'Project',
      'Proposal',
      'Question',
      'QuestionEntry',
      'RequestRecord',
      'RevisionSummary',
    ],
  ),
  ...valuesOf(asked, 'agent_id', [null], ['Question', 'QuestionEntry', 'RequestRecord']),
  ...valuesOf(asked, 'agent_name', [null], ['QuestionEntry']),
  ...valuesOf(asked, 'created_by_agent_id', [null], ['Proposal', 'Question']),
  'value ActivityEntry.target_title null': 'Every record has a title or a name.',
  ...valuesOf(wrote, 'kind', ['system'], ['TextAuthor']),
  ...valuesOf(wrote, 'written_by_actor_kind', ['system'], ['EarlierText']),
  ...valuesOf(wrote, 'replaced_by_actor_kind', ['system'], ['EarlierText']),
  ...valuesOf(decided, 'decided_by_actor_kind', ['system'], ['Proposal']),
  'response getSignIn 500 INTERNAL': 'It reads only the configuration.',
  'value Error.code "NOT_IMPLEMENTED"': 'Every operation has a handler.',
  'value RequestRecord.status "resolved"':
    'The schema is shared by all questions. The command view shows only open ones.',
};

/** The reason for each of the values of a field in each of the schemas. */
function valuesOf(
  reason: string,
  field: string,
  values: readonly (string | null)[],
  schemas: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    schemas.flatMap((schema) =>
      values.map((value) => [`value ${schema}.${field} ${JSON.stringify(value)}`, reason]),
    ),
  );
}
