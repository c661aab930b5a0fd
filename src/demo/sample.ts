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
