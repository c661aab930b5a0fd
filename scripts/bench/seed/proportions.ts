/** The number of rows of each kind in a seeded workspace. */
export interface Sizes {
  /** Done and dropped actions. */
  readonly history: number;
  /** The part of the history that ended in the last seven days. */
  readonly recent: number;
  /** The part of the recent actions whose review is pending. */
  readonly inReview: number;
  readonly inbox: number;
  /** Ready, unassigned and unclaimed. */
  readonly pool: number;
  /** Ready and assigned. */
  readonly assigned: number;
  /** Assigned, ready and under a live claim. They get the heartbeats. */
  readonly claimed: number;
  readonly waiting: number;
  readonly activeProjects: number;
  readonly endedProjects: number;
  readonly openQuestions: number;
  readonly answeredQuestions: number;
  readonly documents: number;
}

/**
 * The number of agents by the operations that they call. Writers are separate, so that their writes
 * do not add rows to the reads of the others.
 */
export const agents = { reader: 8, claimant: 16, searcher: 16 } as const;

/** The team and its orders, the same for every size. */
export const team = { people: 5, domains: 8, orders: 20, checkinsOfOrder: 10 } as const;

/** The average number of related rows of a finished action. */
export const perFinished = { events: 2, notes: 0.5 } as const;

/** The age of the history in days: from a week to a little less than the retention of events. */
export const historyDays = { from: 8, to: 88 } as const;

/**
 * The sizes of a workspace with this number of actions. Open work and recent activity are bounded:
 * at most 2,000 actions are open, and 40 % in a small workspace. The rest is history.
 */
export function sizesOf(actions: number): Sizes {
  const open = Math.min(2000, Math.floor(actions * 0.4));
  const share = (part: number): number => Math.max(1, Math.floor(open * part));
  const [inbox, pool, claimed, waiting] = [share(0.15), share(0.25), share(0.04), share(0.2)];
  const recent = share(0.2);
  const history = actions - open;
  return {
    history,
    recent: Math.min(recent, history),
    inReview: share(0.02),
    inbox,
    pool,
    claimed,
    waiting,
    assigned: open - inbox - pool - claimed - waiting,
    activeProjects: share(0.03),
    endedProjects: Math.floor(history / 50),
    openQuestions: share(0.015),
    answeredQuestions: Math.floor(history / 20),
    documents: Math.max(10, Math.floor(actions / 100)),
  };
}
