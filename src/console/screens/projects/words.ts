import type { components } from 'callboard-client';

/** The ways in which the actions of a project are ordered, with what each means. */
export const modes = [
  {
    value: 'sequential',
    name: 'In sequence',
    about:
      'One action after the other. The next one can begin when the one before it is done and no review of it waits.',
  },
  {
    value: 'parallel',
    name: 'In parallel',
    about: 'All actions that are ready can be done at the same time.',
  },
] as const;

/** The states of a project, with what each means. */
export const states: Readonly<
  Record<components['schemas']['ProjectState'], { readonly name: string; readonly about: string }>
> = {
  active: { name: 'Active', about: 'Its actions can be taken up.' },
  paused: { name: 'Paused', about: 'Nobody can take up its actions until it is resumed.' },
  completed: { name: 'Completed', about: 'It has ended. Reactivate it to go on.' },
  dropped: { name: 'Dropped', about: 'It was given up. Reactivate it to go on.' },
};

/** The statuses of an action. */
export const statuses: Readonly<Record<components['schemas']['ActionStatus'], string>> = {
  inbox: 'Captured',
  ready: 'Ready',
  waiting: 'Waiting',
  done: 'Done',
  dropped: 'Dropped',
};
