/** The views of actions, each with what it lists and what an empty one means. */
export const views = [
  {
    value: 'ready',
    name: 'Ready',
    path: '/v1/views/ready',
    about: 'Actions that can be done now, in the order in which to take them.',
    empty: 'Actions appear here when they can be done now: ready, not deferred and not blocked.',
  },
  {
    value: 'working',
    name: 'Working',
    path: '/v1/views/working',
    about: 'Actions that somebody works on, the latest activity first.',
    empty: 'Actions appear here while a person or an agent works on them.',
  },
  {
    value: 'waiting',
    name: 'Waiting',
    path: '/v1/views/waiting',
    about: 'Actions that wait for somebody or something outside, the oldest activity first.',
    empty: 'Actions appear here while they wait for somebody or something outside.',
  },
  {
    value: 'stalled',
    name: 'Stalled',
    path: '/v1/views/stalled',
    about: 'Assigned actions without activity for a while, the oldest activity first.',
    empty: 'Assigned actions appear here when nobody has worked on them for a while.',
  },
  {
    value: 'deferred',
    name: 'Deferred',
    path: '/v1/views/deferred',
    about: 'Actions that are hidden until a date, the soonest first.',
    empty: 'Actions appear here while they are deferred to a later date.',
  },
] as const;

/** One of the views. */
export type View = (typeof views)[number];
