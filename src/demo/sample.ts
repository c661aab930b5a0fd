/**
 * The sample workspace: a small theatre three weeks into its season. Times are in days before now.
 */

/** The two domains. */
export const domains = {
  stage: { name: 'Stage', description: 'Everything behind the curtain.' },
  house: {
    name: 'Front of house',
    description: 'Tickets, the foyer and everything that the audience meets.',
  },
} as const;

/** The three agents. */
export const agents = {
  scribe: { name: 'Scribe', icon: '✍️', capabilities: ['translation', 'proofreading'] },
  rigger: { name: 'Rigger', icon: '🔦', capabilities: ['lighting', 'sound'] },
  usher: { name: 'Usher', icon: '🎟️', capabilities: ['tickets', 'mail'] },
} as const;

/** The documents. */
export const documents = {
  duty: {
    title: 'How we answer ticket mails',
    content:
      '# How we answer ticket mails\n\n- Within one working day.\n- Refunds up to 40 without asking; above that, ask.\n',
  },
  style: {
    title: 'House style',
    content:
      '# House style\n\nBritish spelling. Titles of plays in italics. No exclamation marks.\n',
  },
  grid: {
    title: 'Lighting grid',
    content: { bars: 6, circuits: 48, notes: ['Circuit 31 flickers.'] },
  },
} as const;

/** The standing orders, by agent. */
export const orders = [
  {
    to: 'usher',
    name: 'Answer the ticket mails every day',
    summary: 'The box office mailbox, as the document says.',
    document: 'duty',
    domain: 'house',
    every: 86_400,
    checkins: [
      { ago: 2, kind: 'report', summary: 'Twenty-three mails, two refunds, one for Ada.' },
      { ago: 1, kind: 'report', summary: 'Eleven mails, no refund.' },
    ],
  },
  {
    to: 'scribe',
    name: 'Keep texts in house style',
    summary: 'Programmes, letters, the website.',
    document: 'style',
    domain: 'house',
    every: 604_800,
    checkins: [{ ago: 9, kind: 'report', summary: 'Four pages corrected.' }],
  },
  {
    to: 'rigger',
    name: 'Test the emergency lights once a month',
    summary: null,
    document: null,
    domain: 'stage',
    every: null,
    checkins: [],
  },
] as const;

/** The questions, oldest first; `about` is the title of an action. */
export const questions = [
  {
    by: 'scribe',
    ago: 3,
    about: 'Newsletter for November',
    question: 'Shall the interview go before or after the calendar?',
    choices: ['Before', 'After'],
    onAnswer: 'I move the interview and send the draft.',
    answer: { ago: 2.5, response: 'Before' },
  },
  {
    by: 'rigger',
    ago: 1,
    about: 'Write the cue sheet for the follow spots',
    question: 'Which follow spot does the second operator take?',
    choices: ['Left', 'Right'],
    onAnswer: 'I write the cue sheet for that side.',
  },
  {
    by: 'usher',
    ago: 0.3,
    about: 'Refund the cancelled matinee',
    question: 'A school asks for 320 back. May I refund it?',
    choices: ['Refund it', 'Offer another date'],
    onAnswer: 'I refund it at once, or write to the school.',
  },
  {
    by: 'scribe',
    ago: 0.1,
    about: null,
    question: 'The director signs as “J. M. Ortiz” and as “Jo Ortiz”. Which one do we print?',
    choices: [],
    onAnswer: 'I use that form everywhere in the programme.',
  },
] as const;

/** The records that the greeting suggests to try, by title or text. */
export const suggestions = {
  action: 'Translate the programme notes',
  answer: 'Which follow spot does the second operator take?',
  dismiss: 'A school asks for 320 back. May I refund it?',
} as const;

/** The work of the sample workspace. Times are days relative to now. */

/** The actors of the sample: its owner and its agents. */
export type SampleActor = 'ada' | 'scribe' | 'rigger' | 'usher';

/** An action of the sample; `ago` is when it was created, in days. */
export interface SampleAction {
  readonly title: string;
  readonly ago: number;
  readonly by?: SampleActor;
  readonly status?: 'inbox' | 'ready' | 'waiting';
  /** The assignee; unassigned if absent. */
  readonly to?: SampleActor;
  readonly details?: string;
  readonly dueIn?: number;
  readonly deferFor?: number;
  readonly waitingFor?: string;
  readonly requirements?: readonly string[];
  readonly everyWeek?: true;
  readonly review?: false;
  /** The completion; `ago` is in days. */
  readonly done?: { readonly ago: number; readonly by: SampleActor; readonly result: string };
  /** A heartbeat of the assignee. */
  readonly heartbeat?: { readonly minutesAgo: number; readonly note: string };
  readonly note?: { readonly ago: number; readonly by: SampleActor; readonly body: string };
}

