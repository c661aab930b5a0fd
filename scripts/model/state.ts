import type { components } from '../../generated/types';
import type { EventKind } from '../../src/shared/events';
import type { ApiClient } from '../requests/client';

type Schemas = components['schemas'];

/** An actor of a sequence. */
export interface Actor {
  readonly name: string;
  readonly kind: 'user' | 'agent';
  readonly id: string;
  /** For agents only. */
  readonly agentId: string | null;
  readonly isSysadmin: boolean;
  readonly canReview: boolean;
  /** Whether it needs approval for gated operations. */
  readonly needsApproval: boolean;
  readonly capabilities: readonly string[];
  readonly api: ApiClient;
  /** The state of an agent; people stay active. */
  state: 'active' | 'paused' | 'revoked';
}

/**
 * The fields of all records of a sequence. `stamp` counts its changes; `id` is the server's, empty
 * before the response.
 */
interface Made {
  id: string;
  stamp: number;
  readonly creator: Actor;
}

/** A project. */
export interface Project extends Made {
  readonly kind: 'project';
  readonly title: string;
  state: Schemas['ProjectState'];
  isTemplate: boolean;
  workMode: Schemas['WorkMode'];
}

/** A claim; it expires at `until`, and is stored until the next write. At rest, `until` is null. */
export interface Claim {
  readonly claimant: Actor;
  readonly until: number | null;
  /** The worker of the agent; null if the request named none. */
  readonly worker: string | null;
  readonly lease: number;
}

/** An action. Times are seconds of the model's clock. */
export interface Action extends Made {
  readonly kind: 'action';
  readonly title: string;
  /** The position in the order of creation. */
  readonly age: number;
  status: Schemas['ActionStatus'];
  assignee: Actor | null;
  project: Project | null;
  isTemplate: boolean;
  requirements: readonly string[];
  /** The chosen `requires_review`; null for the default. */
  reviewChoice: boolean | null;
  review: Schemas['Review']['state'];
  finisher: Actor | null;
  claim: Claim | null;
  /** The agent that claimed it last, also after its claim has ended. */
  lastClaimant: Actor | null;
  /** The agent that released it, and until when no queue offers it to that agent. */
  released: { readonly by: Actor; readonly until: number } | null;
  generation: number;
  blockers: Action[];
  /** Whether only a question made it wait. */
  waitsForAnswer: boolean;
  position: number | null;
  due: number | null;
  deferred: number | null;
  repeats: boolean;
  spawnedFrom: Action | null;
  sourceKey: string | null;
  /** When its assignee last acted on it. */
  activeAt: number | null;
  lastActivity: number;
}

/** A question. */
export interface Question extends Made {
  readonly kind: 'question';
  state: Schemas['QuestionState'];
  readonly scope: Action | Project | 'order' | null;
  readonly blocking: boolean;
  readonly addressee: Actor;
  readonly choicesOnly: boolean;
  readonly expires: number | null;
  readonly onTimeout: Schemas['QuestionTimeout'];
  timedOut: boolean;
  response: string | null;
  responder: Actor | null;
}

/** A proposal; payloads are as sent. */
export interface Proposal extends Made {
  readonly kind: 'proposal';
  state: Schemas['ProposalState'];
  readonly operation: Exclude<Schemas['GatedOperation'], 'updateDocument'>;
  readonly payload: Readonly<Record<string, unknown>>;
  permitted: Readonly<Record<string, unknown>> | null;
  /** What the person saw of the target; see `seenOf`. Null unless it was permitted. */
  seen: readonly string[] | null;
  /** When the permission expires; null unless it was permitted. */
  until: number | null;
  decider: Actor | null;
}

/** An agent as a record; `id` is the agent's. */
export interface Worker {
  readonly kind: 'worker';
  id: string;
  stamp: number;
  readonly actor: Actor;
}

/** Any record that a sequence makes or changes. */
export type ModelRecord = Action | Project | Question | Proposal | Worker;

/** The actors of a sequence and the records that existed before it. */
export interface Participants {
  readonly people: readonly [owner: Actor, member: Actor];
  /** Two workers with different capabilities, one that requires approval, a sysadmin. */
  readonly agents: readonly [Actor, Actor, Actor, Actor];
  readonly order: { readonly id: string; readonly agent: Actor };
}

/** The states and rules of the service, as far as sequences change them. */
export interface Model {
  readonly participants: Participants;
  /** The start of the model's clock, in milliseconds of the real one. */
  begun: number;
  /** Seconds by which the clock was advanced. */
  now: number;
  /** The number of records ever made, for names and the order of creation. */
  made: number;
  readonly actions: Action[];
  readonly projects: Project[];
  readonly questions: Question[];
  readonly proposals: Proposal[];
  readonly workers: readonly Worker[];
  /** The events of the current request. */
  events: EventKind[];
}

/** The model of a new workspace. */
export function emptyModel(participants: Participants): Model {
  return {
    participants,
    begun: Date.now(),
    now: 0,
    made: 0,
    actions: [],
    projects: [],
    questions: [],
    proposals: [],
    workers: participants.agents.map((actor) => ({
      kind: 'worker',
      id: actor.agentId ?? '',
      stamp: 0,
      actor,
    })),
    events: [],
  };
}

/** Counts a change of a record and adds its events. */
export function note(model: Model, record: ModelRecord, ...events: EventKind[]): void {
  record.stamp += 1;
  model.events.push(...events);
}

/** A unique title, in the order of creation. */
export function nextNumber(model: Model): number {
  model.made += 1;
  return model.made;
}
