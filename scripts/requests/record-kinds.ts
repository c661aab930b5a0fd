/** The kinds of records that have an id in a path, in the singular of the path's name. */
export const recordKinds = [
  'action',
  'note',
  'project',
  'domain',
  'order',
  'checkin',
  'question',
  'proposal',
  'agent',
  'token',
  'document',
  'user',
  'invitation',
  'revision',
  'link',
  'webhook',
  'file',
  'delivery',
  'oauth_grant',
  'session',
  'saved_view',
] as const;

export type RecordKind = (typeof recordKinds)[number];