/** A project of the sample with its actions in order. */
export interface SampleProject {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly domain: 'stage' | 'house';
  readonly mode: 'sequential' | 'parallel';
  readonly template?: true;
  readonly dueIn?: number;
  /** Its final state; active if absent. */
  readonly ends?: 'paused' | 'completed';
  readonly actions: readonly SampleAction[];
}

/** The five projects: sequential, parallel, a template, a paused and a completed one. */
export const projects: readonly SampleProject[] = [
  {
    key: 'programme',
    title: 'Winter season programme',
    description: 'Sixteen pages, at the printer by the end of the month. One step after the other.',
    domain: 'house',
    mode: 'sequential',
    dueIn: 12,
    actions: [
      {
        title: 'Collect the texts from the directors',
        ago: 20,
        to: 'scribe',
        done: { ago: 14, by: 'scribe', result: 'All five directors have sent their texts.' },
      },
      {
        title: 'Agree on the page plan',
        ago: 20,
        to: 'ada',
        done: { ago: 12, by: 'ada', result: 'Sixteen pages; the interview goes on page nine.' },
      },
      {
        title: 'Translate the programme notes',
        ago: 19,
        to: 'scribe',
        dueIn: 2,
        details: 'British spelling. Keep the names of the roles as they are in the score.',
        heartbeat: { minutesAgo: 4, note: 'Nine of sixteen pages are translated.' },
      },
      { title: 'Proofread the translation', ago: 19, requirements: ['proofreading'], dueIn: 4 },
      { title: 'Choose the cover photograph', ago: 18, to: 'ada', dueIn: 5 },
      { title: 'Set the pages', ago: 18, dueIn: 7 },
      { title: 'Approve the proofs', ago: 18, to: 'ada', dueIn: 10 },
      { title: 'Send the files to the printer', ago: 18, to: 'usher', dueIn: 12 },
    ],
  },
  {
    key: 'tempest',
    title: 'The Tempest: technical set-up',
    description: 'Light, sound and scenery for the new production.',
    domain: 'stage',
    mode: 'parallel',
    dueIn: 9,
    actions: [
      {
        title: 'Hang the front lights',
        ago: 16,
        to: 'rigger',
        done: { ago: 9, by: 'rigger', result: 'Twelve spots hang; number seven has a new lamp.' },
      },
      {
        title: 'Patch the dimmers',
        ago: 16,
        to: 'rigger',
        done: { ago: 6, by: 'rigger', result: 'Patched as in the plan of the fourth.' },
      },
      {
        title: 'Plot the storm cues',
        ago: 15,
        to: 'rigger',
        dueIn: 1,
        heartbeat: { minutesAgo: 7, note: 'Cues 1 to 14 are in the desk.' },
      },
      { title: 'Record the thunder', ago: 15, requirements: ['sound'], dueIn: 3 },
      { title: 'Record the sea', ago: 15, requirements: ['sound'], dueIn: 3 },
      { title: 'Balance the singers’ microphones', ago: 14, to: 'rigger', dueIn: -1 },
      {
        title: 'Repair the revolve',
        ago: 14,
        to: 'ada',
        status: 'waiting',
        waitingFor: 'The bearing from the manufacturer',
      },
      {
        title: 'Hire the wind machine',
        ago: 13,
        to: 'ada',
        status: 'waiting',
        waitingFor: 'The opera house',
        dueIn: 6,
      },
      { title: 'Focus session with the director', ago: 12, to: 'ada', deferFor: 4, dueIn: 6 },
      { title: 'Write the cue sheet for the follow spots', ago: 12, to: 'rigger' },
      { title: 'Check the emergency lights', ago: 11, requirements: ['lighting'], dueIn: -2 },
      { title: 'Label the cable runs', ago: 11, requirements: ['lighting'] },
      { title: 'Paint the shipwreck', ago: 10, status: 'inbox' },
      { title: 'Ask for a second smoke machine', ago: 9, status: 'inbox', by: 'rigger' },
    ],
  },
  {
    key: 'opening',
    title: 'Opening night',
    description: 'What every opening night needs. Duplicate it for each production.',
    domain: 'stage',
    mode: 'parallel',
    template: true,
    actions: [
      { title: 'Send the invitations', ago: 20, status: 'ready', requirements: ['mail'] },
      { title: 'Reserve the house seats', ago: 20, status: 'ready', requirements: ['tickets'] },
      { title: 'Order the flowers', ago: 20, status: 'ready' },
      { title: 'Brief the ushers', ago: 20, status: 'inbox' },
      { title: 'Book the photographer', ago: 20, status: 'ready' },
      { title: 'Thank the crew', ago: 20, status: 'inbox' },
    ],
  },
  {
    key: 'foyer',
    title: 'Foyer refurbishment',
    description: 'Paused until the city decides about the grant.',
    domain: 'house',
    mode: 'parallel',
    ends: 'paused',
    actions: [
      { title: 'Compare the offers for the floor', ago: 17, to: 'ada' },
      { title: 'Choose the colour of the walls', ago: 17 },
      {
        title: 'Ask the fire brigade about the new doors',
        ago: 16,
        to: 'ada',
        status: 'waiting',
        waitingFor: 'The fire brigade',
      },
      { title: 'Draw the plan of the new bar', ago: 16 },
      { title: 'Store the old chandelier', ago: 16, status: 'inbox' },
    ],
  },
  {
    key: 'gala',
    title: 'Autumn gala',
    description: 'Over, and a success.',
    domain: 'house',
    mode: 'parallel',
    ends: 'completed',
    actions: [
      {
        title: 'Print the table cards',
        ago: 20,
        to: 'scribe',
        done: { ago: 13, by: 'scribe', result: 'One hundred and eighty cards, two languages.' },
      },
      {
        title: 'Answer the guests’ letters',
        ago: 20,
        to: 'usher',
        done: { ago: 12, by: 'usher', result: 'Forty-one letters answered; three went to Ada.' },
      },
      {
        title: 'Light the entrance',
        ago: 19,
        to: 'rigger',
        review: false,
        done: { ago: 11, by: 'rigger', result: 'Eight floods in amber.' },
      },
      {
        title: 'Welcome the mayor',
        ago: 19,
        to: 'ada',
        done: { ago: 10, by: 'ada', result: 'He stayed until the end.' },
      },
      {
        title: 'Count the donations',
        ago: 19,
        to: 'ada',
        done: { ago: 9, by: 'ada', result: '12,340 in total.' },
      },
      { title: 'Rent a second piano', ago: 19 },
      { title: 'Find a reserve for the conjurer', ago: 18, status: 'inbox' },
    ],
  },
];

