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
         * @description Actions of the workspace, newest first. Templates are listed only with `is_template=true`.
         */
        get: operations["listActions"];
        put?: never;
        /**
         * Create an action
         * @description An agent's ready action is its own unless it names an assignee, or null for the pool. A worker agent creates work for itself, the pool or the inbox. An agent that requires approval, or that creates work for an order that requires it, needs `permitted_proposal_id` unless the work is its own (403 `PROPOSAL_REQUIRED`). When an open action has the `source_key`, the response is 200 with that action, and nothing is created.
         */
        post: operations["createAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read many actions
         * @description Up to 100 actions by their ids, in the order of the request, each once. More than 100 different ids are 422 `TOO_MANY_IDS` with `details.limit` and `details.given`. `hidden_ids` has the ids of actions that do not exist or that the caller cannot see.
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
         * @description One action with its newest notes, its claim, its blockers and its review. `GET /v1/actions/{id}/context` has all that is around it.
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an action
         * @description A worker agent changes what is assigned to it, what it created, and pool work that its capabilities cover; it assigns work to itself, the pool or a person. An agent that requires approval, or whose change leaves the action in an order that requires it, needs `permitted_proposal_id` to assign work to the pool or to somebody else; so does an agent that moves an action into such an order, unless the action is or becomes its own (403 `PROPOSAL_REQUIRED`). Finished and dropped actions do not change. An agent does not change what another agent has claimed (409 `ALREADY_CLAIMED`); assigning the action to somebody else ends its claim.
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
         * Read an action with what is around it
         * @description What who takes up the action needs to know, in one bounded answer: its project, its order with the document behind it, its newest links that the caller sees with the documents that they lead to, the occurrence before, the newest notes and the newest open questions. `document` is null when the caller cannot see it. Texts longer than 16 KiB are cut, and other JSON values longer than that are left out as null; `truncated.texts` names them.
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
         * @description Moves an open action to `done`. The caller is a person, the assignee, or an agent whose capabilities cover pool work; the finisher of pool work becomes its assignee. Of several callers the first wins; the others get 409 `ALREADY_TERMINAL` with `details.status`. A blocked action is 409 `BLOCKED`, and `details.blocked_by` names the blockers that hold it. While an agent has it claimed, other agents get 409 `ALREADY_CLAIMED`; `claim_generation` of a claim that somebody else has taken over or ended is 409 `CLAIM_LOST`. Completion ends the claim. Work that requires review, completed by an agent, is left with `review.state` `pending`. `links` are attached to it in the same step. Completing a repeating action adds the next one, whose `spawned_from_action_id` is this action, once: also when this one is reopened, which leaves the next one as it is. The next one has the same title, details, places, requirements, input, position, assignee (pool work goes back to the pool) and links but those of the completion, no `source_key` and no `delegate_label`; it is `ready` when it is assigned or this one was ready, else in the `inbox`. It takes the place of this one, so that no plan's cap is in its way. `repeat_rule` says when it is due.
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
         * @description Sets `last_activity_at`, stores the note with kind `heartbeat`, and renews the caller's live claim for its lease. For the assignee and the claimant; an expired claim of pool work, or a superseded `claim_generation`, is 409 `CLAIM_LOST`.
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
         * @description Records that the calling agent works on the action, for `lease_seconds`; a heartbeat renews the claim. An assignment says who owns work, a claim who works on it now, and only the claim expires: pool work is then open to all again, assigned work stays assigned and shows as stalled. An agent claims what is assigned to it and pool work that its capabilities cover. Of several requests the first wins; the others get 409 `ALREADY_CLAIMED` with `details {claimed_by_actor_id, expires_at, retry_after_seconds}` and `Retry-After`. Only what a queue would offer can be claimed, else 409 `NOT_CLAIMABLE` with `details.reason`: `not_ready`, `template`, `paused_project`, `deferred`, `blocked` (with `details.blocked_by`) or `sequential`: an action of its sequential project that comes first is open or in review. Claiming an action again that the agent has claimed keeps the generation and starts a new lease.
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
         * Give a claim back
         * @description Ends the claim, with the reason as a note if there is one. A worker ends its own claim; people and sysadmin agents end anybody's. Pool work is open to all at once; assigned work stays assigned. Without a claim to end, and for a superseded `claim_generation`, 409 `CLAIM_LOST`.
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
         * Let an action wait for another
         * @description The action is blocked until its blocker is dropped, or done and not up for review; with its last blocker it is free. Whoever may change the action may do this; saying it again changes nothing. An action has at most 50 blockers (422 `TOO_MANY_IDS` with `details.limit`). A circle of actions that wait for each other is 422 `DEPENDENCY_CYCLE`: `details.path` lists the ids along it, from the action, each blocked by the next, back to the action. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
         */
        put: operations["addBlocker"];
        post?: never;
        /**
         * Let an action no longer wait for another
         * @description Whoever may change the action may do this. 404 when the other action is none of its blockers. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
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
         * @description Moves an open action to `dropped`: it will not be done. A worker agent drops actions that it may change. Agents must give a reason, else 400 `VALIDATION_FAILED` at `body/reason`; the reason becomes a note. An agent that requires approval, or that drops work of an order that requires it, needs `permitted_proposal_id` (403 `PROPOSAL_REQUIRED`). Open questions about the action are dismissed by the system. Of several requests the first wins; the others get 409 `ALREADY_TERMINAL` with `details.status`. While an agent has the action claimed, other agents get 409 `ALREADY_CLAIMED`.
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
         * @description For people: takes back the end of an action. A finished one is `ready` again, a dropped one is in the `inbox`. It keeps its assignee unless `assigned_actor_id` says otherwise (the work of a revoked agent goes to the pool), and its `result_summary` until it is finished again; `completed_at` is null and the review mark is cleared. The reason becomes a note. The next occurrence of a repeating action stays. An open action is 409 `NOT_TERMINAL` with `details.status`; when another open action has the `source_key` by now, it is 409 `SOURCE_KEY_TAKEN` with `details.source_key`.
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
         * @description For people, except the one who finished it (403 `SELF_REVIEW_FORBIDDEN`). Only while `review.state` is `pending`, else 409 `NOT_IN_REVIEW` with `details.status` and `details.review_state`: of several reviewers the first wins. The comment becomes a note.
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
         * @description For people, except the one who finished it (403 `SELF_REVIEW_FORBIDDEN`). Only while `review.state` is `pending`, else 409 `NOT_IN_REVIEW` with `details.status` and `details.review_state`: of several reviewers the first wins. The action is `ready` again, with the same assignee unless `assigned_actor_id` says otherwise (the work of a revoked agent goes to the pool); it keeps its `result_summary` until it is finished again, and the reason becomes a note. The next occurrence of a repeating action stays. When another open action has the `source_key` by now, it is 409 `SOURCE_KEY_TAKEN`.
         */
        post: operations["rejectAction"];
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
         * @description For the agent itself. Claims the first of its own work and of the pool work that its capabilities cover: overdue first, then by due date, position and age. `reason` says the result: `claimed`; `continue_current`, the agent has a live claim on a ready action within the given project and domain, which is returned and not renewed; `at_capacity`, it has one elsewhere, and works on one action at a time; `none_ready`. `withheld` counts ready work within the agent's reach that is not offered, by cause; an action with several causes counts for each, and 1,000 actions are examined.
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
         * An agent's queue
         * @description What `claim-next` offers the agent, in the order in which it does: its own work that can be done now, and pool work that it has claimed. For the agent itself, sysadmin agents and people.
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
         * @description Anyone who can see the action; also on finished ones.
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
         * @description Archived or not. A note on a document is visible to everyone who sees the document.
         */
        get: operations["getNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit or archive a note
         * @description For its author, and only what was written by hand (kind `note`); on a document, while its author may write notes on it. An archived note is left out of lists and is no action's `latest_note`; it can be brought back.
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
         * @description Everyone; also on closed projects.
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
         * @description Everyone; also on dropped orders.
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
         * @description Everyone; also on questions that have ended. The note is the question's, and not its action's.
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
         * @description For everyone who sees the document. Newest first. Archived notes are listed only on request.
         */
        get: operations["listDocumentNotes"];
        put?: never;
        /**
         * Write a note on a document
         * @description People, sysadmin agents and the document's creator always; other agents with `shared_comment` or `shared_edit`, else 403 `FORBIDDEN`.
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
         * @description Everyone; also on proposals that have ended. The note is the proposal's, and not its action's.
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
         * @description One project. Its actions are at `GET /v1/projects/{id}/actions`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description A merge: an absent field is not touched. People move a project from any state to any other; a worker agent changes the projects that it created and closes none that contains another agent's open work. Completing or dropping a project with open actions is 409 `PROJECT_HAS_OPEN_ACTIONS` with `details.open_action_count` unless `close_actions` drops them.
         */
        patch: operations["updateProject"];
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
         * @description Creates an active project from a template, with its open actions in `ready` or `inbox` as in the template, their links and the blockers among them. Notes, questions and results are not copied. An agent that requires approval needs `permitted_proposal_id` (403 `PROPOSAL_REQUIRED`).
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
         * @description In the order of the project, templates included.
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
         * @description By name. Archived domains are listed only on request.
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
         * @description One domain, archived ones too, with the counts of its active projects and open actions.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a domain
         * @description For people and sysadmin agents. A domain is archived once nothing goes on in it: 409 `DOMAIN_IN_USE`, with `details` `project_count`, `action_count` and `order_count`, while it has active or paused projects (templates too), open actions, or orders that are not dropped. Nothing new can be put into an archived domain (422 `INVALID_REFERENCE`). Activating it again counts against the plan's `active_domains`.
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
         * @description In the order of their agents.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description For people and sysadmin agents. The order starts active.
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
         * @description One order in whatever state, with its newest check-in and its live counts.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an order
         * @description A merge: an absent field is not touched. People and sysadmin agents change any order, `requires_proposals` only people; a worker agent changes the name, the summary and the position of its own orders. An order moves between `active` and `paused`; `dropped` is final and needs a `reason`: the order takes no more check-ins and no more changes (409 `ORDER_DROPPED`), while its open actions and questions stay as they are. Another agent takes over the order, not the actions. An order of a revoked agent becomes active again only with another agent, else it is 409 `AGENT_REVOKED`.
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
         * @description One check-in of an order.
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
         * @description For agents. A blocking question moves a ready action to `waiting`; it goes back to `ready` when its last blocking question ends. A question with `expires_at` is resolved at that time, as `on_timeout` says: it is then answered with `default_response`, or dismissed, with `timed_out` true, and no longer blocks its action.
         */
        post: operations["createQuestion"];
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
         * @description One question in whatever state. One whose time is over shows what its `on_timeout` says.
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
         * @description A person answers any question. An agent settles only its own, which is then `closed`. A question ends once: a second end is 409 `ALREADY_RESOLVED` with `details.state`.
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
         * @description For agents: asks people to approve one request. When the proposal is permitted, the agent sends the request with `permitted_proposal_id`, once. An approval lifts no other rule: what the agent may not do at all stays forbidden.
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
         * @description One proposal in whatever state, with what was permitted if it was.
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
         * @description For people, by session cookie. They may change the payload: the agent may then send that and nothing else. A proposal ends once: a second end is 409 `ALREADY_RESOLVED` with `details.state`.
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
         * @description For the agent that created it, while it is undecided.
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
         * @description By name.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description For people and sysadmin agents; only people make a sysadmin. The agent is `pending` until its first authenticated request.
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
         * @description One agent in whatever state, revoked ones too, with its presence.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description For people and sysadmin agents. Only people change `access_mode`, and no agent changes its own `requires_proposals`. A revoked agent keeps its name; giving it another one frees the name.
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
         * @description For people. The agent goes on reading; its writes are 403 `AGENT_NOT_ACTIVE` until it is resumed. Its work and its orders stay its own; its claims on pool work end at once, since it can neither renew nor finish them. Pausing a paused agent changes nothing; a revoked one is 409 `AGENT_REVOKED`.
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
         * @description For people. The agent is `active` again, or `pending` if it has never been seen. Resuming an agent that is not paused changes nothing; a revoked one is 409 `AGENT_REVOKED`.
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
         * @description For people. Ends the agent's tokens, returns its open actions to the pool (those that are `ready` stay so), ends its claims on pool work, and pauses its active orders, all in one transaction. Its questions stay open, its results and notes stay where they are. There is no way back: a revoked agent is 409 `AGENT_REVOKED`.
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
         * @description Newest first, without their secrets. Revoked ones are included, as long as the server keeps events after the revocation. For people.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token for an agent
         * @description For people. The secret is shown in this answer only. A revoked agent gets none: 409 `AGENT_REVOKED`.
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
         * @description The tokens of all agents, newest first, without their secrets; revoked ones included. `public_id` finds the token that a text such as a log line or a leaked file names. For people.
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
         * Replace a token by a new one
         * @description For people. The new token has the name, the scopes and the lifetime of the old one, counted from now; its secret is shown in this answer only. The old one stays valid for `overlap_seconds`, never longer than it would have been. A token that is revoked, has expired or has been replaced already is 409 `TOKEN_NOT_ACTIVE`.
         */
        post: operations["rotateToken"];
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
         * @description Newest first, as far as the caller may see them.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Create a document
         * @description Adds a document; its content is the first revision. An agent owns what it creates.
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
         * @description One document with its newest content. Its `ETag` is what `If-Match` takes to change the content.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a document
         * @description People, sysadmin agents and the document's creator change any of it; other agents its title and content, and only with access mode `shared_edit`. A change of `content` needs `If-Match` (428 `VERSION_REQUIRED`; of several writers with the same version one succeeds, the others get 412 `STALE_VERSION`) and becomes a revision. An agent's change of the document of an order that is not dropped is in review: `review_state` `pending`. Content that is the same already makes no revision. An agent that requires approval, or that changes the document of an order which asks for it, needs `permitted_proposal_id` unless the document is private (403 `PROPOSAL_REQUIRED`); `If-Match` is needed all the same.
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
         * @description Newest first, without their content. Revision 1 is what the document was created with.
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
         * @description With its content. Visible to everyone who sees the document.
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
         * @description For people. Only a pending revision, newest or not; any other is 409 `NOT_IN_REVIEW` with `details.review_state`. Pending revisions are always the work of agents, so nobody approves their own.
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
         * @description For people. Reverts the newest revision, by any author and reviewed or not: the content before it becomes a new revision, which is the answer, and the one taken back is `reverted`. Reverting the answer brings the content back. 409 `NOT_REVERTIBLE` for the first revision (`details.cause` `first`) and for one that is not the newest (`superseded`, with `details.newest_revision_id`).
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
         * @description Newest first; without a filter those of the whole workspace. A link to a document that the caller may not see is absent like the document.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Attach a link
         * @description Attaches a URL or a document to an action, a project or an order: one target and one place, or 422 `INVALID_REFERENCE`. The document must be visible to the caller. People and sysadmin agents attach to anything; a worker to actions that it may change, projects that it created and its own orders. Finished things take links too.
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
         * @description One link with what it is on.
         */
        get: operations["getLink"];
        put?: never;
        post?: never;
        /**
         * Remove a link
         * @description For people, sysadmin agents and the actor that attached it. Its target stays.
         */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        /**
         * Change a link
         * @description For people, sysadmin agents and the actor that attached it. A link to a document takes no `url` (422 `INVALID_REFERENCE`).
         */
        patch: operations["updateLink"];
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
         * @description What a person needs to see first: metrics, open questions, active projects, standalone actions, agents and orders. Each list has at most 100 entries; `truncated` counts the omitted ones.
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
         * @description Captured actions that are not deferred, newest first: what has to be sorted.
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
         * @description Actions that can be done now, in the order to take them: ready, not deferred, in no project or an active one; of a sequential project the first in line only, once the review of those before it is over.
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
         * @description Actions that somebody works on, latest activity first: those whose `is_working` is true.
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
         * @description Ready or waiting, assigned actions without activity for the stalled window, in no project or an active one; oldest activity first. Deferred ones are among them.
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
         * @description Open actions whose `defer_until` is still to come, the soonest first.
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
         * @description Tasks by domain, the most urgent first, at most 100 rows a domain. `active`: open, in no project or an active one, not deferred; `stalled`: without activity for the stalled window, or with a claim that ran out; `templates`: the open actions of templates; `all`: every open action that is no template.
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
         * @description Everything that an agent needs to decide what to do next. For the agent itself, sysadmin agents and people.
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
         * Whether an agent has something to do
         * @description A small answer for a script that decides whether to wake a model; with `If-None-Match` it is 304 until something changes in what is counted. `has_work` says that at least one action is ready or claimable, a question has been answered or a check-in is late; it is false for an agent that is paused or revoked. Each count ends at 100. For the agent itself, sysadmin agents and people.
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
         * @description Finds the actions, projects, documents, orders, questions and agents that have all the words of `q` in their texts, each word in whichever of
         *     them. A change is found as soon as it is answered. Found is what the caller's lists would show, templates too; `hidden_count` counts the actions
         *     that match and are before the plan's history.
         *
         *     A word is a run of letters and digits in any script, and each Chinese or Japanese character, and each emoji, is one by itself. Case, accents
         *     and the width of characters make no difference; punctuation only separates, so that `q` has no operators. The last word, if it has
         *     more than one character, is also found as the beginning of a longer one. A `q` without any word finds nothing. The first 16 different words of `q`
         *     count; others are ignored.
         *
         *     Hits that have more of the words in their title or name come first, among these those that were made last. A cursor stays good while records come
         *     and go. Of more than 10,000 matches only the newest are ranked and listed, and `total` is left out: more words narrow it down.
         *
         *     Of a document the first 100,000 characters of its texts are searched, whatever JSON they stand in, and of any record its first 12,000 different words.
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
         * Read what happened
         * @description The events of the workspace in the order in which they were committed, oldest first. Every answer has a cursor, `page.next`, also when nothing follows: sent as `after`, later too, it goes on where the answer ended. Following it, a reader sees every event once, however many write at the same time. Without `after` it begins with the oldest stored event; `after=now` begins with future events. Events are stored for a limited time; an older cursor is 410 `CURSOR_EXPIRED`. Left out are the events of what the caller may not read: private documents with their notes and links, invitations for all but owners, and for agents also people, tokens and the workspace's settings, so sign-ins and failed ones too; and the events that concern an action before the plan's history. The cursor counts every event of the workspace, those that are left out too. No event has a network address or the secret of a token, a session or an invitation.
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
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the workspace
         * @description By name, deactivated ones included. For people.
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
         * @description For people.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a person
         * @description A merge: an absent field is not touched. `role` is for owners; `name` is everybody's own. The last active owner stays one: 409 `LAST_OWNER`.
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
         * @description For owners. Ends the person's sessions and an open password reset at once; a deactivated person cannot sign in, and nothing more can be assigned to them. What they made and what is assigned to them stays. The last active owner stays active: 409 `LAST_OWNER`. Deactivating a deactivated person changes nothing.
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
         * @description For owners. The person may sign in again, with the password from before. Reactivating an active person changes nothing.
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
         * Let a person set a new password
         * @description For owners, and for any active person of the workspace: a member, another owner, or the caller. The token is shown in this answer only: send it to the person, who sets a new password with it (`POST /v1/session/password/reset`) within a day. Whoever has the token can take over the account, so an event tells everybody of the workspace who made it and for whom. A person has one open reset: a new one takes the place of the one before. Using it, changing the password or the address, and deactivating the person end it, and it works only while the owner who made it is one. The current password and the sessions stay until the reset is used. A deactivated person is 409 `USER_NOT_ACTIVE`.
         */
        post: operations["createPasswordReset"];
        delete?: never;
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
         * @description For owners. Newest first; those that were accepted, revoked or have expired are left out.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description For owners. The token is shown in this answer only: send it to the person, who accepts with it within seven days. A new invitation to the same address takes the place of the open one. 409 `EMAIL_TAKEN` when this workspace has an account of that address, active or not. Accounts in other workspaces make no difference.
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
         * @description For owners. Its token is worth nothing from now on. Revoking one that is over changes nothing.
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
         * @description Makes the person of the invitation and signs them in: sets the session cookie. An account belongs to one workspace and has a password of its own; an address may have one in each. A token is good for one person. One that is wrong, used, revoked or expired is 422 `INVITATION_NOT_VALID`, all the same answer. Failures are limited as those of signing in: 429 `RATE_LIMITED`. The body has at most 16 KiB.
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
         * @description For owners. A merge: an absent field is not touched. A window of null means the server's. The windows decide from the next request on what is working and what is stalled. A plan with lower limits takes nothing away; it refuses what would go beyond.
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
         * Who is signed in
         * @description The person behind the session cookie, their workspace, and when the session ends.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie. The session lasts the server's `SESSION_DAYS` from its last use. Failures slow down further attempts, 429 `RATE_LIMITED`: five in 15 minutes of an account from one network address (an IPv6 /64 is one), twenty from that address, or fifty in an hour of an account from anywhere. A browser that has signed in to the account before (`callboard_device`) has five in 15 minutes of its own. Where accounts in several workspaces have this address and password, 409 `WORKSPACE_REQUIRED` lists them, and `workspace_id` chooses. The body has at most 16 KiB.
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
         * Change one's password
         * @description Ends all other sessions of the person, and an open password reset. A wrong current password is 403 `WRONG_PASSWORD`; more than five failures in 15 minutes, or ten changes of the password or the address in an hour, are 429 `RATE_LIMITED`. A repetition with the same `client_request_id` has to name the same passwords.
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
         * @description For a person who has forgotten the password and got a token from an owner (`POST /v1/users/{id}/password-resets`) or from the operator (`callboard password reset`). Ends all sessions of the person and begins none: sign in afterwards. A token is good once. One that is wrong, used, replaced or expired, of a deactivated person, or made by somebody who is no owner any more, is 422 `PASSWORD_RESET_NOT_VALID`, all the same answer. A refused password leaves the token as it is. Failures are limited as those of signing in, and the account's passwords and addresses can change ten times an hour: 429 `RATE_LIMITED`. The body has at most 16 KiB.
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
         * Change one's address
         * @description The caller signs in with the new address from now on. No message is sent to it. All sessions stay; an open password reset of the person ends. A wrong current password is 403 `WRONG_PASSWORD` and counts like one of `POST /v1/session/password`. 409 `EMAIL_TAKEN` when another account of this workspace has that address, active or not; accounts in other workspaces make no difference. More than five failures in 15 minutes, or ten changes of the password or the address in an hour, are 429 `RATE_LIMITED`. The address that one has already changes nothing.
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
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Revokes all sessions of the caller, this one included, and clears its cookie.
         */
        delete: operations["deleteSessions"];
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
         * Who the caller is
         * @description The caller, its workspace, what it may do, and the limits and windows that apply.
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
        get: operations["getOpenApiYaml"];
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
         * @description A page that shows this contract and tries its operations out, with a token or with the browser's own session. It loads nothing from other addresses.
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
    "/docs/swagger-ui.css": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The style of the reference
         * @description What the page at `/docs` looks like.
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
         * @description What the page at `/docs` runs.
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
         * Is the process up
         * @description Answers as long as the process runs; it looks at nothing else. `GET /readyz` looks at the database.
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
         * Can the service do its work
         * @description 503 `UNAVAILABLE` while the database does not answer, its schema is not the current one, or it stores nothing because its disk is full or fails, and from the moment in which the server begins to stop; `details` says which. The answer comes within two seconds, and needs none of the connections that requests use. A full disk is noticed when a write fails or little room is left, and tried again by each call until there is room. The status is 200 with `degraded` when the service works and an operator should act: a load balancer keeps sending requests, and `reasons` says why.
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: date-time
         * @description ISO 8601 date-time with `Z` or an offset, years 1000 to 2999.
         */
        QueryTimestamp: string;
        /** @description A permitted, unconsumed proposal of the caller for this operation; using it consumes it. Refused with `INVALID_REFERENCE` when there is no such proposal (any more), and with `PROPOSAL_MISMATCH` when the request differs from its `permitted_payload`; `issues` then names each field that differs. */
        PermittedProposalId: string;
        /**
         * @description Whether a person, an agent or the service itself acts, or null when there is no actor.
         * @enum {string|null}
         */
        NullableActorKind: "user" | "agent" | "system" | null;
        /**
         * @description `inbox` captured, `ready` can be done now, `waiting` blocked on something outside, `done`, `dropped`. Open are `inbox`, `ready` and `waiting`.
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
        /** @description How the action repeats; `{type: none, unit: null, interval: 0}` when it does not. `from_completion` counts from the completion. `from_due` counts from `due_at` (from the completion without one) and skips what is missed: the next occurrence is in the future. All in UTC. In a month that is too short it is on the last day, and on the meant day again in the next one. `defer_until` keeps its distance to `due_at`; an action that has only `defer_until` is put off to the next occurrence and has no due date again. There is none after the year 2999. */
        RepeatRule: {
            /**
             * @description What the next occurrence is counted from.
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
             * @description Number of units between occurrences; 0 when it does not repeat.
             */
            interval: number;
        };
        /** @description How the action repeats. Null clears it. */
        RepeatRuleInput: {
            /**
             * @description What the next occurrence is counted from.
             * @enum {string}
             */
            type: "none" | "from_completion" | "from_due";
            /**
             * @description Unit of the interval; needed unless type is `none`.
             * @enum {string|null}
             */
            unit?: "day" | "week" | "month" | "year" | null;
            /**
             * Format: int32
             * @description Number of units between occurrences; at least 1 unless type is `none`.
             */
            interval?: number;
        } | null;
        /** @description The review mark. */
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
            workspace_id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            details: components["schemas"]["NullableText"];
            project_id: components["schemas"]["NullableId"];
            domain_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            /** @description Who owns the work. Null on a ready action means the pool. */
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description The agent behind `assigned_actor_id`, if it is one. */
            assigned_agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            /** @description Whether the action, or its project, is a template. Templates are in no queue, view or metric. */
            is_template: boolean;
            status: components["schemas"]["ActionStatus"];
            /** @description Whether a person reviews the work of an agent that completes it. By default true when an agent created it, and while an agent has it. */
            requires_review: boolean;
            /** @description The outside person or thing that is waited for. */
            delegate_label: string | null;
            requirements: components["schemas"]["Requirements"];
            repeat_rule: components["schemas"]["RepeatRule"];
            /** @description Until then the action is in no queue and no default list of a view. */
            defer_until: components["schemas"]["NullableTimestamp"];
            due_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Place within the project.
             */
            position: number | null;
            /** @description What came of it; after a reopening, what came of it the last time. */
            result_summary: components["schemas"]["NullableText"];
            /** @description The occurrence before this one. */
            spawned_from_action_id: components["schemas"]["NullableId"];
            /** @description The caller's key; unique among open actions. */
            source_key: string | null;
            /** @description The question that the action came from. */
            source_agent_request_id: components["schemas"]["NullableId"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
            last_activity_at: components["schemas"]["Timestamp"];
            assigned_at: components["schemas"]["NullableTimestamp"];
            /** @description Ready, and under a live claim; or ready, assigned, no claim ran out, and the assignee was active within the working window. */
            is_working: boolean;
            /** @description The actions that it waits for, oldest first; also those that hold it no longer. */
            blocked_by: components["schemas"]["Id"][];
            /** @description Whether a blocker blocks it: one that is neither dropped, nor done and past its review. */
            is_blocked: boolean;
            /** @description Whose claim is on it, or ran out and was not taken over. Null when there is none. */
            claimed_by_actor_id: components["schemas"]["NullableId"];
            /** @description Until when the claim is live; in the past, it has run out. */
            claim_expires_at: components["schemas"]["NullableTimestamp"];
            /** @description Who finished it. */
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
            /** @description The creator, if it is an agent. */
            created_by_agent_id?: components["schemas"]["NullableId"];
            /** @description The creator, if it is a person. */
            created_by_user_id?: components["schemas"]["NullableId"];
            /** @description Why no agent can take up the open action now, whatever the caller: each reason once, in the order of the enum; absent when nothing holds it, and of templates and finished actions. These are the causes that `withheld` of `claimNextAction` counts, but for those that depend on the agent, a missing capability and the claim of another agent. A ready action without `held_by` that is no template can be claimed by its assignee, or from the pool by an agent that has its `requirements`, while no other agent holds a live claim on it. */
            held_by?: components["schemas"]["ActionHold"][];
            /** @description Any JSON that the creator handed over with the work; absent when there is none. */
            input_payload?: unknown;
            /** @description The newest note that is no heartbeat; absent when there is none. */
            latest_note?: components["schemas"]["Note"];
            /** @description The newest note of any kind; absent when there is none. */
            last_activity_note?: components["schemas"]["Note"];
        };
        /** @description A reason why an open action cannot be taken up now. */
        ActionHold: {
            reason: components["schemas"]["ActionHoldReason"];
            /** @description The actions that hold it: with `blocked`, those of `blocked_by` that still do; with `sequential`, the first action of the project, which must end before, and be approved if it is in review. Absent with the other reasons, and when the plan's history window hides that action. */
            action_ids?: components["schemas"]["Id"][];
        };
        /**
         * @description `blocked`: it waits for other actions. `deferred`: `defer_until` lies ahead. `sequential`: another action of its sequential project comes first, and is open or in review. `paused_project`: its project is not active: paused, completed or dropped.
         * @enum {string}
         */
        ActionHoldReason: "blocked" | "deferred" | "sequential" | "paused_project";
        /** @description A page of actions. */
        ActionList: components["schemas"]["ListEnvelope"] & {
            /** @description The actions of this page. */
            items: components["schemas"]["Action"][];
        };
        /** @description Actions by their ids. */
        ActionBatch: {
            /** @description The visible ones, in the given order. */
            visible: components["schemas"]["Action"][];
            /** @description The ids of the others, in the given order. */
            hidden_ids: components["schemas"]["Id"][];
        };
        /** @description An action and what is around it. */
        ActionContext: {
            action: components["schemas"]["Action"];
            /** @description Its project, or null. */
            project: components["schemas"]["Project"] | null;
            /** @description Its order, or null. */
            order: components["schemas"]["Order"] | null;
            /** @description The document behind the order, or null. */
            document: components["schemas"]["Document"] | null;
            /** @description The newest links that are attached to it, newest first. */
            links: components["schemas"]["Link"][];
            /** @description The documents that those links lead to, each once, in their order. */
            linked_documents: components["schemas"]["Document"][];
            /** @description The occurrence before, or null. */
            parent: components["schemas"]["Action"] | null;
            /** @description The newest notes, newest first. */
            notes: components["schemas"]["Note"][];
            /** @description The newest open questions about the action, newest first. */
            open_questions: components["schemas"]["Question"][];
            /** @description What is left out. Of a list's matches 10,000 are counted at most. */
            truncated: {
                /**
                 * Format: int32
                 * @description Links beyond the list.
                 */
                links: number;
                /**
                 * Format: int32
                 * @description Notes beyond the list.
                 */
                notes: number;
                /**
                 * Format: int32
                 * @description Open questions beyond the list.
                 */
                open_questions: number;
                /** @description Values that are cut or left out, such as `notes/3/body`. */
                texts: string[];
            };
        };
        /** @description A new action. */
        ActionCreate: {
            title: components["schemas"]["Title"];
            details?: components["schemas"]["NullableText"];
            project_id?: components["schemas"]["NullableId"];
            /** @description Defaults to the domain of the project. */
            domain_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Default: null; for a ready action that an agent creates, that agent. Null is the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description The assignee by agent id. With `assigned_actor_id`, both must agree. */
            assigned_agent_id?: components["schemas"]["NullableId"];
            /** @description Default: `inbox`. */
            status?: components["schemas"]["OpenActionStatus"];
            /**
             * @description Whether it is a template.
             * @default false
             */
            is_template?: boolean;
            /** @description By default true when an agent creates it, and while it is assigned to an agent. */
            requires_review?: boolean;
            /** @description The outside person or thing that is waited for. */
            delegate_label?: string | null;
            requirements?: components["schemas"]["Requirements"];
            repeat_rule?: components["schemas"]["RepeatRuleInput"];
            defer_until?: components["schemas"]["InputTimestamp"];
            due_at?: components["schemas"]["InputTimestamp"];
            /**
             * Format: int32
             * @description Place within the project.
             */
            position?: number | null;
            /** @description The caller's key. While an open action has it, creating answers that one with 200. */
            source_key?: string | null;
            /** @description The question that the action comes from. */
            source_agent_request_id?: components["schemas"]["NullableId"];
            /** @description Any JSON for the assignee, at most 64 KiB. */
            input_payload?: unknown;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A merge; an absent field is not touched. */
        ActionUpdate: {
            title?: components["schemas"]["Title"];
            details?: components["schemas"]["NullableText"];
            project_id?: components["schemas"]["NullableId"];
            domain_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Null gives the action back to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description The assignee by agent id. With `assigned_actor_id`, both must agree. */
            assigned_agent_id?: components["schemas"]["NullableId"];
            status?: components["schemas"]["OpenActionStatus"];
            /** @description Whether it is a template. */
            is_template?: boolean;
            /** @description Whether a person reviews the work of an agent that completes it. People only. */
            requires_review?: boolean;
            /** @description The outside person or thing that is waited for. */
            delegate_label?: string | null;
            requirements?: components["schemas"]["Requirements"];
            repeat_rule?: components["schemas"]["RepeatRuleInput"];
            defer_until?: components["schemas"]["InputTimestamp"];
            due_at?: components["schemas"]["InputTimestamp"];
            /**
             * Format: int32
             * @description Place within the project.
             */
            position?: number | null;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
        };
        /** @description The end of the work. */
        ActionComplete: {
            /** @description What came of it. */
            result_summary: string;
            /** @description What was made; attached to the action. */
            links?: components["schemas"]["LinkInput"][];
            claim_generation?: components["schemas"]["ClaimGeneration"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Why it will not be done; people may omit the body. */
        ActionDrop: {
            /** @description Why; required from agents. Kept as a note. */
            reason?: string;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Why the action is open again; the body may be left out. */
        ActionReopen: {
            /** @description The reason; stored as a note. */
            reason?: string;
            /** @description Who goes on with it. Default: who had it. Null gives it to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description That the work is good; the body may be left out. */
        ActionApprove: {
            /** @description The reviewer's comment; stored as a note. */
            comment?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What is wrong with the work. */
        ActionReject: {
            /** @description What is wrong; stored as a note. */
            reason: string;
            /** @description Who goes on with it. Default: who had it. Null gives it to the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A sign of life. */
        ActionHeartbeat: {
            /** @description The progress; stored as a note of kind `heartbeat`. */
            progress_note?: string;
            claim_generation?: components["schemas"]["ClaimGeneration"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The action after the heartbeat. */
        ActionHeartbeatResult: {
            action: components["schemas"]["Action"];
            /** @description The caller's renewed claim; absent when it has none. */
            claim?: components["schemas"]["Claim"];
        };
        /**
         * Format: int32
         * @description The generation of the claim that the caller relies on. If it has been superseded, the answer is 409 `CLAIM_LOST`.
         */
        ClaimGeneration: number;
        /**
         * Format: int32
         * @description For how long the claim lives unless a heartbeat renews it.
         * @default 900
         */
        LeaseSeconds: number;
        /** @description That an agent is on an action now. */
        Claim: {
            /**
             * Format: int32
             * @description Grows with every claim that is taken or ended; guarded verbs take it as `claim_generation`.
             */
            generation: number;
            /** @description When the claim runs out. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When to renew it by a heartbeat: after half of its lease. */
            renew_after: components["schemas"]["Timestamp"];
        };
        /** @description A claim. */
        ActionClaimInput: {
            lease_seconds?: components["schemas"]["LeaseSeconds"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The claimed action. */
        ActionClaimResult: {
            action: components["schemas"]["Action"];
            claim: components["schemas"]["Claim"];
        };
        /** @description Where to look for work. */
        ClaimNextInput: {
            /** @description Only in this project. */
            project_id?: components["schemas"]["Id"];
            /** @description Only in this domain. */
            domain_id?: components["schemas"]["Id"];
            lease_seconds?: components["schemas"]["LeaseSeconds"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What to do next. */
        ClaimNextResult: {
            /** @description The claimed action, or null. */
            action: components["schemas"]["Action"] | null;
            /** @description The claim on it, or null. */
            claim: components["schemas"]["Claim"] | null;
            /**
             * @description What came of it.
             * @enum {string}
             */
            reason: "claimed" | "continue_current" | "at_capacity" | "none_ready";
            /** @description Ready work in the agent's reach that is not offered, by cause. */
            withheld: {
                /**
                 * Format: int32
                 * @description It waits for other actions.
                 */
                blocked: number;
                /**
                 * Format: int32
                 * @description It is deferred.
                 */
                deferred: number;
                /**
                 * Format: int32
                 * @description Another action of its project comes first: it is open, or in review.
                 */
                sequential: number;
                /**
                 * Format: int32
                 * @description It is pool work that the agent's capabilities do not cover.
                 */
                missing_capability: number;
                /**
                 * Format: int32
                 * @description Another agent is on it.
                 */
                claimed: number;
                /**
                 * Format: int32
                 * @description Its project is not active.
                 */
                paused_project: number;
            };
        };
        /** @description The end of a claim. */
        ActionReleaseInput: {
            /** @description The reason; stored as a note. */
            reason?: string;
            claim_generation?: components["schemas"]["ClaimGeneration"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The action after the release. */
        ActionReleaseResult: {
            action: components["schemas"]["Action"];
        };
        /** @description A remark on an action, a document, an order, a project, a proposal or a question. */
        Note: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /**
             * @description Why it was written: by hand, with a heartbeat, with a completion, or by the service.
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
            /** @description When its text changed last, or null. */
            edited_at: components["schemas"]["NullableTimestamp"];
            /** @description Left out of lists. */
            archived: boolean;
            version: components["schemas"]["Version"];
            /** @description Name of the author. */
            created_by_actor_name: string | null;
            /** @description The author, if it is an agent. */
            created_by_agent_id: components["schemas"]["NullableId"];
            /** @description The author, if it is a person. */
            created_by_user_id: components["schemas"]["NullableId"];
        };
        /** @description What to link to: a URL or a document. */
        LinkInput: {
            url?: components["schemas"]["Url"];
            document_id?: components["schemas"]["Id"];
            title?: components["schemas"]["LinkTitle"];
        };
        /** @description A page of notes. */
        NoteList: components["schemas"]["ListEnvelope"] & {
            /** @description The notes of this page. */
            items: components["schemas"]["Note"][];
        };
        /** @description A new note. */
        NoteCreate: {
            /** @description The text, usually Markdown. */
            body: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What changes; an absent field stays as it is. */
        NoteUpdate: {
            /** @description The text, usually Markdown. */
            body?: string;
            /** @description Whether it is left out of lists. */
            archived?: boolean;
        };
        /**
         * @description Only an active project's actions are in queues.
         * @enum {string}
         */
        ProjectState: "active" | "paused" | "completed" | "dropped";
        /**
         * @description Whether only the first open action can be done, and only while none before it is in review, or all of them.
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
            /** @description Whether it is there to be duplicated. */
            is_template: boolean;
            state: components["schemas"]["ProjectState"];
            work_mode: components["schemas"]["WorkMode"];
            due_at: components["schemas"]["NullableTimestamp"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description A page of projects. */
        ProjectList: components["schemas"]["ListEnvelope"] & {
            /** @description The projects of this page. */
            items: components["schemas"]["Project"][];
        };
        /** @description A new project. */
        ProjectCreate: {
            title: components["schemas"]["Title"];
            description?: components["schemas"]["NullableText"];
            domain_id?: components["schemas"]["NullableId"];
            /**
             * @description Whether it is there to be duplicated.
             * @default false
             */
            is_template?: boolean;
            /**
             * @description The state to start in.
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
        /** @description A merge; an absent field is not touched. */
        ProjectUpdate: {
            title?: components["schemas"]["Title"];
            description?: components["schemas"]["NullableText"];
            /** @description Actions that were in the old domain through the project move along. */
            domain_id?: components["schemas"]["NullableId"];
            /** @description Whether it is there to be duplicated. A new project is not. */
            is_template?: boolean;
            /** @description The state to move to. A new project is `active`. */
            state?: components["schemas"]["ProjectState"];
            /** @description How its actions are worked on. A new project is `sequential`. */
            work_mode?: components["schemas"]["WorkMode"];
            due_at?: components["schemas"]["InputTimestamp"];
            /**
             * @description With state `completed` or `dropped`: drop the open actions in the same transaction.
             * @default false
             */
            close_actions?: boolean;
        };
        /** @description How the copy differs from the template. */
        ProjectDuplicate: {
            /** @description Default: the title of the template. */
            title?: components["schemas"]["Title"];
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description Nothing new is put into an archived domain.
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
             * @description Active projects that are no templates.
             */
            project_count: number;
            /**
             * Format: int32
             * @description Open actions that are no templates.
             */
            action_count: number;
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description A page of domains. */
        DomainList: components["schemas"]["ListEnvelope"] & {
            /** @description The domains of this page. */
            items: components["schemas"]["Domain"][];
        };
        /** @description A new domain. */
        DomainCreate: {
            name: components["schemas"]["Name"];
            description?: components["schemas"]["NullableText"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What changes; an absent field stays as it is. */
        DomainUpdate: {
            name?: components["schemas"]["Name"];
            description?: components["schemas"]["NullableText"];
            state?: components["schemas"]["DomainState"];
        };
        /**
         * @description Whether the assignment is current.
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
             * @description Something to tell or only a sign of life.
             * @enum {string}
             */
            kind: "report" | "heartbeat";
            /** @description What the agent reports. */
            summary: string;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of check-ins. */
        CheckinList: components["schemas"]["ListEnvelope"] & {
            /** @description The check-ins of this page. */
            items: components["schemas"]["Checkin"][];
        };
        /** @description A new check-in. */
        CheckinCreate: {
            /**
             * @description Something to tell or only a sign of life.
             * @default report
             * @enum {string}
             */
            kind?: "report" | "heartbeat";
            /** @description What to report. */
            summary: string;
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
            /** @description The document that says what the order asks for. Not every caller may see that document. */
            document_id: components["schemas"]["NullableId"];
            domain_id: components["schemas"]["NullableId"];
            name: components["schemas"]["Name"];
            summary: components["schemas"]["NullableText"];
            state: components["schemas"]["OrderState"];
            /** @description Whether the agent requires approval for gated operations. */
            requires_proposals: boolean;
            /**
             * Format: int32
             * @description Place among the agent's orders.
             */
            position: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in, or null.
             */
            checkin_every_seconds: number | null;
            /** @description So long after the last check-in, or after the order became active, got its cadence or its agent, whichever was last. Null unless the order is active and has a cadence. */
            next_checkin_due_at: components["schemas"]["NullableTimestamp"];
            /** @description Whether an active order's check-in is late. */
            checkin_overdue: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The newest check-in, or null. */
            latest_checkin: components["schemas"]["Checkin"] | null;
            /** @description When the agent was last seen. */
            last_seen_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Open actions of the order that are no templates.
             */
            open_action_count: number;
            /**
             * Format: int32
             * @description Open questions of the order.
             */
            open_question_count: number;
            version: components["schemas"]["Version"];
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
            name: components["schemas"]["Name"];
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
             * @description Place among the agent's orders.
             */
            position?: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in.
             */
            checkin_every_seconds?: number | null;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A merge; an absent field is not touched. */
        OrderUpdate: {
            /** @description The new agent of the order. */
            agent_id?: components["schemas"]["Id"];
            name?: components["schemas"]["Name"];
            summary?: components["schemas"]["NullableText"];
            document_id?: components["schemas"]["NullableId"];
            domain_id?: components["schemas"]["NullableId"];
            /** @description Whether the agent requires approval for gated operations. Only people change it. */
            requires_proposals?: boolean;
            /**
             * Format: int32
             * @description Place among the agent's orders.
             */
            position?: number | null;
            /**
             * Format: int32
             * @description How often the agent is expected to check in, counted anew from now; null for no cadence.
             */
            checkin_every_seconds?: number | null;
            /** @description The state to move to. */
            state?: components["schemas"]["OrderState"];
            /** @description Why the state changes; stored in the history. Required with state `dropped`. */
            reason?: string;
        };
        /**
         * @description `closed` means resolved or withdrawn by the agent that asked.
         * @enum {string}
         */
        QuestionState: "open" | "answered" | "dismissed" | "closed";
        /**
         * @description What happens to an open question when it expires: it stays open, `default_response` becomes its answer, or it is dismissed.
         * @enum {string}
         */
        QuestionTimeout: "keep_open" | "use_default" | "dismiss";
        /** @description Answers to choose from. */
        Choices: string[];
        /** @description A question that an agent puts to people. */
        Question: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent that asks. */
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            /** @description The person who should answer first. */
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description Which kind of request of an agent this is.
             * @enum {string}
             */
            kind: "question";
            status: components["schemas"]["RequestStatus"];
            state: components["schemas"]["QuestionState"];
            /** @description What the answer adds to a choice, or why the question was withdrawn. */
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
            /** @description The choice that the agent would make. */
            recommended_choice: string | null;
            /** @description Whether an answer may be none of the choices. */
            allow_free_text: boolean;
            /** @description Whether the action waits until the question ends. */
            blocking: boolean;
            /** @description What the agent will do with the answer. */
            on_answer: string;
            /** @description The answer. */
            response: components["schemas"]["NullableText"];
            dismissed_at: components["schemas"]["NullableTimestamp"];
            /** @description When the agent settled or withdrew its own question. */
            closed_at: components["schemas"]["NullableTimestamp"];
            /** @description When its time runs out; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            on_timeout: components["schemas"]["QuestionTimeout"];
            /** @description The answer if none is given in time; null unless `on_timeout` is `use_default`. */
            default_response: components["schemas"]["NullableText"];
            /** @description Whether its time ended it. Then the system has settled it, and no person decided. */
            timed_out: boolean;
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
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
        /** @description A new question. At most one of `action_id`, `project_id` and `order_id`. */
        QuestionCreate: {
            /** @description The question. */
            question: string;
            /** @description What the agent will do with the answer. */
            on_answer: string;
            choices?: components["schemas"]["Choices"];
            /** @description One of the choices. */
            recommended_choice?: string | null;
            /**
             * @description Whether an answer may be none of the choices.
             * @default true
             */
            allow_free_text?: boolean;
            action_id?: components["schemas"]["NullableId"];
            project_id?: components["schemas"]["NullableId"];
            order_id?: components["schemas"]["NullableId"];
            /** @description Default: true with an action, else false. A ready action waits while a blocking question is open. */
            blocking?: boolean;
            /** @description The person who should answer first. Default: the person who created the scope, unless deactivated; else the owner. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description When its time runs out. Null or absent means never. A time that has passed is refused. */
            expires_at?: components["schemas"]["InputTimestamp"];
            /** @description Default: `keep_open`. The others need `expires_at`. */
            on_timeout?: components["schemas"]["QuestionTimeout"];
            /** @description The answer if none is given in time. Required for `use_default`, and only allowed there. */
            default_response?: string | null;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The answer. */
        QuestionRespond: {
            /** @description The answer. */
            response: string;
            /** @description What to add to a choice. */
            response_comment?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Why the question is withdrawn; the body may be left out. */
        QuestionWithdraw: {
            /** @description Why no answer is needed any more; stored as `response_comment`. */
            reason?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Nothing but the key for repetition; the body may be left out. */
        QuestionDismiss: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description Whether the request of an agent has ended: `open` in the state `open`, `resolved` in any other state.
         * @enum {string}
         */
        RequestStatus: "open" | "resolved";
        /**
         * @description An operation that some agents may use with an approval only, by its operationId. Creating an action is gated unless the agent creates it for itself; updating one is gated when it assigns the action to the pool or to somebody else, or moves an action that is not its own into an order that requires approval; updating a document is gated unless it is private.
         * @enum {string}
         */
        GatedOperation: "createAction" | "createProject" | "dropAction" | "duplicateProject" | "updateAction" | "updateDocument";
        /**
         * @description `permitted` may be used once, which makes it `consumed`.
         * @enum {string}
         */
        ProposalState: "open" | "permitted" | "denied" | "consumed" | "withdrawn";
        /** @description The request that the agent wants to make: the body of the operation, and with it the `id` of an operation's path. `client_request_id` and `permitted_proposal_id` are no part of it. */
        ProposalPayload: {
            [key: string]: unknown;
        };
        /** @description A request of an agent for approval of one operation. */
        Proposal: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description The agent that asks. */
            agent_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description Which kind of request of an agent this is.
             * @enum {string}
             */
            kind: "proposal";
            status: components["schemas"]["RequestStatus"];
            state: components["schemas"]["ProposalState"];
            operation: components["schemas"]["GatedOperation"];
            payload: components["schemas"]["ProposalPayload"];
            /** @description What the agent may send: the payload, unless the person who permitted it changed it; null until then. */
            permitted_payload: {
                [key: string]: unknown;
            } | null;
            title: components["schemas"]["Title"];
            description: components["schemas"]["NullableText"];
            action_id: components["schemas"]["NullableId"];
            project_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            decided_at: components["schemas"]["NullableTimestamp"];
            /** @description The person who permitted or denied it. */
            decided_by_actor_id: components["schemas"]["NullableId"];
            decision_comment: components["schemas"]["NullableText"];
            /** @description When the agent used the approval. */
            consumed_at: components["schemas"]["NullableTimestamp"];
            withdrawn_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
            version: components["schemas"]["Version"];
        };
        /** @description A page of proposals. */
        ProposalList: components["schemas"]["ListEnvelope"] & {
            /** @description The proposals of this page. */
            items: components["schemas"]["Proposal"][];
        };
        /** @description A new proposal, whose payload is as its operation takes it. At most one of `action_id`, `project_id` and `order_id`. */
        ProposalCreate: {
            operation: components["schemas"]["GatedOperation"];
            payload: components["schemas"]["ProposalPayload"];
            title: components["schemas"]["Title"];
            /** @description Why it is a good idea. */
            description?: components["schemas"]["NullableText"];
            /** @description The action that it is about. */
            action_id?: components["schemas"]["NullableId"];
            /** @description The project that it is about. */
            project_id?: components["schemas"]["NullableId"];
            /** @description The order that it is about. */
            order_id?: components["schemas"]["NullableId"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        } & (unknown & unknown & unknown & unknown & unknown & unknown);
        /** @description What a proposal to drop an action says: which one, and why. */
        ActionDropInput: {
            /** @description The action. */
            id: components["schemas"]["Id"];
            /** @description Why it will not be done. */
            reason: string;
        };
        /** @description What a proposal to duplicate a project says: which one, and how the copy differs. */
        ProjectDuplicateInput: {
            /** @description The template. */
            id: components["schemas"]["Id"];
            title?: components["schemas"]["Title"];
        };
        /** @description What a proposal to update an action says: which one, and at least to whom or into which order it goes. */
        ActionUpdateInput: {
            /** @description The action. */
            id: components["schemas"]["Id"];
            /** @description To whom it goes; null for the pool. */
            assigned_actor_id?: components["schemas"]["NullableId"];
            /** @description To which agent it goes. */
            assigned_agent_id?: components["schemas"]["NullableId"];
            /** @description Into which order it goes. */
            order_id?: components["schemas"]["NullableId"];
        } | unknown | unknown | unknown;
        /** @description What a proposal to change a document says: which one, and how. */
        DocumentUpdateInput: {
            /** @description The document. */
            id: components["schemas"]["Id"];
            title?: components["schemas"]["Title"];
            access_mode?: components["schemas"]["DocumentAccessMode"];
            /** @description Any JSON, at most 1 MiB. */
            content?: unknown;
            /** @description Why the content changes; only together with `content`. */
            reason?: string;
        } | unknown | unknown | unknown;
        /** @description How a proposal is permitted; the body may be left out. */
        ProposalPermit: {
            /** @description What the agent may send instead. It is held against the contract when the agent sends it. */
            payload?: components["schemas"]["ProposalPayload"];
            /** @description What the agent should know. */
            comment?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Why a proposal is denied; the body may be left out. */
        ProposalDeny: {
            /** @description What the agent should know. */
            comment?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Nothing but the key for repetition; the body may be left out. */
        ProposalWithdraw: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /**
         * @description What a token may be used for.
         * @enum {string}
         */
        Scope: "read" | "write";
        /** @description A software agent of the workspace. */
        Agent: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            actor_id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            /** @description An emoji or a short name of an icon, or null. */
            icon: string | null;
            /** @description What the agent can do; covers the requirements of pool work that it may take. */
            capabilities: string[];
            /** @description Where the agent is notified of work, or null. */
            webhook_url: string | null;
            /** @description Whether it requires approval for gated operations. */
            requires_proposals: boolean;
            /**
             * @description A worker changes its own work; a sysadmin also manages agents and orders.
             * @enum {string}
             */
            access_mode: "worker" | "sysadmin";
            /**
             * @description `pending` until its first authenticated request; `paused` agents read but do not write (403 `AGENT_NOT_ACTIVE`); `revoked` is final.
             * @enum {string}
             */
            state: "pending" | "active" | "paused" | "revoked";
            /**
             * @description Derived: works on something, was seen within the working window, or neither. A revoked agent is `offline`.
             * @enum {string}
             */
            presence: "working" | "idle" | "offline";
            last_seen_at: components["schemas"]["NullableTimestamp"];
            /** @description Address of the agent-tool endpoint; null while the server has none. */
            mcp_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description A page of agents. */
        AgentList: components["schemas"]["ListEnvelope"] & {
            /** @description The agents of this page. */
            items: components["schemas"]["Agent"][];
        };
        /** @description A new agent. */
        AgentCreate: {
            /** @description Unique among the workspace's agents. */
            name: components["schemas"]["Name"];
            /** @description An emoji or a short name of an icon. */
            icon?: string | null;
            /** @description What the agent can do. */
            capabilities?: string[];
            /**
             * Format: uri
             * @description Notifies the agent of work.
             */
            webhook_url?: string | null;
            /**
             * @description Whether it requires approval for gated operations.
             * @default false
             */
            requires_proposals?: boolean;
            /**
             * @description A worker changes its own work. Only people create a sysadmin.
             * @default worker
             * @enum {string}
             */
            access_mode?: "worker" | "sysadmin";
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A merge; an absent field is not touched. */
        AgentUpdate: {
            /** @description Unique among the workspace's agents. */
            name?: components["schemas"]["Name"];
            /** @description An emoji or a short name of an icon. */
            icon?: string | null;
            /** @description What the agent can do. */
            capabilities?: string[];
            /**
             * Format: uri
             * @description Notifies the agent of work.
             */
            webhook_url?: string | null;
            /** @description Whether it requires approval for gated operations. */
            requires_proposals?: boolean;
            /**
             * @description A worker changes its own work. Only people change it.
             * @enum {string}
             */
            access_mode?: "worker" | "sysadmin";
        };
        /** @description Why the agent is paused, resumed or revoked; the body may be left out. */
        AgentStateInput: {
            /** @description The reason; stored in the history. */
            reason?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A bearer token of an agent, without its secret. */
        Token: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            public_id: components["schemas"]["TokenPublicId"];
            name: components["schemas"]["Name"];
            /** @description What the token may be used for. */
            scopes: components["schemas"]["Scope"][];
            /** @description Null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description Kept to the minute. */
            last_used_at: components["schemas"]["NullableTimestamp"];
            revoked_at: components["schemas"]["NullableTimestamp"];
            /** @description When a new token replaced it. */
            rotated_at: components["schemas"]["NullableTimestamp"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The part of a bearer token between the underscores, `cb_<public id>_<secret>`. It names the token and proves nothing, so it may be written down; never send the secret part to look for a token. */
        TokenPublicId: string;
        /** @description The new token, with its secret. */
        TokenCreated: components["schemas"]["Token"] & {
            /** @description The bearer token itself, `cb_<public id>_<secret>`. Shown once: a repetition with the same `client_request_id` leaves it out. */
            token?: string;
        };
        /** @description A page of tokens. */
        TokenList: components["schemas"]["ListEnvelope"] & {
            /** @description The tokens of this page. */
            items: components["schemas"]["Token"][];
        };
        /** @description A new token. */
        TokenCreate: {
            /** @description What the token is for. Default: `token`. */
            name?: components["schemas"]["Name"];
            /** @description What the token may be used for. Default: both. */
            scopes?: components["schemas"]["Scope"][];
            /** @description Null or absent means never. A time that has passed is refused. */
            expires_at?: components["schemas"]["InputTimestamp"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description How the token is replaced; the body may be left out. */
        TokenRotateInput: {
            /**
             * Format: int32
             * @description How long the old token stays valid beside the new one.
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
            /** @description Any JSON; Markdown text is the usual case. */
            content: unknown;
            /**
             * Format: int32
             * @description Number of the newest revision, whose content this is.
             */
            revision_number: number;
            review_state: components["schemas"]["DocumentReviewState"];
            version: components["schemas"]["Version"];
        };
        /**
         * @description What other agents may do: read it, comment on it as well, or also edit it. A private document is visible to its creator, to people and to sysadmin agents, who may do everything with every document. For everybody else it is absent, with its revisions, its notes and the links to it.
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
            title: components["schemas"]["Title"];
            /** @description Any JSON, at most 1 MiB; Markdown text is the usual case. */
            content: unknown;
            /** @description Default: `shared_read`. */
            access_mode?: components["schemas"]["DocumentAccessMode"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What changes; an absent field stays as it is. */
        DocumentUpdate: {
            title?: components["schemas"]["Title"];
            access_mode?: components["schemas"]["DocumentAccessMode"];
            /** @description Any JSON, at most 1 MiB; Markdown text is the usual case. Needs `If-Match`. */
            content?: unknown;
            /** @description Why the content changes; only together with `content`. */
            reason?: string;
            permitted_proposal_id?: components["schemas"]["PermittedProposalId"];
        };
        /**
         * @description The review of its newest revision: `none` needs none; `pending` waits for a person.
         * @enum {string}
         */
        DocumentReviewState: "none" | "pending" | "approved";
        /**
         * @description `none` needs no review; `pending` waits for a person; `reverted` has been taken back.
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
            /** @description Who approved or reverted it, or null. */
            reviewed_by_actor_id: components["schemas"]["NullableId"];
            reviewed_at: components["schemas"]["NullableTimestamp"];
            /** @description The revision that this one takes back, or null. */
            reverts_revision_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Name of the author. */
            created_by_actor_name: string | null;
            /** @description The author, if it is an agent. */
            created_by_agent_id: components["schemas"]["NullableId"];
            /** @description The author, if it is a person. */
            created_by_user_id: components["schemas"]["NullableId"];
            version: components["schemas"]["Version"];
        };
        /** @description What a document said from one change of its content to the next. */
        Revision: components["schemas"]["RevisionSummary"] & {
            /** @description Any JSON; Markdown text is the usual case. */
            content: unknown;
        };
        /** @description A page of revisions. */
        RevisionList: components["schemas"]["ListEnvelope"] & {
            /** @description The revisions of this page. */
            items: components["schemas"]["RevisionSummary"][];
        };
        /** @description An approval. */
        RevisionApprove: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description A step back. */
        RevisionRevert: {
            /** @description The reason; stored with the new revision. */
            reason?: string;
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description An http or https URL. */
        Url: string;
        /** @description What people read, or null. */
        LinkTitle: string | null;
        /** @description A URL or a document, attached to one action, project or order. */
        Link: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description Where it leads, or null for a link to a document. */
            url: string | null;
            /** @description The document that it leads to, or null. */
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
        };
        /** @description A page of links. */
        LinkList: components["schemas"]["ListEnvelope"] & {
            /** @description The links of this page. */
            items: components["schemas"]["Link"][];
        };
        /** @description A new link, with one target and one place. */
        LinkCreate: {
            url?: components["schemas"]["Url"];
            document_id?: components["schemas"]["Id"];
            title?: components["schemas"]["LinkTitle"];
            action_id?: components["schemas"]["Id"];
            project_id?: components["schemas"]["Id"];
            order_id?: components["schemas"]["Id"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description What changes; an absent field stays as it is. */
        LinkUpdate: {
            url?: components["schemas"]["Url"];
            title?: components["schemas"]["LinkTitle"];
        };
        /** @description An order in a view. */
        OrderSummary: {
            id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            agent_name: components["schemas"]["Name"];
            name: components["schemas"]["Name"];
            summary: components["schemas"]["NullableText"];
            domain_id: components["schemas"]["NullableId"];
        };
        /** @description The workspace in numbers. Templates count nowhere. */
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
             * @description Ready or waiting, assigned actions without activity for the stalled window, or with a claim that ran out.
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
            title: components["schemas"]["Title"];
            project_id: components["schemas"]["NullableId"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee, if it is an agent. */
            assigned_agent_name: string | null;
            /** @description The outside person or thing that is waited for. */
            delegate_label: string | null;
            due_at: components["schemas"]["NullableTimestamp"];
            /** @description Text of the newest note, or null. */
            last_activity_note: string | null;
            last_activity_at: components["schemas"]["Timestamp"];
            /** @description Whether somebody works on it. */
            is_working: boolean;
        };
        /** @description What a question shares with every other request of an agent. */
        RequestRecord: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description The kind of the request: the command view shows questions; `listProposals` lists the requests of the kind `proposal`.
             * @enum {string}
             */
            kind: "question";
            status: components["schemas"]["RequestStatus"];
            response_comment: components["schemas"]["NullableText"];
            responded_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
        };
        /** @description A question in the command view, with the titles of what it is about. */
        QuestionEntry: {
            id: components["schemas"]["Id"];
            agent_id: components["schemas"]["NullableId"];
            created_by_actor_id: components["schemas"]["Id"];
            assigned_actor_id: components["schemas"]["NullableId"];
            updated_by_actor_id: components["schemas"]["Id"];
            /**
             * @description Which kind of request of an agent this is.
             * @enum {string}
             */
            kind: "question";
            /**
             * @description The view has open requests only.
             * @enum {string}
             */
            status: "open";
            /**
             * @description The view has open questions only.
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
            /** @description The choice that the agent would make. */
            recommended_choice: string | null;
            /** @description Whether an answer may be none of the choices. */
            allow_free_text: boolean;
            /** @description Whether the action waits until the question ends. */
            blocking: boolean;
            /** @description What the agent will do with the answer. */
            on_answer: string;
            response: components["schemas"]["NullableText"];
            dismissed_at: components["schemas"]["NullableTimestamp"];
            closed_at: components["schemas"]["NullableTimestamp"];
            /** @description When its time runs out; null means never. */
            expires_at: components["schemas"]["NullableTimestamp"];
            on_timeout: components["schemas"]["QuestionTimeout"];
            /** @description The answer if none is given in time; null unless `on_timeout` is `use_default`. */
            default_response: components["schemas"]["NullableText"];
            /** @description Whether its time ended it. Then the system has settled it, and no person decided. */
            timed_out: boolean;
            /** @description Name of the creator. */
            created_by_actor_name: string | null;
            created_by_agent_id: components["schemas"]["NullableId"];
            created_by_user_id: components["schemas"]["NullableId"];
            version: components["schemas"]["Version"];
            /** @description Title of the action that it is about. */
            action_title: string | null;
            /** @description Title of the project that it, or its action, is about. */
            project_title: string | null;
            /** @description Name of the order that it is about. */
            order_name: string | null;
            /** @description Name of the agent that asks. */
            agent_name: string | null;
        };
        /** @description What a person needs to see first. */
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
                /** @description Open actions, in the order of the project. */
                actions: components["schemas"]["ActionSummary"][];
            }[];
            /** @description Open actions without a project, most urgent first. */
            standalone_actions: components["schemas"]["ActionSummary"][];
            /** @description Agents that are not revoked, last seen first. */
            agents: components["schemas"]["Agent"][];
            /** @description Active orders. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description How many entries each list leaves out. Of a list's matches 10,000 are counted at most. */
            truncated: {
                /**
                 * Format: int32
                 * @description Open questions beyond the list.
                 */
                requests: number;
                /**
                 * Format: int32
                 * @description Active projects beyond the list.
                 */
                projects: number;
                /**
                 * Format: int32
                 * @description Open actions of the listed projects beyond their lists.
                 */
                project_actions: number;
                /**
                 * Format: int32
                 * @description Open actions without a project beyond the list.
                 */
                standalone_actions: number;
                /**
                 * Format: int32
                 * @description Agents beyond the list.
                 */
                agents: number;
                /**
                 * Format: int32
                 * @description Active orders beyond the list.
                 */
                orders: number;
            };
        };
        /** @description An action in the tasks view. */
        TaskRow: {
            action_id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            /** @description Title of the project. */
            project_title: string | null;
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee, if it is an agent. */
            assigned_agent_name: string | null;
            /** @description When something last happened on it. */
            touched_at: components["schemas"]["Timestamp"];
            due_at: components["schemas"]["NullableTimestamp"];
            domain_id: components["schemas"]["NullableId"];
            /** @description Name of the domain. */
            domain_name: string | null;
            order_id: components["schemas"]["NullableId"];
        };
        /** @description A domain with its tasks. */
        TaskDomain: {
            /** @description The domain; `none` for tasks without one. */
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            description: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Active projects of the domain; template projects in the slice `templates`.
             */
            project_count: number;
            /**
             * Format: int32
             * @description Actions of the slice in the domain, also beyond the rows.
             */
            action_count: number;
            /** @description The most urgent tasks: by due date, then oldest activity. */
            rows: components["schemas"]["TaskRow"][];
        };
        /** @description Tasks by domain. */
        TasksView: {
            /** @description Domains by name; tasks without a domain come last. */
            domains: components["schemas"]["TaskDomain"][];
        };
        /** @description An action in an agent's overview. */
        WorkItem: {
            id: components["schemas"]["Id"];
            title: components["schemas"]["Title"];
            project_id: components["schemas"]["NullableId"];
            /** @description Title of the project. */
            project_title: string | null;
            due_at: components["schemas"]["NullableTimestamp"];
            defer_until: components["schemas"]["NullableTimestamp"];
            assigned_actor_id: components["schemas"]["NullableId"];
            /** @description Name of the assignee. */
            assigned_actor_name: string | null;
            assigned_agent_id: components["schemas"]["NullableId"];
            last_activity_at: components["schemas"]["Timestamp"];
            /** @description The first 280 characters of the details. */
            details_preview: string | null;
            requirements: components["schemas"]["Requirements"];
            /** @description Whether somebody works on it. */
            is_working: boolean;
        };
        /** @description Something that happened. */
        ActivityEntry: {
            id: components["schemas"]["Id"];
            target_id: components["schemas"]["Id"];
            /** @description Title of what it happened to. */
            target_title: string | null;
            /** @description Who did it. */
            actor: {
                id: components["schemas"]["Id"];
                name: components["schemas"]["Name"];
            };
            at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            summary: string;
        };
        /** @description A number for each list of recent activity. */
        ActivityCounts: {
            /**
             * Format: int32
             * @description What the agent did to actions.
             */
            my_actions: number;
            /**
             * Format: int32
             * @description What became of the agent's questions.
             */
            my_questions: number;
            /**
             * Format: int32
             * @description Notes that the agent wrote.
             */
            my_notes: number;
            /**
             * Format: int32
             * @description What people did to the agent's actions, questions and proposals.
             */
            human_on_my_items: number;
            /**
             * Format: int32
             * @description Changes of the documents behind the agent's orders.
             */
            order_doc_changes: number;
        };
        /** @description Everything that an agent needs to decide what to do next. */
        AgentOverview: {
            metrics: components["schemas"]["Metrics"];
            /** @description The agent. */
            me: {
                id: components["schemas"]["Id"];
                name: components["schemas"]["Name"];
                /** @description What the agent can do. */
                capabilities: string[];
            };
            /** @description The workspace's other agents that are not revoked. */
            other_agents: {
                /**
                 * Format: int32
                 * @description How many there are.
                 */
                count: number;
                /**
                 * Format: int32
                 * @description How many work on something.
                 */
                working_count: number;
            };
            /** @description The agent's open work. */
            my_work: {
                /** @description What the agent is on: its working action of the latest activity, or null. */
                working: components["schemas"]["WorkItem"] | null;
                /** @description Assigned and actionable, in the order to take them; without the one in `working`. */
                ready: components["schemas"]["WorkItem"][];
                /** @description Assigned and waiting, oldest activity first. */
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
                 * @description Those assigned to the agent.
                 */
                my_action_count: number;
                /** @description The first 280 characters of the description. */
                description_preview: string | null;
            }[];
            /** @description Active projects in which the agent has no open work. */
            other_active_projects: {
                /**
                 * Format: int32
                 * @description How many there are.
                 */
                count: number;
                /** @description Their titles, newest first. */
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
                /** @description What the agent will do with the answer. */
                on_answer: string;
            }[];
            /** @description The agent's active orders in their order. */
            orders: components["schemas"]["OrderSummary"][];
            /** @description What happened in the last seven days, newest first. */
            recent_activity: {
                /** @description What the agent did to actions. */
                my_actions: components["schemas"]["ActivityEntry"][];
                /** @description What became of the agent's questions. */
                my_questions: components["schemas"]["ActivityEntry"][];
                /** @description Notes that the agent wrote. */
                my_notes: components["schemas"]["ActivityEntry"][];
                /** @description What people did to actions, questions and proposals of the agent. */
                human_on_my_items: components["schemas"]["ActivityEntry"][];
                /** @description Changes of the documents behind the agent's orders. */
                order_doc_changes: components["schemas"]["ActivityEntry"][];
            };
            /** @description Open work that is not the agent's. */
            elsewhere: {
                /**
                 * Format: int32
                 * @description Actionable and assigned to somebody else.
                 */
                other_ready_actions: number;
                /**
                 * Format: int32
                 * @description Somebody else works on them.
                 */
                other_active_actions: number;
                /**
                 * Format: int32
                 * @description Waiting and not the agent's.
                 */
                other_waiting_actions: number;
                /**
                 * Format: int32
                 * @description In the inbox and not the agent's.
                 */
                other_inbox_items: number;
            };
            /** @description What the overview leaves out, and how to see it. Of a list's matches 10,000 are counted at most. */
            truncated: {
                /**
                 * Format: int32
                 * @description Work items beyond the lists of `my_work`.
                 */
                my_work: number;
                /**
                 * Format: int32
                 * @description Pool work beyond the list.
                 */
                claimable: number;
                /**
                 * Format: int32
                 * @description Titles beyond the list.
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
                /** @description How to see more. */
                hint: string;
            };
        };
        /** @description Whether an agent has something to do, in numbers. */
        AgentAttention: {
            /** @description Whether `ready`, `claimable`, `answered_questions` or `overdue_checkins` is above 0, and the agent may work. */
            has_work: boolean;
            /** @description How much there is, each up to 100. */
            counts: {
                /**
                 * Format: int32
                 * @description Assigned, or from the pool under its live claim, and actionable; what the agent works on included.
                 */
                ready: number;
                /**
                 * Format: int32
                 * @description Pool work under no live claim that the agent's capabilities cover.
                 */
                claimable: number;
                /**
                 * Format: int32
                 * @description The agent's questions that people answered after its last change of anything.
                 */
                answered_questions: number;
                /**
                 * Format: int32
                 * @description The agent's questions without an answer.
                 */
                open_questions: number;
                /**
                 * Format: int32
                 * @description Assigned and waiting.
                 */
                waiting: number;
                /**
                 * Format: int32
                 * @description The agent's active orders whose check-in is late.
                 */
                overdue_checkins: number;
            };
        };
        /**
         * @description The kind of a thing that search finds.
         * @enum {string}
         */
        SearchHitType: "action" | "project" | "document" | "order" | "question" | "agent";
        /** @description A thing that has all the words. */
        SearchHit: {
            type: components["schemas"]["SearchHitType"];
            id: components["schemas"]["Id"];
            /** @description Its title or name, or its question up to 500 characters. */
            title: string;
            /** @description Up to 200 characters of plain text on one line around the first match: in the first of `matched_fields` that is no title or name, or else in that. The match is not marked; `…` stands where the text goes on. */
            snippet: string;
            /** @description The fields of the record that have at least one of the words, as the record names them. */
            matched_fields: ("title" | "details" | "result_summary" | "delegate_label" | "description" | "content" | "name" | "summary" | "question" | "on_answer" | "choices" | "response" | "response_comment" | "capabilities")[];
        };
        /** @description A page of hits. */
        SearchResults: components["schemas"]["ListEnvelope"] & {
            /** @description The hits of this page. */
            items: components["schemas"]["SearchHit"][];
        };
        /**
         * @description What happened; the part before the dot is the type of the subject. Kinds may be added. `user.sign_in_failed` summarises all failed attempts to sign in to an account in an hour: the first one writes the event, and the next event of the account or its next `session.created` says in its summary how many there were.
         * @enum {string}
         */
        EventKind: "action.approved" | "action.assigned" | "action.blocker_added" | "action.blocker_removed" | "action.claimed" | "action.completed" | "action.created" | "action.dropped" | "action.heartbeat" | "action.rejected" | "action.reopened" | "action.released" | "action.updated" | "agent.activated" | "agent.created" | "agent.paused" | "agent.resumed" | "agent.revoked" | "agent.updated" | "checkin.created" | "document.approved" | "document.created" | "document.reverted" | "document.updated" | "domain.created" | "invitation.accepted" | "invitation.created" | "invitation.revoked" | "domain.state_changed" | "domain.updated" | "link.created" | "link.deleted" | "link.updated" | "note.archived" | "note.created" | "note.updated" | "order.assigned" | "order.created" | "order.state_changed" | "order.updated" | "project.created" | "project.duplicated" | "project.state_changed" | "project.updated" | "proposal.consumed" | "proposal.created" | "proposal.denied" | "proposal.permitted" | "proposal.withdrawn" | "question.answered" | "question.asked" | "question.closed" | "question.dismissed" | "question.expired" | "session.created" | "session.deleted" | "token.created" | "token.revoked" | "user.deactivated" | "user.email_changed" | "user.password_changed" | "user.password_reset" | "user.password_reset_created" | "user.reactivated" | "user.sign_in_failed" | "user.updated" | "token.rotated" | "workspace.created" | "workspace.imported" | "workspace.updated";
        /** @description Something that happened. It never changes. */
        Event: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            kind: components["schemas"]["EventKind"];
            /** @description Who did it. */
            actor: {
                id: components["schemas"]["Id"];
                /**
                 * @description A person, an agent or the service itself.
                 * @enum {string}
                 */
                kind: "user" | "agent" | "system";
                name: components["schemas"]["Name"];
            };
            /** @description What it happened to. */
            subject: {
                /** @description The type of the thing, as in `kind`. */
                type: string;
                id: components["schemas"]["Id"];
                /** @description Its title or name at that time. */
                title: string;
            };
            /** @description What happened, in one sentence. */
            summary: string;
            /** @description The action that it concerns. */
            action_id: components["schemas"]["NullableId"];
            /** @description The project that it concerns. */
            project_id: components["schemas"]["NullableId"];
            /** @description The order that it concerns. */
            order_id: components["schemas"]["NullableId"];
            /** @description The document that it concerns. */
            document_id: components["schemas"]["NullableId"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of events. */
        EventFeed: {
            /** @description The events of this page, in the order of their commits. */
            items: components["schemas"]["Event"][];
            /** @description The part of the feed in this response. */
            page: {
                /**
                 * Format: int32
                 * @description Always 0; a feed is read by its cursor.
                 * @constant
                 */
                offset: 0;
                /**
                 * Format: int32
                 * @description The most events that the page could hold.
                 */
                limit: number;
                /** @description Whether events follow already. */
                has_more: boolean;
                /** @description Cursor to send as `after` to go on, now or later. */
                next: string;
            };
            /**
             * @description The order of the commits.
             * @constant
             */
            sort: "position";
            /** @description The filters that were applied. */
            filters: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Which limits apply.
         * @enum {string}
         */
        Plan: "free" | "unlimited";
        /** @description A time zone of the IANA database, such as `Europe/Lisbon`. It is there for clients, to show people times in; the server computes in UTC, repeat rules included. */
        TimeZone: string;
        /** @description The boundary of all data, and its settings. */
        Workspace: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Name"];
            plan: components["schemas"]["Plan"];
            time_zone: components["schemas"]["TimeZone"];
            /**
             * Format: int32
             * @description Activity this recent makes a ready, assigned action working; null means the server's window.
             */
            working_seconds: number | null;
            /**
             * Format: int32
             * @description Silence this long makes assigned work stalled; null means the server's window.
             */
            stalled_seconds: number | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /**
         * @description Owners also manage people and the workspace.
         * @enum {string}
         */
        Role: "owner" | "member";
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
            /** @description Sign-in address, lower-case; unique in the workspace. */
            email: string;
            name: components["schemas"]["Name"];
            role: components["schemas"]["Role"];
            state: components["schemas"]["UserState"];
            /** @description Null while the person is active. */
            deactivated_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description A page of people. */
        UserList: components["schemas"]["ListEnvelope"] & {
            /** @description The people of this page. */
            items: components["schemas"]["User"][];
        };
        /** @description Changes of a person; absent fields are not touched. */
        UserUpdate: {
            /** @description For the person themselves. */
            name?: components["schemas"]["Name"];
            /** @description For owners. */
            role?: components["schemas"]["Role"];
        };
        /** @description Nothing but the key for repetition; the body may be left out. */
        UserStateInput: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description An invitation to the workspace, without its token. */
        Invitation: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            /** @description Whom it invites, lower-case. */
            email: string;
            /** @description How the person is called unless they say otherwise, or null. */
            name: string | null;
            role: components["schemas"]["Role"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The new invitation, with its token. */
        InvitationCreated: {
            invitation: components["schemas"]["Invitation"];
            /** @description What the person accepts with. Shown once: a repetition with the same `client_request_id` leaves it out. */
            token?: string;
        };
        /** @description A page of open invitations. */
        InvitationList: components["schemas"]["ListEnvelope"] & {
            /** @description The invitations of this page. */
            items: components["schemas"]["Invitation"][];
        };
        /** @description Whom to invite. */
        InvitationCreate: {
            email: components["schemas"]["Email"];
            /** @description How the person is called unless they say otherwise. */
            name?: components["schemas"]["Name"];
            role: components["schemas"]["Role"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The acceptance of an invitation. */
        InvitationAcceptInput: {
            /** @description The token of the invitation. */
            token: string;
            password: components["schemas"]["NewPassword"];
            /** @description Default: the name in the invitation, else the address. */
            name?: components["schemas"]["Name"];
        };
        /** @description Nothing but the key for repetition; the body may be left out. */
        PasswordResetCreate: {
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Permission to set a new password once, without its token. */
        PasswordReset: {
            id: components["schemas"]["Id"];
            workspace_id: components["schemas"]["Id"];
            user_id: components["schemas"]["Id"];
            created_by_actor_id: components["schemas"]["Id"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The new reset, with its token. */
        PasswordResetCreated: {
            password_reset: components["schemas"]["PasswordReset"];
            /** @description What the person sets the password with. Shown once: a repetition with the same `client_request_id` leaves it out. */
            token?: string;
        };
        /** @description Who is signed in. */
        Session: {
            user: components["schemas"]["User"];
            workspace: components["schemas"]["Workspace"];
            /** @description When the session ends unless it is used before; null in local development without a session. */
            expires_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Changes of the workspace; absent fields are not touched. */
        WorkspaceUpdate: {
            name?: components["schemas"]["Name"];
            plan?: components["schemas"]["Plan"];
            time_zone?: components["schemas"]["TimeZone"];
            /**
             * Format: int32
             * @description Activity this recent makes a ready, assigned action working; null means the server's window.
             */
            working_seconds?: number | null;
            /**
             * Format: int32
             * @description Silence this long makes assigned work stalled; null means the server's window.
             */
            stalled_seconds?: number | null;
        };
        /** @description Sign-in address; case does not matter. */
        Email: string;
        /**
         * Format: password
         * @description A password of at least ten characters. One that attackers would try early, such as common passwords, a sequence, one repeated character, or the person's own address or name, is 422 `PASSWORD_TOO_COMMON`. There are no other rules about its characters.
         */
        NewPassword: string;
        /** @description A reset and the new password. */
        PasswordResetInput: {
            /** @description The token of the reset. */
            token: string;
            password: components["schemas"]["NewPassword"];
        };
        /** @description The old and the new password. */
        PasswordChangeInput: {
            /**
             * Format: password
             * @description The password that is to be changed.
             */
            current_password: string;
            new_password: components["schemas"]["NewPassword"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description The new address, and the password as a proof. */
        EmailChangeInput: {
            /**
             * Format: password
             * @description The password of the caller.
             */
            current_password: string;
            email: components["schemas"]["Email"];
            client_request_id?: components["schemas"]["ClientRequestId"];
        };
        /** @description Sign in. */
        SessionCreate: {
            email: components["schemas"]["Email"];
            /**
             * Format: password
             * @description The person's password.
             */
            password: string;
            /** @description Whose account it is; needed only where accounts in several workspaces have this address and password. */
            workspace_id?: components["schemas"]["Id"];
        };
        /** @description The plan's numbers; null means without limit. */
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
             * Format: int32
             * @description Days for which actions that ended, and what is on them, stay visible.
             */
            history_days: number | null;
        };
        /** @description How much more the plan admits now; null means without limit. */
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
        };
        /** @description Who the caller is and what it may do. */
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
            role: "owner" | "member" | null;
            /**
             * @description An agent's access mode, null for a person.
             * @enum {string|null}
             */
            access_mode: "worker" | "sysadmin" | null;
            /** @description What the credential may be used for. */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The workspace's plan.
             * @enum {string}
             */
            plan: "free" | "unlimited";
            limits: components["schemas"]["Limits"];
            headroom: components["schemas"]["Headroom"];
            /** @description The windows behind the derived states. */
            windows: {
                /**
                 * Format: int32
                 * @description Activity this recent makes a ready, assigned action working.
                 */
                working_seconds: number;
                /**
                 * Format: int32
                 * @description Silence this long makes a ready or waiting, assigned action stalled.
                 */
                stalled_seconds: number;
            };
        };
        /** @description The process answers. */
        Health: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /** @description The service can do its work. */
        Readiness: {
            /**
             * @description `degraded` when `reasons` has entries: the service works, and an operator should act. A service that cannot work is a 503.
             * @enum {string}
             */
            status: "ready" | "degraded";
            /**
             * @description The kind of database behind the service.
             * @enum {string}
             */
            database: "sqlite" | "postgres";
            /**
             * @description `current` when the database schema is the one of this program; `newer` when a newer program has changed it, as during a rolling upgrade, in a way that lets this one serve.
             * @enum {string}
             */
            schema: "current" | "newer";
            /** @description Why the service is degraded; empty when it is `ready`. */
            reasons: components["schemas"]["DegradedReason"][];
        };
        /** @description One cause for which the service is degraded. */
        DegradedReason: {
            code: components["schemas"]["DegradedCode"];
            /** @description The cause as a text for the operator. */
            message: string;
        };
        /**
         * @description `purge_behind`: the removal of old records is more than two days behind their retention, after a long pause or because a clock was wrong; it catches up by a day an hour. `schema_newer`: a newer program has changed the database schema, and this program may go on serving. Values may be added.
         * @enum {string}
         */
        DegradedCode: "purge_behind" | "schema_newer";
        /** @description Opaque identifier. It starts with a short type prefix and sorts by creation time; clients rely on neither. */
        Id: string;
        /** @description Opaque identifier, or null when there is none. */
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
        /** @description One line that names the thing. */
        Title: string;
        /** @description The name that people see. */
        Name: string;
        /** @description Text of at most 65,536 characters, usually Markdown, or null. */
        NullableText: string | null;
        /**
         * Format: int32
         * @description Grows by one with every change of the record; also sent as its `ETag`.
         */
        Version: number;
        /** @description Makes the request safe to repeat: unique per caller and operation, stored for seven days. A repetition returns the first status and body again with `Idempotent-Replayed: true`. */
        ClientRequestId: string;
        /** @description The part of the list that this answer holds. */
        Page: {
            /**
             * Format: int32
             * @description Items skipped. Always 0 for a page with `after`.
             */
            offset: number;
            /**
             * Format: int32
             * @description The most items that the page could hold.
             */
            limit: number;
            /** @description Whether items follow this page. */
            has_more: boolean;
            /** @description Cursor to send as `after` for the page that follows, or null on the last page. */
            next: string | null;
        };
        /** @description What every list has besides its items. */
        ListEnvelope: {
            /**
             * Format: int32
             * @description Matching items that the caller may see. Left out when there are more than 10,000.
             */
            total?: number;
            page: components["schemas"]["Page"];
            /** @description The order that was applied. */
            sort: string;
            /** @description The filters that were applied, defaults included. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description Matching items that only the plan's history leaves out. What the caller may not see does not count.
             */
            hidden_count: number;
        };
        /**
         * @description Stable machine-readable code of an error.
         * @enum {string}
         */
        ErrorCode: "MALFORMED_JSON" | "UNKNOWN_FIELD" | "UNKNOWN_PARAMETER" | "VALIDATION_FAILED" | "UNAUTHENTICATED" | "AGENT_NOT_ACTIVE" | "CAP_EXCEEDED" | "CSRF_FAILED" | "FORBIDDEN" | "INSUFFICIENT_SCOPE" | "PROPOSAL_REQUIRED" | "SELF_REVIEW_FORBIDDEN" | "WRONG_ACTOR" | "WRONG_PASSWORD" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "AGENT_REVOKED" | "ALREADY_CLAIMED" | "ALREADY_RESOLVED" | "ALREADY_TERMINAL" | "BLOCKED" | "CLAIM_LOST" | "DOMAIN_IN_USE" | "EMAIL_TAKEN" | "IDEMPOTENCY_KEY_REUSED" | "LAST_OWNER" | "NAME_TAKEN" | "NOT_A_TEMPLATE" | "NOT_CLAIMABLE" | "NOT_IN_REVIEW" | "NOT_REVERTIBLE" | "NOT_TERMINAL" | "ORDER_DROPPED" | "ORDER_NOT_ACTIVE" | "PROJECT_HAS_OPEN_ACTIONS" | "REQUEST_IN_PROGRESS" | "SOURCE_KEY_TAKEN" | "TEMPLATE_NOT_COMPLETABLE" | "TOKEN_NOT_ACTIVE" | "USER_NOT_ACTIVE" | "WORKSPACE_REQUIRED" | "CURSOR_EXPIRED" | "STALE_VERSION" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "CONFLICTING_ASSIGNEE" | "DEPENDENCY_CYCLE" | "INVALID_CHOICE" | "INVALID_REFERENCE" | "INVITATION_NOT_VALID" | "PASSWORD_RESET_NOT_VALID" | "PASSWORD_TOO_COMMON" | "PROPOSAL_MISMATCH" | "TOO_MANY_IDS" | "VERSION_REQUIRED" | "RATE_LIMITED" | "INTERNAL" | "NOT_IMPLEMENTED" | "UNAVAILABLE";
        /** @description One fault of the request. */
        Issue: {
            /** @description JSON pointer to the offending part, starting with `body`, `query`, `path` or `header`. */
            path: string;
            /** @description Machine-readable kind of the fault. */
            code: string;
            /** @description What is wrong, for a person. */
            message: string;
        };
        /** @description The one error envelope. Branch on `code` and on `details`. */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description What is wrong and what to do about it. */
            message: string;
            /** @description The faults one by one; empty when there is nothing to point at. */
            issues: components["schemas"]["Issue"][];
            /** @description Structured facts that belong to the code, as `ErrorDetails` describes them; may be empty. */
            details: {
                [key: string]: unknown;
            };
        };
        /** @description What `details` of an error says, by its `code`. The error of a code that is not named here has empty details. */
        ErrorDetails: {
            /** @description What the token lacks. */
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
            /** @description The operation that needs approval. */
            PROPOSAL_REQUIRED?: {
                operation: components["schemas"]["GatedOperation"];
            };
            /** @description The limit of the plan that the request would pass. */
            CAP_EXCEEDED?: {
                /**
                 * @description What is limited.
                 * @enum {string}
                 */
                cap: "active_orders" | "active_domains" | "open_agent_actions";
                /**
                 * @description The plan, which has the limit.
                 * @enum {string}
                 */
                plan: "free";
                /**
                 * Format: int32
                 * @description How many the plan admits.
                 */
                limit: number;
                /**
                 * Format: int32
                 * @description How many there are, which may be more than the limit when the plan changed; 10,000 stands for that number and any greater one.
                 */
                current: number;
            };
            /** @description What the operation answers. */
            NOT_ACCEPTABLE?: {
                /** @description Media types. */
                produces: string[];
            };
            /** @description How the question or the proposal ended. */
            ALREADY_RESOLVED?: {
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                state: "answered" | "dismissed" | "closed" | "permitted" | "denied" | "consumed" | "withdrawn";
            };
            /** @description How the action ended. */
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
                /** @description Of an action only. */
                status?: components["schemas"]["ActionStatus"];
                /**
                 * @description The state of its review.
                 * @enum {string}
                 */
                review_state: "none" | "approved" | "rejected" | "reverted";
            };
            /** @description Why the revision cannot be reverted. */
            NOT_REVERTIBLE?: {
                /**
                 * @description It is the first revision of its document or not the newest.
                 * @enum {string}
                 */
                cause: "first" | "superseded";
                newest_revision_id: components["schemas"]["Id"];
            };
            /** @description The claim of another agent. */
            ALREADY_CLAIMED?: {
                claimed_by_actor_id: components["schemas"]["Id"];
                expires_at: components["schemas"]["Timestamp"];
                /**
                 * Format: int32
                 * @description The same as `Retry-After`.
                 */
                retry_after_seconds: number;
            };
            /** @description Why no queue offers the action. */
            NOT_CLAIMABLE?: {
                /**
                 * @description Why it cannot be claimed.
                 * @enum {string}
                 */
                reason: "not_ready" | "template" | "paused_project" | "deferred" | "blocked" | "sequential";
                status: components["schemas"]["OpenActionStatus"];
                /** @description The blockers that hold it; only when the reason is `blocked`. */
                blocked_by?: components["schemas"]["Id"][];
            };
            /** @description What the action waits for. */
            BLOCKED?: {
                /** @description The blockers that hold it. */
                blocked_by: components["schemas"]["Id"][];
            };
            /** @description The key that another open action has. */
            SOURCE_KEY_TAKEN?: {
                /** @description The key. */
                source_key: string;
            };
            /** @description The name that another agent has. */
            NAME_TAKEN?: {
                /** @description The name. */
                name: string;
            };
            /** @description The workspaces whose account of the address has this password. */
            WORKSPACE_REQUIRED?: {
                /** @description Send the `id` of one as `workspace_id`. */
                workspaces: {
                    id: components["schemas"]["Id"];
                    name: components["schemas"]["Name"];
                }[];
            };
            /** @description The address that has an account in the workspace. */
            EMAIL_TAKEN?: {
                /** @description The address. */
                email: string;
            };
            /** @description What is in the domain. */
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
            /** @description Why the project stays open. */
            PROJECT_HAS_OPEN_ACTIONS?: {
                /**
                 * Format: int32
                 * @description How many of its actions are open.
                 */
                open_action_count: number;
            };
            /** @description The order takes no check-ins now. */
            ORDER_NOT_ACTIVE?: {
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                state: "paused" | "dropped";
            };
            /** @description The version to read before the change is repeated. */
            STALE_VERSION?: {
                current_version: components["schemas"]["Version"];
            };
            /** @description The version that `If-Match` may name. */
            VERSION_REQUIRED?: {
                current_version: components["schemas"]["Version"];
            };
            /** @description The size that is too large. */
            PAYLOAD_TOO_LARGE?: {
                /**
                 * Format: int32
                 * @description The largest size, of the body or of the field that `issues` names.
                 */
                limit_bytes: number;
                /**
                 * Format: int32
                 * @description Its size, where it is known.
                 */
                bytes?: number;
            };
            /** @description The circle that the blocker would close. */
            DEPENDENCY_CYCLE?: {
                /** @description The ids of the actions along it, from the action, each blocked by the next, back to the action. */
                path: components["schemas"]["Id"][];
            };
            /** @description How many are too many. */
            TOO_MANY_IDS?: {
                /**
                 * Format: int32
                 * @description How many there may be.
                 */
                limit: number;
                /**
                 * Format: int32
                 * @description How many different ids the request has, if any.
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
            /** @description Where to look. */
            INTERNAL?: {
                /** @description The same as `X-Request-Id`; the log of the server has more under it. */
                request_id: string;
            };
            /** @description What is wrong, where that is known. `GET /readyz` always says one of `database`, `schema`, `storage` and `server`. */
            UNAVAILABLE?: {
                /**
                 * @description The server is being stopped, and accepts requests for a short time yet.
                 * @enum {string}
                 */
                server?: "stopping";
                /**
                 * @description The state of the database schema.
                 * @enum {string}
                 */
                schema?: "outdated" | "newer" | "empty";
                /**
                 * @description The database does not answer.
                 * @enum {string}
                 */
                database?: "unreachable";
                /**
                 * @description Why the database stores nothing: its disk is full, it is read-only, or its disk or files fail. Reads are still answered as long as the database can.
                 * @enum {string}
                 */
                storage?: "full" | "read_only" | "failing";
                /**
                 * @description The change was sent to the database, which did not confirm it: it was made, or not. Without this field, nothing was changed.
                 * @constant
                 */
                outcome?: "unknown";
            };
        };
    };
    responses: {
        /** @description The caller has the current version already. */
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
        /** @description The request is not well-formed, or breaks the contract. */
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
        /** @description No credential, or one that is not valid. */
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
        /** @description The caller is known and may not do this. */
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
        /** @description There is no such thing, or the caller cannot see it. */
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
        /** @description None of the media types of the answer is acceptable to the caller. */
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
        /** @description The state of the record, or an earlier request, does not admit this. */
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
        /** @description The record has another version than `If-Match` names. */
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
        /** @description The request is well-formed and the rules refuse it. */
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
        /** @description This change needs `If-Match`, so that it overwrites nothing unseen. */
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
        /** @description More requests than the token or the person has in a minute, or more attempts than a secret may be guessed; wait. */
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
        /** @description A fault of the server. The request id leads to it in the log. */
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
        /** @description The requested data was deleted after its retention. */
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
        /** @description The service cannot answer now; try again. `details` says why, where that is known. With `details.outcome` `unknown`, the database did not confirm the change: a repetition with the same `client_request_id` makes it, or answers what was made. */
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
    };
    parameters: {
        /**
         * @description The id of the action.
         * @example act_01JZ0000000000000000000003
         */
        ActionId: components["schemas"]["Id"];
        /**
         * @description The id of the action.
         * @example act_01JZ0000000000000000000011
         */
        FinishedActionId: components["schemas"]["Id"];
        /**
         * @description The id of the action that waits.
         * @example act_01JZ0000000000000000000026
         */
        BlockedActionId: components["schemas"]["Id"];
        /**
         * @description The id of the note.
         * @example not_01JZ0000000000000000000010
         */
        NoteId: components["schemas"]["Id"];
        /**
         * @description The id of the project.
         * @example prj_01JZ0000000000000000000004
         */
        ProjectId: components["schemas"]["Id"];
        /**
         * @description The id of the template.
         * @example prj_01JZ0000000000000000000005
         */
        TemplateProjectId: components["schemas"]["Id"];
        /**
         * @description The id of the domain.
         * @example dom_01JZ0000000000000000000005
         */
        DomainId: components["schemas"]["Id"];
        /**
         * @description The id of the domain.
         * @example dom_01JZ0000000000000000000031
         */
        UnusedDomainId: components["schemas"]["Id"];
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
        /**
         * @description The id of the agent.
         * @example agt_01JZ0000000000000000000002
         */
        AgentId: components["schemas"]["Id"];
        /**
         * @description The id of the agent.
         * @example agt_01JZ0000000000000000000020
         */
        PausedAgentId: components["schemas"]["Id"];
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
        /**
         * @description The id of the link.
         * @example lnk_01JZ0000000000000000000015
         */
        LinkId: components["schemas"]["Id"];
        /**
         * @description The id of the person.
         * @example usr_01JZ0000000000000000000001
         */
        UserId: components["schemas"]["Id"];
        /**
         * @description The id of the person.
         * @example usr_01JZ0000000000000000000018
         */
        MemberId: components["schemas"]["Id"];
        /**
         * @description The id of the person.
         * @example usr_01JZ0000000000000000000019
         */
        DeactivatedUserId: components["schemas"]["Id"];
        /**
         * @description The id of the invitation.
         * @example inv_01JZ0000000000000000000012
         */
        InvitationId: components["schemas"]["Id"];
        /**
         * @description The id of the action that is waited for.
         * @example act_01JZ0000000000000000000024
         */
        BlockerId: components["schemas"]["Id"];
        /** @description The most items to answer. */
        Limit: number;
        /** @description Items to skip. Go on with `after` beyond 10,000. */
        Offset: number;
        /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
        After: string;
        /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
        SortByCreation: "created_at" | "-created_at";
        /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
        AssignedActor: components["schemas"]["Id"];
        /** @description Archived notes as well. */
        IncludeArchived: boolean;
        /** @description Only items that have all these words in their title or text. The first 16 different words count. */
        SearchedWords: string;
        /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
        IfMatch: string;
        /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request, also in the server's log; the caller's own if it sent a sane one. */
        RequestId: string;
        /** @description The version of the record, or the hash of the document, as a strong validator. */
        ETag: string;
        /** @description The `Accept` header of the request chose the media type, so a cache keeps one response for each. */
        VaryAccept: "Accept";
        /** @description Where the new record is. */
        Location: string;
        /** @description Present, and `true`, when this answer repeats the answer to an earlier request with the same `client_request_id`. */
        IdempotentReplayed: "true";
        /** @description What the page may load and reach, which is this server alone. */
        ContentSecurityPolicy: string;
        /** @description The session cookie, set or cleared. Signing in, accepting an invitation, and setting the password or the address also set `callboard_device` (HttpOnly, SameSite=Strict, Path=/v1/session, for a year). It opens nothing: sign-in from a browser that sends it goes on where others use up the limit of failures of the account. Setting the password or the address invalidates those of other browsers. */
        SetCookie: string;
        /** @description To a bearer token or a person, where the server limits requests: `"token";r=599;t=60` or `"person";r=599;t=60`, of which `r` is the requests left and `t` the seconds until the whole quota is there again (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description To a bearer token or a person, where the server limits requests: `"token";q=600;w=60` or `"person";q=600;w=60`, of which `q` is the requests of one token, or of one person in all their sessions, in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers). */
        RateLimitPolicy: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: string;
        /** @description Seconds to wait before the next attempt; with `REQUEST_IN_PROGRESS` and `ALREADY_CLAIMED` only. */
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "position" | "-position" | "title" | "-title" | "last_activity_at" | "-last_activity_at";
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
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
                /** @description Templates or other actions. */
                is_template?: boolean;
                /** @description Only actions due before this time. */
                due_before?: components["schemas"]["QueryTimestamp"];
                /** @description Only actions changed at or after this time. */
                updated_since?: components["schemas"]["QueryTimestamp"];
                /** @description Only the actions with this key. */
                source_key?: components["schemas"]["Id"];
                /** @description Only items that have all these words in their title or text. The first 16 different words count. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionCreate"];
            };
        };
        responses: {
            /** @description The open action that has the `source_key` already. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                 * @description The ids, as a repeated parameter: `ids=act_1&ids=act_2`. The longest list fits into the request line with ids that the service made. Send longer ids, which only an import brings, in several requests.
                 * @example [
                 *       "act_01JZ0000000000000000000003",
                 *       "act_01JZ0000000000000000000099"
                 *     ]
                 */
                ids: components["schemas"]["Id"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller can see of them. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionBatch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action and what is around it. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionClaimInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActionReleaseInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
                id: components["parameters"]["ActionId"];
                /**
                 * @description The id of the action that is waited for.
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action that waits.
                 * @example act_01JZ0000000000000000000026
                 */
                id: components["parameters"]["BlockedActionId"];
                /**
                 * @description The id of the action that is waited for.
                 * @example act_01JZ0000000000000000000024
                 */
                blocker_id: components["parameters"]["BlockerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action does not wait for the other one any more. */
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000011
                 */
                id: components["parameters"]["FinishedActionId"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000011
                 */
                id: components["parameters"]["FinishedActionId"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000011
                 */
                id: components["parameters"]["FinishedActionId"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
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
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimNextInput"];
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
                    "application/json": components["schemas"]["ClaimNextResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Includes unclaimed pool work that its capabilities cover. */
                include_claimable?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActionNotes: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createActionNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the action.
                 * @example act_01JZ0000000000000000000003
                 */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
                include_archived?: components["parameters"]["IncludeArchived"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example prj_01JZ0000000000000000000004
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProjectNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example prj_01JZ0000000000000000000004
                 */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrderNote: {
        parameters: {
            query?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuestionNote: {
        parameters: {
            query?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocumentNote: {
        parameters: {
            query?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /** @description Archived notes as well. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProposalNote: {
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "title" | "-title";
                /** @description Only these states; may be repeated. */
                state?: components["schemas"]["ProjectState"][];
                /** @description Only projects of this domain. */
                domain_id?: components["schemas"]["Id"];
                /**
                 * @description Templates or other projects; both when absent.
                 * @example false
                 */
                is_template?: boolean;
                /** @description Only items that have all these words in their title or text. The first 16 different words count. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example prj_01JZ0000000000000000000004
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the project.
                 * @example prj_01JZ0000000000000000000004
                 */
                id: components["parameters"]["ProjectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the template.
                 * @example prj_01JZ0000000000000000000005
                 */
                id: components["parameters"]["TemplateProjectId"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_at" | "-due_at" | "position" | "-position" | "title" | "-title" | "last_activity_at" | "-last_activity_at";
                /**
                 * @description Only these statuses; may be repeated.
                 * @example [
                 *       "ready"
                 *     ]
                 */
                status?: components["schemas"]["ActionStatus"][];
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
                assigned_actor_id?: components["parameters"]["AssignedActor"];
                /** @description Only actions due before this time. */
                due_before?: components["schemas"]["QueryTimestamp"];
                /** @description Only actions changed at or after this time. */
                updated_since?: components["schemas"]["QueryTimestamp"];
                /** @description Only items that have all these words in their title or text. The first 16 different words count. */
                q?: components["parameters"]["SearchedWords"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the project.
                 * @example prj_01JZ0000000000000000000004
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example dom_01JZ0000000000000000000005
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the domain.
                 * @example dom_01JZ0000000000000000000031
                 */
                id: components["parameters"]["UnusedDomainId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
                /**
                 * @description Only orders of this agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                agent_id?: components["schemas"]["Id"];
                /** @description Only orders in this state. */
                state?: components["schemas"]["OrderState"];
                /** @description Only orders whose check-in is late, or only those whose is not. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCheckin: {
        parameters: {
            query?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
            header?: never;
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuestions: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /**
                 * @description Only these states; may be repeated.
                 * @example [
                 *       "open"
                 *     ]
                 */
                state?: components["schemas"]["QuestionState"][];
                /** @description Only questions of this status: open ones, or those that have ended. */
                status?: components["schemas"]["RequestStatus"];
                /** @description Only questions of this agent. */
                agent_id?: components["schemas"]["Id"];
                /** @description Only questions about this action. */
                action_id?: components["schemas"]["Id"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createQuestion: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    respondQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
                "application/json": components["schemas"]["QuestionDismiss"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /**
                 * @description Only these states; may be repeated.
                 * @example [
                 *       "open"
                 *     ]
                 */
                state?: components["schemas"]["ProposalState"][];
                /** @description Only proposals of this status: open ones, or those that have ended. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProposal: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    permitProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    denyProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
                "application/json": components["schemas"]["ProposalWithdraw"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentStateInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000020
                 */
                id: components["parameters"]["PausedAgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentStateInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgentStateInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
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
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
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
                    "application/json": components["schemas"]["TokenCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
                "application/json": components["schemas"]["TokenRotateInput"];
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
                    "application/json": components["schemas"]["TokenCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title";
                /** @description Only documents that this actor created. */
                created_by_actor_id?: components["schemas"]["Id"];
                /**
                 * @description Only items that have all these words in their title. The first 16 different words count.
                 * @example style
                 */
                q?: string;
                /** @description Only documents whose newest revision is in this state. */
                review_state?: components["schemas"]["RevisionReviewState"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: never;
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
                "application/json": components["schemas"]["RevisionApprove"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            /** @description The new revision, which has the content from before. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: components["parameters"]["SortByCreation"];
                /**
                 * @description Only links of this action.
                 * @example act_01JZ0000000000000000000003
                 */
                action_id?: components["schemas"]["Id"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommandView: {
        parameters: {
            query?: never;
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInboxView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "title" | "-title";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "completed_at" | "-completed_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadyView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. `queue` is the order to take work in: by due date, then position, then age. */
                sort?: "queue" | "due_at" | "-due_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkingView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "created_at" | "-created_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWaitingView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "created_at" | "-created_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStalledView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "last_activity_at" | "-last_activity_at" | "due_at" | "-due_at" | "created_at" | "-created_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeferredView: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "defer_until" | "-defer_until" | "due_at" | "-due_at" | "created_at" | "-created_at" | "last_activity_at" | "-last_activity_at";
                /** @description Only actions of this actor; `me` is the caller, `none` selects unassigned actions. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentOverview: {
        parameters: {
            query?: {
                /** @description `true` lifts the caps of the lists, up to 1,000 entries each. */
                full?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentAttention: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the agent.
                 * @example agt_01JZ0000000000000000000002
                 */
                id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is there for the agent. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchWorkspace: {
        parameters: {
            query: {
                /**
                 * @description The words to find.
                 * @example logo poster
                 */
                q: string;
                /** @description Only these kinds of things; may be repeated. */
                type?: components["schemas"]["SearchHitType"][];
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description The cursor of an earlier answer, or `now`. */
                after?: string;
                /**
                 * @description Only these kinds; may be repeated.
                 * @example [
                 *       "note.created"
                 *     ]
                 */
                kind?: components["schemas"]["EventKind"][];
                /** @description The most items to answer. */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
                sort?: "name" | "-name" | "email" | "-email" | "created_at" | "-created_at";
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example usr_01JZ0000000000000000000001
                 */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example usr_01JZ0000000000000000000018
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example usr_01JZ0000000000000000000018
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserStateInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example usr_01JZ0000000000000000000019
                 */
                id: components["parameters"]["DeactivatedUserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserStateInput"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /**
                 * @description The id of the person.
                 * @example usr_01JZ0000000000000000000018
                 */
                id: components["parameters"]["MemberId"];
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
                    "application/json": components["schemas"]["PasswordResetCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                /** @description The most items to answer. */
                limit?: components["parameters"]["Limit"];
                /** @description Items to skip. Go on with `after` beyond 10,000. */
                offset?: components["parameters"]["Offset"];
                /** @description The cursor `page.next` of the previous page, with the same filters and sort. Not together with `offset`. */
                after?: components["parameters"]["After"];
                /** @description Order of the list: a field, or `-` and a field for the reverse. The id breaks ties; nulls come last. */
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
                    "application/json": components["schemas"]["InvitationCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
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
                "application/json": components["schemas"]["InvitationAcceptInput"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is meant for. If the record has moved on, the answer is 412 `STALE_VERSION` with `details.current_version`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceUpdate"];
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
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
                "application/json": components["schemas"]["PasswordChangeInput"];
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
                "application/json": components["schemas"]["PasswordResetInput"];
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
                "application/json": components["schemas"]["EmailChangeInput"];
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                    Vary: components["headers"]["VaryAccept"];
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
            /** @description The caller has the current version already. */
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
    getOpenApiYaml: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller has the current version already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocsScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that the caller has. The response is 304 if it is still current. */
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description It is. */
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
            /** @description It can. */
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
}
