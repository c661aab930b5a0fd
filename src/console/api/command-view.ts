const nowLists = ['requests', 'reviews', 'proposals', 'orders', 'stalled', 'agents'] as const;

/** The parameters of the command view on the screen Now. */
export const nowRead = { params: { query: { include: [...nowLists] } } };

/** The parameters of the command view for its counts. */
export const countsRead = { params: { query: { include: ['proposals' as const] } } };

/** Besides the events, because a stalled action or an overdue check-in is no event. */
export const readAgain = { refetchInterval: 60_000 } as const;