/** Actions without a project. */
export const standalone: readonly SampleAction[] = [
  { title: 'Call the piano tuner', ago: 0.2, status: 'inbox' },
  { title: 'Idea: a matinee for schools', ago: 1, status: 'inbox' },
  { title: 'The box office printer is out of paper', ago: 0.1, status: 'inbox', by: 'usher' },
  { title: 'Look at the new reservation system', ago: 3, status: 'inbox' },
  { title: 'Answer the critic of the Evening Post', ago: 1, to: 'ada', dueIn: 1 },
  { title: 'Sign the contract with the choir', ago: 2, to: 'ada', dueIn: 0.5 },
  { title: 'Rehearsal plan for December', ago: 5, to: 'ada', dueIn: 8, deferFor: 2 },
  {
    title: 'Invoice of the costume hire',
    ago: 6,
    to: 'ada',
    status: 'waiting',
    waitingFor: 'The costume hire',
  },
  {
    title: 'Answer the ticket mails',
    ago: 2,
    to: 'usher',
    heartbeat: { minutesAgo: 2, note: 'Seventeen answered, four to go.' },
    everyWeek: true,
  },
  { title: 'Refund the cancelled matinee', ago: 4, to: 'usher', dueIn: -1 },
  { title: 'Update the opening hours on the website', ago: 2, requirements: ['mail'] },
  { title: 'Translate the accessibility page', ago: 2, requirements: ['translation'], dueIn: 6 },
  { title: 'Proofread the season brochure', ago: 3, requirements: ['proofreading'], dueIn: 3 },
  { title: 'Test the hearing loop', ago: 3, requirements: ['sound', 'lighting'], dueIn: 2 },
  { title: 'Sort the lost property', ago: 7, dueIn: 20 },
  {
    title: 'Newsletter for November',
    ago: 10,
    to: 'scribe',
    done: { ago: 1, by: 'scribe', result: 'Drafted, with three events and the interview.' },
    note: { ago: 0.5, by: 'ada', body: 'Reads well. I will look at the pictures tonight.' },
  },
  {
    title: 'Group booking of the grammar school',
    ago: 8,
    to: 'usher',
    done: { ago: 2, by: 'usher', result: 'Eighty seats in the stalls on the fourteenth.' },
  },
  {
    title: 'Replace the bulb over the stage door',
    ago: 8,
    requirements: ['lighting'],
    done: { ago: 3, by: 'rigger', result: 'Replaced, and a spare is in the drawer.' },
  },
  { title: 'Renew the fire insurance', ago: 15, to: 'ada', deferFor: 10, dueIn: 25 },
  {
    title: 'Archive the posters of the last season',
    ago: 12,
    to: 'scribe',
    note: { ago: 8, by: 'scribe', body: 'The posters of March and April are missing.' },
  },
];
