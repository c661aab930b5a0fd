import type { OperationId } from '../../src/platform/operation';
import type { TimerKind } from '../../src/shared/timer-store';

/** What permits an operation to change a record other than its own. */
export interface BulkGuard {
  /**
   * The verb on one record whose guard the operation takes for each of them; `people` when agents
   * may not call the operation, because people pass every guard of an open action; `system` for a
   * consequence that is never refused.
   */
  readonly takes: OperationId | 'people' | 'system';
  /** What the guard of the verb checks and this does not, and why. */
  readonly leavesOut?: string;
}

/** The guards of an operation by its effects. An effect begins with the table that it changes. */
export type Effects = Readonly<Record<string, BulkGuard>>;

/** The operation changes its own record at most: the one that its path names, or a new one. */
const own: Effects = {};

const questionEnds: Effects = {
  'actions: becomes ready again, or gets a new lease': {
    takes: 'system',
    leavesOut: 'Permission and claim: the wait ends with the question that began it.',
  },
};
const itemsOfBatch = (verb: OperationId): BulkGuard => ({
  takes: verb,
  leavesOut: 'Nothing: each item runs the verb and has its own result.',
});
const usageOfClaim: Effects = {
  'usage_reports: the report of its claim': {
    takes: 'system',
    leavesOut: 'Nothing: the claim is the one that the operation has checked.',
  },
};
const signedOut: BulkGuard = {
  takes: 'people',
  leavesOut: 'Nothing: what ends belongs to the person whose account it is.',
};

/**
 * Every operation that writes, and what it changes besides its own record. A new operation needs a
 * line. The test of the examples fails for an effect that has none.
 */
