// Generated from contract/openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/v1/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actions
         * @description Actions of the workspace, newest first. Templates are listed only with `is_template=true`. `held_by` tells why an open action cannot be worked on now, whatever its status; `actionable=true` lists those that can be.
         */
        get: operations["listActions"];
        put?: never;
        /**
         * Create an action
         * @description A ready action that an agent creates is assigned to that agent unless the request names another assignee, or null for the pool. A worker agent may create work for itself, the pool, the inbox or a person. An agent needs `permitted_proposal_id` when it requires approval or creates work for an order that requires approval, unless the work is its own (403 `PROPOSAL_REQUIRED`). When an open action already has the `source_key`, the response is 200 with that action, and nothing is created. With `Prefer: return=minimal`, both cases are 204 and nothing tells them apart.
         */
        post: operations["createAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/batch-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read many actions
         * @description Returns up to 100 actions by their ids, in the order of the request, each once. More than 100 different ids return 422 `TOO_MANY_IDS` with `details.limit` and `details.given`. `hidden_ids` contains the ids of actions that do not exist or that the caller cannot see. The actions end early once they exceed 4 MiB, after at least one; `omitted_ids` then contains the ids of the others, for another request.
         */
        get: operations["batchGetActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action
         * @description Returns one action with its newest notes, its claim, its blockers and its review. `GET /v1/actions/{id}/context` also returns the related records.
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an action
         * @description A worker agent may change actions that are assigned to it, actions that it created, and pool work that its capabilities cover. It may assign work to itself, the pool or a person. An agent needs `permitted_proposal_id` to assign work to the pool or to somebody else when it requires approval, or when the action is in an order that requires approval before or after the change (403 `PROPOSAL_REQUIRED`). It also needs one to take an action out of its order, make it a template, or move it into a template or a project that is not active, when the agent or that order requires approval, and to move an action into an order that requires approval, unless the action is or becomes its own. Done and dropped actions cannot be changed. An agent cannot change an action that another agent has claimed (409 `ALREADY_CLAIMED`). Assigning the action to somebody else ends its claim. A place in a sequential project that would make an action wait for itself is 422 `DEPENDENCY_CYCLE`.
         */
        patch: operations["updateAction"];
        trace?: never;
    };
    "/v1/actions/{id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action with its context
         * @description Returns all context that is needed to work on the action, in one response of limited size. It contains the project, the order with its document, the newest links that the caller can see, with the linked documents, the previous occurrence, the newest notes, the newest open questions and the questions that ended last, with their answers. `document` is null when the caller cannot see it. Texts longer than 16 KiB are cut, and other JSON values longer than that are replaced by null; `truncated.texts` names them. The lists take turns to add their next entry while the JSON has at most 256 KiB; each list has at least one entry, and the other records are never omitted. With `max_bytes`, texts are cut and lists end earlier, and a list may be empty.
         */
        get: operations["getActionContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an action
         * @description Moves an open action to `done`. The caller must be a person, the assignee, or an agent whose capabilities cover the pool work. The actor that completes pool work becomes its assignee. The first of several callers wins; the others get 409 `ALREADY_TERMINAL` with `details.status`. A blocked action returns 409 `BLOCKED`; `details.blocked_by` names the actions that block it. While an agent has the action claimed, others get 409 `ALREADY_CLAIMED`, and so do requests of the agent without the `worker` of the claim, if it has one, or its generation. A `claim_generation` of a claim that somebody else has taken over or ended returns 409 `CLAIM_LOST`. Completion ends the claim. When an agent completes work that requires review, `review.state` becomes `pending`. `links` are attached to the action in the same transaction. Completing a repeating action creates the next occurrence, whose `spawned_from_action_id` is this action. An action creates its next occurrence only once. Reopening the action does not change the next occurrence, and completing it again creates no other. The next occurrence has the same title, details, project, domain, order, requirements, input, position and assignee (pool work returns to the pool). It has the same links except those of the completion, and neither `source_key` nor `delegate_label`. It is `ready` when it is assigned or this action was ready, otherwise it is in the `inbox`. It replaces this action, so no cap prevents it but that of the stored bytes (403 `CAP_EXCEEDED`). `repeat_rule` determines when it is due.
         */
        post: operations["completeAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the work continues
         * @description Sets `last_activity_at`, stores the note with kind `heartbeat`, and renews the caller's live claim for its lease or for `lease_seconds`. A claim at rest stays at rest. For the assignee and the claimant. After the lease, with a superseded `claim_generation`, and without the `worker` of the claim, if it has one, or its generation, the response is 409 `CLAIM_LOST`. An assignee that never claimed the action gets no `claim`, and `hint` says so.
         */
        post: operations["heartbeatAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an action
         * @description Records that the calling agent works on the action for `lease_seconds`; a heartbeat renews the claim. An assignment names the owner of the work, and a claim names the agent that works on it now. Only the claim expires: pool work is then available to all again, while assigned work stays assigned and shows as stalled. An agent may claim actions that are assigned to it and pool work that its capabilities cover. The first of several requests wins; the others get 409 `ALREADY_CLAIMED` with `details {claimed_by_actor_id, expires_at, retry_after_seconds}` and `Retry-After`. An agent can claim only actions that a queue would offer. Other actions return 409 `NOT_CLAIMABLE` with `details.reason`: `not_ready`, `template`, `paused_project`, `deferred`, `blocked` (with `details.blocked_by`) or `sequential`. `sequential` means that an earlier action of the sequential project is open or in review. When the agent claims an action again that it has already claimed, the generation stays the same and a new lease starts. With `worker`, the claim belongs to that worker of the agent: while it is live, a request with another `worker`, or without one, returns 409 `ALREADY_CLAIMED`. To renew, release or complete it, send this `worker` or the `claim_generation`, which tells whether the claim is still the one that the process took. While the action waits for an answer to the claimant's blocking question, the claim is at rest and does not expire; see `createQuestion`.
         */
        post: operations["claimAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a claim
         * @description Ends the claim and stores the reason, if the body has one, as a note. A worker agent may end only its own claim; people and sysadmin agents may end any claim. Pool work is available to others at once; assigned work stays assigned, and `hint` says how to give it to the pool. No queue offers the action to the agent that gave it back for `release_backoff` of the workspace, or until somebody else changes it. Without a claim to end, with a superseded `claim_generation`, and without the `worker` of the claim, if it has one, or its generation, the response is 409 `CLAIM_LOST`.
         */
        post: operations["releaseAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/blockers/{blocker_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a blocker to an action
         * @description The action is blocked until the blocker is dropped, or is done with no review pending. An action with several blockers is blocked until this is true of all of them. Every caller who may change the action may add a blocker. Adding the same blocker again changes nothing. An action has at most 50 blockers (422 `TOO_MANY_IDS` with `details.limit`). An action that would wait for itself, by blockers or by the order of sequential projects, returns 422 `DEPENDENCY_CYCLE`. `details.path` lists the ids of the cycle: it starts and ends with the action, and each action waits for the next. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
         */
        put: operations["addBlocker"];
        post?: never;
        /**
         * Remove a blocker from an action
         * @description Every caller who may change the action may remove a blocker. When the other action is not one of its blockers, the response is 404. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
         */
        delete: operations["removeBlocker"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop an action
         * @description Moves an open action to `dropped`, which means that it will not be done. A worker agent may drop actions that it may change. Agents must send a reason (400 `VALIDATION_FAILED` at `body/reason`). The reason becomes a note. An agent needs `permitted_proposal_id` when it requires approval or drops work of an order that requires approval (403 `PROPOSAL_REQUIRED`). The system dismisses open questions about the action. The first of several requests wins; the others get 409 `ALREADY_TERMINAL` with `details.status`. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
         */
        post: operations["dropAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen an action
         * @description For people. Opens an action that is done or dropped. A done action becomes `ready`, a dropped action moves to the `inbox`. The action keeps its assignee unless `assigned_actor_id` names another one; work of a revoked agent goes to the pool, and that of a viewer or a deactivated person to the inbox, unassigned. A domain that is archived becomes null. An action that would wait for itself is 422 `DEPENDENCY_CYCLE`. It keeps its `result_summary` until it is completed again. `completed_at` becomes null and the review is cleared. The reason becomes a note. The next occurrence of a repeating action does not change. An open action returns 409 `NOT_TERMINAL` with `details.status`. When another open action now has the `source_key`, the response is 409 `SOURCE_KEY_TAKEN` with `details.source_key`.
         */
        post: operations["reopenAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve finished work
         * @description For people, and for agents with `can_review`. Nobody may review work that they completed, and no agent work that it created (403 `SELF_REVIEW_FORBIDDEN`). When `review.state` is not `pending`, the response is 409 `NOT_IN_REVIEW` with `details.status` and `details.review_state`, so the first of several reviewers wins. The comment becomes a note.
         */
        post: operations["approveAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject finished work
         * @description For people, and for agents with `can_review`. Nobody may review work that they completed, and no agent work that it created (403 `SELF_REVIEW_FORBIDDEN`). When `review.state` is not `pending`, the response is 409 `NOT_IN_REVIEW` with `details.status` and `details.review_state`, so the first of several reviewers wins. The action becomes `ready` again. A worker may not assign it to another agent than before, and an agent cannot reassign it where `updateAction` needs an approval (403 `PROPOSAL_REQUIRED`). It keeps its assignee unless `assigned_actor_id` names another one; work of a revoked agent goes to the pool. It keeps its `result_summary` until it is completed again. The reason becomes a note. The next occurrence of a repeating action does not change. When another open action now has the `source_key`, the response is 409 `SOURCE_KEY_TAKEN`.
         */
        post: operations["rejectAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/batch-review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review many actions
         * @description For people, and for agents with `can_review`. Approves and rejects the named actions in one transaction, each as `approveAction` and `rejectAction` do. An item that is refused changes nothing and does not affect the others: its entry has the `status` and the `error` that the single operation would have had. Every other error refuses the whole request, and then nothing is reviewed. The ids must be different. The records end early once they exceed 4 MiB, after at least one; the entries of the others have only their `id` and `status`.
         */
        post: operations["batchReviewActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/claim-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim the next action
         * @description For the agent itself. Claims the first action of its own work and of the pool work that its capabilities cover. Overdue actions come first; the order is then by priority, the highest first, due date, position and age. It takes some seconds until an action that becomes due is overdue. `reason` is `claimed`, `continue_current`, `at_capacity` or `none_ready`. `continue_current` means that the agent has a live claim on an action within the given project and domain that it can work on now; the response contains this claim, which is not renewed. `at_capacity` means that it has such a claim elsewhere, because an agent works on one action at a time. A claim on an action that is not ready any more, or has a `held_by` since, prevents nothing. Processes that share the agent's token each send a `worker` name: a claim belongs to the agent and the worker, so `continue_current` and `at_capacity` concern the claims of the same worker only, and each worker works on one action at a time. Claims without a worker belong together. A process that starts again with the name of its worker continues its action. `withheld` counts, by cause, the agent's own ready work and the ready pool work that is not offered. An action with several causes counts for each. At most 1,000 actions are examined. With `include: [context]` the response also has the context of the action, which is not stored: a repetition with the same `client_request_id` omits it, and `getActionContext` returns it.
         */
        post: operations["claimNextAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent's queue
         * @description Lists the actions that `claim-next` offers the agent, in the same order: its own work that can be done now, and pool work that any of its workers has claimed. For the agent itself, sysadmin agents and people.
         */
        get: operations["getAgentQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels
         * @description The labels of the workspace's actions, sorted by name, with the number of open actions.
         */
        get: operations["listLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename or merge a label
         * @description For people. All actions show the new name at once; their versions and events do not change. If another label has the new name, the response is 409 `NAME_TAKEN`, and with `merge` the actions get that label instead.
         */
        post: operations["renameLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an action's notes
         * @description Newest first. Archived notes are listed only on request.
         */
        get: operations["listActionNotes"];
        put?: never;
        /**
         * Write a note on an action
         * @description For everyone who can see the action. Finished actions take notes too.
         */
        post: operations["createActionNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a note
         * @description Returns one note, archived or not. A note on a document is visible to everyone who can see the document.
         */
        get: operations["getNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit or archive a note
         * @description For the author, and only for notes of kind `note`. The author of a note on a document may change it while they may write notes on the document. Lists omit an archived note unless the request includes archived notes, and no action has it as its `latest_note`. An archived note can be restored.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/v1/projects/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a project's notes
         * @description Newest first. Archived notes are listed only on request.
         */
        get: operations["listProjectNotes"];
        put?: never;
        /**
         * Write a note on a project
         * @description For everyone. Closed projects take notes too.
         */
        post: operations["createProjectNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an order's notes
         * @description Newest first. Archived notes are listed only on request.
         */
        get: operations["listOrderNotes"];
        put?: never;
        /**
         * Write a note on an order
         * @description For everyone. Dropped orders take notes too.
         */
        post: operations["createOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a question's notes
         * @description Newest first. Archived notes are listed only on request.
         */
        get: operations["listQuestionNotes"];
        put?: never;
        /**
         * Write a note on a question
         * @description For everyone. Questions that have ended take notes too. The note belongs to the question, not to its action.
         */
        post: operations["createQuestionNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a document's notes
         * @description For everyone who can see the document. Newest first. Archived notes are listed only on request.
         */
        get: operations["listDocumentNotes"];
        put?: never;
        /**
         * Write a note on a document
         * @description For people, sysadmin agents and the document's creator. Other agents need access mode `shared_comment` or `shared_edit` (403 `FORBIDDEN`).
         */
        post: operations["createDocumentNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a proposal's notes
         * @description Newest first. Archived notes are listed only on request.
         */
        get: operations["listProposalNotes"];
        put?: never;
        /**
         * Write a note on a proposal
         * @description For everyone. Proposals that have ended take notes too. The note belongs to the proposal, not to its action.
         */
        post: operations["createProposalNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Newest first.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description An agent that requires approval needs `permitted_proposal_id` (403 `PROPOSAL_REQUIRED`).
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Returns one project. `GET /v1/projects/{id}/actions` lists its actions.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Fields that are absent from the body do not change. People may move a project from any state to any other. A worker agent may change only projects that it created. Completing or dropping a project with open actions returns 409 `PROJECT_HAS_OPEN_ACTIONS` with `details.open_action_count` unless `close_actions` drops them. An agent needs for each of them what `dropAction` asks for: the permission (403 `FORBIDDEN`), an approval (403 `PROPOSAL_REQUIRED`) and no live claim of another agent (409 `ALREADY_CLAIMED`). One `permitted_proposal_id` covers them all. For an agent, the actions that change their domain with the project, or become part of a template, take the guard of `updateAction`; 403 `FORBIDDEN` where that asks for an approval. `details.action_ids` names the actions of the first refusal. A project whose order contradicts the blockers of its actions cannot become sequential (422 `DEPENDENCY_CYCLE`).
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project's reported usage
         * @description Sums what agents reported about the actions that the project has now.
         */
        get: operations["getProjectUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a project template
         * @description Creates an active project from a template. The copy contains the template's open actions, in `ready` or `inbox` as in the template, their links and the blockers between them. Notes, questions and results are not copied. An agent that requires approval needs `permitted_proposal_id` (403 `PROPOSAL_REQUIRED`). A copy takes the guard of `createAction`: a worker cannot assign one to another agent (403 `FORBIDDEN`), and one that is not for the caller needs an approval if its order requires one. `details.action_ids` names the actions. A copy for a revoked agent goes to the pool, one for a viewer or a deactivated person to the inbox, unassigned; a domain that is archived becomes null. Copies that would wait for themselves are 422 `DEPENDENCY_CYCLE`, with the template's actions in `details.path`.
         */
        post: operations["duplicateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actions of a project
         * @description In the order of the project, including templates.
         */
        get: operations["listProjectActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description Sorted by name. Archived domains are listed only on request.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Create a domain
         * @description For people and sysadmin agents.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a domain
         * @description Returns one domain, archived or not, with the counts of its active projects and open actions.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a domain
         * @description For people and sysadmin agents. Archiving a domain returns 409 `DOMAIN_IN_USE` while it has active or paused projects (including templates), open actions, or orders that are not dropped. `details` then has `project_count`, `action_count` and `order_count`. Nothing can be added to an archived domain. Activating it again counts against the plan's `active_domains`.
         */
        patch: operations["updateDomain"];
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Sorted by `position`, the place among the orders of an agent.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description For people and sysadmin agents. The new order is active.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Returns one order in any state, with its newest check-in and its current counts.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an order
         * @description Fields that are absent from the body do not change. People and sysadmin agents may change any order, but only people may change `requires_proposals`, and drop an order that requires approval or change its `agent_id` or `document_id`. A worker agent may change the name, the summary and the position of its own orders. An order can move between `active` and `paused`. `dropped` is final and needs a `reason`. A dropped order takes no more check-ins and no more changes (409 `ORDER_DROPPED`); its open actions and questions do not change. Changing the agent of an order does not change the assignees of its actions. Activating an order of a revoked agent returns 409 `AGENT_REVOKED` unless the order gets another agent.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/v1/orders/{id}/checkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an order's check-ins
         * @description Newest first.
         */
        get: operations["listCheckins"];
        put?: never;
        /**
         * Check in on an order
         * @description For the order's agent and for sysadmin agents, on active orders.
         */
        post: operations["createCheckin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a check-in
         * @description Returns one check-in of an order.
         */
        get: operations["getCheckin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List questions
         * @description Newest first.
         */
        get: operations["listQuestions"];
        put?: never;
        /**
         * Ask a question
         * @description For agents. A blocking question moves a ready action to `waiting`. The action returns to `ready` when its last blocking question ends. A live claim of the agent on the action is at rest meanwhile: it does not expire. When the last blocking question of the agent about the action ends in any way, or the action leaves `waiting`, a new lease of the same length and generation begins. If the agent does not use it, the claim expires as usual. Questions of other agents and questions that do not block let a claim expire. A question with `expires_at` is resolved at that time according to `on_timeout`: it is answered with `default_response` or dismissed, with `timed_out` true. It then no longer blocks its action.
         */
        post: operations["createQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/batch-respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer many questions
         * @description Answers the named questions in one transaction, each as `respondQuestion` does. An item that is refused changes nothing and does not affect the others: its entry has the `status` and the `error` that the single operation would have had. Every other error refuses the whole request, and then nothing is answered. The ids must be different. The records end early once they exceed 4 MiB, after at least one; the entries of the others have only their `id` and `status`.
         */
        post: operations["batchRespondQuestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a question
         * @description Returns one question in any state. An expired question is returned with the result of its `on_timeout`.
         */
        get: operations["getQuestion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{id}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question
         * @description A person may answer any question. An agent may respond only to its own question, which becomes `closed`. A question ends only once; ending it again returns 409 `ALREADY_RESOLVED` with `details.state`.
         */
        post: operations["respondQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a question
         * @description For people, by session cookie.
         */
        post: operations["dismissQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a question
         * @description For the agent that asked, when it no longer needs an answer. The question is `closed` without an answer.
         */
        post: operations["withdrawQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description Newest first.
         */
        get: operations["listProposals"];
        put?: never;
        /**
         * Propose an operation
         * @description For agents. Requests the approval of one request by people. With `execute: on_permit`, permitting executes it without the limits of a worker. Otherwise the agent may send it once, within its limits, with `permitted_proposal_id`. A request that would be refused in any case is refused here.
         */
        post: operations["createProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a proposal
         * @description Returns one proposal in any state, with the permitted payload if there is one.
         */
        get: operations["getProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/target": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the target of a proposal
         * @description For people, by session cookie: the present state of the record that the proposal would change, the names of the ids in its payload, and a digest of the state. A permission is for this state (`permitProposal`). The digest covers every open action of a project; the lists show at most 100 records and 256 KiB, and count the others.
         */
        get: operations["getProposalTarget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/permit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Permit a proposal
         * @description For people, by session cookie. They may change the payload. The permission is for the state of the target that the person saw: send the `digest` of `getProposalTarget` as `target_digest`. If the target has changed since then, the response is 409 `PROPOSAL_STALE`, and the proposal stays open. Without `target_digest`, the permission is for the present state. It ends at `expires_at`, and when the agent uses it after its target has changed. A proposal ends only once; ending it again returns 409 `ALREADY_RESOLVED` with `details.state`.
         *     With `execute: on_permit`, it executes the request as the agent, without the limits of a worker; `result` has the outcome. A refusal that may pass, such as for a claim of another agent, a cap of the plan or a paused agent, leaves the permission: the agent may repeat the request. A request that the operation would refuse for good, such as for an action that has ended, or of a revoked agent (409 `AGENT_REVOKED`), is refused here, and the proposal stays open.
         */
        post: operations["permitProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a proposal
         * @description For people, by session cookie.
         */
        post: operations["denyProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a proposal
         * @description For the agent that created the proposal, while the proposal is undecided.
         */
        post: operations["withdrawProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description Sorted by name.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description For people and sysadmin agents. Only people may create a sysadmin agent or set `webhook_url`. The agent is `pending` until its first authenticated request. Another agent or a person with the name, revoked and deactivated ones too, returns 409 `NAME_TAKEN`. Names are the same if they differ only in case, width, whitespace or invisible characters.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description Returns one agent in any state, including revoked, with its presence.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description For people and sysadmin agents. Only people may change `access_mode` and `webhook_url`, and set `requires_proposals` to false. No agent may change its own `requires_proposals`. A revoked agent keeps its name; rename the agent to free the name. The name of another agent or of a person returns 409 `NAME_TAKEN`, as for `createAgent`.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/v1/agents/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an agent
         * @description For people. The agent may still read; its writes are refused until it is resumed. Its work and its orders stay assigned to it. Its claims on pool work end at once, because it can neither renew the claims nor complete the work. Pausing a paused agent changes nothing; pausing a revoked agent returns 409 `AGENT_REVOKED`.
         */
        post: operations["pauseAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused agent
         * @description For people. The agent becomes `active` again, or `pending` if it has never sent an authenticated request. Resuming an agent that is not paused changes nothing; resuming a revoked agent returns 409 `AGENT_REVOKED`.
         */
        post: operations["resumeAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an agent for good
         * @description For people. Revokes the agent's tokens, returns its open actions to the pool (`ready` actions stay `ready`), ends its claims on pool work, and pauses its active orders, all in one transaction. Its questions stay open, and its results and notes do not change. Revocation is final: a revoked agent returns 409 `AGENT_REVOKED`.
         */
        post: operations["revokeAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an agent's tokens
         * @description For people. Newest first, without secrets. Revoked tokens are included for as long after the revocation as the server stores events.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token for an agent
         * @description For people. The secret appears only in this response. A revoked agent returns 409 `AGENT_REVOKED`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens of the workspace
         * @description For people. Lists the tokens of all agents, including revoked tokens, newest first and without secrets. Use `public_id` to find a token that a text names, for example a log line or a leaked file.
         */
        get: operations["listWorkspaceTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description For people. Takes effect at once; revoking a revoked token changes nothing.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a token with a new one
         * @description For people. The new token has the same name, scopes and lifetime as the old one; its lifetime starts now. The secret appears only in this response. The old token stays valid for `overlap_seconds`, but never longer than before. A token that is revoked, has expired or has already been replaced returns 409 `TOKEN_NOT_ACTIVE`.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to connect an agent
         * @description Returns what to paste into each client of the agent-tool protocol (MCP), so that it works as this agent. The texts read a token from the environment variable `CALLBOARD_TOKEN` and contain none; a person creates one with `createToken`. Clients with `auth` `oauth` ask a person in the browser instead, and need an https `PUBLIC_URL` that they can reach.
         */
        get: operations["getAgentConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent's reported usage
         * @description Sums what the agent reported with its claims and its check-ins. For the agent itself, sysadmin agents and people.
         */
        get: operations["getAgentUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description The documents that the caller may see, newest first.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Create a document
         * @description Creates a document; its content becomes the first revision. An agent owns the documents that it creates.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document
         * @description Returns one document with its newest content. Send its `ETag` as `If-Match` to change the content. With `offset` or `length`, `content` is a piece of the text as a string, and `content_range` tells which one; the text of content that is no string is its JSON without spaces. Send the first piece's `ETag` as `If-Match` for the next ones: if the document has changed meanwhile, the response is 412 `STALE_VERSION`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a document
         * @description People, sysadmin agents and the document's creator may change every field. Other agents may change the title and the content, and only with access mode `shared_edit`. A change of `content`, whole or by `edit`, needs `If-Match` (428 `VERSION_REQUIRED`) and creates a revision. When several writers send the same version, one succeeds and the others get 412 `STALE_VERSION`. When an agent changes the document of an order that is not dropped, the change needs review: `review_state` is `pending`. Unchanged content creates no revision. An agent needs `permitted_proposal_id` when it requires approval or changes the document of an order that requires approval, unless the document is and stays private (403 `PROPOSAL_REQUIRED`). An approval does not replace `If-Match`.
         */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/v1/documents/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a document's revisions
         * @description Newest first, without their content. Revision 1 has the content with which the document was created.
         */
        get: operations["listDocumentRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revisions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a revision
         * @description Returns one revision with its content. It is visible to everyone who can see the document.
         */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revisions/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a revision
         * @description For people. The revision must be pending but need not be the newest. A revision that is not pending returns 409 `NOT_IN_REVIEW` with `details.review_state`. Only agents create pending revisions, so no person approves their own work.
         */
        post: operations["approveRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revisions/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert a revision
         * @description For people. Reverts the newest revision, by any author and reviewed or not. The previous content becomes a new revision, which the response contains. The revision that it replaces becomes `reverted`. Reverting the new revision restores the content. The first revision returns 409 `NOT_REVERTIBLE` with `details.cause` `first`. A revision that is not the newest returns this error with `details.cause` `superseded` and `details.newest_revision_id`.
         */
        post: operations["revertRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links
         * @description Newest first. Without a filter, the links of the whole workspace are listed. A link to a document that the caller may not see is absent, like the document.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Attach a link
         * @description Attaches a URL or a document to an action, a project or an order. The body must name exactly one target and exactly one record to attach it to (422 `INVALID_REFERENCE`). The document must be visible to the caller. People and sysadmin agents may attach links to any record. A worker agent may attach links to actions that it may change, projects that it created and its own orders. Finished records take links too. When the record already has a link to the URL or the document, the response is 200 with that link, and nothing changes.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a link
         * @description Returns one link with the id of its action, project or order.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        /**
         * Remove a link
         * @description For people, sysadmin agents and the actor that attached the link. The target is not deleted.
         */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        /**
         * Change a link
         * @description For people, sysadmin agents and the actor that attached the link. A link to a document takes no `url` (422 `INVALID_REFERENCE`).
         */
        patch: operations["updateLink"];
        trace?: never;
    };
    "/v1/earlier-texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the earlier texts of a record
         * @description For people. The texts of an action, a project, an order, a document or a domain that were replaced, the last replaced one first. To restore one, send it in the PATCH of the record. What an agent replaces of its own is not stored. A record has at most 20 earlier texts; beyond that, the oldest of an agent is deleted before any of a person. The earlier contents of a document are its revisions.
         */
        get: operations["listEarlierTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/command": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Command view
         * @description An overview for people: metrics, open questions, active projects, standalone actions, agents and orders. Each of these lists has at most 100 entries, and together they have at most 500 actions: the first one of each project, then the most urgent ones. `include` also adds `reviews`, `proposals` and `stalled`, each with at most 50 entries. The JSON of the view has at most 256 KiB: the lists take turns to add their next entry while it fits. A list whose first entry does not fit has this entry all the same. `truncated` counts the omitted entries.
         */
        get: operations["getCommandView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inbox view
         * @description Captured actions that are not deferred, newest first. They still have to be sorted.
         */
        get: operations["getInboxView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Review view
         * @description Done actions whose review is pending, oldest completion first.
         */
        get: operations["getReviewView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready view
         * @description Actions that can be done now, in the order in which to take them. They are ready, not deferred, and in no project or an active one. Of a sequential project, only the first open action is listed, and only after the reviews of earlier actions have ended.
         */
        get: operations["getReadyView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/working": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Working view
         * @description Actions that somebody works on (`is_working` is true), latest activity first.
         */
        get: operations["getWorkingView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Waiting view
         * @description Waiting actions that are not deferred, oldest activity first.
         */
        get: operations["getWaitingView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/stalled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stalled view
         * @description Assigned actions that are ready or waiting, in no project or an active one, and without activity for the stalled window. The oldest activity comes first. Deferred actions are included.
         */
        get: operations["getStalledView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/deferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deferred view
         * @description Open actions whose `defer_until` is in the future, soonest first.
         */
        get: operations["getDeferredView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tasks view
         * @description Tasks by domain, the most urgent first, at most 100 rows per domain and at most 500 rows in all: the first one of each domain, then the most urgent of the others. The JSON has at most 256 KiB, or one domain; `truncated` counts the omitted domains and tasks. `active` lists open actions that are not deferred, in no project or an active one. `stalled` lists tasks without activity for the stalled window, or with an expired claim. `templates` lists the open actions of templates. `all` lists all open actions that are not templates.
         */
        get: operations["getTasksView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agent overview
         * @description Returns the information that an agent needs to choose its next work. For the agent itself, sysadmin agents and people. Each list has at most 10 entries, and each list of `recent_activity` at most 4. The JSON has at most 8 KiB: the lists take turns to add their next entry while it fits, those of the agent's own activity after all others. A list at the top of the response whose first entry does not fit has this entry all the same. `truncated` counts the omitted entries.
         */
        get: operations["getAgentOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether an agent has work
         * @description A small response for a script that decides whether to wake a model. With `If-None-Match`, the response is 304 until the counts or the counted records change. `has_work` is true when at least one action is ready or claimable, the agent has unread news or a check-in is overdue. It is false for an agent that is paused or revoked. Each count stops at 100. For the agent itself, sysadmin agents and people.
         */
        get: operations["getAgentAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the workspace
         * @description Finds the actions, projects, documents, orders, questions, proposals, agents and notes, also progress notes,
         *     that contain all words of `q`, in any of their texts. Of words or phrases with `OR` between them, one is enough:
         *     `logo OR emblem poster`. A change can be found as soon as its response is sent. The search covers the records
         *     that the caller's lists would show, including templates. `hidden_count` counts the matching actions before the
         *     plan's history window, up to 10,000 among the 20,000 matching actions stored first; more may be hidden.
         *
         *     A word is a run of letters and digits in any script. A word of at least 3 characters is also found inside longer
         *     words: `oster` finds Poster. Chinese, Japanese, Thai, Lao, Myanmar and Khmer words are found inside a text too.
         *     Each emoji is a word. Case, accents, strokes and the width of characters make no difference: `STRASSE` finds
         *     Straße, and `lodz` Łódź. Text in quotes is a phrase of whole words. Other punctuation separates words. The last
         *     word, if no quote ends it and it is no single character, also matches longer words. A `q` without any word finds
         *     nothing. Only its first 16 different words count.
         *
         *     When nothing matches, the search corrects a typing error in each word of at least 5 letters that no record has:
         *     a letter too many, a missing or wrong letter, or exchanged neighbours. `corrected_to` says what it searched
         *     instead. Hits with more of the words in their title or name come first, and a whole word there counts twice;
         *     hits with equally many come in descending order of creation. A cursor stays valid while records are added and
         *     removed. When more than 10,000 records match, the newest 10,000 are ordered and come first, then the next
         *     10,000, until all are listed; `total` is omitted. The search covers the first 100,000 characters of a document's
         *     texts, anywhere in its JSON content, and of any record the first 12,000 different words, and inside of them the
         *     first 20,000 different parts of at most 6 characters.
         */
        get: operations["searchWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The events of the workspace in the order in which they were committed, oldest first. Every response has a cursor, `page.next`, even when no event follows. Send it as `after`, now or later, to continue where the response ended. A reader that follows the cursor sees every event exactly once, regardless of concurrent writes. Without `after`, the list begins with the oldest stored event; `after=now` begins with future events. With `before` the list is reversed: `before=now` begins with the newest event, and `page.next`, sent as `before`, continues with older ones. Events are stored for a limited time; an older `after`, and any cursor of before a restore, returns 410 `CURSOR_EXPIRED`. The list omits events of records that the caller may not read: private documents with their notes and links and, for everybody but owners, invitations. For agents it also omits the events of people, tokens and the workspace's settings, including successful and failed sign-ins. It omits the events of actions before the plan's history window as well. The filters omit further events: an event must match all of them. The cursor counts every event of the workspace, including omitted events. With `not_actor_id`, a page may have few or no items although `has_more` is true. No event contains a network address or the secret of a token, a session or an invitation.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description The events of `readEvents` as they are committed, as server-sent events (WHATWG HTML, 9.2). Each has the cursor
         *     as its `id` and an `Event` as its `data`, and no `event` field, so `EventSource` delivers it as a `message`,
         *     whatever its kind. It has the filters and the omissions of `readEvents`. A stream begins after the cursor in
         *     `Last-Event-ID`, else in `after`; without both it begins now.
         *
         *     The events `cursor` and `reset` are named, and their `data` is an object with a `cursor`. `cursor` has the
         *     current position: at the start of a stream that begins now, every 60 seconds if the position has changed, and
         *     before the stream ends. `reset` means that events after the cursor were deleted, or taken back by a restore: its
         *     `id` is the oldest cursor, and the stream ends. A reader that continues with the last `id` misses no event, and
         *     gets none twice without a `reset`.
         *
         *     A comment is sent every 15 seconds, and `retry` is 3000 milliseconds. A stream ends after at most 900 seconds,
         *     when the server stops, and when the caller's token, session, agent or account ends or gets another role. A
         *     client that does not read for 30 seconds is disconnected. A caller may have 8 streams, and a process 1,000, of
         *     which a workspace has 900 or fewer, by its share; more are refused with `TOO_MANY_STREAMS`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an agent's news
         * @description The unread news of an agent, in the order of the event feed. An agent's news are the events that others cause
         *     (people, other agents, the service) and that concern the agent when they happen:
         *
         *     - its question was answered, dismissed or has expired;
         *     - its proposal was permitted or denied, or the permission ended unused;
         *     - its work was approved, rejected, assigned to it or to somebody else, completed, dropped, reopened, released or
         *       unblocked. Its work are the
         *       actions that are assigned to it, that it has claimed, or that it has finished and that wait for review. A new
         *       action is no news: it is in the agent's queue;
         *     - somebody wrote a note on its work, its question, its proposal or its order;
         *     - an order was created for it, assigned to it or to another agent, changed, paused, resumed or dropped; the
         *       order's document was changed,
         *       approved or reverted; its own revision of a document was approved or reverted;
         *     - the agent itself was changed, paused, resumed or revoked.
         *
         *     `role` says how the event concerns the agent. An event that concerns it in several roles is one item, with the
         *     first of them in the order of `NewsRole`. `note`, `question` and `proposal` have what the agent needs to
         *     continue, as it is now. News whose subject the agent may not see now, such as a document that became private,
         *     are left out.
         *
         *     The list begins after the position that `markAgentNewsRead` stores, or after the cursor `after`. Processes that
         *     share a token can each keep their own cursor. A reader that follows `page.next` sees every item exactly once. A
         *     page ends early when its items have 256 KiB, after at least one item; `page.limit` then says how many it has.
         *     Unread news are stored whatever their age, the newest 1,000 of each agent, and the plan's history window does
         *     not hide them. News that have been read are deleted like events. For the agent itself, sysadmin agents and
         *     people.
         */
        get: operations["getAgentNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/news/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an agent's news as read
         * @description For the agent itself. Marks the news up to and including the cursor `through` as read. The stored position never moves back: an earlier cursor changes nothing. A cursor of before a restore returns 410 `CURSOR_EXPIRED`. The response has the stored position. This is no event.
         */
        post: operations["markAgentNewsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit
         * @description For owners. Newest first. Changes of people, of agents' rights, of credentials, webhooks and settings, sign-ins, exports and imports. An entry commits with its change, is never changed, and is deleted after `AUDIT_DAYS`. The failed sign-ins of an account from one address in an hour are one entry with their `count`. No entry contains a secret.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit
         * @description For owners. The entries that match, at most 10,000, in the order of `listAuditEntries`, as CSV (RFC 4180) in UTF-8. The first line has the names of the columns. A value that a spreadsheet would take for a formula has an apostrophe before it. `until` selects older entries.
         */
        get: operations["downloadAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description For owners. The webhooks of the workspace and of its agents, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description For owners. From now on the server sends the events that people see to `url`, signed with the secret, which appears only in this response. The `webhooks` section of this document describes the messages, and `format` those for a chat. A workspace has at most 20 webhooks, besides those of its agents. `preset` excludes `kinds`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description For owners. Returns one webhook without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description For owners. Nothing more is sent, and its deliveries can no longer be read.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description For owners. A disabled webhook sends nothing, and its waiting deliveries wait until it is enabled. To enable it, send `state` together with `resume_from`. The URL of an agent's webhook is the `webhook_url` of the agent, so `url` is refused for it.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For owners. The new secret appears only in this response. Until `overlap_seconds` have passed, every message has the signatures of both secrets.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description For owners. Sends the message `webhook.test` once, without retries, even if the webhook is disabled. Read the delivery to see the result.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the events after a cursor again
         * @description For owners. The webhook continues after a cursor of `readEvents`, and sends again what it has already sent since. Messages that are still stored keep their ids. Events that are no longer stored, and a cursor of before a restore, return 410 `CURSOR_EXPIRED`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description For owners. Newest first. Deliveries are stored for 30 days.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description For owners. Returns one delivery with the message and the result of the last attempt.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description For owners. Sends the message now, with the same id, and retries it as if it were new. A delivery that still waits is sent now.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the secret of an agent's webhook
         * @description For people. From the first call on, the server sends the agent's news to its `webhook_url`, and the message `agent.work_available` when there is more work that the agent can claim, at most every 10 seconds. Further calls replace the secret. It appears only in this response. Owners find the webhook in `listWebhooks`; deleting it stops the messages.
         */
        post: operations["createAgentWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the workspace
         * @description Sorted by name, including deactivated people. Agents see no addresses.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a person
         * @description Returns one person. Agents see no address.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a person
         * @description Fields that are absent from the body do not change. Only owners may change `role`, and people may change only their own `name`. Changing the role of the last active owner returns 409 `LAST_OWNER`. The invitations and password resets of a former owner no longer work. A new viewer loses open work, which goes to the inbox, open questions and connections by OAuth. The tokens that the person created go on working unless `revoke_created_tokens` is true; with the role `member` or `viewer` the response has those that still work (`tokens_created`). People may share a name, but the name of an agent returns 409 `NAME_TAKEN`, as for `createAgent`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v1/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a person
         * @description For owners. Ends the person's sessions, connections by OAuth and an open password reset at once. Their invitations and the password resets that they created no longer work. A deactivated person cannot sign in, and nothing more can be assigned to them. Records that they created and work that is assigned to them do not change. The tokens of agents that they created go on working: `tokens_created` of the response has them, and `revoke_created_tokens` revokes them, for a deactivated person too. Deactivating the last active owner returns 409 `LAST_OWNER`. Deactivating a deactivated person changes nothing else.
         */
        post: operations["deactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a person
         * @description For owners. The person may sign in again with their previous password. Reactivating an active person changes nothing.
         */
        post: operations["reactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a password reset
         * @description For owners. The person may be any active person of the workspace: a member, another owner, or the caller, who must send `current_password`: a missing or wrong one returns 403 `WRONG_PASSWORD` and counts like a failure of `POST /v1/session/password` (429 `RATE_LIMITED`). The token appears only in this response. Send it to the person, who sets a new password with it (`POST /v1/session/password/reset`) within a day. Anyone with the token can take over the account, so an event shows everybody in the workspace who created it and for whom. A person has one open reset: a new reset replaces the previous one. The reset ends when it is used, when the password or the address changes, and when the person is deactivated. It works only while its creator is an owner. The current password and the sessions stay valid until the reset is used. A deactivated person returns 409 `USER_NOT_ACTIVE`.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a person's sessions
         * @description For owners, for example when a device of the person is lost. Revokes all sessions of the person at once; they can sign in again. Ending one's own sessions signs out: it clears the cookie.
         */
        delete: operations["deleteUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description For owners. Newest first. Invitations that can no longer be accepted are omitted.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description For owners. The token appears only in this response. Send it to the person, who accepts the invitation with it within seven days, while its creator is an active owner. A new invitation to the same address replaces the open one. When this workspace already has an account with that address, active or not, the response is 409 `EMAIL_TAKEN`. Accounts in other workspaces make no difference.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description For owners. The token is no longer valid. Revoking an invitation that has ended changes nothing.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Creates the invited person and signs them in by setting the session cookie. An account belongs to one workspace and has its own password; an address may have one account in each workspace. A token creates only one person. A token that is wrong, used, revoked or expired, or whose creator is no longer an active owner, returns 422 `INVITATION_NOT_VALID`, always with the same response. Failures have the same limits as failed sign-ins (429 `RATE_LIMITED`). The name of an agent returns 409 `NAME_TAKEN`; send another `name`. The body has at most 16 KiB.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the workspace
         * @description The caller's workspace with its settings. For people.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the workspace
         * @description For owners. Fields that are absent from the body do not change. A window of null means the server's window. A new `key_prefix` is that of all keys from the next request on, and the windows decide which work counts as working or stalled. A permission ends `approval_days` after it was given. A plan with lower limits removes nothing; the service only refuses requests that would exceed them.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current session
         * @description Returns the person whose session cookie was sent, their workspace, and the time at which the session ends.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie. The session lasts for the server's `SESSION_DAYS` after its last use, and ends at the latest 90 days after the sign-in. After too many failures, further attempts return 429 `RATE_LIMITED`. The limits are five failures in 15 minutes of an account from one network address (an IPv6 /64 counts as one address), twenty in 15 minutes from that address, and fifty in an hour of an account from all addresses. A browser that has signed in to the account before (`callboard_device`) has its own limit of five in 15 minutes. When accounts in several workspaces have this address and password, 409 `WORKSPACE_REQUIRED` lists them; send `workspace_id` to choose one. The body has at most 16 KiB.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Revokes the session and clears its cookie.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the caller's password
         * @description Ends all other sessions of the person, and an open password reset. A wrong current password returns 403 `WRONG_PASSWORD`. More than five failures in 15 minutes, or more than ten changes of the password or the address in an hour, return 429 `RATE_LIMITED`. A retry with the same `client_request_id` must contain the same passwords.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a reset
         * @description For a person who has forgotten the password and got a token from an owner (`POST /v1/users/{id}/password-resets`) or from the operator (`callboard password reset`). Ends all sessions of the person and creates none, so the person must sign in afterwards. A token can be used once. A token that is wrong, used, replaced or expired returns 422 `PASSWORD_RESET_NOT_VALID`. The same response is returned for a token of a deactivated person and for a token whose creator is no longer an owner. A refused password does not use up the token. Failures have the same limits as failed sign-ins, and the password or the address of an account can change ten times an hour (429 `RATE_LIMITED`). The body has at most 16 KiB.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the caller's address
         * @description The caller signs in with the new address from now on. No message is sent to the address. All sessions stay valid; an open password reset of the person ends. A wrong current password returns 403 `WRONG_PASSWORD` and counts like a failure of `POST /v1/session/password`. When another account of this workspace has that address, active or not, the response is 409 `EMAIL_TAKEN`. Accounts in other workspaces make no difference. More than five failures in 15 minutes, or more than ten changes of the password or the address in an hour, return 429 `RATE_LIMITED`. Sending the current address changes nothing.
         */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's sessions
         * @description Lists the sessions of the caller, newest first. Expired and revoked sessions are left out.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Revokes all sessions of the caller, including this one, and clears its cookie.
         */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Revokes one session of the caller at once, for example on a lost device. Ending the session that sends the request signs out: it clears the cookie.
         */
        delete: operations["deleteOtherSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller
         * @description Returns the caller, its workspace, its permissions, and the limits and windows that apply.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the agent tools
         * @description The Model Context Protocol over Streamable HTTP, without sessions, in its revisions 2025-11-25 and 2026-07-28. Its tools are operations of this contract, with the same permissions, and `tools/list` describes them. `?tools=read` leaves out the tools that write, and `?tools=all` adds those for planning. It takes bearer tokens only and ignores the session cookie. What an operation refuses is a tool result with `isError`, whose `structuredContent.error` is the error envelope. A call of a writing tool by a token without the scope `write` is 403 `INSUFFICIENT_SCOPE`. A `Host` that is not the server's, or an `Origin` that differs from it, is 403 `FORBIDDEN`. GET and DELETE are 405, because there are no sessions and no streams to open. `Accept` must admit both `application/json` and `text/event-stream`, as `*\/*` does, and no `Accept` at all. A response to the older revision may be an event stream, which ends with the response.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the MCP endpoint
         * @description The metadata of the MCP endpoint (RFC 9728). 404 where OAuth is off, because `PUBLIC_URL` is not an https address. On a loopback address in development it is on, and the origin is the one of the request.
         */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the MCP endpoint, at its own path
         * @description The same metadata as at `/.well-known/oauth-protected-resource`, at the path that RFC 9728 derives from `/mcp`.
         */
        get: operations["getMcpProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the authorization server
         * @description The metadata of the authorization server (RFC 8414). 404 where OAuth is off.
         */
        get: operations["getAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a person to let a client in
         * @description The authorization endpoint of OAuth 2.1. Shows a page to sign in, and then the page where the person chooses the agent that the client acts as, and allows or refuses. PKCE with `S256` is required. Every fault of the request is a page, and this operation never redirects. The page names the client. If the redirect URI belongs to the client, the page has a link that returns there with `error`, `state` and `iss`. `resource` may be absent; it must name this server's MCP endpoint. The page selects a new agent at first, whatever `agent_id` says.
         */
        get: operations["showAuthorization"];
        put?: never;
        /**
         * Sign in, or decide on a client
         * @description The forms of the pages of `showAuthorization`, which only they send: a browser's request from another origin is refused. A consent works once, for ten minutes. The response to a decision is a page that leads the browser on to the redirect URI by itself, with `code` or `error`, `state` and `iss`, and has a link to it. A repetition of the form leads on in the same way until the client has redeemed the code.
         */
        post: operations["decideAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token
         * @description The token endpoint of OAuth 2.1. A code is valid for 60 seconds and once. An access token is valid for one hour and at `/mcp` only. A refresh token is valid for 90 days, but never longer than 365 days after the consent, and is replaced at its first use. A client that has lost the response may repeat the request: until it uses the new refresh token, and for at most 24 hours, it receives the same new refresh token again, with a fresh access token. A replaced refresh token that comes later than 60 seconds after the first use of the new one ends the grant, and so does a second use of a code, or one without the right verifier. An address whose requests to this endpoint and to `/oauth/revoke` were refused 100 times in a minute gets 429.
         */
        post: operations["createAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token of a client
         * @description RFC 7009. A refresh token ends the whole grant, an access token only itself. 200 as well for a token that the client does not have.
         */
        post: operations["revokeOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a client
         * @description RFC 7591, for clients without a metadata document. At most 10 redirect URIs; those that are not allowed are left out. A registration that nobody has used after 24 hours is deleted, and so is one that nobody has used for 90 days.
         */
        post: operations["registerOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the connections of clients
         * @description For people. Lists the grants that people gave to MCP clients and that have not ended, newest first. Each lets one client act as one agent.
         */
        get: operations["listOauthGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a grant
         * @description For people. Ends the connection with all its tokens at once; revoking a grant that has ended changes nothing.
         */
        delete: operations["revokeOauthGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how people sign in
         * @description Says which ways to sign in this server has.
         */
        get: operations["getSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with OpenID Connect
         * @description The form of the sign-in pages, which only they send. Shows a page that leads the browser on to the provider (authorization code with PKCE, `state` and `nonce`), and remembers in a cookie of ten minutes that this browser has begun.
         */
        post: operations["startOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * End a sign-in with OpenID Connect
         * @description The redirect URI for the provider. Signs in the account that is linked to the identity (`iss`, `sub`), links the account of the person who began it, or accepts their invitation. An address never links an account. A first sign-in creates a member in `OIDC_WORKSPACE` only, with a verified address of `OIDC_ALLOWED_DOMAINS` or a group of `OIDC_GROUPS`. These groups decide the role at each sign-in there, but an owner stays while there is no other. Every refusal is a page.
         */
        get: operations["finishOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oidc/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether OpenID Connect is linked
         * @description Says whether the caller's account is linked to an identity of the provider.
         */
        get: operations["getOidcLink"];
        put?: never;
        post?: never;
        /**
         * Remove the link to OpenID Connect
         * @description Removes the link of the caller's account and ends the sessions that were begun by it, except the current one. An account that cannot sign in with a password keeps its link: 409 `PASSWORD_REQUIRED`.
         */
        delete: operations["removeOidcLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contract as JSON
         * @description This document. `Accept: application/yaml` returns the file as it is stored.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contract as YAML
         * @description The file as it is stored.
         */
        get: operations["downloadOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the first page
         * @description Redirects a browser, whose `Accept` prefers `text/html`, to the pages for people (`/app`). Redirects every other client to the page for developers of agents, and a browser too when the operator has turned the pages for people off.
         */
        get: operations["getStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how an agent works with the service
         * @description A page for developers of agents: an agent's loop, with requests to paste. `Accept: text/markdown` returns it as Markdown.
         */
        get: operations["getAgentGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what a language model should read
         * @description Where the guide for agents, the tools and the contract are, as Markdown (llmstxt.org).
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the contract in a browser
         * @description A page that shows this contract: every operation with its parameters, bodies, responses and error codes, and a request to paste into a shell. It needs no script, and loads nothing from other addresses. `tryDocs` sends the requests.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Try the operations out in a browser
         * @description A page that sends requests of this contract to the server, with a token or with the browser's own session. It loads nothing from other addresses.
         */
        get: operations["tryDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/swagger-ui.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The style sheet of the reference
         * @description The style sheet of the page at `/docs/try`.
         */
        get: operations["getDocsStyle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/swagger-ui.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The script of the reference
         * @description The script of the page at `/docs/try`.
         */
        get: operations["getDocsScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process runs
         * @description Responds as long as the process runs, and checks nothing else. `GET /readyz` checks the database.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description Returns 503 `UNAVAILABLE` while the database does not respond, its schema is not the current one, or it stores nothing because its disk is full or fails. It also returns 503 as soon as the server begins to stop. `details` names the cause. The response comes within two seconds, and does not use the connections that requests use. The server detects a full disk when a write fails or little space is left. Each call then checks the disk again until there is space. The status is 200 with `degraded` when the service works but an operator should act. A load balancer then continues to send requests, and `reasons` names the causes.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "action.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.approved
         * @description The message `action.approved`.
         */
        post: operations["onActionApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.assigned
         * @description The message `action.assigned`.
         */
        post: operations["onActionAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.blocker_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.blocker_added
         * @description The message `action.blocker_added`.
         */
        post: operations["onActionBlockerAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.blocker_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.blocker_removed
         * @description The message `action.blocker_removed`.
         */
        post: operations["onActionBlockerRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.claimed
         * @description The message `action.claimed`.
         */
        post: operations["onActionClaimed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.completed
         * @description The message `action.completed`.
         */
        post: operations["onActionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.created
         * @description The message `action.created`.
         */
        post: operations["onActionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.dropped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.dropped
         * @description The message `action.dropped`.
         */
        post: operations["onActionDropped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.heartbeat
         * @description The message `action.heartbeat`.
         */
        post: operations["onActionHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.offered_again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.offered_again
         * @description The message `action.offered_again`.
         */
        post: operations["onActionOfferedAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.rejected
         * @description The message `action.rejected`.
         */
        post: operations["onActionRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.reopened
         * @description The message `action.reopened`.
         */
        post: operations["onActionReopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.released": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.released
         * @description The message `action.released`.
         */
        post: operations["onActionReleased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.stalled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.stalled
         * @description The message `action.stalled`.
         */
        post: operations["onActionStalled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.unblocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.unblocked
         * @description The message `action.unblocked`.
         */
        post: operations["onActionUnblocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.undeferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.undeferred
         * @description The message `action.undeferred`.
         */
        post: operations["onActionUndeferred"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action.updated
         * @description The message `action.updated`.
         */
        post: operations["onActionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.activated
         * @description The message `agent.activated`.
         */
        post: operations["onAgentActivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.created
         * @description The message `agent.created`.
         */
        post: operations["onAgentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.paused
         * @description The message `agent.paused`.
         */
        post: operations["onAgentPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.resumed
         * @description The message `agent.resumed`.
         */
        post: operations["onAgentResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.revoked
         * @description The message `agent.revoked`.
         */
        post: operations["onAgentRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.updated
         * @description The message `agent.updated`.
         */
        post: operations["onAgentUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkin.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkin.created
         * @description The message `checkin.created`.
         */
        post: operations["onCheckinCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * claim.expired
         * @description The message `claim.expired`.
         */
        post: operations["onClaimExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * document.approved
         * @description The message `document.approved`.
         */
        post: operations["onDocumentApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * document.created
         * @description The message `document.created`.
         */
        post: operations["onDocumentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.reverted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * document.reverted
         * @description The message `document.reverted`.
         */
        post: operations["onDocumentReverted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * document.updated
         * @description The message `document.updated`.
         */
        post: operations["onDocumentUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.created
         * @description The message `domain.created`.
         */
        post: operations["onDomainCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.accepted
         * @description The message `invitation.accepted`.
         */
        post: operations["onInvitationAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.created
         * @description The message `invitation.created`.
         */
        post: operations["onInvitationCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.revoked
         * @description The message `invitation.revoked`.
         */
        post: operations["onInvitationRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.state_changed
         * @description The message `domain.state_changed`.
         */
        post: operations["onDomainStateChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * domain.updated
         * @description The message `domain.updated`.
         */
        post: operations["onDomainUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.created
         * @description The message `link.created`.
         */
        post: operations["onLinkCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.deleted
         * @description The message `link.deleted`.
         */
        post: operations["onLinkDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "link.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * link.updated
         * @description The message `link.updated`.
         */
        post: operations["onLinkUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "note.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * note.archived
         * @description The message `note.archived`.
         */
        post: operations["onNoteArchived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "note.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * note.created
         * @description The message `note.created`.
         */
        post: operations["onNoteCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "note.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * note.updated
         * @description The message `note.updated`.
         */
        post: operations["onNoteUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "oauth_grant.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * oauth_grant.created
         * @description The message `oauth_grant.created`.
         */
        post: operations["onOauthGrantCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "oauth_grant.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * oauth_grant.revoked
         * @description The message `oauth_grant.revoked`.
         */
        post: operations["onOauthGrantRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.assigned
         * @description The message `order.assigned`.
         */
        post: operations["onOrderAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.checkin_overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.checkin_overdue
         * @description The message `order.checkin_overdue`.
         */
        post: operations["onOrderCheckinOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.created
         * @description The message `order.created`.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.state_changed
         * @description The message `order.state_changed`.
         */
        post: operations["onOrderStateChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.updated
         * @description The message `order.updated`.
         */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * project.created
         * @description The message `project.created`.
         */
        post: operations["onProjectCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.duplicated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * project.duplicated
         * @description The message `project.duplicated`.
         */
        post: operations["onProjectDuplicated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * project.state_changed
         * @description The message `project.state_changed`.
         */
        post: operations["onProjectStateChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * project.updated
         * @description The message `project.updated`.
         */
        post: operations["onProjectUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.consumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.consumed
         * @description The message `proposal.consumed`.
         */
        post: operations["onProposalConsumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.created
         * @description The message `proposal.created`.
         */
        post: operations["onProposalCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.denied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.denied
         * @description The message `proposal.denied`.
         */
        post: operations["onProposalDenied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.expired
         * @description The message `proposal.expired`.
         */
        post: operations["onProposalExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.permitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.permitted
         * @description The message `proposal.permitted`.
         */
        post: operations["onProposalPermitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.stale
         * @description The message `proposal.stale`.
         */
        post: operations["onProposalStale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proposal.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * proposal.withdrawn
         * @description The message `proposal.withdrawn`.
         */
        post: operations["onProposalWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.answered
         * @description The message `question.answered`.
         */
        post: operations["onQuestionAnswered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.asked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.asked
         * @description The message `question.asked`.
         */
        post: operations["onQuestionAsked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.closed
         * @description The message `question.closed`.
         */
        post: operations["onQuestionClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.dismissed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.dismissed
         * @description The message `question.dismissed`.
         */
        post: operations["onQuestionDismissed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.expired
         * @description The message `question.expired`.
         */
        post: operations["onQuestionExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "question.reminder_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * question.reminder_due
         * @description The message `question.reminder_due`.
         */
        post: operations["onQuestionReminderDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.created
         * @description The message `session.created`.
         */
        post: operations["onSessionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.deleted
         * @description The message `session.deleted`.
         */
        post: operations["onSessionDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.created
         * @description The message `token.created`.
         */
        post: operations["onTokenCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.expiring
         * @description The message `token.expiring`.
         */
        post: operations["onTokenExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.revoked
         * @description The message `token.revoked`.
         */
        post: operations["onTokenRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.deactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.deactivated
         * @description The message `user.deactivated`.
         */
        post: operations["onUserDeactivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.email_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.email_changed
         * @description The message `user.email_changed`.
         */
        post: operations["onUserEmailChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.joined
         * @description The message `user.joined`.
         */
        post: operations["onUserJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.linked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.linked
         * @description The message `user.linked`.
         */
        post: operations["onUserLinked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_changed
         * @description The message `user.password_changed`.
         */
        post: operations["onUserPasswordChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_reset
         * @description The message `user.password_reset`.
         */
        post: operations["onUserPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_reset_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_reset_created
         * @description The message `user.password_reset_created`.
         */
        post: operations["onUserPasswordResetCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.reactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.reactivated
         * @description The message `user.reactivated`.
         */
        post: operations["onUserReactivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.sign_in_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.sign_in_failed
         * @description The message `user.sign_in_failed`.
         */
        post: operations["onUserSignInFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.unlinked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.unlinked
         * @description The message `user.unlinked`.
         */
        post: operations["onUserUnlinked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.updated
         * @description The message `user.updated`.
         */
        post: operations["onUserUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.rotated
         * @description The message `token.rotated`.
         */
        post: operations["onTokenRotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.created
         * @description The message `webhook.created`.
         */
        post: operations["onWebhookCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.deleted
         * @description The message `webhook.deleted`.
         */
        post: operations["onWebhookDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.disabled
         * @description The message `webhook.disabled`.
         */
        post: operations["onWebhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.enabled
         * @description The message `webhook.enabled`.
         */
        post: operations["onWebhookEnabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.failing
         * @description The message `webhook.failing`.
         */
        post: operations["onWebhookFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.gap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.gap
         * @description The message `webhook.gap`.
         */
        post: operations["onWebhookGap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.replayed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.replayed
         * @description The message `webhook.replayed`.
         */
        post: operations["onWebhookReplayed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.secret_rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.secret_rotated
         * @description The message `webhook.secret_rotated`.
         */
        post: operations["onWebhookSecretRotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.updated
         * @description The message `webhook.updated`.
         */
        post: operations["onWebhookUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workspace.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * workspace.created
         * @description The message `workspace.created`.
         */
        post: operations["onWorkspaceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workspace.exported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * workspace.exported
         * @description The message `workspace.exported`.
         */
        post: operations["onWorkspaceExported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workspace.imported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * workspace.imported
         * @description The message `workspace.imported`.
         */
        post: operations["onWorkspaceImported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workspace.label_renamed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * workspace.label_renamed
         * @description The message `workspace.label_renamed`.
         */
        post: operations["onWorkspaceLabelRenamed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workspace.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * workspace.updated
         * @description The message `workspace.updated`.
         */
        post: operations["onWorkspaceUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description The message `webhook.test`.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "agent.work_available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * agent.work_available
         * @description The message `agent.work_available`.
         */
        post: operations["onAgentWorkAvailable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description ISO 8601 date-time with `Z` or an offset, years 1000 to 2999.
         */
        QueryTimestamp: string;
        /** @description A permitted, unconsumed proposal of the caller for this operation. The request consumes the proposal. It fails with `INVALID_REFERENCE` if there is no permitted, unconsumed proposal with this id, and `details.cause` then says why a proposal of the workspace cannot be used. It fails with `PROPOSAL_MISMATCH` if the request differs from the proposal's `permitted_payload`. `issues` then lists each field that differs. It fails with `PROPOSAL_STALE` if the permission has ended: its time ran out, or its target is not as the person saw it. A repetition of what permitting has executed returns the record. */
        PermittedProposalId: string;
        /**
         * @description `inbox`: captured. `ready`: can be done now. `waiting`: blocked by something external. `inbox`, `ready` and `waiting` are open; `done` and `dropped` are not.
         * @enum {string}
         */
        ActionStatus: "inbox" | "ready" | "waiting" | "done" | "dropped";
        /**
         * @description The statuses of open actions.
         * @enum {string}
         */
        OpenActionStatus: "inbox" | "ready" | "waiting";
        /** @description Capabilities that an agent needs to take the action from the pool. */
        Requirements: string[];
        /** @description The name of a label. */
        LabelName: string;
        /** @description The labels, for people and filters; no queue depends on them. Names that differ only in case, width or spaces are the same label, which keeps the first name. Surrounding spaces are removed, and control characters are refused. */
        LabelNames: components["schemas"]["LabelName"][];
        /** @description A label of actions. */
        Label: {
            /** @description Its name. */
            name: string;
            /**
             * Format: int32
             * @description The open actions with the label, also templates; at most 10,000 are counted.
             */
            open_action_count: number;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of labels. */
        LabelList: components["schemas"]["ListEnvelope"] & {
            /** @description The labels of this page. */
            items: components["schemas"]["Label"][];
        };
        /** @description A label, and the name that it gets. */
        LabelRename: {
            name: components["schemas"]["LabelName"];
            new_name: components["schemas"]["LabelName"];
            /**
             * @description Whether to merge it into the label that has the new name.
             * @default false
             */
            merge?: boolean;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * Format: int32
         * @description How important it is: `0` none, `1` low, `2` medium, `3` high, `4` urgent.
         */
        ActionPriority: number;
        /** @description Capabilities that an agent needs to take the action from the pool. */
        RequirementsInput: components["schemas"]["VisibleLabel"][];
        /** @description How the action repeats; `{type: none, unit: null, interval: 0, time_zone: null}` if it does not repeat. `from_completion` counts from the completion. `from_due` counts from `due_at`, or from the completion if there is no `due_at`. It skips missed occurrences, so the next occurrence is in the future. Occurrences keep the local date and time of `time_zone` when clocks change. A time that a change of clocks skips moves on by the length of the gap, and of a time that occurs twice the first one counts (RFC 5545); afterwards the original time applies again. If a month is too short, the occurrence is on its last day; afterwards the original day applies again. The local time between `defer_until` and `due_at` does not change. An action with only `defer_until` is deferred to the next occurrence, which has no due date either. No occurrence is after the year 2999. */
        RepeatRule: {
            /**
             * @description The date from which the next occurrence is counted.
             * @enum {string}
             */
            type: "none" | "from_completion" | "from_due";
            /**
             * @description Unit of the interval.
             * @enum {string|null}
             */
            unit: "day" | "week" | "month" | "year" | null;
            /**
             * Format: int32
             * @description Number of units between occurrences; 0 if the action does not repeat.
             */
            interval: number;
            /** @description The time zone of the IANA database in which the action repeats; null if it does not repeat. */
            time_zone: string | null;
        };
        /** @description How the action repeats. Null clears it. */
        RepeatRuleInput: {
            /**
             * @description The date from which the next occurrence is counted.
             * @enum {string}
             */
            type: "none" | "from_completion" | "from_due";
            /**
             * @description Unit of the interval; required unless type is `none`.
             * @enum {string|null}
             */
            unit?: "day" | "week" | "month" | "year" | null;
            /**
             * Format: int32
             * @description Number of units between occurrences; at least 1 unless type is `none`.
             */
            interval?: number;
            /** @description An IANA name, such as `Europe/Lisbon`; ignored if type is `none`. Absent or null: that of the stored rule, or the workspace's. */
            time_zone?: string | null;
        } | null;
        /** @description The review of the action. */
        Review: {
            /**
             * @description `pending` after an agent finished work that requires review.
             * @enum {string}
             */
            state: "none" | "pending" | "approved" | "rejected";
            reviewer_actor_id: components["schemas"]["NullableId"];
            reviewed_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A unit of work. */
        Action: {
            id: components["schemas"]["Id"];
            key: components["schemas"]["ActionKey"];
            workspace_id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            details: components["schemas"]["NullableText"];
            project_id: components["schemas"]["NullableId"];
            domain_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            /** @description The assignee. Null on a ready action means the pool. */
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description The agent id of the assignee, if it is an agent. */
            assigned_agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            /** @description Whether the action, or its project, is a template. Templates are in no queue, view or metric. */
            is_template: boolean;
            status: components["schemas"]["ActionStatus"];
            /** @description Whether a person must review the work if an agent completes the action. Default: true if an agent created the action, and while it is assigned to an agent. */
            requires_review: boolean;
            /** @description The external person or dependency that the action waits for. */
            delegate_label: string | null;
            requirements: components["schemas"]["Requirements"];
            repeat_rule: components["schemas"]["RepeatRule"];
            /** @description The action is in no queue and in no view's default list until this time. */
            defer_until: components["schemas"]["NullableTimestamp"];
            due_at: components["schemas"]["NullableTimestamp"];
            priority: components["schemas"]["ActionPriority"];
            /** @description The names of its labels, in the given order. */
            labels: string[];
            /**
             * Format: int32
             * @description Position within the project.
             */
            position: number | null;
            /** @description The result of the work. After a reopening, the result of the last completion. */
            result_summary: components["schemas"]["NullableText"];
            /** @description The previous occurrence of the action. */
            spawned_from_action_id: components["schemas"]["NullableId"];
            /** @description A key that the caller chose; unique among open actions. */
            source_key: string | null;
            /** @description The question that the action came from. */
            source_agent_request_id: components["schemas"]["NullableId"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
            last_activity_at: components["schemas"]["Timestamp"];
            assigned_at: components["schemas"]["NullableTimestamp"];
            /** @description True if the action is ready and has a live claim. Also true if it is ready, assigned and without an expired claim, and the assignee was active within the working window. */
            is_working: boolean;
            /** @description The blockers of the action in the order of their creation, including those that no longer block it. */
            blocked_by: components["schemas"]["Id"][];
            /** @description Whether a blocker blocks the action. A blocker blocks until it is dropped, or done without a pending review. */
            is_blocked: boolean;
            /** @description The actor whose claim is live (its lease has not expired, or it is at rest), or expired and was not taken over. Null if there is no claim. */
            claimed_by_actor_id: components["schemas"]["NullableId"];
            /** @description When the claim expires. If this time is in the past, the claim has expired. Null if there is no claim, and while the claim is at rest because the action waits for an answer to the claimant. */
            claim_expires_at: components["schemas"]["NullableTimestamp"];
            /** @description The actor that completed the action. */
            completed_by_actor_id: components["schemas"]["NullableId"];
            review: components["schemas"]["Review"];
            version: components["schemas"]["Version"];
            assigned_actor_kind?: components["schemas"]["NullableActorKind"];
            /** @description Name of the assignee. */
            assigned_actor_name?: string | null;
            /** @description Name of the assignee, if it is an agent. */
            assigned_agent_name?: string | null;
            created_by_actor_kind?: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name?: string | null;
            /** @description The last author of `title`; absent if that is the creator. */
            title_author?: components["schemas"]["TextAuthor"];
            /** @description The last author of `details`; absent if that is the creator. */
            details_author?: components["schemas"]["TextAuthor"];
            /** @description The creator, if it is an agent. */
            created_by_agent_id?: components["schemas"]["NullableId"];
            /** @description The creator, if it is a person. */
            created_by_user_id?: components["schemas"]["NullableId"];
            /** @description The reasons why no agent can take up the open action now. They do not depend on the caller. Each reason appears once, in the order of the enum. Absent if there is no reason, and for templates and finished actions. These are the causes that `withheld` of `claimNextAction` counts, except those that depend on the agent: a missing capability, the claim of another agent and its own release. If a ready action is not a template and has no `held_by`, its assignee can claim it; an agent whose capabilities cover its `requirements` can claim it from the pool. Both require that no other agent holds a live claim on it. */
            held_by?: components["schemas"]["ActionHold"][];
            /** @description Any JSON that the creator added for the assignee; absent if there is none. */
            input_payload?: unknown;
            /** @description The newest note that is not a heartbeat; absent if there is none. */
            latest_note?: components["schemas"]["Note"];
            /** @description The newest note of any kind; absent if there is none. */
            last_activity_note?: components["schemas"]["Note"];
            /** @description The sum of the reports of all claims on the action; absent if there are none. */
            usage?: components["schemas"]["Usage"];
        };
        /** @description A reason why an open action cannot be taken up now. */
        ActionHold: {
            reason: components["schemas"]["ActionHoldReason"];
            /** @description The actions that cause the reason. With `blocked`: the actions in `blocked_by` that still block it. With `sequential`: the first action of the project, which must end first and, if it is in review, be approved. Absent with the other reasons, and if the plan's history window hides that action. */
            action_ids?: components["schemas"]["Id"][];
            /** @description Those of `action_ids` that are done and wait for their review. Absent if there are none. */
            in_review_ids?: components["schemas"]["Id"][];
        };
        /**
         * @description `blocked`: other actions block it. `deferred`: `defer_until` is in the future. `sequential`: an earlier action of its sequential project is open or in review. `paused_project`: its project is paused, completed or dropped.
         * @enum {string}
         */
        ActionHoldReason: "blocked" | "deferred" | "sequential" | "paused_project";
        /** @description A page of actions. */
        ActionList: components["schemas"]["ListEnvelope"] & {
            /** @description The actions of this page. */
            items: components["schemas"]["Action"][];
        };
        /** @description The actions with the requested ids. */
        ActionBatchGetResult: {
            /** @description The visible actions, in the given order. */
            visible: components["schemas"]["Action"][];
            /** @description The ids that the caller cannot see, in the given order. */
            hidden_ids: components["schemas"]["Id"][];
            /** @description The visible ids that did not fit, in the given order; absent if all did. */
            omitted_ids?: components["schemas"]["Id"][];
        };
        /** @description An action and its related records. */
        ActionContext: {
            action: components["schemas"]["Action"];
            /** @description Its project, or null. */
            project: components["schemas"]["Project"] | null;
            /** @description Its order, or null. */
            order: components["schemas"]["Order"] | null;
            /** @description The document of the order, or null. */
            document: components["schemas"]["Document"] | null;
            /** @description The newest links that are attached to it, newest first. */
            links: components["schemas"]["Link"][];
            /** @description The documents that these links point to, each once, in the order of the links. */
            linked_documents: components["schemas"]["Document"][];
            /** @description The previous occurrence, or null. */
            parent: components["schemas"]["Action"] | null;
            /** @description Notes, newest first. */
            notes: components["schemas"]["Note"][];
            /** @description The newest open questions about the action, newest first. */
            open_questions: components["schemas"]["Question"][];
            /** @description The questions about the action that ended last, with their answers, in reverse order. They are of any agent, so an agent that takes the work over sees the answers. */
            ended_questions: components["schemas"]["Question"][];
            /** @description The parts that the context omits. At most 10,000 matches of a list are counted. */
            truncated: {
                /** @description Number of links omitted from the list. */
                links: components["schemas"]["OmittedCount"];
                /** @description Number of documents of the listed links that are omitted from the list. */
                linked_documents: components["schemas"]["OmittedCount"];
                /** @description Number of notes omitted from the list. */
                notes: components["schemas"]["OmittedCount"];
                /** @description Number of open questions omitted from the list. */
                open_questions: components["schemas"]["OmittedCount"];
                /** @description Number of ended questions omitted from the list. */
                ended_questions: components["schemas"]["OmittedCount"];
                /** @description Paths of values that are shortened or omitted, such as `notes/3/body`. */
                texts: string[];
            };
        };
        /** @description A new action. */
        ActionCreate: {
            title: components["schemas"]["VisibleTitle"];
            details?: components["schemas"]["NullableText"];
            project_id?: components["schemas"]["NullableId"];
            /** @description Default: the domain of the project. */
            domain_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Default: the calling agent if it creates a ready action, otherwise null. Null means the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description The agent id of the assignee. If `assigned_actor_id` is also sent, both must name the same agent. */
            assigned_agent_id?: components["schemas"]["NullableId"];
            /** @description Default: `inbox`. */
            status?: components["schemas"]["OpenActionStatus"];
            /**
             * @description Whether it is a template.
             * @default false
             */
            is_template?: boolean;
            /** @description Default: true if an agent creates the action, and while it is assigned to an agent. */
            requires_review?: boolean;
            /** @description The external person or dependency that the action waits for. */
            delegate_label?: string | null;
            requirements?: components["schemas"]["RequirementsInput"];
            repeat_rule?: components["schemas"]["RepeatRuleInput"];
            defer_until?: components["schemas"]["InputTimestamp"];
            due_at?: components["schemas"]["InputTimestamp"];
            /** @description Default: `0`, none. */
            priority?: components["schemas"]["ActionPriority"];
            labels?: components["schemas"]["LabelNames"];
            /**
             * Format: int32
             * @description Position within the project.
             */
            position?: number | null;
            /** @description A key that the caller chooses. If an open action has this key, the operation returns that action with 200. */
            source_key?: string | null;
            /** @description The question that the action comes from. */
            source_agent_request_id?: components["schemas"]["NullableId"];
            /** @description Any JSON for the assignee, at most 64 KiB. */
            input_payload?: unknown;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        ActionUpdate: {
            title?: components["schemas"]["VisibleTitle"];
            details?: components["schemas"]["NullableText"];
            project_id?: components["schemas"]["NullableId"];
            domain_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Null returns the action to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description The agent id of the assignee. If `assigned_actor_id` is also sent, both must name the same agent. */
            assigned_agent_id?: components["schemas"]["NullableId"];
            status?: components["schemas"]["OpenActionStatus"];
            /** @description Whether it is a template. */
            is_template?: boolean;
            /** @description Whether a person must review the work if an agent completes the action. Only people may change it. */
            requires_review?: boolean;
            /** @description The external person or dependency that the action waits for. */
            delegate_label?: string | null;
            requirements?: components["schemas"]["RequirementsInput"];
            repeat_rule?: components["schemas"]["RepeatRuleInput"];
            defer_until?: components["schemas"]["InputTimestamp"];
            due_at?: components["schemas"]["InputTimestamp"];
            priority?: components["schemas"]["ActionPriority"];
            labels?: components["schemas"]["LabelNames"];
            /**
             * Format: int32
             * @description Position within the project.
             */
            position?: number | null;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
        };
        /** @description The result of the work. */
        ActionComplete: {
            /** @description A summary of the result. */
            result_summary: components["schemas"]["VisibleText"];
            /** @description Links to the results; the operation attaches those that the action lacks. */
            links?: components["schemas"]["LinkInput"][];
            claim_generation?: components["schemas"]["ClaimGeneration"];
            worker?: components["schemas"]["ClaimWorker"];
            usage?: components["schemas"]["UsageInput"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The reason for dropping the action. People may omit the body. */
        ActionDrop: {
            /** @description The reason; stored as a note. Required from agents. */
            reason?: components["schemas"]["VisibleText"];
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The reason for reopening the action. The body is optional. */
        ActionReopen: {
            /** @description The reason; stored as a note. */
            reason?: components["schemas"]["VisibleText"];
            /** @description The new assignee. Default: the previous assignee. Null returns the action to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The approval of the work. The body is optional. */
        ActionApprove: {
            /** @description The reviewer's comment; stored as a note. */
            comment?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The rejection of the work. */
        ActionReject: {
            /** @description The reason for the rejection; stored as a note. */
            reason: components["schemas"]["VisibleText"];
            /** @description The new assignee. Default: the previous assignee. Null returns the action to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Decisions on finished work. */
        ActionBatchReview: {
            /** @description The decisions, at most one for each action. */
            items: components["schemas"]["ActionBatchReviewItem"][];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The decision on one action. */
        ActionBatchReviewItem: {
            id: components["schemas"]["ActionRef"];
            /** @description The version that was reviewed. With another version, the item is refused. */
            version: components["schemas"]["Version"];
            /**
             * @description The decision.
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description The comment on an approval; stored as a note. Only with `approve`. */
            comment?: components["schemas"]["VisibleText"];
            /** @description The reason for a rejection; stored as a note. Required with `reject`, and only allowed with it. */
            reason?: components["schemas"]["VisibleText"];
        };
        /** @description The results of a batch of reviews. */
        ActionBatchReviewResult: {
            /** @description The results in the order of the request. */
            items: components["schemas"]["ActionBatchReviewEntry"][];
        };
        /** @description The result of one decision. */
        ActionBatchReviewEntry: {
            /** @description The id of the action. */
            id: components["schemas"]["Id"];
            status: components["schemas"]["BatchStatus"];
            /** @description The action after the decision; absent after a refusal. */
            record?: components["schemas"]["Action"];
            /** @description Why the decision was refused; absent after a success. */
            error?: components["schemas"]["Error"];
        };
        /**
         * Format: int32
         * @description The status of the response that the single operation would have had.
         */
        BatchStatus: number;
        /** @description A heartbeat. */
        ActionHeartbeat: {
            /** @description The progress; stored as a note of kind `heartbeat`. */
            progress_note?: components["schemas"]["VisibleText"];
            claim_generation?: components["schemas"]["ClaimGeneration"];
            worker?: components["schemas"]["ClaimWorker"];
            lease_seconds?: components["schemas"]["NewLeaseSeconds"];
            usage?: components["schemas"]["UsageInput"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The action after the heartbeat. */
        ActionHeartbeatResult: {
            action: components["schemas"]["Action"];
            /** @description The caller's renewed claim; absent if the caller has none. */
            claim?: components["schemas"]["Claim"];
            hint?: components["schemas"]["ClaimHint"];
        };
        /**
         * Format: int32
         * @description The new lifetime of the claim.
         */
        NewLeaseSeconds: number;
        /** @description What the response means for the caller's next request. Absent if there is nothing to add. */
        ClaimHint: string;
        /**
         * Format: int32
         * @description The generation of the caller's claim. If it has been superseded, the response is 409 `CLAIM_LOST`.
         */
        ClaimGeneration: number;
        /**
         * Format: int32
         * @description The lifetime of the claim, unless a heartbeat renews it.
         * @default 900
         */
        LeaseSeconds: number;
        /** @description What the work has used, as the agent reports it. For an action, the total since the claim began or, without a claim, since the last one ended: the latest report replaces the earlier ones of that time, and the next claim, or the work after a reopening, adds. A claim that has expired takes the report of its release and completion until it is taken over. A refused request records nothing. For a check-in, what the work that it reports used. It limits nobody. For agents; a person that sends it gets 400 `VALIDATION_FAILED`. */
        UsageInput: {
            model?: components["schemas"]["UsageModel"];
            /** @description Tokens that the model read. */
            input_tokens?: components["schemas"]["UsageAmount"];
            /** @description Tokens that the model wrote. */
            output_tokens?: components["schemas"]["UsageAmount"];
            /** @description The cost in millionths of a US dollar. */
            cost_usd_micros?: components["schemas"]["UsageAmount"];
            /** @description The time of the work in seconds. */
            seconds?: components["schemas"]["UsageAmount"];
        };
        /**
         * Format: int64
         * @description An amount that an agent reports.
         */
        UsageAmount: number;
        /** @description An agent's claim on an action. */
        Claim: {
            /**
             * Format: int32
             * @description Increases whenever a claim is taken or ends. Guarded operations accept it as `claim_generation`.
             */
            generation: number;
            /** @description When the claim expires. While it is at rest, the earliest time at which it can expire: a whole lease from now. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When to renew the claim with a heartbeat: after half of its lease. */
            renew_after: components["schemas"]["Timestamp"];
            /** @description The worker of the agent that has the claim; absent if the request named none. */
            worker?: components["schemas"]["ClaimWorker"];
            /**
             * @description Present while the claim does not expire, because the action waits for an answer to a blocking question of the claimant.
             * @enum {boolean}
             */
            at_rest?: true;
        };
        /** @description The name of a process of the agent. Give each process that shares the agent's token its own name, and the same one when it starts again. */
        ClaimWorker: string;
        /** @description The claim to take. */
        ActionClaim: {
            worker?: components["schemas"]["ClaimWorker"];
            lease_seconds?: components["schemas"]["LeaseSeconds"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The claimed action. */
        ActionClaimResult: {
            action: components["schemas"]["Action"];
            claim: components["schemas"]["Claim"];
        };
        /** @description The filters for the work to claim, and the lease. */
        ActionClaimNext: {
            worker?: components["schemas"]["ClaimWorker"];
            /** @description Claims only actions of this project. */
            project_id?: components["schemas"]["Id"];
            /** @description Claims only actions of this domain. */
            domain_id?: components["schemas"]["Id"];
            lease_seconds?: components["schemas"]["LeaseSeconds"];
            /** @description What to return besides the claim. */
            include?: "context"[];
            /**
             * Format: int32
             * @description The maximum bytes of the JSON of `context`, as `max_bytes` of `getActionContext`.
             */
            context_max_bytes?: number;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The next action to work on. */
        ActionClaimNextResult: {
            /** @description The claimed action, or null. */
            action: components["schemas"]["Action"] | null;
            /** @description The claim on it, or null. */
            claim: components["schemas"]["Claim"] | null;
            /** @description The same as `getActionContext` returns. Only with `include: [context]`, if there is an action, and not in a repetition. */
            context?: components["schemas"]["ActionContext"];
            /**
             * @description The outcome of the request.
             * @enum {string}
             */
            reason: "claimed" | "continue_current" | "at_capacity" | "none_ready";
            /** @description The number of ready actions in the agent's reach that are not offered, by cause. */
            withheld: {
                /** @description Actions that other actions block. */
                blocked: components["schemas"]["WithheldCount"];
                /** @description Deferred actions. */
                deferred: components["schemas"]["WithheldCount"];
                /** @description Actions of a project in which an earlier action is open or in review. */
                sequential: components["schemas"]["WithheldCount"];
                /** @description Pool work that the agent's capabilities do not cover. */
                missing_capability: components["schemas"]["WithheldCount"];
                /** @description Actions that another agent, or another worker of the agent, has claimed. */
                claimed: components["schemas"]["WithheldCount"];
                /** @description Actions of a project that is not active. */
                paused_project: components["schemas"]["WithheldCount"];
                /** @description Actions that the agent released less than `release_backoff` ago, unchanged since. */
                released: components["schemas"]["WithheldCount"];
            };
        };
        /**
         * Format: int32
         * @description The omitted items.
         */
        OmittedCount: number;
        /**
         * Format: int32
         * @description A number of actions.
         */
        WithheldCount: number;
        /** @description The release of a claim. */
        ActionRelease: {
            /** @description The reason; stored as a note. */
            reason?: components["schemas"]["VisibleText"];
            claim_generation?: components["schemas"]["ClaimGeneration"];
            worker?: components["schemas"]["ClaimWorker"];
            usage?: components["schemas"]["UsageInput"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The action after the release. */
        ActionReleaseResult: {
            action: components["schemas"]["Action"];
            hint?: components["schemas"]["ClaimHint"];
        };
        /** @description A remark on an action, a document, an order, a project, a proposal or a question. */
        Note: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /**
             * @description The origin of the note: written directly, with a heartbeat, with a completion, or by the service.
             * @enum {string}
             */
            kind: "note" | "heartbeat" | "completion" | "system";
            action_id: components["schemas"]["NullableId"];
            agent_request_id: components["schemas"]["NullableId"];
            document_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            source_proposal_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            /** @description The text. */
            body: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description When the text last changed, or null. */
            edited_at: components["schemas"]["NullableTimestamp"];
            /** @description Whether lists omit the note. */
            archived: boolean;
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the author. */
            created_by_actor_name: string | null;
            /** @description The author, if it is an agent. */
            created_by_agent_id: components["schemas"]["NullableId"];
            /** @description The author, if it is a person. */
            created_by_user_id: components["schemas"]["NullableId"];
        };
        /** @description The target of the link: a URL or a document. */
        LinkInput: {
            url?: components["schemas"]["Url"];
            document_id?: components["schemas"]["Id"];
            title?: components["schemas"]["LinkTitleInput"];
        };
        /** @description A page of notes. */
        NoteList: components["schemas"]["ListEnvelope"] & {
            /** @description The notes of this page. */
            items: components["schemas"]["Note"][];
        };
        /** @description A new note. */
        NoteCreate: {
            /** @description The text, usually Markdown. */
            body: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        NoteUpdate: {
            /** @description The text, usually Markdown. */
            body?: components["schemas"]["VisibleText"];
            /** @description Whether lists omit the note. */
            archived?: boolean;
        };
        /** @description What agents reported, by day. A claim counts on the day of its latest report, and a check-in on its own day, in the time zone that the workspace had then. Reports from before the history window of the plan do not count. */
        UsageSummary: {
            time_zone: components["schemas"]["TimeZone"];
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description Today in the time zone of the workspace.
             */
            to: string;
            /** @description The sum of the days. */
            total: components["schemas"]["Usage"];
            /** @description The days with reported amounts, in reverse order. */
            days: components["schemas"]["UsageDay"][];
        };
        /** @description What agents reported on a day. */
        UsageDay: {
            /**
             * Format: date
             * @description The day.
             */
            day: string;
            /** @description The sum of the day. */
            usage: components["schemas"]["Usage"];
        };
        /**
         * @description Queues contain only actions of active projects.
         * @enum {string}
         */
        ProjectState: "active" | "paused" | "completed" | "dropped";
        /**
         * @description `sequential`: only the first open action can be done, and only while no action before it is in review. `parallel`: all open actions can be done.
         * @enum {string}
         */
        WorkMode: "sequential" | "parallel";
        /** @description A group of actions. */
        Project: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            description: components["schemas"]["NullableText"];
            domain_id: components["schemas"]["NullableId"];
            /** @description Whether the project is a template to duplicate. */
            is_template: boolean;
            state: components["schemas"]["ProjectState"];
            work_mode: components["schemas"]["WorkMode"];
            due_at: components["schemas"]["NullableTimestamp"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description The last author of `title`; absent if that is the creator. */
            title_author?: components["schemas"]["TextAuthor"];
            /** @description The last author of `description`; absent if that is the creator. */
            description_author?: components["schemas"]["TextAuthor"];
        };
        /** @description A page of projects. */
        ProjectList: components["schemas"]["ListEnvelope"] & {
            /** @description The projects of this page. */
            items: components["schemas"]["Project"][];
        };
        /** @description A new project. */
        ProjectCreate: {
            title: components["schemas"]["VisibleTitle"];
            description?: components["schemas"]["NullableText"];
            domain_id?: components["schemas"]["NullableId"];
            /**
             * @description Whether the project is a template to duplicate.
             * @default false
             */
            is_template?: boolean;
            /**
             * @description The initial state.
             * @default active
             * @enum {string}
             */
            state?: "active" | "paused";
            /** @description Default: `sequential`. */
            work_mode?: components["schemas"]["WorkMode"];
            due_at?: components["schemas"]["InputTimestamp"];
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        ProjectUpdate: {
            title?: components["schemas"]["VisibleTitle"];
            description?: components["schemas"]["NullableText"];
            /** @description Actions of the project that are in its old domain move to the new one. */
            domain_id?: components["schemas"]["NullableId"];
            /** @description Whether the project is a template to duplicate. Default for a new project: false. */
            is_template?: boolean;
            /** @description The new state. Default for a new project: `active`. */
            state?: components["schemas"]["ProjectState"];
            /** @description The new work mode. Default for a new project: `sequential`. */
            work_mode?: components["schemas"]["WorkMode"];
            due_at?: components["schemas"]["InputTimestamp"];
            /**
             * @description With state `completed` or `dropped`: drop the open actions in the same transaction.
             * @default false
             */
            close_actions?: boolean;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
        };
        /** @description The values of the copy that differ from the template. */
        ProjectDuplicate: {
            /** @description Default: the title of the template. */
            title?: components["schemas"]["VisibleTitle"];
            /**
             * Format: date
             * @description The day (UTC) of the first due date; the others move by as many days. Default: that of the template, or today if later.
             */
            start_on?: string;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description An archived domain accepts no new records.
         * @enum {string}
         */
        DomainState: "active" | "archived";
        /** @description A grouping of projects and actions. */
        Domain: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            description: components["schemas"]["NullableText"];
            state: components["schemas"]["DomainState"];
            /**
             * Format: int32
             * @description Active projects that are not templates.
             */
            project_count: number;
            /**
             * Format: int32
             * @description Open actions that are not templates.
             */
            action_count: number;
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description The last author of `name`; absent if that is the creator. */
            name_author?: components["schemas"]["TextAuthor"];
            /** @description The last author of `description`; absent if that is the creator. */
            description_author?: components["schemas"]["TextAuthor"];
        };
        /** @description A page of domains. */
        DomainList: components["schemas"]["ListEnvelope"] & {
            /** @description The domains of this page. */
            items: components["schemas"]["Domain"][];
        };
        /** @description A new domain. */
        DomainCreate: {
            name: components["schemas"]["VisibleTitle"];
            description?: components["schemas"]["NullableText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        DomainUpdate: {
            name?: components["schemas"]["VisibleTitle"];
            description?: components["schemas"]["NullableText"];
            state?: components["schemas"]["DomainState"];
        };
        /**
         * @description Whether the order is in force.
         * @enum {string}
         */
        OrderState: "active" | "paused" | "dropped";
        /** @description An agent's report on an order. */
        Checkin: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            /**
             * @description A report, or only a heartbeat.
             * @enum {string}
             */
            kind: "report" | "heartbeat";
            /** @description The text of the check-in. */
            summary: string;
            created_at: components["schemas"]["Timestamp"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description What the agent reported with it; absent if it reported nothing. */
            usage?: components["schemas"]["Usage"];
        };
        /** @description A page of check-ins. */
        CheckinList: components["schemas"]["ListEnvelope"] & {
            /** @description The check-ins of this page. */
            items: components["schemas"]["Checkin"][];
        };
        /** @description A new check-in. */
        CheckinCreate: {
            /**
             * @description A report, or only a heartbeat.
             * @default report
             * @enum {string}
             */
            kind?: "report" | "heartbeat";
            /** @description The text of the check-in. */
            summary: components["schemas"]["VisibleText"];
            usage?: components["schemas"]["UsageInput"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A standing assignment to an agent. */
        Order: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            /** @description The document that describes the order's work. Some callers may not see that document. */
            document_id: components["schemas"]["NullableId"];
            domain_id: components["schemas"]["NullableId"];
            name: components["schemas"]["Name"];
            summary: components["schemas"]["NullableText"];
            state: components["schemas"]["OrderState"];
            /** @description Whether the agent requires approval for gated operations. */
            requires_proposals: boolean;
            /**
             * Format: int32
             * @description Position among the agent's orders.
             */
            position: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in, or null.
             */
            checkin_every_seconds: number | null;
            /** @description When the next check-in is due: `checkin_every_seconds` after the last check-in, or after the order became active, got its cadence or got its agent, whichever was last. Null unless the order is active and has a cadence. */
            next_checkin_due_at: components["schemas"]["NullableTimestamp"];
            /** @description Whether the order is active and its check-in is overdue. */
            checkin_overdue: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The newest check-in, or null. */
            latest_checkin: components["schemas"]["Checkin"] | null;
            /** @description When the agent was last seen. */
            last_seen_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Open actions of the order that are not templates.
             */
            open_action_count: number;
            /**
             * Format: int32
             * @description Open questions of the order.
             */
            open_question_count: number;
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description The last author of `name`; absent if that is the creator. */
            name_author?: components["schemas"]["TextAuthor"];
            /** @description The last author of `summary`; absent if that is the creator. */
            summary_author?: components["schemas"]["TextAuthor"];
        };
        /** @description A page of orders. */
        OrderList: components["schemas"]["ListEnvelope"] & {
            /** @description The orders of this page. */
            items: components["schemas"]["Order"][];
        };
        /** @description A new order. */
        OrderCreate: {
            /** @description The agent of the order. */
            agent_id: components["schemas"]["Id"];
            name: components["schemas"]["VisibleTitle"];
            summary?: components["schemas"]["NullableText"];
            document_id?: components["schemas"]["NullableId"];
            domain_id?: components["schemas"]["NullableId"];
            /**
             * @description Whether the agent requires approval for gated operations.
             * @default false
             */
            requires_proposals?: boolean;
            /**
             * Format: int32
             * @description Position among the agent's orders.
             */
            position?: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in.
             */
            checkin_every_seconds?: number | null;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        OrderUpdate: {
            /** @description The new agent of the order. */
            agent_id?: components["schemas"]["Id"];
            name?: components["schemas"]["VisibleTitle"];
            summary?: components["schemas"]["NullableText"];
            document_id?: components["schemas"]["NullableId"];
            domain_id?: components["schemas"]["NullableId"];
            /** @description Whether the agent requires approval for gated operations. Only people may change it. */
            requires_proposals?: boolean;
            /**
             * Format: int32
             * @description Position among the agent's orders.
             */
            position?: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in. The cadence restarts now; null means no cadence.
             */
            checkin_every_seconds?: number | null;
            /** @description The new state. */
            state?: components["schemas"]["OrderState"];
            /** @description The reason for the change of state; stored in the history. Required with state `dropped`. */
            reason?: components["schemas"]["VisibleText"];
        };
        /**
         * @description `closed`: the agent that asked has resolved or withdrawn the question.
         * @enum {string}
         */
        QuestionState: "open" | "answered" | "dismissed" | "closed";
        /**
         * @description What happens to an open question when it expires: it stays open, `default_response` becomes its answer, or it is dismissed.
         * @enum {string}
         */
        QuestionTimeout: "keep_open" | "use_default" | "dismiss";
        /** @description Answers to choose from. */
        ChoicesInput: components["schemas"]["VisibleLabel"][];
        /** @description A question that an agent puts to people. */
        Question: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent that asked the question. */
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            /** @description The person who should answer first. */
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description The kind of the agent's request.
             * @enum {string}
             */
            kind: "question";
            status: components["schemas"]["RequestStatus"];
            state: components["schemas"]["QuestionState"];
            /** @description The comment on the chosen answer, or the reason why the question was withdrawn. */
            response_comment: components["schemas"]["NullableText"];
            responded_at: components["schemas"]["NullableTimestamp"];
            responded_by_actor_id: components["schemas"]["NullableId"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            /** @description The question. */
            question: string;
            choices: components["schemas"]["Choices"];
            /** @description The choice that the agent recommends. */
            recommended_choice: string | null;
            /** @description Whether an answer may differ from the choices. */
            allow_free_text: boolean;
            /** @description Whether the action waits until the question is no longer open. */
            blocking: boolean;
            /** @description How the agent will use the answer. */
            on_answer: string;
            /** @description The answer. */
            response: components["schemas"]["NullableText"];
            dismissed_at: components["schemas"]["NullableTimestamp"];
            /** @description When the agent resolved or withdrew its own question. */
            closed_at: components["schemas"]["NullableTimestamp"];
            /** @description When the question expires; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            on_timeout: components["schemas"]["QuestionTimeout"];
            /** @description The answer if the question expires; null unless `on_timeout` is `use_default`. */
            default_response: components["schemas"]["NullableText"];
            /** @description When the first reminder is due; null means never. */
            remind_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description The interval of the reminders; null means that there is only one.
             */
            remind_every_seconds: number | null;
            /** @description Whether the question ended because it expired. In this case the system resolved it, and no person decided. */
            timed_out: boolean;
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
            responded_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the actor that ended the question. */
            responded_by_actor_name: string | null;
            version: components["schemas"]["Version"];
        };
        /** @description The question after the operation. */
        QuestionResult: {
            question: components["schemas"]["Question"];
        };
        /** @description A page of questions. */
        QuestionList: components["schemas"]["ListEnvelope"] & {
            /** @description The questions of this page. */
            items: components["schemas"]["Question"][];
        };
        /** @description A new question. At most one of `action_id`, `project_id` and `order_id` may be set. */
        QuestionCreate: {
            /** @description The question. */
            question: components["schemas"]["VisibleText"];
            /** @description How the agent will use the answer. */
            on_answer: components["schemas"]["VisibleText"];
            choices?: components["schemas"]["ChoicesInput"];
            /** @description One of the choices. */
            recommended_choice?: string | null;
            /**
             * @description Whether an answer may differ from the choices.
             * @default true
             */
            allow_free_text?: boolean;
            action_id?: components["schemas"]["NullableActionRef"];
            project_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Default: true with an action, otherwise false. A ready action waits while a blocking question is open. */
            blocking?: boolean;
            /** @description The person who should answer first, no viewer. Default: the active member or owner who created the action, project or order, otherwise the owner. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description When the question expires. Null or absent means never. A time in the past is refused. */
            expires_at?: components["schemas"]["InputTimestamp"];
            /** @description Default: `keep_open`. The other values require `expires_at`. */
            on_timeout?: components["schemas"]["QuestionTimeout"];
            /** @description The answer if the question expires. Required with `use_default`, and only allowed with it. */
            default_response?: components["schemas"]["NullableVisibleText"];
            /** @description When `question.reminder_due` reminds people of the open question. Default: after `remind_every_seconds`. A past time is refused. */
            remind_at?: components["schemas"]["InputTimestamp"];
            /**
             * Format: int32
             * @description The interval of the reminders. Null or absent means at most one.
             */
            remind_every_seconds?: number | null;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The answer. */
        QuestionRespond: {
            /** @description The answer. */
            response: components["schemas"]["VisibleText"];
            /** @description A comment on the chosen answer. */
            response_comment?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Answers to questions. */
        QuestionBatchRespond: {
            /** @description The answers, at most one for each question. */
            items: components["schemas"]["QuestionBatchRespondItem"][];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The answer to one question. */
        QuestionBatchRespondItem: {
            id: components["schemas"]["Id"];
            /** @description The version that was read. With another version, the item is refused. */
            version: components["schemas"]["Version"];
            /** @description The answer. */
            response: components["schemas"]["VisibleText"];
            /** @description A comment on the chosen answer. */
            response_comment?: components["schemas"]["VisibleText"];
        };
        /** @description The results of a batch of answers. */
        QuestionBatchRespondResult: {
            /** @description The results in the order of the request. */
            items: components["schemas"]["QuestionBatchRespondEntry"][];
        };
        /** @description The result of one answer. */
        QuestionBatchRespondEntry: {
            /** @description The id of the question. */
            id: components["schemas"]["Id"];
            status: components["schemas"]["BatchStatus"];
            /** @description The question after the answer; absent after a refusal. */
            record?: components["schemas"]["Question"];
            /** @description Why the answer was refused; absent after a success. */
            error?: components["schemas"]["Error"];
        };
        /** @description The reason for withdrawing the question. The body is optional. */
        QuestionWithdraw: {
            /** @description The reason why an answer is no longer needed; stored as `response_comment`. */
            reason?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description Whether the agent's request has ended: `open` in the state `open`, `resolved` in any other state.
         * @enum {string}
         */
        RequestStatus: "open" | "resolved";
        /** @description As `VisibleText`, or null. */
        NullableVisibleText: string | null;
        /** @description The id of an action, or its key; or null. */
        NullableActionRef: string | null;
        /**
         * @description The operationId of an operation that requires approval for some agents. Creating an action is gated unless the agent creates it for itself. Updating an action is gated if the update assigns it to the pool or to somebody else, takes it out of its order, hides it (`is_template`, or a project that is a template or not active), or moves an action that is not the agent's own into an order that requires approval. Updating a document is gated unless the document is and stays private. Updating a project is gated if `close_actions` drops an open action.
         * @enum {string}
         */
        GatedOperation: "createAction" | "createProject" | "dropAction" | "duplicateProject" | "updateAction" | "updateDocument" | "updateProject";
        /**
         * @description A `permitted` proposal can be used once and is then `consumed`. It is `expired` from `expires_at` on, and `stale` once a use was refused because its target has changed since it was permitted.
         * @enum {string}
         */
        ProposalState: "open" | "permitted" | "denied" | "consumed" | "withdrawn" | "expired" | "stale";
        /**
         * @description `on_permit`: permitting executes the request. `by_agent`: the agent sends it.
         * @enum {string}
         */
        ProposalExecution: "on_permit" | "by_agent";
        /** @description The outcome of the request that permitting executed, or its last refusal. Null until then. */
        ProposalResult: {
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /**
             * @description Its type.
             * @enum {string|null}
             */
            record_type: "action" | "document" | "project" | null;
            /** @description The created or changed record. */
            record_id: components["schemas"]["NullableId"];
            /** @description The refusal, or null. */
            error: components["schemas"]["Error"] | null;
        } | null;
        /** @description The request that the agent wants to make: the body of the operation, and also the `id` if the operation's path has one. `client_request_id` is not part of it; `permitted_proposal_id` is refused. */
        ProposalPayload: {
            [key: string]: unknown;
        };
        /** @description An agent's request for approval of one operation. */
        Proposal: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent that created the proposal. */
            agent_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description The kind of the agent's request.
             * @enum {string}
             */
            kind: "proposal";
            status: components["schemas"]["RequestStatus"];
            state: components["schemas"]["ProposalState"];
            operation: components["schemas"]["GatedOperation"];
            payload: components["schemas"]["ProposalPayload"];
            /** @description The permitted request, perhaps changed by the person. Null until then. */
            permitted_payload: {
                [key: string]: unknown;
            } | null;
            execute: components["schemas"]["ProposalExecution"];
            result: components["schemas"]["ProposalResult"];
            title: components["schemas"]["Title"];
            description: components["schemas"]["NullableText"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            decided_at: components["schemas"]["NullableTimestamp"];
            /** @description The person who decided. */
            decided_by_actor_id: components["schemas"]["NullableId"];
            decision_comment: components["schemas"]["NullableText"];
            /** @description When the permission ends. */
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description When it was used. */
            consumed_at: components["schemas"]["NullableTimestamp"];
            /** @description When its target was found changed. */
            stale_at: components["schemas"]["NullableTimestamp"];
            withdrawn_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
            decided_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the person who decided. */
            decided_by_actor_name: string | null;
            version: components["schemas"]["Version"];
        };
        /** @description A page of proposals. */
        ProposalList: components["schemas"]["ListEnvelope"] & {
            /** @description The proposals of this page. */
            items: components["schemas"]["Proposal"][];
        };
        /** @description A new proposal. It may concern one action, project or order. */
        ProposalCreate: {
            operation: components["schemas"]["GatedOperation"];
            payload: components["schemas"]["ProposalPayload"];
            title: components["schemas"]["VisibleTitle"];
            /** @description The reason for the proposal. */
            description?: components["schemas"]["NullableText"];
            /** @description The action that it concerns. */
            action_id?: components["schemas"]["NullableId"];
            /** @description The project that it concerns. */
            project_id?: components["schemas"]["NullableId"];
            /** @description The order that it concerns. */
            order_id?: components["schemas"]["NullableId"];
            /** @description Default: `by_agent`. */
            execute?: components["schemas"]["ProposalExecution"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown);
        /** @description To drop an action: send its `id` and the `reason`. */
        ActionDropPayload: {
            /** @description The id of the action. */
            id: components["schemas"]["ActionRef"];
            reason: components["schemas"]["ActionDrop"]["reason"];
        };
        /** @description To duplicate a project: send its `id`, and the values of the copy that differ. */
        ProjectDuplicatePayload: {
            /** @description The id of the template. */
            id: components["schemas"]["Id"];
            title?: components["schemas"]["VisibleTitle"];
            start_on?: components["schemas"]["ProjectDuplicate"]["start_on"];
        };
        /** @description For a project, only closing needs approval: send its `id`, `state` and `close_actions`, and other fields. */
        ProjectUpdatePayload: {
            /** @description The id of the project. */
            id: components["schemas"]["Id"];
            /**
             * @description The new state.
             * @enum {string}
             */
            state: "completed" | "dropped";
            /**
             * @description Drop the open actions too.
             * @constant
             */
            close_actions: true;
        } & {
            [key: string]: unknown;
        };
        /** @description To update an action: send its `id`, and the fields that change. */
        ActionUpdatePayload: {
            /** @description The id of the action. */
            id: components["schemas"]["ActionRef"];
            assigned_actor_id?: components["schemas"]["ActionUpdate"]["assigned_actor_id"];
            assigned_agent_id?: components["schemas"]["ActionUpdate"]["assigned_agent_id"];
        } & {
            [key: string]: unknown;
        };
        /** @description To change a document: send its `id` and the changes. */
        DocumentUpdatePayload: {
            /** @description The id of the document. */
            id: components["schemas"]["Id"];
            title?: components["schemas"]["VisibleTitle"];
            access_mode?: components["schemas"]["DocumentAccessMode"];
            /** @description Any JSON, at most 1 MiB. */
            content?: unknown;
            edit?: components["schemas"]["DocumentEdit"];
            reason?: components["schemas"]["DocumentUpdate"]["reason"];
        };
        /** @description The decision to permit a proposal. The body is optional. */
        ProposalPermit: {
            /** @description The request to permit instead. */
            payload?: components["schemas"]["ProposalPayload"];
            /** @description A comment for the agent. */
            comment?: components["schemas"]["VisibleText"];
            /** @description The `digest` of the target that the person saw (`getProposalTarget`). */
            target_digest?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What a proposal would change, as it is now, and the names of the ids in its payload. */
        ProposalTarget: {
            proposal_id: components["schemas"]["Id"];
            /**
             * @description The kind of the target. `none`: the operation creates a record without one.
             * @enum {string}
             */
            type: "none" | "action" | "project" | "document";
            /** @description The id of the target, as the payload names it; null if it names none. */
            id: components["schemas"]["NullableId"];
            /** @description A digest of what a permission depends on. Send it to `permitProposal` as `target_digest`. */
            digest: string;
            /** @description The action, or null: the target is another record, or does not exist. */
            action: components["schemas"]["ProposalTargetAction"] | null;
            /** @description The project, or null: the target is another record, or does not exist. */
            project: components["schemas"]["ProposalTargetProject"] | null;
            /** @description The document, or null: the target is another record, or does not exist. */
            document: components["schemas"]["ProposalTargetDocument"] | null;
            /** @description The open actions of the project, by id. */
            actions: components["schemas"]["ProposalTargetAction"][];
            /**
             * Format: int32
             * @description Number of open actions omitted from the list.
             */
            actions_omitted: number;
            /** @description The links of a template and of its open actions, by id. */
            links: components["schemas"]["ProposalTargetLink"][];
            /**
             * Format: int32
             * @description Number of links omitted from the list.
             */
            links_omitted: number;
            /** @description The ids in the fields of the payload, with the names of their records. */
            names: components["schemas"]["ProposalTargetName"][];
        };
        /** @description An action that a proposal would change, drop or copy. */
        ProposalTargetAction: {
            id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            details: components["schemas"]["NullableText"];
            status: components["schemas"]["ActionStatus"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            project_id: components["schemas"]["NullableId"];
            /** @description Title of the project. */
            project_title: string | null;
            order_id: components["schemas"]["NullableId"];
            /** @description Name of the order. */
            order_name: string | null;
            /** @description The capabilities that the action requires. */
            requirements: string[];
            /** @description The ids of the actions of the template that block it. Empty unless the project is copied. */
            blocked_by: components["schemas"]["Id"][];
        };
        /** @description A project that a proposal would copy or change. */
        ProposalTargetProject: {
            id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            description: components["schemas"]["NullableText"];
            domain_id: components["schemas"]["NullableId"];
            /** @description Name of the domain. */
            domain_name: string | null;
            /** @description Whether the project is a template. */
            is_template: boolean;
            state: components["schemas"]["ProjectState"];
            work_mode: components["schemas"]["WorkMode"];
            due_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A document that a proposal would change. */
        ProposalTargetDocument: {
            id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            access_mode: components["schemas"]["DocumentAccessMode"];
            /** @description The present content. */
            content: unknown;
        };
        /** @description A link that a proposal would copy. */
        ProposalTargetLink: {
            id: components["schemas"]["Id"];
            /** @description Title of the link. */
            title: string | null;
            /** @description The URL; null for a link to a document. */
            url: string | null;
            document_id: components["schemas"]["NullableId"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
        };
        /** @description A field of the payload with an id, and the name of the record. */
        ProposalTargetName: {
            /** @description The field of the payload, such as `assigned_actor_id`. */
            field: string;
            id: components["schemas"]["Id"];
            /** @description The name or title of the record; null if there is no such record. */
            name: string | null;
        };
        /** @description The decision to deny a proposal. The body is optional. */
        ProposalDeny: {
            /** @description A comment for the agent. */
            comment?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A change of a part of content that is a string, instead of `content`. Requires `If-Match`. `find` must occur exactly once in the content; otherwise the response is 422 `INVALID_EDIT` with `details.occurrences`. Content that is no string is 422 too. */
        DocumentEdit: {
            /** @description The text to replace, literally. */
            find: string;
            /** @description The text to put in its place. */
            replace: string;
        };
        /** @description A visible label. */
        VisibleLabel: string;
        /** @description A software agent of the workspace. */
        Agent: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            actor_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            /** @description An emoji or a short name of an icon, or null. */
            icon: string | null;
            /** @description The agent's capabilities. It may take pool work whose requirements they cover. */
            capabilities: string[];
            /** @description The URL at which the agent is notified of work, or null. */
            webhook_url: string | null;
            /** @description Whether the agent requires approval for gated operations. */
            requires_proposals: boolean;
            /** @description Whether the agent may approve and reject what others finished. */
            can_review: boolean;
            /**
             * @description A worker changes its own work; a sysadmin also manages agents and orders.
             * @enum {string}
             */
            access_mode: "worker" | "sysadmin";
            /**
             * @description `pending`: until the first authenticated request. `paused`: may read but not write (403 `AGENT_NOT_ACTIVE`). `revoked`: final.
             * @enum {string}
             */
            state: "pending" | "active" | "paused" | "revoked";
            /**
             * @description Derived: the agent works on an action, was seen within the working window, or neither. A revoked agent is `offline`.
             * @enum {string}
             */
            presence: "working" | "idle" | "offline";
            last_seen_at: components["schemas"]["NullableTimestamp"];
            /** @description The URL of the agent-tool endpoint; null if the server does not know its own address. */
            mcp_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description How clients of the agent-tool protocol connect as the agent. */
        AgentConnection: {
            agent_id: components["schemas"]["Id"];
            /** @description The URL of the agent-tool endpoint; null if the server does not know its own address. */
            mcp_url: string | null;
            /** @description One entry for each client; none without an `mcp_url`. */
            clients: components["schemas"]["ClientConnection"][];
        };
        /** @description What to paste into a client. */
        ClientConnection: {
            /**
             * @description The client; `plain` is curl.
             * @enum {string}
             */
            client: "claude_code" | "codex" | "cursor" | "vscode" | "claude" | "chatgpt" | "plain";
            /** @description The name of the client. */
            title: string;
            /**
             * @description Whether the client sends a token, or a person signs in with a browser.
             * @enum {string}
             */
            auth: "token" | "oauth";
            /**
             * @description Whether the text is a command for a shell, part of a file, or a URL.
             * @enum {string}
             */
            kind: "command" | "file" | "url";
            /** @description Where the text belongs: the file, or the dialog of the client. */
            place: string;
            /** @description The text to paste. */
            text: string;
        };
        /** @description A page of agents. */
        AgentList: components["schemas"]["ListEnvelope"] & {
            /** @description The agents of this page. */
            items: components["schemas"]["Agent"][];
        };
        /** @description A new agent. */
        AgentCreate: {
            /** @description Unique among the workspace's agents. */
            name: components["schemas"]["VisibleTitle"];
            /** @description An emoji or a short name of an icon. */
            icon?: string | null;
            /** @description The agent's capabilities. */
            capabilities?: components["schemas"]["VisibleLabel"][];
            /**
             * Format: uri
             * @description The URL at which the agent is notified of work; https, and a public host unless the server allows it. Only people may set it.
             */
            webhook_url?: string | null;
            /**
             * @description Whether the agent requires approval for gated operations.
             * @default false
             */
            requires_proposals?: boolean;
            /**
             * @description Whether the agent may approve and reject what others finished. Only people may set it to true.
             * @default false
             */
            can_review?: boolean;
            /**
             * @description A worker changes its own work. Only people may create a sysadmin.
             * @default worker
             * @enum {string}
             */
            access_mode?: "worker" | "sysadmin";
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        AgentUpdate: {
            /** @description Unique among the workspace's agents. */
            name?: components["schemas"]["VisibleTitle"];
            /** @description An emoji or a short name of an icon. */
            icon?: string | null;
            /** @description The agent's capabilities. */
            capabilities?: components["schemas"]["VisibleLabel"][];
            /**
             * Format: uri
             * @description The URL at which the agent is notified of work; https, and a public host unless the server allows it. Only people may set it.
             */
            webhook_url?: string | null;
            /** @description Whether the agent requires approval for gated operations. */
            requires_proposals?: boolean;
            /** @description Whether the agent may approve and reject what others finished. Only people may change it. */
            can_review?: boolean;
            /**
             * @description A worker changes its own work. Only people may change the access mode.
             * @enum {string}
             */
            access_mode?: "worker" | "sysadmin";
        };
        /** @description The reason for pausing, resuming or revoking the agent. The body is optional. */
        AgentCommand: {
            /** @description The reason; stored in the history. */
            reason?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A bearer token of an agent, without its secret. */
        Token: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            public_id: components["schemas"]["TokenPublicId"];
            name: components["schemas"]["Name"];
            /** @description The scopes of the token. */
            scopes: components["schemas"]["Scope"][];
            /** @description When the token expires; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description When the token was last used, to the minute. */
            last_used_at: components["schemas"]["NullableTimestamp"];
            revoked_at: components["schemas"]["NullableTimestamp"];
            /** @description When a new token replaced it. */
            rotated_at: components["schemas"]["NullableTimestamp"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The part of a bearer token before its secret, `cb_<workspace>_<public id>_<secret>`. It identifies the token but is not a secret, so it may be logged. Never send the secret part to search for a token. */
        TokenPublicId: string;
        /** @description The new token, with its secret. */
        TokenWithSecret: components["schemas"]["Token"] & {
            /** @description The bearer token itself, `cb_<workspace>_<public id>_<secret>`. Returned only once: a repetition with the same `client_request_id` omits it. */
            token?: string;
        };
        /** @description A page of tokens. */
        TokenList: components["schemas"]["ListEnvelope"] & {
            /** @description The tokens of this page. */
            items: components["schemas"]["Token"][];
        };
        /** @description A new token. */
        TokenCreate: {
            /** @description A name for the token's purpose. Default: `token`. */
            name?: components["schemas"]["VisibleTitle"];
            /** @description The scopes of the token. Default: both. */
            scopes?: components["schemas"]["Scope"][];
            /** @description When the token expires. Null or absent means never. A time in the past is refused. */
            expires_at?: components["schemas"]["InputTimestamp"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The rotation of a token. The body is optional. */
        TokenRotate: {
            /**
             * Format: int32
             * @description How long the old token stays valid alongside the new one.
             * @default 0
             */
            overlap_seconds?: number;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A document of the workspace. */
        Document: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            access_mode: components["schemas"]["DocumentAccessMode"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Any JSON, usually Markdown text. */
            content: unknown;
            /** @description The piece that `content` is. Only with `offset` or `length`. */
            content_range?: components["schemas"]["ContentRange"];
            /**
             * Format: int32
             * @description The number of the newest revision, which has this content.
             */
            revision_number: number;
            review_state: components["schemas"]["DocumentReviewState"];
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description The last author of `title`; absent if that is the creator. */
            title_author?: components["schemas"]["TextAuthor"];
            /** @description The last author of `content`; absent if that is the creator. */
            content_author?: components["schemas"]["TextAuthor"];
        };
        /** @description A piece of the text of a content, in characters (Unicode code points). */
        ContentRange: {
            /**
             * Format: int32
             * @description The characters before the piece.
             */
            offset: number;
            /**
             * Format: int32
             * @description The characters of the piece.
             */
            length: number;
            /**
             * Format: int32
             * @description The characters of the whole text.
             */
            total: number;
            /** @description Whether the text is the JSON of the content; false for content that is a string. */
            is_json: boolean;
        };
        /**
         * @description The access of other agents. `shared_read`: read the document. `shared_comment`: also write notes on it. `shared_edit`: also edit it. A private document is visible to its creator, to people and to sysadmin agents. For all other callers the document, its revisions, its notes and the links to it are absent. People and sysadmin agents may do everything with every document.
         * @enum {string}
         */
        DocumentAccessMode: "private" | "shared_read" | "shared_comment" | "shared_edit";
        /** @description A page of documents. */
        DocumentList: components["schemas"]["ListEnvelope"] & {
            /** @description The documents of this page. */
            items: components["schemas"]["Document"][];
        };
        /** @description A new document. */
        DocumentCreate: {
            title: components["schemas"]["VisibleTitle"];
            /** @description Any JSON, at most 1 MiB; usually Markdown text. */
            content: unknown;
            /** @description Default: `shared_read`. */
            access_mode?: components["schemas"]["DocumentAccessMode"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        DocumentUpdate: {
            title?: components["schemas"]["VisibleTitle"];
            access_mode?: components["schemas"]["DocumentAccessMode"];
            /** @description Any JSON, at most 1 MiB; usually Markdown text. Requires `If-Match`. */
            content?: unknown;
            edit?: components["schemas"]["DocumentEdit"];
            /** @description The reason for the change of the content; only with `content` or `edit`. */
            reason?: components["schemas"]["VisibleText"];
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
        };
        /**
         * @description The review of the newest revision. `none`: it needs no review. `pending`: it waits for a person.
         * @enum {string}
         */
        DocumentReviewState: "none" | "pending" | "approved";
        /**
         * @description `none`: the revision needs no review. `pending`: it waits for a person. `reverted`: it has been reverted.
         * @enum {string}
         */
        RevisionReviewState: "none" | "pending" | "approved" | "reverted";
        /** @description A revision without its content. */
        RevisionSummary: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            document_id: components["schemas"]["Id"];
            /**
             * Format: int32
             * @description Position among the revisions of the document: counted from 1, without gaps.
             */
            number: number;
            reason: components["schemas"]["NullableText"];
            review_state: components["schemas"]["RevisionReviewState"];
            /** @description The actor that approved or reverted the revision, or null. */
            reviewed_by_actor_id: components["schemas"]["NullableId"];
            reviewed_at: components["schemas"]["NullableTimestamp"];
            /** @description The revision that this one reverts, or null. */
            reverts_revision_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the author. */
            created_by_actor_name: string | null;
            /** @description The author, if it is an agent. */
            created_by_agent_id: components["schemas"]["NullableId"];
            /** @description The author, if it is a person. */
            created_by_user_id: components["schemas"]["NullableId"];
            version: components["schemas"]["Version"];
        };
        /** @description The content of a document from one change to the next. */
        Revision: components["schemas"]["RevisionSummary"] & {
            /** @description Any JSON, usually Markdown text. */
            content: unknown;
        };
        /** @description A page of revisions. */
        RevisionList: components["schemas"]["ListEnvelope"] & {
            /** @description The revisions of this page. */
            items: components["schemas"]["RevisionSummary"][];
        };
        /** @description The reversal of a revision. */
        RevisionRevert: {
            /** @description The reason; stored with the new revision. */
            reason?: components["schemas"]["VisibleText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description An http or https URL. */
        Url: string;
        /** @description The displayed title, or null. */
        LinkTitle: string | null;
        /** @description The displayed title, or null. */
        LinkTitleInput: string | null;
        /** @description A URL or a document, attached to one action, project or order. */
        Link: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The URL of the target, or null if the target is a document. */
            url: string | null;
            /** @description The target document, or null if the target is a URL. */
            document_id: components["schemas"]["NullableId"];
            title: components["schemas"]["LinkTitle"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            /** @description The last author of `title`; absent if that is the creator. */
            title_author?: components["schemas"]["TextAuthor"];
        };
        /** @description A page of links. */
        LinkList: components["schemas"]["ListEnvelope"] & {
            /** @description The links of this page. */
            items: components["schemas"]["Link"][];
        };
        /** @description A new link with one target. It is attached to one action, project or order. */
        LinkCreate: {
            url?: components["schemas"]["Url"];
            document_id?: components["schemas"]["Id"];
            title?: components["schemas"]["LinkTitleInput"];
            action_id?: components["schemas"]["ActionRef"];
            project_id?: components["schemas"]["Id"];
            order_id?: components["schemas"]["Id"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The fields to change; absent fields stay unchanged. */
        LinkUpdate: {
            url?: components["schemas"]["Url"];
            title?: components["schemas"]["LinkTitleInput"];
        };
        /**
         * @description The field of a record that has the text.
         * @enum {string}
         */
        TextField: "title" | "details" | "description" | "name" | "summary";
        /** @description A text of a record that was replaced by another one. */
        EarlierText: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The record. */
            subject_id: components["schemas"]["Id"];
            field: components["schemas"]["TextField"];
            /** @description The text as it was. */
            text: string;
            written_by_actor_id: components["schemas"]["Id"];
            written_by_actor_kind: components["schemas"]["ActorKind"];
            /** @description Name of the author. */
            written_by_actor_name: string;
            replaced_at: components["schemas"]["Timestamp"];
            replaced_by_actor_id: components["schemas"]["Id"];
            replaced_by_actor_kind: components["schemas"]["ActorKind"];
            /** @description Name of the actor that replaced the text. */
            replaced_by_actor_name: string;
        };
        /** @description A page of earlier texts. */
        EarlierTextList: components["schemas"]["ListEnvelope"] & {
            /** @description The texts of this page. */
            items: components["schemas"]["EarlierText"][];
        };
        /** @description Answers to choose from. */
        Choices: string[];
        /** @description An order in a view. */
        OrderSummary: {
            id: components["schemas"]["Id"];
            /** @description When the next check-in is due. Null without a cadence. */
            next_checkin_due_at: components["schemas"]["NullableTimestamp"];
            /** @description Whether `next_checkin_due_at` has passed. */
            checkin_overdue: boolean;
            assigned_actor_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            agent_name: components["schemas"]["Name"];
            name: components["schemas"]["Name"];
            summary: components["schemas"]["NullableText"];
            domain_id: components["schemas"]["NullableId"];
        };
        /** @description The metrics of the workspace. Templates are never counted. */
        Metrics: {
            /**
             * Format: int32
             * @description Actions in the inbox that are not deferred.
             */
            inbox_count: number;
            /**
             * Format: int32
             * @description Done actions whose review is pending.
             */
            review_count: number;
            /**
             * Format: int32
             * @description Actions that somebody works on.
             */
            active_count: number;
            /**
             * Format: int32
             * @description Assigned actions that are ready or waiting, and had no activity within the stalled window or have an expired claim.
             */
            stalled_count: number;
            /**
             * Format: int32
             * @description Active agents.
             */
            agent_count: number;
            /**
             * Format: int32
             * @description Open questions.
             */
            question_count: number;
        };
        /** @description An action in the command view. */
        ActionSummary: {
            id: components["schemas"]["Id"];
            key: components["schemas"]["ActionKey"];
            title: components["schemas"]["Title"];
            project_id: components["schemas"]["NullableId"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee, if it is an agent. */
            assigned_agent_name: string | null;
            /** @description The external person or dependency that the action waits for. */
            delegate_label: string | null;
            due_at: components["schemas"]["NullableTimestamp"];
            priority: components["schemas"]["ActionPriority"];
            /** @description Text of the newest note, or null. */
            last_activity_note: string | null;
            last_activity_at: components["schemas"]["Timestamp"];
            /** @description Whether somebody works on the action. */
            is_working: boolean;
        };
        /** @description The fields that a question shares with all other requests of agents. */
        RequestRecord: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description The kind of the request. The command view shows questions; `listProposals` returns the requests of the kind `proposal`.
             * @enum {string}
             */
            kind: "question";
            status: components["schemas"]["RequestStatus"];
            response_comment: components["schemas"]["NullableText"];
            responded_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
        };
        /** @description A question in the command view, with the titles of the records that it concerns. */
        QuestionEntry: {
            id: components["schemas"]["Id"];
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description The kind of the agent's request.
             * @enum {string}
             */
            kind: "question";
            /**
             * @description The view contains only open requests.
             * @enum {string}
             */
            status: "open";
            /**
             * @description The view contains only open questions.
             * @enum {string}
             */
            state: "open";
            response_comment: components["schemas"]["NullableText"];
            responded_at: components["schemas"]["NullableTimestamp"];
            responded_by_actor_id: components["schemas"]["NullableId"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            /** @description The question. */
            question: string;
            choices: components["schemas"]["Choices"];
            /** @description The choice that the agent recommends. */
            recommended_choice: string | null;
            /** @description Whether an answer may differ from the choices. */
            allow_free_text: boolean;
            /** @description Whether the action waits until the question is no longer open. */
            blocking: boolean;
            /** @description How the agent will use the answer. */
            on_answer: string;
            response: components["schemas"]["NullableText"];
            dismissed_at: components["schemas"]["NullableTimestamp"];
            closed_at: components["schemas"]["NullableTimestamp"];
            /** @description When the question expires; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            on_timeout: components["schemas"]["QuestionTimeout"];
            /** @description The answer if the question expires; null unless `on_timeout` is `use_default`. */
            default_response: components["schemas"]["NullableText"];
            remind_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description The interval of the reminders; null means that there is only one.
             */
            remind_every_seconds: number | null;
            /** @description Whether the question ended because it expired. In this case the system resolved it, and no person decided. */
            timed_out: boolean;
            created_by_actor_kind: components["schemas"]["NullableActorKind"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
            version: components["schemas"]["Version"];
            /** @description Title of the action that the question concerns. */
            action_title: string | null;
            /** @description Title of the project that the question, or its action, concerns. */
            project_title: string | null;
            /** @description Name of the order that the question concerns. */
            order_name: string | null;
            /** @description Name of the agent that asked the question. */
            agent_name: string | null;
        };
        /** @description The records that a person needs to see first. */
        CommandView: {
            metrics: components["schemas"]["Metrics"];
            /** @description Open questions, newest first. */
            requests: {
                request: components["schemas"]["RequestRecord"];
                question: components["schemas"]["QuestionEntry"];
            }[];
            /** @description Active projects with their open actions. */
            projects: {
                id: components["schemas"]["Id"];
                title: components["schemas"]["Title"];
                domain_id: components["schemas"]["NullableId"];
                /**
                 * Format: int32
                 * @description Number of open actions omitted from `actions`. `listProjectActions` lists all of them.
                 */
                omitted_actions: number;
                /** @description Open actions, in the order of the project: its first one, and others by urgency. */
                actions: components["schemas"]["ActionSummary"][];
            }[];
            /** @description Open actions without a project, most urgent first. */
            standalone_actions: components["schemas"]["ActionSummary"][];
            /** @description Agents that are not revoked, most recently seen first. */
            agents: components["schemas"]["Agent"][];
            /** @description Active orders. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description Finished actions whose review is pending, oldest completion first. Only with `include`. */
            reviews?: components["schemas"]["Action"][];
            /** @description Open proposals, oldest first. Only with `include`. */
            proposals?: components["schemas"]["Proposal"][];
            /** @description Stalled actions, oldest activity first. Only with `include`. */
            stalled?: components["schemas"]["Action"][];
            /** @description The number of entries that each list omits. At most 10,000 matches of a list are counted. */
            truncated: {
                /**
                 * Format: int32
                 * @description Number of open questions omitted from the list.
                 */
                requests: number;
                /**
                 * Format: int32
                 * @description Number of active projects omitted from the list.
                 */
                projects: number;
                /**
                 * Format: int32
                 * @description Number of open actions omitted from the lists of the listed projects.
                 */
                project_actions: number;
                /**
                 * Format: int32
                 * @description Number of open actions without a project that are omitted from the list.
                 */
                standalone_actions: number;
                /**
                 * Format: int32
                 * @description Number of agents omitted from the list.
                 */
                agents: number;
                /**
                 * Format: int32
                 * @description Number of active orders omitted from the list.
                 */
                orders: number;
                /**
                 * Format: int32
                 * @description Number of finished actions omitted from `reviews`.
                 */
                reviews?: number;
                /**
                 * Format: int32
                 * @description Number of open proposals omitted from the list.
                 */
                proposals?: number;
                /**
                 * Format: int32
                 * @description Number of stalled actions omitted from the list.
                 */
                stalled?: number;
            };
        };
        /** @description An action in the tasks view. */
        TaskRow: {
            action_id: components["schemas"]["Id"];
            key: components["schemas"]["ActionKey"];
            title: components["schemas"]["Title"];
            project_id: components["schemas"]["NullableId"];
            /** @description Title of the project. */
            project_title: string | null;
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee, if it is an agent. */
            assigned_agent_name: string | null;
            /** @description The time of the last activity on the action. */
            touched_at: components["schemas"]["Timestamp"];
            due_at: components["schemas"]["NullableTimestamp"];
            priority: components["schemas"]["ActionPriority"];
            domain_id: components["schemas"]["NullableId"];
            /** @description Name of the domain. */
            domain_name: string | null;
            order_id: components["schemas"]["NullableId"];
        };
        /** @description A domain with its tasks. */
        TaskDomain: {
            /** @description The id of the domain; `none` for tasks without a domain. */
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            description: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Active projects of the domain; in the slice `templates`, its template projects.
             */
            project_count: number;
            /**
             * Format: int32
             * @description Actions of the slice in the domain, including those omitted from `rows`.
             */
            action_count: number;
            /** @description The most urgent tasks, ordered by due date, then by oldest activity. */
            rows: components["schemas"]["TaskRow"][];
        };
        /** @description Tasks by domain. */
        TasksView: {
            /** @description The number of entries that the view omits. At most 10,000 domains are counted. */
            truncated: {
                /**
                 * Format: int32
                 * @description Number of domains omitted from the list.
                 */
                domains: number;
                /**
                 * Format: int32
                 * @description Number of tasks omitted from the rows of the listed domains.
                 */
                rows: number;
            };
            /** @description Domains, ordered by name; tasks without a domain come last. */
            domains: components["schemas"]["TaskDomain"][];
        };
        /** @description An action in an agent's overview. */
        WorkItem: {
            id: components["schemas"]["Id"];
            key: components["schemas"]["ActionKey"];
            title: components["schemas"]["Title"];
            project_id: components["schemas"]["NullableId"];
            /** @description Title of the project. */
            project_title: string | null;
            due_at: components["schemas"]["NullableTimestamp"];
            priority: components["schemas"]["ActionPriority"];
            defer_until: components["schemas"]["NullableTimestamp"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            last_activity_at: components["schemas"]["Timestamp"];
            /** @description The first 120 characters of the details; with `full`, the first 280. */
            details_preview: string | null;
            requirements: components["schemas"]["Requirements"];
            /** @description Whether somebody works on the action. */
            is_working: boolean;
            /**
             * @description `rejected` if the last result of the action was rejected.
             * @enum {string}
             */
            review_state: "none" | "rejected";
            /** @description The beginning of the reason for the rejection, as in `details_preview`. */
            rejection_reason: string | null;
        };
        /** @description An entry of recent activity. */
        ActivityEntry: {
            id: components["schemas"]["Id"];
            target_id: components["schemas"]["Id"];
            /** @description Title of the affected record. */
            target_title: string | null;
            /** @description The actor of the activity. */
            actor: {
                id: components["schemas"]["Id"];
                name: components["schemas"]["Name"];
            };
            at: components["schemas"]["Timestamp"];
            /** @description A summary of the activity. */
            summary: string;
        };
        /** @description A count for each list of recent activity. */
        ActivityCounts: {
            /**
             * Format: int32
             * @description The agent's activity on actions.
             */
            my_actions: number;
            /**
             * Format: int32
             * @description Activity on the agent's questions.
             */
            my_questions: number;
            /**
             * Format: int32
             * @description Notes that the agent wrote.
             */
            my_notes: number;
            /**
             * Format: int32
             * @description People's activity on the agent's actions, questions and proposals.
             */
            human_on_my_items: number;
            /**
             * Format: int32
             * @description Changes of the documents of the agent's orders.
             */
            order_doc_changes: number;
        };
        /** @description All context that an agent needs to choose its next work. */
        AgentOverview: {
            metrics: components["schemas"]["Metrics"];
            /** @description The agent. */
            me: {
                id: components["schemas"]["Id"];
                name: components["schemas"]["Name"];
                /** @description The agent's capabilities. */
                capabilities: string[];
            };
            /** @description The workspace's other agents that are not revoked. */
            other_agents: {
                /**
                 * Format: int32
                 * @description The number of these agents.
                 */
                count: number;
                /**
                 * Format: int32
                 * @description The number of these agents that work on an action.
                 */
                working_count: number;
            };
            /** @description The agent's open work. */
            my_work: {
                /** @description The action that the agent works on, or null. If there are several, the one with the latest activity. */
                working: components["schemas"]["WorkItem"] | null;
                /** @description Actionable actions that are assigned to the agent, in the order to take them, without the one in `working`. */
                ready: components["schemas"]["WorkItem"][];
                /** @description Waiting actions that are assigned to the agent or, from the pool, under its live claim; oldest activity first. */
                waiting: components["schemas"]["WorkItem"][];
            };
            /** @description Pool work that the agent's capabilities cover, in the order to take it. */
            claimable: components["schemas"]["WorkItem"][];
            /** @description Active projects in which the agent has open work. */
            my_projects: {
                id: components["schemas"]["Id"];
                title: components["schemas"]["Title"];
                /**
                 * Format: int32
                 * @description Open actions of the project.
                 */
                open_action_count: number;
                /**
                 * Format: int32
                 * @description Open actions of the project that are assigned to the agent.
                 */
                my_action_count: number;
                /** @description The first 120 characters of the description; with `full`, the first 280. */
                description_preview: string | null;
            }[];
            /** @description Active projects in which the agent has no open work. */
            other_active_projects: {
                /**
                 * Format: int32
                 * @description The number of these projects.
                 */
                count: number;
                /** @description The titles of these projects, in the order of `listProjects`. */
                titles: string[];
            };
            /** @description The agent's open questions, newest first. */
            my_open_questions: {
                id: components["schemas"]["Id"];
                /** @description The question. */
                question: string;
                created_at: components["schemas"]["Timestamp"];
                action_id: components["schemas"]["NullableId"];
                /** @description Title of the action. */
                action_title: string | null;
                project_id: components["schemas"]["NullableId"];
                /** @description Title of the project. */
                project_title: string | null;
                order_id: components["schemas"]["NullableId"];
                /** @description Name of the order. */
                order_name: string | null;
                choices: components["schemas"]["Choices"];
                /** @description How the agent will use the answer. */
                on_answer: string;
            }[];
            /** @description The agent's open proposals, newest first. */
            my_open_proposals: {
                id: components["schemas"]["Id"];
                title: components["schemas"]["Title"];
                operation: components["schemas"]["GatedOperation"];
                created_at: components["schemas"]["Timestamp"];
                action_id: components["schemas"]["NullableId"];
                project_id: components["schemas"]["NullableId"];
                order_id: components["schemas"]["NullableId"];
            }[];
            /** @description The agent's active orders, in the order of `listOrders`. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description The activity of the last seven days, newest first. */
            recent_activity: {
                /** @description The agent's changes of actions; heartbeats are not in it. */
                my_actions: components["schemas"]["ActivityEntry"][];
                /** @description Activity of the agent and of the system on questions of the agent that have ended. */
                my_questions: components["schemas"]["ActivityEntry"][];
                /** @description Notes that the agent wrote. */
                my_notes: components["schemas"]["ActivityEntry"][];
                /** @description People's activity on the agent's actions, questions and proposals. */
                human_on_my_items: components["schemas"]["ActivityEntry"][];
                /** @description Changes of the documents of the agent's orders. */
                order_doc_changes: components["schemas"]["ActivityEntry"][];
            };
            /** @description Open work that is not the agent's. */
            elsewhere: {
                /**
                 * Format: int32
                 * @description Actionable actions that are assigned to somebody else.
                 */
                other_ready_actions: number;
                /**
                 * Format: int32
                 * @description Actions that somebody else works on.
                 */
                other_active_actions: number;
                /**
                 * Format: int32
                 * @description Waiting actions that `my_work.waiting` does not list.
                 */
                other_waiting_actions: number;
                /**
                 * Format: int32
                 * @description Actions in the inbox that are not the agent's.
                 */
                other_inbox_items: number;
            };
            /** @description The parts that the overview omits, and how to get them. At most 10,000 matches of a list are counted. */
            truncated: {
                /**
                 * Format: int32
                 * @description Number of work items omitted from the lists of `my_work`.
                 */
                my_work: number;
                /**
                 * Format: int32
                 * @description Number of pool actions omitted from the list.
                 */
                claimable: number;
                /**
                 * Format: int32
                 * @description Number of the agent's projects omitted from the list.
                 */
                my_projects: number;
                /**
                 * Format: int32
                 * @description Number of open questions omitted from the list.
                 */
                my_open_questions: number;
                /**
                 * Format: int32
                 * @description Number of open proposals omitted from the list.
                 */
                my_open_proposals: number;
                /**
                 * Format: int32
                 * @description Number of active orders omitted from the list.
                 */
                orders: number;
                /**
                 * Format: int32
                 * @description Number of titles omitted from the list.
                 */
                other_project_titles: number;
                /**
                 * Format: int32
                 * @description Work items whose details are longer than their preview.
                 */
                action_details: number;
                /**
                 * Format: int32
                 * @description Projects whose description is longer than its preview.
                 */
                project_descriptions: number;
                recent_activity: components["schemas"]["ActivityCounts"];
                /** @description How to get the omitted entries. */
                hint: string;
            };
        };
        /** @description Whether an agent has work to do, with counts. */
        AgentAttention: {
            /** @description Whether `ready`, `claimable`, `unread_news` or `overdue_checkins` is above 0, and the agent may work. */
            has_work: boolean;
            /** @description The counts, each up to 100. */
            counts: {
                /** @description Actionable actions that are assigned to the agent or, from the pool, under its live claim; including those that it works on. */
                ready: components["schemas"]["AttentionCount"];
                /** @description Pool work that a queue offers to the agent, not under a live claim. */
                claimable: components["schemas"]["AttentionCount"];
                /** @description The part of `unread_news` that says that a question has been answered, by a person or by its default response. */
                answered_questions: components["schemas"]["AttentionCount"];
                /** @description The agent's open questions. */
                open_questions: components["schemas"]["AttentionCount"];
                /** @description Waiting actions that are assigned to the agent or, from the pool, under its live claim. */
                waiting: components["schemas"]["AttentionCount"];
                /** @description The agent's active orders whose check-in is overdue. */
                overdue_checkins: components["schemas"]["AttentionCount"];
                /** @description The agent's news after the position of `markAgentNewsRead`. */
                unread_news: components["schemas"]["AttentionCount"];
            };
        };
        /**
         * Format: int32
         * @description A number of records.
         */
        AttentionCount: number;
        /** @description The key of the action, the prefix of its workspace and a number that no other action gets. It is accepted wherever the id of an action is, in any case, and goes on with an earlier prefix. */
        ActionKey: string;
        /**
         * @description The type of a record that the search finds.
         * @enum {string}
         */
        SearchHitType: "action" | "project" | "document" | "order" | "question" | "agent" | "note" | "proposal";
        /** @description A record that contains all the words. */
        SearchHit: {
            type: components["schemas"]["SearchHitType"];
            id: components["schemas"]["Id"];
            /** @description The key of an action; null for other records. A search for a key finds its action first. */
            key: string | null;
            /** @description The title or name of the record, or up to 500 characters of its question. */
            title: string;
            /** @description Up to 200 characters of plain text on one line around the first match. The text is from the first of `matched_fields` that is not a title or name, or else from the title or name. The match is not marked; `…` marks omitted text. */
            snippet: string;
            /** @description The names of the record's fields that contain at least one of the words. */
            matched_fields: ("title" | "details" | "result_summary" | "delegate_label" | "description" | "content" | "name" | "summary" | "question" | "on_answer" | "choices" | "response" | "response_comment" | "capabilities" | "body" | "payload" | "decision_comment")[];
            /** @description The `status`, or the `state` if it has none. */
            status: string | null;
            /** @description The record that a note is on. */
            subject_id: components["schemas"]["NullableId"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            project_id: components["schemas"]["NullableId"];
            /** @description Title of the project. */
            project_title: string | null;
            created_by_actor_id: components["schemas"]["Id"];
            /** @description Name of the author. */
            created_by_actor_name: string;
        };
        /** @description A page of hits. */
        SearchResults: components["schemas"]["ListEnvelope"] & {
            /** @description The hits of this page. */
            items: components["schemas"]["SearchHit"][];
            /** @description What was searched, because nothing matches `q`. */
            corrected_to?: string;
        };
        /**
         * @description The kind of the event. The part before the dot is the type of the subject. Kinds may be added. `user.sign_in_failed` summarises all failed attempts to sign in to an account in an hour. The first failed attempt writes the event. The summary of the account's next `user.sign_in_failed` or `session.created` contains the number of failed attempts. `action.unblocked` follows the event that ended the last blocker of an open action. The system emits the events that time causes, each once and within seconds: `action.undeferred` (`defer_until` has passed), `action.offered_again` (the queue of its releaser has it again after `release_backoff`, or after a change of somebody else), `claim.expired` (the lease has ended; the subject is the action), `action.stalled`, `order.checkin_overdue` for each period without a check-in, `question.reminder_due`, and `token.expiring` a week before a token that a person made expires. Periods that ended while no server ran are one event with their `period_count`. A change of a project or of a window emits none.
         * @enum {string}
         */
        EventKind: "action.approved" | "action.assigned" | "action.blocker_added" | "action.blocker_removed" | "action.claimed" | "action.completed" | "action.created" | "action.dropped" | "action.heartbeat" | "action.offered_again" | "action.rejected" | "action.reopened" | "action.released" | "action.stalled" | "action.unblocked" | "action.undeferred" | "action.updated" | "agent.activated" | "agent.created" | "agent.paused" | "agent.resumed" | "agent.revoked" | "agent.updated" | "checkin.created" | "claim.expired" | "document.approved" | "document.created" | "document.reverted" | "document.updated" | "domain.created" | "invitation.accepted" | "invitation.created" | "invitation.revoked" | "domain.state_changed" | "domain.updated" | "link.created" | "link.deleted" | "link.updated" | "note.archived" | "note.created" | "note.updated" | "oauth_grant.created" | "oauth_grant.revoked" | "order.assigned" | "order.checkin_overdue" | "order.created" | "order.state_changed" | "order.updated" | "project.created" | "project.duplicated" | "project.state_changed" | "project.updated" | "proposal.consumed" | "proposal.created" | "proposal.denied" | "proposal.expired" | "proposal.permitted" | "proposal.stale" | "proposal.withdrawn" | "question.answered" | "question.asked" | "question.closed" | "question.dismissed" | "question.expired" | "question.reminder_due" | "session.created" | "session.deleted" | "token.created" | "token.expiring" | "token.revoked" | "user.deactivated" | "user.email_changed" | "user.joined" | "user.linked" | "user.password_changed" | "user.password_reset" | "user.password_reset_created" | "user.reactivated" | "user.sign_in_failed" | "user.unlinked" | "user.updated" | "token.rotated" | "webhook.created" | "webhook.deleted" | "webhook.disabled" | "webhook.enabled" | "webhook.failing" | "webhook.gap" | "webhook.replayed" | "webhook.secret_rotated" | "webhook.updated" | "workspace.created" | "workspace.exported" | "workspace.imported" | "workspace.label_renamed" | "workspace.updated";
        /** @description An event of the workspace. It never changes. */
        Event: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            kind: components["schemas"]["EventKind"];
            /** @description The actor of the event. */
            actor: {
                id: components["schemas"]["Id"];
                /**
                 * @description A person, an agent or the service itself.
                 * @enum {string}
                 */
                kind: "user" | "agent" | "system";
                name: components["schemas"]["Name"];
            };
            /** @description The person who gave the agent its access by OAuth. Absent for all other credentials. */
            on_behalf_of?: {
                id: components["schemas"]["Id"];
                name: components["schemas"]["Name"];
            };
            /** @description The record that the event affects. */
            subject: {
                /** @description The type of the record, as in `kind`; `action` for `claim.expired`. */
                type: string;
                id: components["schemas"]["Id"];
                /** @description Its title or name at that time. */
                title: string;
            };
            /** @description A summary of the event in one sentence. */
            summary: string;
            /** @description The action that the event concerns. */
            action_id: components["schemas"]["NullableId"];
            /** @description The project that the event concerns. */
            project_id: components["schemas"]["NullableId"];
            /** @description The order that the event concerns. */
            order_id: components["schemas"]["NullableId"];
            /** @description The document that the event concerns. */
            document_id: components["schemas"]["NullableId"];
            /**
             * Format: uri
             * @description The page of the subject, to send to people: below `/app`, or null if the server has no `PUBLIC_URL` or no pages. A note, a link and a check-in have the page of the record that they are on. Programs read the subject by the API.
             */
            url: string | null;
            /**
             * Format: int32
             * @description The number of periods that have ended, if any ended while no server ran. Only in `order.checkin_overdue` and `question.reminder_due`.
             */
            period_count?: number;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of events. */
        EventFeed: {
            /** @description The events of this page, in the order of `sort`. */
            items: components["schemas"]["Event"][];
            /** @description The part of the feed in this response. */
            page: {
                /**
                 * Format: int32
                 * @description Always 0; read the feed with its cursor.
                 * @constant
                 */
                offset: 0;
                /**
                 * Format: int32
                 * @description The maximum number of events in the page.
                 */
                limit: number;
                /** @description Whether more events are available now. */
                has_more: boolean;
                /** @description The cursor of the next page, now or later; send it as `after`, or as `before` if the request had that. */
                next: string;
            };
            /**
             * @description The order of the commits, or with `before` the reverse.
             * @enum {string}
             */
            sort: "position" | "-position";
            /** @description The filters that were applied. */
            filters: {
                [key: string]: unknown;
            };
        };
        /** @description The data of the events `cursor` and `reset` of a stream. */
        StreamPosition: {
            /** @description The position to continue after. */
            cursor: string;
        };
        /**
         * @description How an event concerns an agent; `x-news-roles` of EventKind lists the roles of each kind. `worker`: the action is its work after the event. For an event that ended or approved the action, it is the work before. `author`: it asked the question, made the proposal or wrote the revision. `order_agent`: the order is its own. `self`: the event is about the agent. `former_worker` and `former_order_agent`: the action or the order no longer is its own.
         * @enum {string}
         */
        NewsRole: "worker" | "author" | "order_agent" | "self" | "former_worker" | "former_order_agent";
        /** @description An event that concerns an agent, with what the agent needs to continue. */
        NewsItem: components["schemas"]["Event"] & {
            role: components["schemas"]["NewsRole"];
            /** @description The position of this item, for `through` and `after`. */
            cursor: string;
            note?: components["schemas"]["NewsNote"];
            question?: components["schemas"]["NewsQuestion"];
            proposal?: components["schemas"]["NewsProposal"];
        };
        /** @description The note of the event: a comment, or the reason of a rejection, a reopening, a release or a drop. */
        NewsNote: {
            id: components["schemas"]["Id"];
            /** @description The text of the note. */
            body: string;
        };
        /** @description The answer to the agent's question, which is the subject of the event. */
        NewsQuestion: {
            /**
             * @description How the question ended.
             * @enum {string}
             */
            state: "answered" | "dismissed";
            /** @description The answer. */
            response: components["schemas"]["NullableText"];
            /** @description The comment on the answer. */
            response_comment: components["schemas"]["NullableText"];
            /** @description How the agent wanted to use the answer. */
            on_answer: string;
            /** @description Whether the question ended because it expired. */
            timed_out: boolean;
        };
        /** @description The decision on the agent's proposal, which is the subject of the event. */
        NewsProposal: {
            /**
             * @description The decision, or how the permission ended. After `expired` or `stale`, ask for a new one.
             * @enum {string}
             */
            state: "permitted" | "denied" | "consumed" | "expired" | "stale";
            result: components["schemas"]["ProposalResult"];
            operation: components["schemas"]["GatedOperation"];
            decision_comment: components["schemas"]["NullableText"];
            /** @description The permitted request, or null. */
            permitted_payload: {
                [key: string]: unknown;
            } | null;
            /** @description The differences between the proposed and the permitted request, at most 100. */
            changes: components["schemas"]["PayloadChange"][];
        };
        /** @description A value that the person who permitted the proposal changed. */
        PayloadChange: {
            /** @description JSON pointer to the value in the payload, such as `/due_at`. */
            path: string;
            /** @description The proposed value; absent if the person added it. */
            proposed?: unknown;
            /** @description The permitted value; absent if the person removed it. */
            permitted?: unknown;
        };
        /** @description A page of an agent's news. */
        AgentNews: {
            /** @description The news of this page, in the order of their commits. */
            items: components["schemas"]["NewsItem"][];
            /** @description The part of the list in this response. */
            page: {
                /**
                 * Format: int32
                 * @description Always 0; read the list with its cursor.
                 * @constant
                 */
                offset: 0;
                /**
                 * Format: int32
                 * @description The maximum number of items in the page, or their number if the page ended early.
                 */
                limit: number;
                /** @description Whether more news are available now. */
                has_more: boolean;
                /** @description The cursor of the end of this page, for `through` and, now or later, for `after`. */
                next: string;
            };
            /**
             * @description The order of the commits.
             * @constant
             */
            sort: "position";
            /** @description The filters that were applied: none. */
            filters: {
                [key: string]: unknown;
            };
        };
        /** @description The end of the news that the agent has read. */
        NewsRead: {
            /** @description A cursor of the agent's list: `page.next` or the `cursor` of an item. */
            through: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description How far an agent has read its news. */
        NewsPosition: {
            /** @description The cursor of the stored position: `through`, or a later one. */
            through: string;
        };
        /** @description An entry of the audit. The system is the actor of the command line and of failed sign-ins. */
        AuditEntry: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description What happened, as the kind of its event. */
            kind: string;
            actor: components["schemas"]["Event"]["actor"];
            subject: components["schemas"]["Event"]["subject"];
            /** @description That of the client in the log; or null. */
            address: string | null;
            /** @description The changed fields before the change, without secrets: of a URL only its origin. */
            old: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields after it. */
            new: components["schemas"]["AuditEntry"]["old"];
            count: components["schemas"]["Event"]["period_count"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of the audit. */
        AuditEntryList: components["schemas"]["ListEnvelope"] & {
            /** @description The entries of this page. */
            items: components["schemas"]["AuditEntry"][];
        };
        /** @description A receiver of events over HTTP. */
        Webhook: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent whose news it receives; null if it receives the events of the workspace. */
            agent_id: components["schemas"]["NullableId"];
            /** @description The URL that messages are sent to; null if it is the webhook of an agent without `webhook_url`. Of the URL of a chat, which is a secret, only the origin and `/***`. */
            url: string | null;
            format: components["schemas"]["WebhookFormat"];
            description: components["schemas"]["NullableText"];
            preset: components["schemas"]["WebhookPreset"];
            /** @description The kinds of events that it receives; all if empty. */
            kinds: components["schemas"]["EventKind"][];
            state: components["schemas"]["WebhookState"];
            /**
             * @description `person`: a person disabled it. `gone`: the receiver returned 410. `failing`: no attempt succeeded for five days. Null if enabled.
             * @enum {string|null}
             */
            disabled_reason: "person" | "gone" | "failing" | null;
            disabled_at: components["schemas"]["NullableTimestamp"];
            /** @description The first failed attempt since the last success. */
            failing_since: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description The deliveries that wait for an attempt. At 1,000 of them, `position` waits too.
             */
            waiting_count: number;
            in_flight: components["schemas"]["WebhookInFlight"];
            /** @description The cursor of `readEvents` up to which deliveries have been created. */
            position: string;
            /** @description When the previous secret stops signing, if it still does. */
            overlap_ends_at: components["schemas"]["NullableTimestamp"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /**
         * @description A disabled webhook sends nothing but test messages.
         * @enum {string}
         */
        WebhookState: "enabled" | "disabled";
        /** @description A webhook with its new secret. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /** @description The secret, `whsec_` and 32 bytes in Base64. Returned only once: a repetition with the same `client_request_id` omits it. */
            secret?: string;
        };
        /** @description A page of webhooks. */
        WebhookList: components["schemas"]["ListEnvelope"] & {
            /** @description The webhooks of this page. */
            items: components["schemas"]["Webhook"][];
        };
        /** @description A new webhook. */
        WebhookCreate: {
            /** @description An https URL of a public host; others only if the server allows them. For `ntfy`, its path is the topic. */
            url: components["schemas"]["Url"];
            /** @default standard */
            format?: components["schemas"]["WebhookFormat"];
            description?: components["schemas"]["NullableText"];
            preset?: components["schemas"]["WebhookPreset"];
            kinds?: components["schemas"]["WebhookKinds"];
            /** @default 2 */
            in_flight?: components["schemas"]["WebhookInFlight"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description The format of the messages. `standard`: signed JSON, as the `webhooks` section of this document describes. The others are texts for people in a chat, without a signature: for an incoming webhook of Slack or Discord, a workflow of Microsoft Teams, or a topic of ntfy.
         * @enum {string}
         */
        WebhookFormat: "standard" | "slack" | "discord" | "teams" | "ntfy";
        /**
         * @description Names the kinds instead of `kinds`. `decisions`: what people must decide. These are questions and their reminders, proposals, and completed actions that wait for a review, unless they have been decided before the message is created. Null: the webhook receives `kinds`.
         * @enum {string|null}
         */
        WebhookPreset: "decisions" | null;
        /** @description The kinds of events to receive; all if empty. */
        WebhookKinds: components["schemas"]["EventKind"][];
        /**
         * Format: int32
         * @description The most messages that each process of the server sends to it at the same time: 2 unless it is set, up to 32.
         */
        WebhookInFlight: number;
        /** @description The fields to change; absent fields stay unchanged. */
        WebhookUpdate: {
            /** @description An https URL of a public host; others only if the server allows them. The URL that a response shows changes nothing. */
            url?: components["schemas"]["Url"];
            description?: components["schemas"]["NullableText"];
            preset?: components["schemas"]["WebhookPreset"];
            kinds?: components["schemas"]["WebhookKinds"];
            in_flight?: components["schemas"]["WebhookInFlight"];
            state?: components["schemas"]["WebhookState"];
            /**
             * @description Where to continue when the webhook is enabled: with the next event, or with the first one that was not delivered. Only with `state`.
             * @enum {string}
             */
            resume_from?: "now" | "first_undelivered";
        };
        /** @description The replacement of a secret. The body is optional. */
        WebhookRotateSecret: {
            /**
             * Format: int32
             * @description How long the previous secret signs alongside the new one.
             * @default 0
             */
            overlap_seconds?: number;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Where to begin. */
        WebhookReplay: {
            /** @description A cursor of `readEvents`, or `replay_after` of the first delivery to send again. */
            after: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description `pending`: waits for an attempt. `delivered`: the receiver returned 2xx. `failed`: no attempt follows.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @description A message to a webhook, with the result of the last attempt to send it. */
        WebhookDelivery: {
            /** @description The `webhook-id` of all attempts and repetitions. */
            id: components["schemas"]["Id"];
            webhook_id: components["schemas"]["Id"];
            /** @description The `type` of the message: an `EventKind`, `webhook.test` or `agent.work_available`. */
            kind: string;
            event_id: components["schemas"]["NullableId"];
            /** @description The cursor with which `replayWebhook` sends this message and all later ones again; null for a message without an event. */
            replay_after: string | null;
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * Format: int32
             * @description The attempts that were made; at most 10, and again as many after a replay.
             */
            attempts: number;
            /** @description When the next attempt is due; null if none follows or the webhook is disabled. */
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            last_attempt_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description The status of the last response.
             */
            response_status: number | null;
            /** @description The beginning of the last response, at most 1 KiB. */
            response_text: string | null;
            /**
             * Format: int32
             * @description The milliseconds that the last attempt took.
             */
            duration_ms: number | null;
            /**
             * @description Why the last attempt had no response. `address_not_allowed`: not a public address, or an address that the server never calls.
             * @enum {string|null}
             */
            error: "dns" | "address_not_allowed" | "connection" | "tls" | "protocol" | "redirect" | "timeout" | null;
            /** @description The message. */
            body: {
                [key: string]: unknown;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was delivered or failed. */
            finished_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of deliveries. */
        WebhookDeliveryList: components["schemas"]["ListEnvelope"] & {
            /** @description The deliveries of this page. */
            items: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description The plan, which sets the limits.
         * @enum {string}
         */
        Plan: "free" | "unlimited";
        /** @description A workspace with its settings. It is the boundary of all data. */
        Workspace: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            key_prefix: components["schemas"]["KeyPrefix"];
            plan: components["schemas"]["Plan"];
            time_zone: components["schemas"]["TimeZone"];
            working_seconds: components["schemas"]["WorkingSeconds"];
            stalled_seconds: components["schemas"]["StalledSeconds"];
            /**
             * Format: int64
             * @description Bytes that the workspace stores, rounded up to 1,048,576. `version` does not count its changes.
             */
            stored_bytes: number;
            approval_days: components["schemas"]["ApprovalDays"];
            release_backoff: components["schemas"]["ReleaseBackoff"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /**
         * Format: int32
         * @description The working window: a ready, assigned action with activity in this time is working. Null means the server's window.
         */
        WorkingSeconds: number | null;
        /**
         * Format: int32
         * @description The stalled window: assigned work without activity for this time is stalled. Null means the server's window.
         */
        StalledSeconds: number | null;
        /**
         * Format: int32
         * @description The days after which a permission of a proposal ends. A change applies to permissions that are given later.
         */
        ApprovalDays: number;
        /**
         * Format: int32
         * @description The seconds for which no queue offers an action to the agent that released it; 0 for none.
         */
        ReleaseBackoff: number;
        /**
         * @description Owners also manage people and the workspace. Viewers read all that members read.
         * @enum {string}
         */
        Role: "owner" | "member" | "viewer";
        /**
         * @description A deactivated person cannot sign in.
         * @enum {string}
         */
        UserState: "active" | "deactivated";
        /** @description A person of the workspace. */
        User: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            actor_id: components["schemas"]["Id"];
            /** @description Sign-in address in lower case; unique in the workspace. Null for agents. */
            email: string | null;
            name: components["schemas"]["Name"];
            role: components["schemas"]["Role"];
            state: components["schemas"]["UserState"];
            /** @description Null while the person is active. */
            deactivated_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
            /** @description The active tokens that the person created, newest first. Only responses that deactivate the person or make them a member or viewer have it. */
            tokens_created?: components["schemas"]["CreatedToken"][];
            /**
             * Format: int32
             * @description The number of those tokens, including the ones that the list omits.
             */
            tokens_created_count?: number;
        };
        /** @description A token of an agent, in the list of the person who created it. */
        CreatedToken: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            agent_id: components["schemas"]["Id"];
            agent_name: components["schemas"]["Name"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When the token expires; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description When the token was last used, to the minute. */
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of people. */
        UserList: components["schemas"]["ListEnvelope"] & {
            /** @description The people of this page. */
            items: components["schemas"]["User"][];
        };
        /** @description The fields of a person to change; absent fields stay unchanged. */
        UserUpdate: {
            /** @description Only the person themselves may change it. */
            name?: components["schemas"]["VisibleTitle"];
            /** @description Only owners may change it. */
            role?: components["schemas"]["Role"];
            revoke_created_tokens?: components["schemas"]["RevokeCreatedTokens"];
        };
        /**
         * @description Also revokes the tokens of agents that the person created and that still work. Only owners may send true.
         * @default false
         */
        RevokeCreatedTokens: boolean;
        /** @description What else to end. The body is optional. */
        UserDeactivate: {
            revoke_created_tokens?: components["schemas"]["RevokeCreatedTokens"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description An invitation to the workspace, without its token. */
        Invitation: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The address of the invited person in lower case. */
            email: string;
            /** @description The name of the person unless they choose another one, or null. */
            name: string | null;
            role: components["schemas"]["Role"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The new invitation, with its token. */
        InvitationWithToken: {
            invitation: components["schemas"]["Invitation"];
            /** @description The token to accept the invitation. Returned only once: a repetition with the same `client_request_id` omits it. */
            token?: string;
        };
        /** @description A page of open invitations. */
        InvitationList: components["schemas"]["ListEnvelope"] & {
            /** @description The invitations of this page. */
            items: components["schemas"]["Invitation"][];
        };
        /** @description The person to invite. */
        InvitationCreate: {
            email: components["schemas"]["Email"];
            /** @description The name of the person unless they choose another one. */
            name?: components["schemas"]["VisibleTitle"];
            role: components["schemas"]["Role"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The acceptance of an invitation. */
        InvitationAccept: {
            /** @description The token of the invitation. */
            token: string;
            password: components["schemas"]["NewPassword"];
            /** @description Default: the name in the invitation, otherwise the address. */
            name?: components["schemas"]["VisibleTitle"];
        };
        /** @description The body is optional, except for a reset of the caller's own password. */
        PasswordResetCreate: {
            /**
             * Format: password
             * @description The password of the caller, for a reset of their own password only.
             */
            current_password?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A permission to set a new password once, without its token. */
        PasswordReset: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            user_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The new reset, with its token. */
        PasswordResetWithToken: {
            password_reset: components["schemas"]["PasswordReset"];
            /** @description The token to set the password. Returned only once: a repetition with the same `client_request_id` omits it. */
            token?: string;
        };
        /** @description The session of a signed-in person. */
        Session: {
            user: components["schemas"]["User"];
            workspace: components["schemas"]["Workspace"];
            /** @description When the session ends unless it is used before then; null in local development without a session. */
            expires_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The beginning of the keys of actions. Keys with an earlier prefix go on to be accepted. */
        KeyPrefix: string;
        /** @description The fields of the workspace to change; absent fields stay unchanged. */
        WorkspaceUpdate: {
            name?: components["schemas"]["VisibleTitle"];
            key_prefix?: components["schemas"]["KeyPrefix"];
            plan?: components["schemas"]["Plan"];
            time_zone?: components["schemas"]["TimeZone"];
            working_seconds?: components["schemas"]["WorkingSeconds"];
            stalled_seconds?: components["schemas"]["StalledSeconds"];
            approval_days?: components["schemas"]["ApprovalDays"];
            release_backoff?: components["schemas"]["ReleaseBackoff"];
        };
        /** @description A session of the caller. It does not contain the value of the cookie. */
        SessionItem: {
            id: components["schemas"]["Id"];
            /** @description When the person signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the session was last used. It is stored at most once an hour. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description When the session ends unless it is used before then. A use never extends it beyond 90 days after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Whether this request was sent in the session. */
            current: boolean;
        };
        /** @description A page of sessions. */
        SessionList: components["schemas"]["ListEnvelope"] & {
            /** @description The sessions of this page. */
            items: components["schemas"]["SessionItem"][];
        };
        /** @description Sign-in address; case does not matter. */
        Email: string;
        /**
         * Format: password
         * @description A password of at least ten characters. A password that attackers would try early, such as a common password, a sequence, one repeated character, or the person's own address or name, returns 422 `PASSWORD_TOO_COMMON`. There are no other rules about its characters.
         */
        NewPassword: string;
        /** @description A reset and the new password. */
        PasswordResetRedeem: {
            /** @description The token of the reset. */
            token: string;
            password: components["schemas"]["NewPassword"];
        };
        /** @description The old and the new password. */
        PasswordChange: {
            /**
             * Format: password
             * @description The password to change.
             */
            current_password: string;
            new_password: components["schemas"]["NewPassword"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The new address, and the password as proof. */
        EmailChange: {
            /**
             * Format: password
             * @description The password of the caller.
             */
            current_password: string;
            email: components["schemas"]["Email"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The credentials to sign in with. */
        SessionCreate: {
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description The person's password.
             */
            password: string;
            /** @description The workspace of the account. Required only if accounts in several workspaces have this address and password. */
            workspace_id?: components["schemas"]["Id"];
        };
        /** @description The limits of the plan; null means unlimited. */
        Limits: {
            /**
             * Format: int32
             * @description Active orders.
             */
            active_orders: number | null;
            /**
             * Format: int32
             * @description Active domains.
             */
            active_domains: number | null;
            /**
             * Format: int32
             * @description Open actions that are assigned to agents.
             */
            open_agent_actions: number | null;
            /**
             * Format: int64
             * @description Bytes that the workspace may store (the server's `STORED_BYTES`).
             */
            stored_bytes: number | null;
            /**
             * Format: int32
             * @description Days for which ended actions, with their notes, links and events, stay visible.
             */
            history_days: number | null;
        };
        /** @description The remaining capacity of the plan; null means unlimited. */
        Headroom: {
            /**
             * Format: int32
             * @description Active orders that can still be added.
             */
            active_orders: number | null;
            /**
             * Format: int32
             * @description Active domains that can still be added.
             */
            active_domains: number | null;
            /**
             * Format: int32
             * @description Open actions that can still be assigned to agents.
             */
            open_agent_actions: number | null;
            /**
             * Format: int64
             * @description Bytes that can still be stored: the limit without `stored_bytes` of the workspace.
             */
            stored_bytes: number | null;
        };
        /** @description The caller and its permissions. */
        Me: {
            /**
             * @description A person or an agent.
             * @enum {string}
             */
            kind: "user" | "agent";
            actor_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            workspace: components["schemas"]["Workspace"];
            /** @description The person, or null for an agent. */
            user: components["schemas"]["User"] | null;
            /** @description The agent, or null for a person. */
            agent: components["schemas"]["Agent"] | null;
            /**
             * @description A person's role, null for an agent.
             * @enum {string|null}
             */
            role: "owner" | "member" | "viewer" | null;
            /**
             * @description An agent's access mode, null for a person.
             * @enum {string|null}
             */
            access_mode: "worker" | "sysadmin" | null;
            /** @description The scopes of the credential. */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The workspace's plan.
             * @enum {string}
             */
            plan: "free" | "unlimited";
            limits: components["schemas"]["Limits"];
            headroom: components["schemas"]["Headroom"];
            /** @description The time windows of the derived states. */
            windows: {
                /**
                 * Format: int32
                 * @description The working window: a ready, assigned action with activity in this time is working.
                 */
                working_seconds: number;
                /**
                 * Format: int32
                 * @description The stalled window: a ready or waiting, assigned action without activity for this time is stalled.
                 */
                stalled_seconds: number;
            };
        };
        /** @description A message of JSON-RPC 2.0. The protocol judges it, so an unknown member is no fault. */
        McpMessage: {
            /**
             * @description The version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Identifies the request. Absent for a notification. */
            id?: number | string;
            /** @description The method, such as `tools/call`. */
            method: string;
            /** @description The parameters of the method. */
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A response of JSON-RPC 2.0. */
        McpResponse: {
            /**
             * @description The version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description The id of the request. */
            id: number | string | null;
            /** @description The result of the method. */
            result?: {
                [key: string]: unknown;
            };
            error?: components["schemas"]["McpError"];
        };
        /** @description An error of the protocol, such as a tool that does not exist. */
        McpError: {
            /** @description The code of JSON-RPC. */
            code: number;
            /** @description What was wrong with the message. */
            message: string;
            /** @description More about the error. */
            data?: unknown;
        };
        /** @description An error of JSON-RPC, or the error envelope for a request that is malformed as HTTP. */
        McpFailure: components["schemas"]["McpResponse"] | components["schemas"]["Error"];
        /**
         * @description The access that a token grants.
         * @enum {string}
         */
        Scope: "read" | "write";
        /** @description The metadata of the MCP endpoint (RFC 9728). */
        ProtectedResource: {
            /** @description The URL of the MCP endpoint. */
            resource: string;
            /** @description This server. */
            authorization_servers: string[];
            /** @description The scopes. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description Tokens are sent in the header `Authorization`. */
            bearer_methods_supported: "header"[];
            /** @description The name of the product. */
            resource_name: string;
        };
        /** @description The metadata of the authorization server (RFC 8414). */
        AuthorizationServer: {
            /** @description The origin of this server. */
            issuer: string;
            /** @description The URL of `showAuthorization`. */
            authorization_endpoint: string;
            /** @description The URL of `createAccessToken`. */
            token_endpoint: string;
            /** @description The URL of `revokeOauthToken`. */
            revocation_endpoint: string;
            /** @description The URL of `registerOauthClient`. */
            registration_endpoint: string;
            /** @description The scopes. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description Only `code`. */
            response_types_supported: string[];
            /** @description Only `query`. */
            response_modes_supported: string[];
            /** @description The values of `grant_type` at the token endpoint. */
            grant_types_supported: string[];
            /** @description How clients authenticate. */
            token_endpoint_auth_methods_supported: string[];
            /** @description How clients authenticate. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description Only `S256`. */
            code_challenge_methods_supported: string[];
            /**
             * @description Every redirect has `iss` (RFC 9207).
             * @constant
             */
            authorization_response_iss_parameter_supported: true;
            /**
             * @description A client id may be the URL of a metadata document.
             * @constant
             */
            client_id_metadata_document_supported: true;
        };
        /** @description The fields of the forms. */
        OauthDecision: {
            /** @description The form: `sign_in` or `consent`. */
            step?: string;
            /** @description The address of the person who signs in. */
            email?: string;
            /** @description Their password. */
            password?: string;
            /** @description The workspace to sign in to, if several have the account. */
            workspace_id?: string;
            /** @description Proves that the server showed the page. */
            ticket?: string;
            /** @description `allow` or `refuse`. */
            decision?: string;
            /** @description The agent that the client acts as, or `new`. */
            agent_id?: string;
            /** @description The name of the new agent. */
            agent_name?: string;
            /** @description A scope that the person allows; may be repeated. */
            scope?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A request for tokens. */
        OauthTokenRequest: {
            /**
             * @description How the client asks for tokens.
             * @enum {string}
             */
            grant_type?: "authorization_code" | "refresh_token";
            /** @description The client. */
            client_id?: string;
            /** @description Its secret, if it has one and does not send it in `Authorization`. */
            client_secret?: string;
            /** @description The code. */
            code?: string;
            /** @description The redirect URI that the code was sent to. */
            redirect_uri?: string;
            /** @description The verifier of the challenge. */
            code_verifier?: string;
            /** @description The refresh token. */
            refresh_token?: string;
            /** @description Fewer scopes than the grant has. */
            scope?: string;
            /** @description The MCP endpoint. */
            resource?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A token to revoke. */
        OauthRevocation: {
            /** @description An access token or a refresh token. */
            token?: string;
            /** @description The client. */
            client_id?: string;
            /** @description Its secret. */
            client_secret?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Tokens of a grant. */
        OauthTokens: {
            /** @description A bearer token that is valid at `/mcp` only. */
            access_token: string;
            /**
             * @description How to send it.
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description Its lifetime in seconds.
             */
            expires_in: number;
            /** @description The next refresh token; absent for a client that did not register this grant. */
            refresh_token?: string;
            /** @description The scopes, separated by spaces. */
            scope: string;
        };
        /** @description The metadata of a client (RFC 7591). Members that this server does not know are ignored. */
        OauthClientMetadata: {
            /** @description The name to show. */
            client_name?: string;
            /** @description Where codes may be sent. */
            redirect_uris?: string[];
            /** @description `authorization_code` and `refresh_token`. */
            grant_types?: string[];
            /** @description How the client authenticates. */
            token_endpoint_auth_method?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A registered client. */
        OauthClient: {
            /** @description The id. */
            client_id: string;
            /**
             * Format: int64
             * @description Unix time in seconds.
             */
            client_id_issued_at: number;
            /** @description The secret; absent for a client that authenticates with none. */
            client_secret?: string;
            /**
             * Format: int64
             * @description The secret does not expire before its client.
             * @constant
             */
            client_secret_expires_at?: 0;
            /** @description The name to show. */
            client_name: string;
            /** @description Where codes may be sent. */
            redirect_uris: string[];
            /** @description The grants. */
            grant_types: string[];
            /** @description Only `code`. */
            response_types: string[];
            /** @description How the client authenticates. */
            token_endpoint_auth_method: string;
        };
        /** @description An error of OAuth. */
        OauthError: {
            /** @description The code, such as `invalid_grant`. */
            error: string;
            /** @description What was wrong with the request. */
            error_description?: string;
        };
        /** @description An error of OAuth, or the error envelope for a request that is malformed as HTTP. */
        OauthFailure: components["schemas"]["OauthError"] | components["schemas"]["Error"];
        /** @description The access that a person gave to a client of the MCP endpoint. */
        OauthGrant: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent that the client acts as. */
            agent_id: components["schemas"]["Id"];
            /** @description The person who gave the access. */
            user_id: components["schemas"]["Id"];
            /** @description The client: its registration, or the URL of its metadata document. */
            client_id: string;
            /** @description The name that the client gave itself, which nobody has verified. */
            client_name: string;
            /** @description The host of its metadata document; null for a client that registered itself. */
            client_host: string | null;
            /** @description The host, or the private scheme, that the code was sent to. */
            redirect_host: string;
            /** @description The scopes of its tokens. */
            scopes: components["schemas"]["Scope"][];
            created_at: components["schemas"]["Timestamp"];
            /** @description When the client last got a token. */
            last_token_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of grants. */
        OauthGrantList: components["schemas"]["ListEnvelope"] & {
            /** @description The grants of this page. */
            items: components["schemas"]["OauthGrant"][];
        };
        /** @description The ways to sign in. */
        SignIn: {
            /** @description Whether passwords are accepted. */
            password: boolean;
            /** @description OpenID Connect; or null. */
            oidc: {
                /** @description The name of the provider. */
                name: string;
            } | null;
        };
        /** @description What the browser begins. */
        OidcStart: {
            /** @description The token of an invitation to accept. */
            invitation?: string;
            /**
             * @description Links the account that is signed in.
             * @constant
             */
            link?: "true";
            /** @description The workspace, of several. */
            workspace_id?: string;
            /** @description A path of this server to end at. */
            return_to?: string;
        };
        /** @description The link of an account to an identity of the provider. */
        OidcLink: {
            /** @description Null if there is none. */
            linked_at: components["schemas"]["Timestamp"] | null;
            /** @description Whether a password would remain. */
            removable: boolean;
        };
        /** @description The process responds. */
        Health: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /** @description The service can do its work. */
        Readiness: {
            /** @description Identifies the database, and is the same for all its servers. A restore or a failover changes it. */
            instance: string;
            /**
             * @description `degraded` if `reasons` has entries: the service works, but an operator should act. A service that cannot work responds with 503.
             * @enum {string}
             */
            status: "ready" | "degraded";
            /**
             * @description The database system of the service.
             * @enum {string}
             */
            database: "sqlite" | "postgres";
            /**
             * @description `current`: the database schema is the one of this program. `newer`: a newer program has changed the schema, for example during a rolling upgrade, and this program can still use it.
             * @enum {string}
             */
            schema: "current" | "newer";
            /** @description The reasons why the service is degraded; empty if the service is `ready`. */
            reasons: components["schemas"]["DegradedReason"][];
        };
        /** @description A reason why the service is degraded. */
        DegradedReason: {
            code: components["schemas"]["DegradedCode"];
            /** @description The reason as a text for the operator. */
            message: string;
        };
        /**
         * @description `purge_behind`: the removal of old records is more than two days behind their retention, after a long pause or because a clock was wrong. It catches up by a day an hour. `schema_newer`: a newer program has changed the database schema, and this program may continue to run. Values may be added.
         * @enum {string}
         */
        DegradedCode: "purge_behind" | "schema_newer";
        /** @description A text with a character that people see: not only spaces, combining and invisible ones. */
        VisibleText: string;
        /** @description A visible title or name. */
        VisibleTitle: string;
        /** @description The name of the model, such as `claude-opus-4-5`, in ASCII. */
        UsageModel: string;
        /** @description What agents reported about their work. Nothing verifies it. Amounts that nobody reported are absent. */
        Usage: {
            /** @description The model that the latest report names. */
            model?: components["schemas"]["UsageModel"];
            /** @description Tokens that models read. */
            input_tokens?: components["schemas"]["UsageSum"];
            /** @description Tokens that models wrote. */
            output_tokens?: components["schemas"]["UsageSum"];
            /** @description The cost in millionths of a US dollar. */
            cost_usd_micros?: components["schemas"]["UsageSum"];
            /** @description The time of the work in seconds. */
            seconds?: components["schemas"]["UsageSum"];
        };
        /**
         * Format: int64
         * @description A sum of reported amounts. A larger sum is shown as the maximum.
         */
        UsageSum: number;
        /** @description A time zone of the IANA database, such as `Europe/Lisbon`. A new repeat rule that names no time zone gets this one. A client may show times to people in it. A change does not affect the repeat rules that exist. */
        TimeZone: string;
        /**
         * @description Stable machine-readable code of an error. Codes may be added; treat an unknown one like any other error of its status.
         * @enum {string}
         */
        ErrorCode: "MALFORMED_JSON" | "UNKNOWN_FIELD" | "UNKNOWN_PARAMETER" | "VALIDATION_FAILED" | "UNAUTHENTICATED" | "AGENT_NOT_ACTIVE" | "CAP_EXCEEDED" | "CSRF_FAILED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "PASSWORD_SIGN_IN_OFF" | "PROPOSAL_REQUIRED" | "SELF_REVIEW_FORBIDDEN" | "WRONG_ACTOR" | "WRONG_PASSWORD" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "AGENT_REVOKED" | "ALREADY_CLAIMED" | "ALREADY_RESOLVED" | "ALREADY_TERMINAL" | "BLOCKED" | "CLAIM_LOST" | "DOMAIN_IN_USE" | "EMAIL_TAKEN" | "IDEMPOTENCY_KEY_REUSED" | "LAST_OWNER" | "NAME_TAKEN" | "NOT_A_TEMPLATE" | "NOT_CLAIMABLE" | "NOT_IN_REVIEW" | "NOT_REVERTIBLE" | "NOT_TERMINAL" | "ORDER_DROPPED" | "ORDER_NOT_ACTIVE" | "PASSWORD_REQUIRED" | "PROJECT_HAS_OPEN_ACTIONS" | "PROPOSAL_STALE" | "REQUEST_IN_PROGRESS" | "SOURCE_KEY_TAKEN" | "TEMPLATE_NOT_COMPLETABLE" | "TOKEN_NOT_ACTIVE" | "TOO_MANY_WEBHOOKS" | "USER_NOT_ACTIVE" | "WEBHOOK_DISABLED" | "WORKSPACE_REQUIRED" | "CURSOR_EXPIRED" | "MOVED" | "STALE_VERSION" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "CONFLICTING_ASSIGNEE" | "DEPENDENCY_CYCLE" | "INVALID_CHOICE" | "INVALID_EDIT" | "INVALID_REFERENCE" | "INVITATION_NOT_VALID" | "PASSWORD_RESET_NOT_VALID" | "PASSWORD_TOO_COMMON" | "PROPOSAL_MISMATCH" | "TOO_MANY_IDS" | "URL_NOT_ALLOWED" | "VERSION_REQUIRED" | "RATE_LIMITED" | "INTERNAL" | "NOT_IMPLEMENTED" | "TOO_MANY_STREAMS" | "UNAVAILABLE";
        /** @description One fault of the request. */
        Issue: {
            /** @description The offending part: `body`, `query`, `path` or `header`, and a JSON pointer in it: `query/limit`, `body/kinds/0`. */
            path: string;
            /** @description Machine-readable kind of the fault. */
            code: string;
            /** @description A description of the fault for people. */
            message: string;
        };
        /** @description A command without parameters. */
        Command: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description The kind of the actor: a person, an agent or the service itself.
         * @enum {string}
         */
        ActorKind: "user" | "agent" | "system";
        /** @description The actor that wrote a text. */
        TextAuthor: {
            actor_id: components["schemas"]["Id"];
            kind: components["schemas"]["ActorKind"];
            /** @description Name of the author. */
            name: string;
        };
        /**
         * @description The kind of the actor: a person, an agent or the service itself. Null if there is no actor.
         * @enum {string|null}
         */
        NullableActorKind: "user" | "agent" | "system" | null;
        /** @description A difference between the target that a person saw and the present one. */
        TargetChange: {
            /**
             * @description Whether the record was added, removed or changed.
             * @enum {string}
             */
            change: "added" | "removed" | "changed";
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            type: "action" | "project" | "document" | "link";
            /** @description The id of the record. */
            id: components["schemas"]["Id"];
            /** @description The field that changed, or null: the record as a whole. */
            field: string | null;
        };
        /** @description The message of an event. */
        WebhookEventMessage: {
            type: components["schemas"]["EventKind"];
            /** @description When the event happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookEvent"];
        };
        /** @description An `Event`; for the webhook of an agent, a `NewsItem`. */
        WebhookEvent: components["schemas"]["Event"] & {
            role?: components["schemas"]["NewsRole"];
            /** @description The position of this item in the news of the agent. */
            cursor?: string;
            note?: components["schemas"]["NewsNote"];
            question?: components["schemas"]["NewsQuestion"];
            proposal?: components["schemas"]["NewsProposal"];
        };
        /** @description The message that `testWebhook` sends. */
        WebhookTestMessage: {
            /**
             * @description The type of the message.
             * @constant
             */
            type: "webhook.test";
            /** @description When it was requested. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The webhook. */
            data: {
                webhook_id: components["schemas"]["Id"];
            };
        };
        /** @description There is more work that an agent can claim than before. */
        AgentWorkAvailableMessage: {
            /**
             * @description The type of the message.
             * @constant
             */
            type: "agent.work_available";
            /** @description When the work was counted. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The agent and its work. */
            data: {
                agent_id: components["schemas"]["Id"];
                /**
                 * Format: int32
                 * @description As in `AgentAttention`: the actions that the agent can claim, at most 100.
                 */
                claimable: number;
            };
        };
        /** @description Opaque identifier. It starts with a short type prefix and sorts by creation time, but clients must not rely on either. */
        Id: string;
        /** @description The id of an action, or its key. */
        ActionRef: string;
        /** @description Opaque identifier, or null if there is none. */
        NullableId: string | null;
        /**
         * Format: date-time
         * @description ISO 8601 date-time in UTC with milliseconds and `Z`.
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description ISO 8601 date-time in UTC with milliseconds and `Z`, or null.
         */
        NullableTimestamp: string | null;
        /**
         * Format: date-time
         * @description ISO 8601 date-time with `Z` or an offset, years 1000 to 2999; stored with milliseconds. Null clears it.
         */
        InputTimestamp: string | null;
        /** @description A title of one line. */
        Title: string;
        /** @description The display name. */
        Name: string;
        /** @description Text of at most 65,536 characters, usually Markdown, or null. */
        NullableText: string | null;
        /**
         * Format: int32
         * @description Increases by one with every change of the record; also sent as its `ETag`.
         */
        Version: number;
        /** @description Makes the request safe to repeat. It must be unique per caller and operation, and is stored for seven days. A repetition of a success returns the first status and body again with `Idempotent-Replayed: true`. */
        ClientRequestId: string;
        /** @description The position of a page in its list. */
        Page: {
            /**
             * Format: int32
             * @description The number of skipped items. Always 0 for a page with `after`.
             */
            offset: number;
            /**
             * Format: int32
             * @description The maximum number of items in the page; the number of its items if it ended early, at 4 MiB.
             */
            limit: number;
            /** @description Whether more items follow this page. */
            has_more: boolean;
            /** @description The cursor of the next page, to send as `after`. Null on the last page. */
            next: string | null;
        };
        /** @description The fields that every list has besides its items. */
        ListEnvelope: {
            /**
             * Format: int32
             * @description The number of matching items that the caller may see. Absent if there are more than 10,000, or if a `q` would have to read too many to count them.
             */
            total?: number;
            page: components["schemas"]["Page"];
            /** @description The order that was applied. */
            sort: string;
            /** @description The filters that were applied, including defaults. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description The number of matching items that only the plan's history window hides. Items that the caller may not see are not counted.
             */
            hidden_count: number;
        };
        /** @description The envelope of all errors. Branch on `code` and on `details`. */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description A description of the error and how to correct it. */
            message: string;
            /** @description The individual faults of the request; empty if no part of it can be named. */
            issues: components["schemas"]["Issue"][];
            /** @description Structured data for the code, as `DetailsByCode` describes it; may be empty. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description The actions that caused the refusal, at most 50. Present if the request would change these actions beside its own record. */
        RefusedActions: components["schemas"]["Id"][];
        /** @description The `details` of an error, by its `code`. Errors whose code is not listed here have empty details. */
        DetailsByCode: {
            /** @description The scope that the token lacks. */
            INSUFFICIENT_SCOPE?: {
                required_scope: components["schemas"]["Scope"];
            };
            /** @description The agent may not write now. */
            AGENT_NOT_ACTIVE?: {
                /**
                 * @description The state of the calling agent.
                 * @constant
                 */
                state: "paused";
            };
            /** @description Empty unless the request would change other records than its own. */
            FORBIDDEN?: {
                action_ids?: components["schemas"]["RefusedActions"];
            };
            /** @description The operation that requires approval. */
            PROPOSAL_REQUIRED?: {
                operation: components["schemas"]["GatedOperation"];
                action_ids?: components["schemas"]["RefusedActions"];
            };
            /** @description The limit of the plan that the request would exceed. */
            CAP_EXCEEDED?: {
                /**
                 * @description The limited resource.
                 * @enum {string}
                 */
                cap: "active_orders" | "active_domains" | "open_agent_actions" | "stored_bytes";
                /**
                 * @description The plan of the workspace.
                 * @enum {string}
                 */
                plan: "free" | "unlimited";
                /**
                 * Format: int64
                 * @description The maximum number that the plan allows.
                 */
                limit: number;
                /**
                 * Format: int64
                 * @description The current number. It may exceed the limit if the plan has changed. A count of 10,000 means that number or more.
                 */
                current: number;
            };
            /** @description The media types, or the content codings, that the operation can return. */
            NOT_ACCEPTABLE?: {
                /** @description Their names. */
                produces: string[];
            };
            /** @description The final state of the question or the proposal. */
            ALREADY_RESOLVED?: {
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                state: "answered" | "dismissed" | "closed" | "permitted" | "denied" | "consumed" | "withdrawn" | "expired" | "stale";
            };
            /** @description The final status of the action. */
            ALREADY_TERMINAL?: {
                /**
                 * @description Its status.
                 * @enum {string}
                 */
                status: "done" | "dropped";
            };
            /** @description The action is open. */
            NOT_TERMINAL?: {
                status: components["schemas"]["OpenActionStatus"];
            };
            /** @description No review of the action, or of the revision, is pending. */
            NOT_IN_REVIEW?: {
                /** @description The status of the action; absent for a revision. */
                status?: components["schemas"]["ActionStatus"];
                /**
                 * @description The state of the review.
                 * @enum {string}
                 */
                review_state: "none" | "approved" | "rejected" | "reverted";
            };
            /** @description The reason why the revision cannot be reverted. */
            NOT_REVERTIBLE?: {
                /**
                 * @description `first`: it is the first revision of its document. `superseded`: it is not the newest.
                 * @enum {string}
                 */
                cause: "first" | "superseded";
                newest_revision_id: components["schemas"]["Id"];
            };
            /** @description The claim of another agent. */
            ALREADY_CLAIMED?: {
                claimed_by_actor_id: components["schemas"]["Id"];
                /** @description When the claim expires, or, while it is at rest, the earliest time at which it can expire. */
                expires_at: components["schemas"]["Timestamp"];
                /**
                 * Format: int32
                 * @description The same as `Retry-After`.
                 */
                retry_after_seconds: number;
                /**
                 * @description Present while the claim is at rest and does not expire.
                 * @enum {boolean}
                 */
                at_rest?: true;
                action_ids?: components["schemas"]["RefusedActions"];
            };
            /** @description The reason why no queue offers the action. */
            NOT_CLAIMABLE?: {
                /**
                 * @description The reason why the action cannot be claimed.
                 * @enum {string}
                 */
                reason: "not_ready" | "template" | "paused_project" | "deferred" | "blocked" | "sequential";
                status: components["schemas"]["OpenActionStatus"];
                /** @description The blockers that still block the action; only if the reason is `blocked`. */
                blocked_by?: components["schemas"]["Id"][];
            };
            /** @description The actions that block the action. */
            BLOCKED?: {
                /** @description The blockers that still block the action. */
                blocked_by: components["schemas"]["Id"][];
            };
            /** @description The key that another open action has. */
            SOURCE_KEY_TAKEN?: {
                /** @description The key. */
                source_key: string;
            };
            /** @description Why the server sends no request to the URL. */
            URL_NOT_ALLOWED?: {
                /**
                 * @description `scheme`: it needs https. `user_info`: it has a user name or a password. `port`: not an allowed port. `address`: not public.
                 * @enum {string}
                 */
                reason: "invalid" | "scheme" | "user_info" | "port" | "address";
            };
            /** @description The requested name. */
            NAME_TAKEN?: {
                /** @description The name. */
                name: string;
            };
            /** @description The workspaces in which the account of this address has this password. */
            WORKSPACE_REQUIRED?: {
                /** @description Send the `id` of one as `workspace_id`. */
                workspaces: {
                    id: components["schemas"]["Id"];
                    name: components["schemas"]["Name"];
                }[];
            };
            /** @description The address that already has an account in the workspace. */
            EMAIL_TAKEN?: {
                /** @description The address. */
                email: string;
            };
            /** @description The records in the domain. */
            DOMAIN_IN_USE?: {
                /**
                 * Format: int32
                 * @description Active and paused projects.
                 */
                project_count: number;
                /**
                 * Format: int32
                 * @description Open actions.
                 */
                action_count: number;
                /**
                 * Format: int32
                 * @description Orders that are not dropped.
                 */
                order_count: number;
            };
            /** @description The open actions that prevent closing the project. */
            PROJECT_HAS_OPEN_ACTIONS?: {
                /**
                 * Format: int32
                 * @description The number of open actions of the project.
                 */
                open_action_count: number;
            };
            /** @description Why the permission has ended, or why it was not given. */
            PROPOSAL_STALE?: {
                /**
                 * @description `changed`: the target is not as the person saw it. `expired`: its time ran out.
                 * @enum {string}
                 */
                cause: "changed" | "expired";
                /** @description What has changed. Empty if that is not known. */
                changes: components["schemas"]["TargetChange"][];
                /**
                 * Format: int32
                 * @description Number of changes omitted from the list.
                 */
                changes_omitted: number;
            };
            /** @description The order does not accept check-ins now. */
            ORDER_NOT_ACTIVE?: {
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                state: "paused" | "dropped";
            };
            /** @description Where the workspace is now. */
            MOVED?: {
                /**
                 * Format: uri
                 * @description The URL of the other server.
                 */
                address: string;
            };
            /** @description The version to read before repeating the change. */
            STALE_VERSION?: {
                current_version: components["schemas"]["Version"];
            };
            /** @description The version to send in `If-Match`. */
            VERSION_REQUIRED?: {
                current_version: components["schemas"]["Version"];
            };
            /** @description The size limit that was exceeded. */
            PAYLOAD_TOO_LARGE?: {
                /**
                 * Format: int32
                 * @description The maximum size of the body, or of the field that `issues` names.
                 */
                limit_bytes: number;
                /**
                 * Format: int32
                 * @description The actual size, if it is known.
                 */
                bytes?: number;
            };
            /** @description Why the edit does not fit the content. */
            INVALID_EDIT?: {
                /**
                 * Format: int32
                 * @description How often the content has the text to replace; null if the content is no string.
                 */
                occurrences: number | null;
            };
            /** @description Why `permitted_proposal_id` names a proposal of the workspace that does not permit the request. Empty for other references. */
            INVALID_REFERENCE?: {
                /**
                 * @description `foreign`: another agent created the proposal. `other_operation`: it is for another operation. Otherwise the proposal's state.
                 * @enum {string}
                 */
                cause?: "open" | "denied" | "withdrawn" | "consumed" | "foreign" | "other_operation";
            };
            /** @description The cycle that the request would close. */
            DEPENDENCY_CYCLE?: {
                /** @description The ids of the actions in the cycle. Each action waits for the next, which blocks it or comes before it in its sequential project. The path starts and ends with the same action. */
                path: components["schemas"]["Id"][];
            };
            /** @description The limit that was exceeded. */
            TOO_MANY_IDS?: {
                /**
                 * Format: int32
                 * @description The maximum number of ids.
                 */
                limit: number;
                /**
                 * Format: int32
                 * @description The number of different ids in the request, if it lists any.
                 */
                given?: number;
            };
            /** @description When to try again. */
            RATE_LIMITED?: {
                /**
                 * Format: int32
                 * @description The same as `Retry-After`.
                 */
                retry_after_seconds: number;
            };
            /** @description The reference to the server's log. */
            INTERNAL?: {
                /** @description The same as `X-Request-Id`; the server's log has the details under this id. */
                request_id: string;
            };
            /** @description The cause, if it is known. `GET /readyz` always returns one of `database`, `schema`, `storage` and `server`. */
            UNAVAILABLE?: {
                /**
                 * @description The server is stopping and still accepts requests for a short time.
                 * @enum {string}
                 */
                server?: "stopping";
                /**
                 * @description The state of the database schema.
                 * @enum {string}
                 */
                schema?: "outdated" | "newer" | "empty";
                /**
                 * @description The database does not respond.
                 * @enum {string}
                 */
                database?: "unreachable";
                /**
                 * @description The reason why the database cannot store data: its disk is full, it is read-only, or its disk or files fail. Reads still work as long as the database can serve them.
                 * @enum {string}
                 */
                storage?: "full" | "read_only" | "failing";
                /**
                 * @description The change was sent to the database, but the database did not confirm it. The change may or may not have been made. Without this field, nothing was changed.
                 * @constant
                 */
                outcome?: "unknown";
            };
        };
    };
    responses: {
        /** @description The caller has the current response already. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is malformed or violates the contract. */
        BadRequest: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request has no credential or an invalid one. */
        Unauthenticated: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is authenticated but may not do this. */
        Forbidden: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist, or the caller cannot see it. */
        NotFound: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller accepts none of the media types of the response. */
        NotAcceptable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request conflicts with the state of the record or with an earlier request. */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterIfRunning"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The version of the record differs from the version in `If-Match`. */
        PreconditionFailed: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body, or a part of it, is too large. */
        PayloadTooLarge: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is well-formed but violates a rule. */
        UnprocessableContent: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This change requires `If-Match`, so that it cannot overwrite a change that the caller has not seen. */
        PreconditionRequired: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token or the person has sent too many requests in a minute, or there were too many attempts to guess a secret. Wait before the next attempt. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server failed. Find the error in its log by the request id. */
        InternalError: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The data was deleted after its retention period or by a restore, or the workspace has moved. */
        Gone: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot respond now; try again. `details` contains the cause if it is known. With `details.outcome` `unknown`, the database did not confirm the change. A repetition with the same `client_request_id` makes the change, or returns its result if it was made. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Received. Any other 2xx means the same; anything else is tried again. */
        WebhookReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The receiver wants no more messages. The webhook is disabled. */
        WebhookGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success. Sent for `return=minimal` instead of a body, or for a retry of a response that is not stored whole. */
        MinimalCreation: {
            headers: {
                Location: components["headers"]["Location"];
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success. Sent for `return=minimal` instead of a body. */
        Minimal: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success. Sent for `return=minimal` instead of a body, or for a retry of a response that is not stored whole. */
        MinimalPost: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success. Sent for `return=minimal` instead of a body, or for a retry of a response that is not stored whole. */
        MinimalClaim: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                "Claim-Generation": components["headers"]["Claim-Generation"];
                "Claim-Expires-At": components["headers"]["Claim-Expires-At"];
                "Claim-Renew-After": components["headers"]["Claim-Renew-After"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success. Sent for `return=minimal` instead of a body, or for a retry of a response that is not stored whole. */
        MinimalCreationUnversioned: {
            headers: {
                Location: components["headers"]["Location"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The id of the action. */
        ActionId: components["schemas"]["ActionRef"];
        /**
         * @description The id of the note.
         * @example not_01JZ0000000000000000000010
         */
        NoteId: components["schemas"]["Id"];
        /** @description The id of the project. */
        ProjectId: components["schemas"]["Id"];
        /** @description The id of the domain. */
        DomainId: components["schemas"]["Id"];
        /**
         * @description The id of the order.
         * @example ord_01JZ0000000000000000000006
         */
        OrderId: components["schemas"]["Id"];
        /**
         * @description The id of the check-in.
         * @example chk_01JZ0000000000000000000007
         */
        CheckinId: components["schemas"]["Id"];
        /**
         * @description The id of the question.
         * @example qst_01JZ0000000000000000000008
         */
        QuestionId: components["schemas"]["Id"];
        /**
         * @description The id of the proposal.
         * @example ppl_01JZ0000000000000000000017
         */
        ProposalId: components["schemas"]["Id"];
        /** @description The id of the agent. `me` is the calling agent. */
        AgentId: components["schemas"]["Id"];
        /**
         * @description The number of days up to today.
         * @example 30
         */
        UsageDays: number;
        /**
         * @description The id of the token.
         * @example tok_01JZ0000000000000000000011
         */
        TokenId: components["schemas"]["Id"];
        /**
         * @description The id of the document.
         * @example doc_01JZ0000000000000000000009
         */
        DocumentId: components["schemas"]["Id"];
        /**
         * @description The id of the revision.
         * @example rev_01JZ0000000000000000000013
         */
        RevisionId: components["schemas"]["Id"];
        /** @description The maximum bytes of the response's JSON. Lists lose entries, the least urgent first, and a context also has its texts cut as far as this needs, to 256 bytes at least. `truncated` tells both. Only records that are never omitted can exceed it, if they are larger even so. */
        MaxBytes: number;
        /**
         * @description The id of the link.
         * @example lnk_01JZ0000000000000000000015
         */
        LinkId: components["schemas"]["Id"];
        /**
         * @description The id of the grant.
         * @example ogr_01JZ0000000000000000000034
         */
        OauthGrantId: components["schemas"]["Id"];
        /**
         * @description The id of the webhook.
         * @example whk_01JZ0000000000000000000032
         */
        WebhookId: components["schemas"]["Id"];
        /**
         * @description The id of the delivery, which is the `webhook-id` of its message.
         * @example msg_01JZ0000000000000000000033
         */
        WebhookDeliveryId: components["schemas"]["Id"];
        /**
         * @description The id of the message, the same in all attempts and repetitions.
         * @example msg_01JZ0000000000000000000033
         */
        WebhookMessageId: string;
        /**
         * @description The time of this attempt as Unix time in seconds.
         * @example 1795252800
         */
        WebhookTimestamp: string;
        /**
         * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description The id of the session.
         * @example ses_01JZ0000000000000000000036
         */
        SessionId: components["schemas"]["Id"];
        /** @description The id of the person. */
        UserId: components["schemas"]["Id"];
        /**
         * @description The id of the invitation.
         * @example inv_01JZ0000000000000000000012
         */
        InvitationId: components["schemas"]["Id"];
        /**
         * @description The id of the blocking action.
         * @example act_01JZ0000000000000000000024
         */
        BlockerId: components["schemas"]["ActionRef"];
        /**
         * @description Only these kinds; may be repeated.
         * @example [
         *       "note.created"
         *     ]
         */
        EventKindFilter: components["schemas"]["EventKind"][];
        /** @description Only events that this actor caused. */
        CausedByActor: components["schemas"]["Id"];
        /**
         * @description Only entries of this actor.
         * @example me
         */
        AuditedActor: components["schemas"]["Id"];
        /** @description Only entries at or after this time. */
        AuditSince: components["schemas"]["QueryTimestamp"];
        /** @description Only entries before this time. */
        AuditUntil: components["schemas"]["QueryTimestamp"];
        /**
         * @description Only events that another actor caused; `me` leaves out the events of the caller.
         * @example me
         */
        NotCausedByActor: components["schemas"]["Id"];
        /** @description Only events of the record with this id, of any kind. */
        OfSubject: components["schemas"]["Id"];
        /** @description Only events that concern this action. */
        ConcerningAction: components["schemas"]["ActionRef"];
        /** @description Only events that concern this project. */
        ConcerningProject: components["schemas"]["Id"];
        /** @description Only events that concern this order. */
        ConcerningOrder: components["schemas"]["Id"];
        /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
        SortQuestions: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
        SortByActivity: "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "created_at" | "-created_at";
        /** @description The maximum number of items to return. */
        Limit: number;
        /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
        Offset: number;
        /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
        After: string;
        /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
        SortByCreation: "created_at" | "-created_at";
        /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
        AssignedActor: components["schemas"]["Id"];
        /** @description With `true`, only actions that can be worked on now: they are ready and have no `held_by`. For an agent, only its own actions, pool work that it has claimed, and unclaimed pool work that its capabilities cover: the same actions as in its queue with `include_claimable`, in its attention and in its overview, and those from which `claim-next` chooses. `false` lists all actions. */
        Actionable: boolean;
        /** @description Whether to include archived notes. */
        IncludeArchived: boolean;
        /** @description Only items with all these words in their title or text. Text in quotes is one word. The first 16 different words count. */
        SearchedWords: string;
        /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
        IfMatch: string;
        /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
        Prefer: string;
        /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request, also in the server's log. It is the caller's own `X-Request-Id` if that is valid. */
        RequestId: string;
        /** @description A strong validator of the response: the version of the record, the epoch of the database and a digest, or the hash of the document. */
        ETag: string;
        /** @description The media type depends on the `Accept` header of the request, so a cache must store one response for each media type. */
        VaryAccept: string;
        /** @description The content coding (`br`, `gzip` or `identity`) depends on `Accept-Encoding`, and each has an `ETag` of its own. */
        VaryEncoding: string;
        /** @description The path of the record, or of the page. */
        Location: string;
        /** @description The preference of the request that the service applied (RFC 7240). Absent from the 204 of a retry that did not ask for it. */
        PreferenceApplied: "return=minimal";
        /** @description The `generation` of the caller's claim. Absent if the caller has none. */
        "Claim-Generation": string;
        /** @description The `expires_at` of the claim. */
        "Claim-Expires-At": string;
        /** @description The `renew_after` of the claim. */
        "Claim-Renew-After": string;
        /** @description Present, and `true`, if this response repeats the response to an earlier request with the same `client_request_id`. */
        IdempotentReplayed: "true";
        /** @description `no`: asks proxies to pass each event on at once. */
        XAccelBuffering: "no";
        /** @description The redirect URI of the client with its parameters, or the page to decide. */
        RedirectLocation: string;
        /** @description Keeps the page out of frames, in browsers that do not know the policy. */
        FrameOptions: "DENY";
        /** @description Keeps the parameters of OAuth from other sites. */
        ReferrerPolicy: string;
        /** @description Allows the page to load from and connect to this server only. */
        ContentSecurityPolicy: string;
        /** @description Sets or clears the session cookie. Signing in, accepting an invitation, and setting the password or the address also set `callboard_device` (HttpOnly, SameSite=Strict, Path=/v1/session, for a year). This cookie is not a credential. A browser that sends it can still sign in when others have used up the account's limit of failed attempts. Setting the password or the address invalidates the `callboard_device` cookies of other browsers. */
        SetCookie: string;
        /** @description Sent to a bearer token or a person if the server limits requests: `"token";r=599;t=60`, `"person"` or `"workspace"`. `r` is the number of requests left, and `t` the number of seconds until the full quota is available again (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description Sent to a bearer token or a person if the server limits requests: `"token";q=600;w=60`, `"person"` or `"workspace"`. `q` is the number of requests of one token, of one person in all their sessions, or of all callers of the workspace, in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers). */
        RateLimitPolicy: string;
        /** @description A header of the page alone. */
        OfPage: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: string;
        /** @description Seconds to wait before the next attempt. Sent with `REQUEST_IN_PROGRESS` and `ALREADY_CLAIMED` only. */
        RetryAfterIfRunning: string;
        /** @description How to authenticate (RFC 9110). */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listActions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "priority" | "-priority" | "position" | "-position" | "title" | "-title" | "last_activity_at" | "-last_activity_at";
                /**
                 * @description Only these statuses; may be repeated.
                 * @example [
                 *       "ready"
                 *     ]
                 */
                status?: components["schemas"]["ActionStatus"][];
                /**
                 * @description Only actions of this project.
                 * @example prj_01JZ0000000000000000000004
                 */
                project_id?: components["schemas"]["Id"];
                /** @description Only actions of this domain. */
                domain_id?: components["schemas"]["Id"];
                /** @description Only actions of this order. */
                order_id?: components["schemas"]["Id"];
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
                /** @description With `true`, only actions that can be worked on now: they are ready and have no `held_by`. For an agent, only its own actions, pool work that it has claimed, and unclaimed pool work that its capabilities cover: the same actions as in its queue with `include_claimable`, in its attention and in its overview, and those from which `claim-next` chooses. `false` lists all actions. */
                actionable?: components["parameters"]["Actionable"];
                /** @description Whether to list templates or other actions. */
                is_template?: boolean;
                /**
                 * @description Only these priorities; may be repeated.
                 * @example [
                 *       3,
                 *       4
                 *     ]
                 */
                priority?: components["schemas"]["ActionPriority"][];
                /** @description Only actions with all of these labels; may be repeated. */
                label?: components["schemas"]["LabelName"][];
                /** @description Only actions due before this time. */
                due_before?: components["schemas"]["QueryTimestamp"];
                /** @description Only actions changed at or after this time. */
                updated_since?: components["schemas"]["QueryTimestamp"];
                /** @description Only the actions with this key. */
                source_key?: components["schemas"]["Id"];
                /** @description Only items with all these words in their title or text. Text in quotes is one word. The first 16 different words count. */
                q?: components["parameters"]["SearchedWords"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionCreate"];
            };
        };
        responses: {
            /** @description The open action that already has the `source_key`. */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description The new action. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    batchGetActions: {
        parameters: {
            query: {
                /**
                 * @description The ids, as a repeated parameter: `ids=act_1&ids=act_2`. With ids that the service generated, the longest list fits into the request line. Longer ids come only from an import; send them in several requests.
                 * @example [
                 *       "act_01JZ0000000000000000000003",
                 *       "act_01JZ0000000000000000000099"
                 *     ]
                 */
                ids: components["schemas"]["ActionRef"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested actions that the caller can see. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionBatchGetResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionUpdate"];
                "application/merge-patch+json": components["schemas"]["ActionUpdate"];
            };
        };
        responses: {
            /** @description The changed action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getActionContext: {
        parameters: {
            query?: {
                /** @description The maximum bytes of the response's JSON. Lists lose entries, the least urgent first, and a context also has its texts cut as far as this needs, to 256 bytes at least. `truncated` tells both. Only records that are never omitted can exceed it, if they are larger even so. */
                max_bytes?: components["parameters"]["MaxBytes"];
            };
            header?: never;
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action and its context. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionContext"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionComplete"];
            };
        };
        responses: {
            /** @description The completed action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    heartbeatAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionHeartbeat"];
            };
        };
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionHeartbeatResult"];
                };
            };
            204: components["responses"]["MinimalClaim"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionClaim"];
            };
        };
        responses: {
            /** @description The action and the claim on it. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionClaimResult"];
                };
            };
            204: components["responses"]["MinimalClaim"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionRelease"];
            };
        };
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionReleaseResult"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addBlocker: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
                /**
                 * @description The id of the blocking action.
                 * @example act_01JZ0000000000000000000024
                 */
                blocker_id: components["parameters"]["BlockerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeBlocker: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
                /**
                 * @description The id of the blocking action.
                 * @example act_01JZ0000000000000000000024
                 */
                blocker_id: components["parameters"]["BlockerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blocker is removed. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dropAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionDrop"];
            };
        };
        responses: {
            /** @description The dropped action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reopenAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionReopen"];
            };
        };
        responses: {
            /** @description The open action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionApprove"];
            };
        };
        responses: {
            /** @description The approved action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rejectAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionReject"];
            };
        };
        responses: {
            /** @description The open action. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    batchReviewActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionBatchReview"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionBatchReviewResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimNextAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionClaimNext"];
            };
        };
        responses: {
            /** @description The action to do next, if there is one. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionClaimNextResult"];
                };
            };
            /** @description A retry whose first response was too long to be stored. Call again with another id: the claim continues. */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentQueue: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Includes unclaimed pool work that the agent's capabilities cover. */
                include_claimable?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: `name`, or `-name` for the reverse. The id breaks ties. */
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of labels. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renameLabel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelRename"];
            };
        };
        responses: {
            /** @description The label that has the new name. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActionNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createActionNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the action. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the note.
                 * @example not_01JZ0000000000000000000010
                 */
                id: components["parameters"]["NoteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the note.
                 * @example not_01JZ0000000000000000000010
                 */
                id: components["parameters"]["NoteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteUpdate"];
                "application/merge-patch+json": components["schemas"]["NoteUpdate"];
            };
        };
        responses: {
            /** @description The changed note. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProjectNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrderNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrderNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuestionNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuestionNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocumentNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the document.
                 * @example doc_01JZ0000000000000000000009
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocumentNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the document.
                 * @example doc_01JZ0000000000000000000009
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProposalNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Whether to include archived notes. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProposalNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "title" | "-title";
                /** @description Only these states; may be repeated. */
                state?: components["schemas"]["ProjectState"][];
                /** @description Only projects of this domain. */
                domain_id?: components["schemas"]["Id"];
                /**
                 * @description Only templates or only other projects; both when absent.
                 * @example false
                 */
                is_template?: boolean;
                /** @description Only items with all these words in their title or text. Text in quotes is one word. The first 16 different words count. */
                q?: components["parameters"]["SearchedWords"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectUpdate"];
                "application/merge-patch+json": components["schemas"]["ProjectUpdate"];
            };
        };
        responses: {
            /** @description The updated project. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectUsage: {
        parameters: {
            query?: {
                /**
                 * @description The number of days up to today.
                 * @example 30
                 */
                days?: components["parameters"]["UsageDays"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reported usage. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectDuplicate"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjectActions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "position" | "-position" | "title" | "-title" | "last_activity_at" | "-last_activity_at";
                /**
                 * @description Only these statuses; may be repeated.
                 * @example [
                 *       "ready"
                 *     ]
                 */
                status?: components["schemas"]["ActionStatus"][];
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
                /** @description With `true`, only actions that can be worked on now: they are ready and have no `held_by`. For an agent, only its own actions, pool work that it has claimed, and unclaimed pool work that its capabilities cover: the same actions as in its queue with `include_claimable`, in its attention and in its overview, and those from which `claim-next` chooses. `false` lists all actions. */
                actionable?: components["parameters"]["Actionable"];
                /** @description Only actions due before this time. */
                due_before?: components["schemas"]["QueryTimestamp"];
                /** @description Only actions changed at or after this time. */
                updated_since?: components["schemas"]["QueryTimestamp"];
                /** @description Only items with all these words in their title or text. Text in quotes is one word. The first 16 different words count. */
                q?: components["parameters"]["SearchedWords"];
            };
            header?: never;
            path: {
                /** @description The id of the project. */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Only these states; may be repeated. */
                state?: components["schemas"]["DomainState"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of domains. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainCreate"];
            };
        };
        responses: {
            /** @description The new domain. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the domain. */
                id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the domain. */
                id: components["parameters"]["DomainId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainUpdate"];
                "application/merge-patch+json": components["schemas"]["DomainUpdate"];
            };
        };
        responses: {
            /** @description The changed domain. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
                /**
                 * @description Only orders of this agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                agent_id?: components["schemas"]["Id"];
                /** @description Only orders in this state. */
                state?: components["schemas"]["OrderState"];
                /** @description Whether to list orders with an overdue check-in or the other orders. */
                checkin_overdue?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreate"];
            };
        };
        responses: {
            /** @description The new order. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdate"];
                "application/merge-patch+json": components["schemas"]["OrderUpdate"];
            };
        };
        responses: {
            /** @description The changed order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCheckins: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /**
                 * @description Only check-ins of this kind.
                 * @example report
                 */
                kind?: "report" | "heartbeat";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of check-ins. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckinList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCheckin: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the order.
                 * @example ord_01JZ0000000000000000000006
                 */
                id: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckinCreate"];
            };
        };
        responses: {
            /** @description The new check-in. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
                };
            };
            204: components["responses"]["MinimalCreationUnversioned"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the check-in.
                 * @example chk_01JZ0000000000000000000007
                 */
                id: components["parameters"]["CheckinId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check-in. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuestions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortQuestions"];
                /**
                 * @description Only these states; may be repeated.
                 * @example [
                 *       "open"
                 *     ]
                 */
                state?: components["schemas"]["QuestionState"][];
                /** @description Only questions with this status: `open`, or `resolved` for those that have ended. */
                status?: components["schemas"]["RequestStatus"];
                /** @description Only questions of this agent. */
                agent_id?: components["schemas"]["Id"];
                /** @description Only questions about this action. */
                action_id?: components["schemas"]["ActionRef"];
                /** @description Only questions about this project. */
                project_id?: components["schemas"]["Id"];
                /** @description Only questions about this order. */
                order_id?: components["schemas"]["Id"];
                /** @description Only questions for this person; `me` is the caller, `none` selects unassigned questions. */
                assigned_actor_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of questions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionCreate"];
            };
        };
        responses: {
            /** @description The new question. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    batchRespondQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionBatchRespond"];
            };
        };
        responses: {
            /** @description The result of each item. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionBatchRespondResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Question"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    respondQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionRespond"];
            };
        };
        responses: {
            /** @description The answered question. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionResult"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The dismissed question. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionResult"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the question.
                 * @example qst_01JZ0000000000000000000008
                 */
                id: components["parameters"]["QuestionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuestionWithdraw"];
            };
        };
        responses: {
            /** @description The withdrawn question. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionResult"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProposals: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortQuestions"];
                /**
                 * @description Only these states; may be repeated.
                 * @example [
                 *       "open"
                 *     ]
                 */
                state?: components["schemas"]["ProposalState"][];
                /** @description Only proposals with this status: `open`, or `resolved` for those that have ended. */
                status?: components["schemas"]["RequestStatus"];
                /** @description Only proposals of this agent. */
                agent_id?: components["schemas"]["Id"];
                /** @description Only proposals for this operation. */
                operation?: components["schemas"]["GatedOperation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of proposals. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalCreate"];
            };
        };
        responses: {
            /** @description The new proposal. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProposalTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target of the proposal. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalTarget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    permitProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalPermit"];
            };
        };
        responses: {
            /** @description The permitted proposal. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    denyProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProposalDeny"];
            };
        };
        responses: {
            /** @description The denied proposal. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the proposal.
                 * @example ppl_01JZ0000000000000000000017
                 */
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The withdrawn proposal. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "last_seen_at" | "-last_seen_at";
                /**
                 * @description Only these states; may be repeated.
                 * @example [
                 *       "active"
                 *     ]
                 */
                state?: ("pending" | "active" | "paused" | "revoked")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of agents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            /** @description The new agent. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentUpdate"];
                "application/merge-patch+json": components["schemas"]["AgentUpdate"];
            };
        };
        responses: {
            /** @description The changed agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentCommand"];
            };
        };
        responses: {
            /** @description The paused agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentCommand"];
            };
        };
        responses: {
            /** @description The resumed agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentCommand"];
            };
        };
        responses: {
            /** @description The revoked agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreate"];
            };
        };
        responses: {
            /** @description The new token. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceTokens: {
        parameters: {
            query?: {
                /**
                 * @description Only the token with this public id.
                 * @example 0123456789ab0123456789ab
                 */
                public_id?: components["schemas"]["TokenPublicId"];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example tok_01JZ0000000000000000000011
                 */
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example tok_01JZ0000000000000000000011
                 */
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TokenRotate"];
            };
        };
        responses: {
            /** @description The new token. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address, and what to paste. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentUsage: {
        parameters: {
            query?: {
                /**
                 * @description The number of days up to today.
                 * @example 30
                 */
                days?: components["parameters"]["UsageDays"];
            };
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reported usage. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title";
                /** @description Only documents that this actor created. */
                created_by_actor_id?: components["schemas"]["Id"];
                /**
                 * @description Only items that have all these words in their title. Text in quotes is one word. The first 16 different words count.
                 * @example style
                 */
                q?: string;
                /** @description Only documents whose newest revision is in this state. */
                review_state?: components["schemas"]["RevisionReviewState"];
                /** @description Whether to include the contents. Without them, `content` is null in each document. */
                include_content?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of documents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentCreate"];
            };
        };
        responses: {
            /** @description The new document. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /** @description The number of characters (Unicode code points) before the piece; 0 if only `length` is sent. */
                offset?: number;
                /** @description The maximum number of characters of the piece; up to the end if only `offset` is sent. */
                length?: number;
            };
            header?: {
                /** @description The `ETag` of the version to read. If the document has another version, the response is 412 `STALE_VERSION`. */
                "If-Match"?: string;
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the document.
                 * @example doc_01JZ0000000000000000000009
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the document.
                 * @example doc_01JZ0000000000000000000009
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentUpdate"];
                "application/merge-patch+json": components["schemas"]["DocumentUpdate"];
            };
        };
        responses: {
            /** @description The changed document. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            428: components["responses"]["PreconditionRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocumentRevisions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "number" | "-number";
                /**
                 * @description Only revisions in this state.
                 * @example pending
                 */
                review_state?: components["schemas"]["RevisionReviewState"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the document.
                 * @example doc_01JZ0000000000000000000009
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of revisions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the revision.
                 * @example rev_01JZ0000000000000000000013
                 */
                id: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the revision.
                 * @example rev_01JZ0000000000000000000013
                 */
                id: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The approved revision. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revertRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the revision.
                 * @example rev_01JZ0000000000000000000013
                 */
                id: components["parameters"]["RevisionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevisionRevert"];
            };
        };
        responses: {
            /** @description The new revision with the previous content. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /**
                 * @description Only links of this action.
                 * @example act_01JZ0000000000000000000003
                 */
                action_id?: components["schemas"]["ActionRef"];
                /** @description Only links of this project, not of its actions. */
                project_id?: components["schemas"]["Id"];
                /** @description Only links of this order. */
                order_id?: components["schemas"]["Id"];
                /** @description Only links to this document. */
                document_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description The link that the record already has. */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            /** @description The new link. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            204: components["responses"]["MinimalCreation"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the link.
                 * @example lnk_01JZ0000000000000000000015
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the link.
                 * @example lnk_01JZ0000000000000000000015
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is removed. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the link.
                 * @example lnk_01JZ0000000000000000000015
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkUpdate"];
                "application/merge-patch+json": components["schemas"]["LinkUpdate"];
            };
        };
        responses: {
            /** @description The changed link. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEarlierTexts: {
        parameters: {
            query: {
                /**
                 * @description The id of the record: an action, a project, an order, a document or a domain.
                 * @example act_01JZ0000000000000000000003
                 */
                subject_id: components["schemas"]["Id"];
                /**
                 * @description Only texts of this field.
                 * @example details
                 */
                field?: components["schemas"]["TextField"];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "replaced_at" | "-replaced_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of earlier texts. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarlierTextList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommandView: {
        parameters: {
            query?: {
                /**
                 * @description Only these lists, to read less or more; may be repeated. The others are empty, and `truncated` has 0 for them. `reviews`, `proposals` and `stalled` and their numbers are absent unless they are named here.
                 * @example [
                 *       "requests",
                 *       "projects",
                 *       "standalone_actions",
                 *       "agents",
                 *       "orders",
                 *       "reviews",
                 *       "proposals",
                 *       "stalled"
                 *     ]
                 */
                include?: ("requests" | "projects" | "standalone_actions" | "agents" | "orders" | "reviews" | "proposals" | "stalled")[];
                /** @description The maximum number of projects. */
                projects_limit?: number;
                /** @description The maximum number of actions in a project. */
                actions_per_project?: number;
                /** @description Only this project in `projects`, to see more of its actions. */
                project_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The command view. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInboxView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "title" | "-title";
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "completed_at" | "-completed_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadyView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. `queue` is the order in which to take work: overdue actions, then by priority, due date, position and age. */
                sort?: "queue" | "due_at" | "-due_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkingView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "created_at" | "-created_at";
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWaitingView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByActivity"];
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStalledView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByActivity"];
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeferredView: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "defer_until" | "-defer_until" | "due_at" | "-due_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Returns only actions that are assigned to this actor. `me` is the caller; `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of actions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTasksView: {
        parameters: {
            query?: {
                /** @description Which tasks to show. */
                slice?: "active" | "stalled" | "templates" | "all";
                /** @description Only this domain, to see more of its tasks; `none` for tasks without a domain. */
                domain_id?: components["schemas"]["Id"];
                /** @description The maximum number of rows per domain. */
                rows_per_domain?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tasks by domain. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentOverview: {
        parameters: {
            query?: {
                /** @description The maximum bytes of the response's JSON. Lists lose entries, the least urgent first, and a context also has its texts cut as far as this needs, to 256 bytes at least. `truncated` tells both. Only records that are never omitted can exceed it, if they are larger even so. */
                max_bytes?: components["parameters"]["MaxBytes"];
                /** @description `true` raises the limits to 1,000 entries of each list, 256 KiB, and previews of 280 characters. */
                full?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentAttention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the agent has work, and the counts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAttention"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchWorkspace: {
        parameters: {
            query: {
                /**
                 * @description Words and phrases, with `OR` between alternatives.
                 * @example logo poster
                 */
                q: string;
                /** @description Only these kinds of records; may be repeated. */
                type?: components["schemas"]["SearchHitType"][];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: the best match first, or the newest. */
                sort?: "-rank" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of hits. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description The cursor of an earlier response, or `now`. */
                after?: string;
                /** @description A cursor, or `now`: only the events before it, newest first. It cannot be combined with `after`. */
                before?: string;
                /**
                 * @description Only these kinds; may be repeated.
                 * @example [
                 *       "note.created"
                 *     ]
                 */
                kind?: components["parameters"]["EventKindFilter"];
                /** @description Only events that this actor caused. */
                actor_id?: components["parameters"]["CausedByActor"];
                /**
                 * @description Only events that another actor caused; `me` leaves out the events of the caller.
                 * @example me
                 */
                not_actor_id?: components["parameters"]["NotCausedByActor"];
                /** @description Only events of the record with this id, of any kind. */
                subject_id?: components["parameters"]["OfSubject"];
                /** @description Only events that concern this action. */
                action_id?: components["parameters"]["ConcerningAction"];
                /** @description Only events that concern this project. */
                project_id?: components["parameters"]["ConcerningProject"];
                /** @description Only events that concern this order. */
                order_id?: components["parameters"]["ConcerningOrder"];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description A cursor of `readEvents` or of a stream, or `now`. */
                after?: string;
                /**
                 * @description Only these kinds; may be repeated.
                 * @example [
                 *       "note.created"
                 *     ]
                 */
                kind?: components["parameters"]["EventKindFilter"];
                /** @description Only events that this actor caused. */
                actor_id?: components["parameters"]["CausedByActor"];
                /**
                 * @description Only events that another actor caused; `me` leaves out the events of the caller.
                 * @example me
                 */
                not_actor_id?: components["parameters"]["NotCausedByActor"];
                /** @description Only events of the record with this id, of any kind. */
                subject_id?: components["parameters"]["OfSubject"];
                /** @description Only events that concern this action. */
                action_id?: components["parameters"]["ConcerningAction"];
                /** @description Only events that concern this project. */
                project_id?: components["parameters"]["ConcerningProject"];
                /** @description Only events that concern this order. */
                order_id?: components["parameters"]["ConcerningOrder"];
            };
            header?: {
                /** @description The last `id` that the client received. `EventSource` sends it when it reconnects. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    "X-Accel-Buffering": components["headers"]["XAccelBuffering"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentNews: {
        parameters: {
            query?: {
                /** @description A cursor of this list: `page.next` or the `cursor` of an item. */
                after?: string;
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of news. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentNews"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    markAgentNewsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewsRead"];
            };
        };
        responses: {
            /** @description The stored position. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsPosition"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /**
                 * @description Only these kinds; may be repeated.
                 * @example [
                 *       "note.created"
                 *     ]
                 */
                kind?: components["parameters"]["EventKindFilter"];
                /**
                 * @description Only entries of this actor.
                 * @example me
                 */
                actor_id?: components["parameters"]["AuditedActor"];
                /** @description Only entries at or after this time. */
                since?: components["parameters"]["AuditSince"];
                /** @description Only entries before this time. */
                until?: components["parameters"]["AuditUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadAudit: {
        parameters: {
            query?: {
                /**
                 * @description Only these kinds; may be repeated.
                 * @example [
                 *       "note.created"
                 *     ]
                 */
                kind?: components["parameters"]["EventKindFilter"];
                /**
                 * @description Only entries of this actor.
                 * @example me
                 */
                actor_id?: components["parameters"]["AuditedActor"];
                /** @description Only entries at or after this time. */
                since?: components["parameters"]["AuditSince"];
                /** @description Only entries before this time. */
                until?: components["parameters"]["AuditUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: "attachment; filename=\"audit.csv\"";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
                "application/merge-patch+json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRotateSecret"];
            };
        };
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The delivery of the test message. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            204: components["responses"]["MinimalCreationUnversioned"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The webhook at its new position. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Only deliveries in these states; may be repeated. */
                state?: components["schemas"]["WebhookDeliveryState"][];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
                /**
                 * @description The id of the delivery, which is the `webhook-id` of its message.
                 * @example msg_01JZ0000000000000000000033
                 */
                delivery_id: components["parameters"]["WebhookDeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook.
                 * @example whk_01JZ0000000000000000000032
                 */
                id: components["parameters"]["WebhookId"];
                /**
                 * @description The id of the delivery, which is the `webhook-id` of its message.
                 * @example msg_01JZ0000000000000000000033
                 */
                delivery_id: components["parameters"]["WebhookDeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgentWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent. `me` is the calling agent. */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRotateSecret"];
            };
        };
        responses: {
            /** @description The agent's webhook with its secret. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /**
                 * @description Only people in this state.
                 * @example active
                 */
                state?: components["schemas"]["UserState"];
                /** @description Only people with this role. */
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
                "application/merge-patch+json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description The updated person. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserDeactivate"];
            };
        };
        responses: {
            /** @description The deactivated person. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            /** @description The active person. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            204: components["responses"]["MinimalPost"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PasswordResetCreate"];
            };
        };
        responses: {
            /** @description The reset and its token. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetWithToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the person. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "email" | "-email";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open invitations. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description The invitation and its token. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationWithToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invitation.
                 * @example inv_01JZ0000000000000000000012
                 */
                id: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation is revoked. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAccept"];
            };
        };
        responses: {
            /** @description Signed in as a new person. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change, or its number in quotes. Another version is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description With `return=minimal`, a success is 204 without a body. The service ignores any other preference (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceUpdate"];
                "application/merge-patch+json": components["schemas"]["WorkspaceUpdate"];
            };
        };
        responses: {
            /** @description The updated workspace. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            204: components["responses"]["Minimal"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCreate"];
            };
        };
        responses: {
            /** @description Signed in. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is changed. */
            204: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRedeem"];
            };
        };
        responses: {
            /** @description The password is set. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description The person with the new address. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out everywhere. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOtherSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example ses_01JZ0000000000000000000036
                 */
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    callMcp: {
        parameters: {
            query?: {
                /** @description Which tools to offer. An unknown value offers the usual ones. */
                tools?: "read" | "usual" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The response to the message. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpResponse"];
                    "text/event-stream": string;
                };
            };
            /** @description The message was a notification, which has no response. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message is malformed, or the HTTP request is. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpFailure"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The token lacks the scope, or the request comes from another host. */
            403: {
                headers: {
                    /** @description The missing scope (RFC 6750). */
                    "WWW-Authenticate"?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method does not exist (revision 2026-07-28). */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpFailure"];
                };
            };
            /** @description The endpoint has no other method. */
            405: {
                headers: {
                    /** @description The only method. */
                    Allow: "POST";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Accept` of the client does not admit both media types of a success (revision 2025-11-25). */
            406: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpFailure"];
                };
            };
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    getMcpProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    getAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    showAuthorization: {
        parameters: {
            query?: {
                /** @description The id of a registration, or the URL of a metadata document. */
                client_id?: string;
                /** @description A redirect URI of the client. The port of a loopback address is free. */
                redirect_uri?: string;
                /** @description `code`. */
                response_type?: string;
                /** @description The challenge (RFC 7636). */
                code_challenge?: string;
                /** @description `S256`. */
                code_challenge_method?: string;
                /** @description Returned to the client. */
                state?: string;
                /** @description Any of `read` and `write`; both when absent. Others are ignored. */
                scope?: string;
                /** @description The MCP endpoint (RFC 8707). */
                resource?: string;
                /** @description Accepted and ignored: the person chooses the agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page to sign in, or the page to decide. */
            200: {
                headers: {
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Frame-Options": components["headers"]["FrameOptions"];
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page that says what is wrong with the client or its request. The error envelope for a request that is malformed as HTTP. */
            400: {
                headers: {
                    /** @description The policy of the page. */
                    "Content-Security-Policy"?: string;
                    /** @description Keeps the page out of frames. */
                    "X-Frame-Options"?: "DENY";
                    /** @description Keeps the parameters of OAuth from other sites. */
                    "Referrer-Policy"?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthDecision"];
            };
        };
        responses: {
            /** @description After a decision, the page that leads on to the redirect URI. Otherwise the page again, with what is missing or wrong. */
            200: {
                headers: {
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Frame-Options": components["headers"]["FrameOptions"];
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page to decide, after a sign-in. */
            303: {
                headers: {
                    Location: components["headers"]["RedirectLocation"];
                    /** @description The session and the device, after a sign-in. */
                    "Set-Cookie"?: string;
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The page that says that this consent has ended. The error envelope for a request that is malformed as HTTP. */
            400: {
                headers: {
                    /** @description The policy of the page. */
                    "Content-Security-Policy"?: string;
                    /** @description Keeps the page out of frames. */
                    "X-Frame-Options"?: "DENY";
                    /** @description Keeps the parameters of OAuth from other sites. */
                    "Referrer-Policy"?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthTokenRequest"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthTokens"];
                };
            };
            /** @description The request is refused (RFC 6749, 5.2). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthFailure"];
                };
            };
            /** @description The client is unknown, or its secret is wrong. */
            401: {
                headers: {
                    /** @description The scheme of the client's credentials. */
                    "WWW-Authenticate"?: string;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OauthRevocation"];
            };
        };
        responses: {
            /** @description The token is not valid any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request has no token. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthFailure"];
                };
            };
            /** @description The client is unknown, or its secret is wrong. */
            401: {
                headers: {
                    /** @description The scheme of the client's credentials. */
                    "WWW-Authenticate"?: string;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientMetadata"];
            };
        };
        responses: {
            /** @description The registration. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            /** @description The metadata is refused (RFC 7591, 3.2.2). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthFailure"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOauthGrants: {
        parameters: {
            query?: {
                /**
                 * @description Only the clients that act as this agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                agent_id?: components["schemas"]["Id"];
                /** @description The maximum number of items to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The number of items to skip. Use `after` to skip items beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same path, filters and sort; of another list it is 400. It cannot be combined with an `offset` above 0. */
                after?: components["parameters"]["After"];
                /** @description Order: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthGrantList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOauthGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the grant.
                 * @example ogr_01JZ0000000000000000000034
                 */
                id: components["parameters"]["OauthGrantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The grant has ended. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    startOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["OidcStart"];
            };
        };
        responses: {
            /** @description The page that leads on to the provider. */
            200: {
                headers: {
                    /** @description What the browser has begun. */
                    "Set-Cookie"?: string;
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Frame-Options": components["headers"]["FrameOptions"];
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page that says why nobody is signed in; or the error envelope. */
            400: {
                headers: {
                    "Content-Security-Policy": components["headers"]["OfPage"];
                    "X-Frame-Options": components["headers"]["OfPage"];
                    "Referrer-Policy": components["headers"]["OfPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description A page that says that it works later; or the error envelope. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "Content-Security-Policy": components["headers"]["OfPage"];
                    "X-Frame-Options": components["headers"]["OfPage"];
                    "Referrer-Policy": components["headers"]["OfPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishOidc: {
        parameters: {
            query?: {
                /** @description From the provider. */
                code?: string;
                /** @description That of the beginning. */
                state?: string;
                /** @description The issuer (RFC 9207). */
                iss?: string;
                /** @description Why the provider refuses. */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page to choose one of several workspaces. */
            200: {
                headers: {
                    /** @description What the browser has begun. */
                    "Set-Cookie"?: string;
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Frame-Options": components["headers"]["FrameOptions"];
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Signed in, or linked. */
            303: {
                headers: {
                    Location: components["headers"]["RedirectLocation"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    "Referrer-Policy": components["headers"]["ReferrerPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page that says why nobody is signed in; or the error envelope. */
            400: {
                headers: {
                    "Content-Security-Policy": components["headers"]["OfPage"];
                    "X-Frame-Options": components["headers"]["OfPage"];
                    "Referrer-Policy": components["headers"]["OfPage"];
                    "Set-Cookie": components["headers"]["OfPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description A page that says that it works later; or the error envelope. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "Content-Security-Policy": components["headers"]["OfPage"];
                    "X-Frame-Options": components["headers"]["OfPage"];
                    "Referrer-Policy": components["headers"]["OfPage"];
                    "Set-Cookie": components["headers"]["OfPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOidcLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOidcLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no link. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/yaml": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    downloadOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page is at `Location`. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    Vary: components["headers"]["VaryAccept"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getAgentGuide: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryAccept"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/markdown": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryAccept"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryAccept"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/markdown": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryAccept"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    tryDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocsStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The style sheet. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocsScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the caller has. The new response is 304 if it would be the same. A version alone matches nothing. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            /** @description The caller has the current response already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["VaryEncoding"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    onActionApproved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.approved";
                    data?: {
                        /** @constant */
                        kind?: "action.approved";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionAssigned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.assigned";
                    data?: {
                        /** @constant */
                        kind?: "action.assigned";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionBlockerAdded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.blocker_added";
                    data?: {
                        /** @constant */
                        kind?: "action.blocker_added";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionBlockerRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.blocker_removed";
                    data?: {
                        /** @constant */
                        kind?: "action.blocker_removed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionClaimed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.claimed";
                    data?: {
                        /** @constant */
                        kind?: "action.claimed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.completed";
                    data?: {
                        /** @constant */
                        kind?: "action.completed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.created";
                    data?: {
                        /** @constant */
                        kind?: "action.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionDropped: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.dropped";
                    data?: {
                        /** @constant */
                        kind?: "action.dropped";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionHeartbeat: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.heartbeat";
                    data?: {
                        /** @constant */
                        kind?: "action.heartbeat";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionOfferedAgain: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.offered_again";
                    data?: {
                        /** @constant */
                        kind?: "action.offered_again";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionRejected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.rejected";
                    data?: {
                        /** @constant */
                        kind?: "action.rejected";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionReopened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.reopened";
                    data?: {
                        /** @constant */
                        kind?: "action.reopened";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionReleased: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.released";
                    data?: {
                        /** @constant */
                        kind?: "action.released";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionStalled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.stalled";
                    data?: {
                        /** @constant */
                        kind?: "action.stalled";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionUnblocked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.unblocked";
                    data?: {
                        /** @constant */
                        kind?: "action.unblocked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionUndeferred: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.undeferred";
                    data?: {
                        /** @constant */
                        kind?: "action.undeferred";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onActionUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "action.updated";
                    data?: {
                        /** @constant */
                        kind?: "action.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentActivated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.activated";
                    data?: {
                        /** @constant */
                        kind?: "agent.activated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.created";
                    data?: {
                        /** @constant */
                        kind?: "agent.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentPaused: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.paused";
                    data?: {
                        /** @constant */
                        kind?: "agent.paused";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentResumed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.resumed";
                    data?: {
                        /** @constant */
                        kind?: "agent.resumed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentRevoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.revoked";
                    data?: {
                        /** @constant */
                        kind?: "agent.revoked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "agent.updated";
                    data?: {
                        /** @constant */
                        kind?: "agent.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onCheckinCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "checkin.created";
                    data?: {
                        /** @constant */
                        kind?: "checkin.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onClaimExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "claim.expired";
                    data?: {
                        /** @constant */
                        kind?: "claim.expired";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDocumentApproved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "document.approved";
                    data?: {
                        /** @constant */
                        kind?: "document.approved";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDocumentCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "document.created";
                    data?: {
                        /** @constant */
                        kind?: "document.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDocumentReverted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "document.reverted";
                    data?: {
                        /** @constant */
                        kind?: "document.reverted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDocumentUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "document.updated";
                    data?: {
                        /** @constant */
                        kind?: "document.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDomainCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "domain.created";
                    data?: {
                        /** @constant */
                        kind?: "domain.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onInvitationAccepted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "invitation.accepted";
                    data?: {
                        /** @constant */
                        kind?: "invitation.accepted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onInvitationCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "invitation.created";
                    data?: {
                        /** @constant */
                        kind?: "invitation.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onInvitationRevoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "invitation.revoked";
                    data?: {
                        /** @constant */
                        kind?: "invitation.revoked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDomainStateChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "domain.state_changed";
                    data?: {
                        /** @constant */
                        kind?: "domain.state_changed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onDomainUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "domain.updated";
                    data?: {
                        /** @constant */
                        kind?: "domain.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onLinkCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "link.created";
                    data?: {
                        /** @constant */
                        kind?: "link.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onLinkDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "link.deleted";
                    data?: {
                        /** @constant */
                        kind?: "link.deleted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onLinkUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "link.updated";
                    data?: {
                        /** @constant */
                        kind?: "link.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onNoteArchived: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "note.archived";
                    data?: {
                        /** @constant */
                        kind?: "note.archived";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onNoteCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "note.created";
                    data?: {
                        /** @constant */
                        kind?: "note.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onNoteUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "note.updated";
                    data?: {
                        /** @constant */
                        kind?: "note.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOauthGrantCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "oauth_grant.created";
                    data?: {
                        /** @constant */
                        kind?: "oauth_grant.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOauthGrantRevoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "oauth_grant.revoked";
                    data?: {
                        /** @constant */
                        kind?: "oauth_grant.revoked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOrderAssigned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "order.assigned";
                    data?: {
                        /** @constant */
                        kind?: "order.assigned";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOrderCheckinOverdue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "order.checkin_overdue";
                    data?: {
                        /** @constant */
                        kind?: "order.checkin_overdue";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "order.created";
                    data?: {
                        /** @constant */
                        kind?: "order.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOrderStateChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "order.state_changed";
                    data?: {
                        /** @constant */
                        kind?: "order.state_changed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "order.updated";
                    data?: {
                        /** @constant */
                        kind?: "order.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProjectCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "project.created";
                    data?: {
                        /** @constant */
                        kind?: "project.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProjectDuplicated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "project.duplicated";
                    data?: {
                        /** @constant */
                        kind?: "project.duplicated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProjectStateChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "project.state_changed";
                    data?: {
                        /** @constant */
                        kind?: "project.state_changed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProjectUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "project.updated";
                    data?: {
                        /** @constant */
                        kind?: "project.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalConsumed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.consumed";
                    data?: {
                        /** @constant */
                        kind?: "proposal.consumed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.created";
                    data?: {
                        /** @constant */
                        kind?: "proposal.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalDenied: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.denied";
                    data?: {
                        /** @constant */
                        kind?: "proposal.denied";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.expired";
                    data?: {
                        /** @constant */
                        kind?: "proposal.expired";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalPermitted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.permitted";
                    data?: {
                        /** @constant */
                        kind?: "proposal.permitted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalStale: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.stale";
                    data?: {
                        /** @constant */
                        kind?: "proposal.stale";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onProposalWithdrawn: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "proposal.withdrawn";
                    data?: {
                        /** @constant */
                        kind?: "proposal.withdrawn";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionAnswered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.answered";
                    data?: {
                        /** @constant */
                        kind?: "question.answered";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionAsked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.asked";
                    data?: {
                        /** @constant */
                        kind?: "question.asked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionClosed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.closed";
                    data?: {
                        /** @constant */
                        kind?: "question.closed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionDismissed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.dismissed";
                    data?: {
                        /** @constant */
                        kind?: "question.dismissed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.expired";
                    data?: {
                        /** @constant */
                        kind?: "question.expired";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onQuestionReminderDue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "question.reminder_due";
                    data?: {
                        /** @constant */
                        kind?: "question.reminder_due";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onSessionCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "session.created";
                    data?: {
                        /** @constant */
                        kind?: "session.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onSessionDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "session.deleted";
                    data?: {
                        /** @constant */
                        kind?: "session.deleted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onTokenCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "token.created";
                    data?: {
                        /** @constant */
                        kind?: "token.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onTokenExpiring: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "token.expiring";
                    data?: {
                        /** @constant */
                        kind?: "token.expiring";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onTokenRevoked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "token.revoked";
                    data?: {
                        /** @constant */
                        kind?: "token.revoked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserDeactivated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.deactivated";
                    data?: {
                        /** @constant */
                        kind?: "user.deactivated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserEmailChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.email_changed";
                    data?: {
                        /** @constant */
                        kind?: "user.email_changed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserJoined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.joined";
                    data?: {
                        /** @constant */
                        kind?: "user.joined";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserLinked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.linked";
                    data?: {
                        /** @constant */
                        kind?: "user.linked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserPasswordChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.password_changed";
                    data?: {
                        /** @constant */
                        kind?: "user.password_changed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserPasswordReset: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.password_reset";
                    data?: {
                        /** @constant */
                        kind?: "user.password_reset";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserPasswordResetCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.password_reset_created";
                    data?: {
                        /** @constant */
                        kind?: "user.password_reset_created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserReactivated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.reactivated";
                    data?: {
                        /** @constant */
                        kind?: "user.reactivated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserSignInFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.sign_in_failed";
                    data?: {
                        /** @constant */
                        kind?: "user.sign_in_failed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserUnlinked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.unlinked";
                    data?: {
                        /** @constant */
                        kind?: "user.unlinked";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onUserUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "user.updated";
                    data?: {
                        /** @constant */
                        kind?: "user.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onTokenRotated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "token.rotated";
                    data?: {
                        /** @constant */
                        kind?: "token.rotated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.created";
                    data?: {
                        /** @constant */
                        kind?: "webhook.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.deleted";
                    data?: {
                        /** @constant */
                        kind?: "webhook.deleted";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.disabled";
                    data?: {
                        /** @constant */
                        kind?: "webhook.disabled";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookEnabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.enabled";
                    data?: {
                        /** @constant */
                        kind?: "webhook.enabled";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookFailing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.failing";
                    data?: {
                        /** @constant */
                        kind?: "webhook.failing";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookGap: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.gap";
                    data?: {
                        /** @constant */
                        kind?: "webhook.gap";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookReplayed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.replayed";
                    data?: {
                        /** @constant */
                        kind?: "webhook.replayed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookSecretRotated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.secret_rotated";
                    data?: {
                        /** @constant */
                        kind?: "webhook.secret_rotated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "webhook.updated";
                    data?: {
                        /** @constant */
                        kind?: "webhook.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWorkspaceCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "workspace.created";
                    data?: {
                        /** @constant */
                        kind?: "workspace.created";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWorkspaceExported: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "workspace.exported";
                    data?: {
                        /** @constant */
                        kind?: "workspace.exported";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWorkspaceImported: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "workspace.imported";
                    data?: {
                        /** @constant */
                        kind?: "workspace.imported";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWorkspaceLabelRenamed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "workspace.label_renamed";
                    data?: {
                        /** @constant */
                        kind?: "workspace.label_renamed";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWorkspaceUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEventMessage"] & {
                    /** @constant */
                    type?: "workspace.updated";
                    data?: {
                        /** @constant */
                        kind?: "workspace.updated";
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestMessage"] & {
                    /** @constant */
                    type?: "webhook.test";
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
    onAgentWorkAvailable: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the message, the same in all attempts and repetitions.
                 * @example msg_01JZ0000000000000000000033
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description The time of this attempt as Unix time in seconds.
                 * @example 1795252800
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature for each secret, separated by spaces: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentWorkAvailableMessage"] & {
                    /** @constant */
                    type?: "agent.work_available";
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookReceived"];
            410: components["responses"]["WebhookGone"];
        };
    };
}
