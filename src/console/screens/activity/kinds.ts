import { kindsOf, type EventKind, type Subject } from '../../api/event-kinds';

/** A group of kinds of events, which a person can choose. */
interface Group {
  readonly value: string;
  readonly name: string;
  readonly kinds: readonly EventKind[];
}

const names = {
  work: 'Actions',
  questions: 'Questions',
  proposals: 'Proposals',
  projects: 'Projects',
  documents: 'Documents, notes and links',
  orders: 'Orders and check-ins',
  agents: 'Agents and their access',
  people: 'People and sign-ins',
  workspace: 'Workspace and webhooks',
} as const;

// A record, because the compiler then asks for the group of a new subject.
const groupOf: Readonly<Record<Subject, keyof typeof names>> = {
  action: 'work',
  claim: 'work',
  question: 'questions',
  proposal: 'proposals',
  project: 'projects',
  document: 'documents',
  note: 'documents',
  link: 'documents',
  order: 'orders',
  checkin: 'orders',
  agent: 'agents',
  token: 'agents',
  oauth_grant: 'agents',
  user: 'people',
  session: 'people',
  invitation: 'people',
  workspace: 'workspace',
  domain: 'workspace',
  webhook: 'workspace',
};

/** The groups of the kinds of events. Heartbeats are apart, because there are many. */
export const groups: readonly Group[] = [
  ...Object.entries(names).map(([value, name]) => ({
    value,
    name,
    kinds: kindsOf(
      Object.keys(groupOf)
        .filter(isSubject)
        .filter((one) => groupOf[one] === value),
    ),
  })),
  { value: 'heartbeats', name: 'Heartbeats', kinds: ['action.heartbeat'] },
];

function isSubject(name: string): name is Subject {
  return name in groupOf;
}
