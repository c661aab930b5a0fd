/** How many rows of each kind a seeded workspace has. */
export interface Sizes {
  /** Finished and dropped actions: everything beyond the open ones. */
  readonly history: number;
  /** Of the history, what ended in the last seven days. */
  readonly recent: number;
  /** Of what is recent, what waits for a review. */
  readonly inReview: number;
  readonly inbox: number;
  /** Ready and nobody's, free for every agent to claim. */
  readonly pool: number;
  /** Ready and assigned. */
  readonly assigned: number;
  /** Assigned, ready and under a live claim: the ones that heartbeats go to. */
  readonly held: number;
  readonly waiting: number;
  readonly activeProjects: number;
  readonly endedProjects: number;
  readonly openQuestions: number;
  readonly answeredQuestions: number;
  readonly documents: number;
}

/**
 * Agents by what the benchmark does with them, so that the writes of some don't grow what the
 * others read.
 */
export const agents = { reader: 8, holder: 16, searcher: 16 } as const;

/** The rest of the team and of its standing arrangements, the same at every size. */
export const team = { people: 5, domains: 8, orders: 20, checkinsOfOrder: 10 } as const;

/** How many rows one finished action brings along. */
export const perFinished = { events: 2, notes: 0.5 } as const;

/**
 * The days that the history lies back: from last week to a little less than what events are kept
 * for.
 */
export const historyDays = { from: 8, to: 88 } as const;

/**
 * The proportions of a workspace of so many actions: a team has a bounded amount of open work,
 * 2,000 actions at most and 40 % of small workspaces, and of recent activity; all the rest is
 * history.
 */
export function sizesOf(actions: number): Sizes {
  const open = Math.min(2000, Math.floor(actions * 0.4));
  const share = (part: number): number => Math.max(1, Math.floor(open * part));
  const [inbox, pool, held, waiting] = [share(0.15), share(0.25), share(0.04), share(0.2)];
  const recent = share(0.2);
  const history = actions - open;
  return {
    history,
    recent: Math.min(recent, history),
    inReview: share(0.02),
    inbox,
    pool,
    held,
    waiting,
    assigned: open - inbox - pool - held - waiting,
    activeProjects: share(0.03),
    endedProjects: Math.floor(history / 50),
    openQuestions: share(0.015),
    answeredQuestions: Math.floor(history / 20),
    documents: Math.max(10, Math.floor(actions / 100)),
  };
}
