import type { OperationId } from '../../src/platform/operation';

/** A refusal with 400 of a request that the schemas admit. */
interface Beyond {
  /** The only operation that refuses it; absent if all operations with the parameter do. */
  readonly operation?: OperationId;
  /** The path of its validation issue; `*` is the index of any item, and `**` any path. */
  readonly path: string;
  /** The code of the refusal if it is not `VALIDATION_FAILED` alone. */
  readonly codes?: readonly string[];
  readonly reason: string;
}

/** Rules that the contract describes in words, because JSON Schema cannot express them. */
export const beyondSchema: readonly Beyond[] = [
  { path: 'query/after', reason: 'A cursor must come from the same list in the same sort order.' },
  { operation: 'readEvents', path: 'query/before', reason: 'A cursor must come from the feed.' },
  {
    operation: 'streamEvents',
    path: 'header/Last-Event-ID',
    reason: 'A cursor must come from the feed.',
  },
  {
    operation: 'markAgentNewsRead',
    path: 'body/through',
    reason: 'A cursor must come from the list of the same agent.',
  },
  {
    operation: 'batchReviewActions',
    path: 'body/items/*/id',
    reason: 'The items must have different ids.',
  },
  {
    operation: 'batchUpdateActions',
    path: 'body/items/*/id',
    reason: 'The items must have different ids.',
  },
  {
    operation: 'batchUpdateActions',
    path: 'body/items/*/drop',
    reason: 'An item that is dropped cannot also change.',
  },
  {
    operation: 'batchUpdateActions',
    path: 'body/items/*/changes/labels',
    reason: 'Labels are replaced, or added and removed.',
  },
  {
    operation: 'batchUpdateActions',
    path: 'body/change/drop',
    reason: 'An action that is dropped cannot also change.',
  },
  ...['body', 'body/items/*', 'body/items/*/changes', 'body/change', 'body/change/changes'].flatMap(
    (place) =>
      ['labels', 'add_labels', 'remove_labels'].map((field) => ({
        path: `${place}/${field}/*`,
        reason: 'Labels that differ in case only are the same, and have no control characters.',
      })),
  ),
  ...['name', 'new_name'].map((field) => ({
    operation: 'renameLabel' as const,
    path: `body/${field}`,
    reason: 'Labels have no control characters.',
  })),
  {
    operation: 'importActions',
    path: 'body/items/*/import_key',
    reason: 'The items must have different keys.',
  },
  ...['created_at', 'completed_at', 'notes/*/created_at'].map((field) => ({
    operation: 'importActions' as const,
    path: `body/items/*/${field}`,
    reason: 'It must not be in the future, and only finished work was completed.',
  })),
  {
    operation: 'batchRespondQuestions',
    path: 'body/items/*/id',
    reason: 'The items must have different ids.',
  },
  {
    operation: 'dropAction',
    path: 'body/reason',
    reason: 'Agents must send a reason; people need not.',
  },
  {
    operation: 'createProposal',
    path: 'body/payload/permitted_proposal_id',
    reason: 'A proposal cannot itself name a permission.',
  },
  {
    operation: 'permitProposal',
    path: 'body/payload/**',
    codes: ['VALIDATION_FAILED', 'UNKNOWN_FIELD'],
    reason: 'It must be a request for the operation of the proposal.',
  },
  ...(['createSavedView', 'updateSavedView', 'batchUpdateActions'] as const).map((operation) => ({
    operation,
    path: 'body/query/**',
    reason: 'It must be a query that listActions accepts.',
  })),
  { path: 'body/usage', reason: 'Only agents report usage.' },
  {
    operation: 'createQuestion',
    path: 'body/expires_at',
    reason: 'It must be in the future.',
  },
  {
    operation: 'createQuestion',
    path: 'body/remind_at',
    reason: 'It must be in the future.',
  },
  {
    operation: 'updateMe',
    path: 'body/away_until',
    reason: 'It must be in the future.',
  },
  {
    operation: 'createToken',
    path: 'body/expires_at',
    reason: 'It must be in the future.',
  },
  { path: 'body/kinds', reason: 'A preset names the kinds of a webhook instead.' },
  {
    operation: 'createWebhook',
    path: 'body/url',
    reason: 'The path of a URL for ntfy is the topic.',
  },
  {
    operation: 'updateWebhook',
    path: 'body/preset',
    reason: 'The webhook of an agent receives its news.',
  },
  {
    operation: 'updateWebhook',
    path: 'body/resume_from',
    reason: 'It is required to enable a disabled webhook.',
  },
  {
    operation: 'updateWebhook',
    path: 'body/url',
    reason: 'The URL of an agent’s webhook is changed with the agent.',
  },
  {
    operation: 'replayWebhook',
    path: 'body/after',
    reason: 'A cursor must come from the feed.',
  },
  {
    operation: 'updateWorkspace',
    path: 'body/time_zone',
    reason: 'The time zones of the IANA database change without the contract.',
  },
  {
    operation: 'updateNotificationSettings',
    path: 'body/digest/time_zone',
    reason: 'The time zones of the IANA database change without the contract.',
  },
  {
    operation: 'createAction',
    path: 'body/repeat_rule/time_zone',
    reason: 'The time zones of the IANA database change without the contract.',
  },
  {
    operation: 'updateAction',
    path: 'body/repeat_rule/time_zone',
    reason: 'The time zones of the IANA database change without the contract.',
  },
];