export const bulkEffects: Readonly<Partial<Record<OperationId, Effects>>> = {
  createAction: own,
  updateAction: own,
  completeAction: {
    ...usageOfClaim,
    'actions: the next occurrence of a repeating action': {
      takes: 'system',
      leavesOut:
        'Permission and approval of createAction: it keeps the assignee, the order and the review of its action.',
    },
  },
  heartbeatAction: usageOfClaim,
  claimAction: own,
  releaseAction: usageOfClaim,
  addBlocker: own,
  removeBlocker: own,
  dropAction: {
    'agent_requests: the open questions about it are dismissed': {
      takes: 'system',
      leavesOut: 'Only people may dismissQuestion: an answer would come too late.',
    },
  },
  reopenAction: own,
  approveAction: own,
  rejectAction: own,
  batchReviewActions: { 'actions: its items': itemsOfBatch('approveAction') },
  batchUpdateActions: {
    'actions: its items': itemsOfBatch('updateAction'),
    'agent_requests: the open questions about dropped actions': {
      takes: 'system',
      leavesOut: 'Only people may dismissQuestion: an answer would come too late.',
    },
  },
  importActions: own,
  claimNextAction: { 'actions: the claimed action': { takes: 'claimAction' } },
  createActionNote: own,
  updateNote: {
    'actions: its latest note': {
      takes: 'system',
      leavesOut: 'Permission and claim: who wrote the note may change it, wherever it is.',
    },
  },
  createProjectNote: own,
  createOrderNote: own,
  createQuestionNote: own,
  createDocumentNote: own,
  createProposalNote: own,
  createProject: own,
  updateProject: {
    'actions: dropped by close_actions': { takes: 'dropAction' },
    'actions: move to the domain of the project': {
      takes: 'updateAction',
      leavesOut: 'The state: ended actions move too, because they stay in their project.',
    },
    'actions: become part of a template': { takes: 'updateAction' },
    'agent_requests: the open questions about dropped actions': {
      takes: 'system',
      leavesOut: 'Only people may dismissQuestion: an answer would come too late.',
    },
  },
  duplicateProject: {
    'actions: copies of the open actions of the template': {
      takes: 'createAction',
      leavesOut: 'The review: who chose it in the template chose it for the copies.',
    },
  },
  renameLabel: {
    'labels: the one that is renamed, and the merged one': {
      takes: 'people',
      leavesOut: 'Nothing: labels belong to the workspace.',
    },
    'saved_views: those that filter by the label, also of others': {
      takes: 'people',
      leavesOut: 'Nothing: each would list nothing, and shows no more than before.',
    },
  },
  createSavedView: own,
  updateSavedView: own,
  deleteSavedView: own,
  createDomain: own,
  updateDomain: own,
  createOrder: own,
  updateOrder: own,
  createCheckin: own,
  createQuestion: {
    'actions: a blocking question makes its ready action wait': {
      takes: 'updateAction',
      leavesOut: 'The claim: an agent may ask about pool work that another one has claimed.',
    },
  },
  batchRespondQuestions: {
    'agent_requests: its items': itemsOfBatch('respondQuestion'),
    ...questionEnds,
  },
  respondQuestion: questionEnds,
  dismissQuestion: questionEnds,
  withdrawQuestion: questionEnds,
  takeQuestion: own,
  updateMe: { 'users: the own account': signedOut },
  releaseQuestion: own,
  createProposal: own,
  permitProposal: own,
  denyProposal: own,
  withdrawProposal: own,
  createAgent: own,
  updateAgent: own,
  pauseAgent: { 'actions: its claims on pool work end': { takes: 'people' } },
  resumeAgent: own,
  revokeAgent: {
    'actions: its open actions return to the pool, its claims end': { takes: 'people' },
    'orders: its active orders pause': { takes: 'people' },
    'tokens: all end': { takes: 'people' },
  },
  createToken: own,
  revokeToken: own,
  rotateToken: own,
  createDocument: own,
  updateDocument: own,
  approveRevision: { 'documents: the review state': { takes: 'people' } },
  revertRevision: { 'documents: the content before the revision': { takes: 'people' } },
  createLink: own,
  updateLink: own,
  deleteLink: own,
  deleteFile: own,
  markAgentNewsRead: own,
  createWebhook: own,
  updateWebhook: own,
  deleteWebhook: own,
  rotateWebhookSecret: own,
  testWebhook: own,
  replayWebhook: own,
  replayWebhookDelivery: own,
  createAgentWebhookSecret: own,
  updateUser: { 'tokens: those that a demoted owner created, on request': { takes: 'people' } },
  deactivateUser: {
    'sessions: all of the person end': signedOut,
    'password_resets: the open one ends': signedOut,
    'tokens: those that the person created, on request': { takes: 'people' },
  },
  reactivateUser: own,
  createPasswordReset: { 'password_resets: the open one ends': { takes: 'people' } },
  createInvitation: own,
  revokeInvitation: own,
  acceptInvitation: { 'invitations: the accepted one': signedOut },
  updateWorkspace: own,
  createSession: own,
  useSignInLink: own,
  deleteSession: { 'sessions: the own one ends': signedOut },
  changePassword: {
    'users: the own account': signedOut,
    'sessions: the others end': signedOut,
    'password_resets: the open one ends': signedOut,
  },
  resetPassword: {
    'users: the account of the token': signedOut,
    'sessions: all end': signedOut,
    'password_resets: the used one': signedOut,
  },
  changeEmail: {
    'users: the own account': signedOut,
    'password_resets: the open one ends': signedOut,
  },
  deleteSessions: { 'sessions: all of the person end': signedOut },
  deleteOtherSession: own,
  startOidc: own,
  eraseUser: {
    'users: the erased one': signedOut,
    'actors: the name of the erased one': signedOut,
    'sessions: all of the person are deleted': signedOut,
  },
  receiveOidcLogout: {
    'sessions: those that the sign-in at the provider began end': signedOut,
  },
  updateNotificationSettings: own,
  uploadFile: own,
  createUpload: own,
  uploadOnce: own,
  endMails: own,
  removeOidcLink: { 'sessions: those that the link began end': signedOut },
  deleteUserSessions: { 'sessions: all of the person end': signedOut },
  callMcp: {
    'actions: whatever its tool performs': {
      takes: 'system',
      leavesOut: 'Nothing: a tool performs operations, each with its own guard.',
    },
  },
  decideAuthorization: own,
  createAccessToken: own,
  revokeOauthToken: own,
  registerOauthClient: own,
  revokeOauthGrant: { 'tokens: those of the grant end': signedOut },
};

/** What time changes. The system does it, so nothing refuses it. */
export const timedEffects: Readonly<Record<TimerKind | 'question.expired', string>> = {
  'action.undeferred': 'Changes no record.',
  'action.offered_again': 'Changes no record.',
  'action.stalled': 'Changes no record.',
  'claim.expired': 'Leaves out permission and claim: the lease has ended by itself.',
  'order.checkin_overdue': 'Leaves out permission: only the time of the next report changes.',
  'question.reminder_due': 'Leaves out permission: only the time of the next reminder changes.',
  'token.expiring': 'Changes no record.',
  'proposal.expired': 'Changes no record.',
  'question.expired': 'Leaves out permission and claim, as the end of a question by people does.',
};
