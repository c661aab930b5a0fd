import type { components } from '../../../generated/types';
import type { EventKind } from '../../../src/shared/events';
import type { ApiClient } from '../client';

type Schemas = components['schemas'];

/** Somebody who acts in a sequence. */
export interface Actor {
  readonly name: string;
  readonly kind: 'user' | 'agent';
  readonly id: string;
  /** Of an agent. */
  readonly agentId: string | null;
  readonly isSysadmin: boolean;
  /** Whether it needs leave for gated operations. */
  readonly mustAsk: boolean;
  readonly capabilities: readonly string[];
  readonly api: ApiClient;
  /** What has become of an agent; people stay active. */
  state: 'active' | 'paused' | 'revoked';
}

/** What everything has that a sequence makes. `stamp` counts its changes; `id` is the server's, empty until it told. */
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

/** A claim; it has run out once the clock shows `until`, and stays until somebody acts. */
export interface Claim {
  readonly holder: Actor;
  readonly until: number;
  readonly lease: number;
}

/** An action. Times are seconds of the model's clock. */
export interface Action extends Made {
  readonly kind: 'action';
  readonly title: string;
  /** The place in the order of creation. */
  readonly age: number;
  status: Schemas['ActionStatus'];
  assignee: Actor | null;
  project: Project | null;
  isTemplate: boolean;
  requirements: readonly string[];
  /** Whether it requires review, null where nobody chose. */
  reviewChoice: boolean | null;
  review: Schemas['Review']['state'];
  finisher: Actor | null;
  claim: Claim | null;
  generation: number;
  blockers: Action[];
  /** Whether a question, and nobody else, made it wait. */
  waitsForAnswer: boolean;
  position: number | null;
  due: number | null;
  deferred: number | null;
  repeats: boolean;
  spawnedFrom: Action | null;
  sourceKey: string | null;
  /** When its assignee was last active on it. */
  activeAt: number | null;
  lastActivity: number;
}

/** A question. */
export interface Question extends Made {
  readonly kind: 'question';
  state: Schemas['QuestionState'];
  readonly scope: Action | Project | 'order' | null;
  readonly blocking: boolean;
  readonly asked: Actor;
  readonly choicesOnly: boolean;
  readonly expires: number | null;
  readonly onTimeout: Schemas['QuestionTimeout'];
  timedOut: boolean;
  response: string | null;
  responder: Actor | null;
}

/** A proposal; payloads are as they are sent. */
export interface Proposal extends Made {
  readonly kind: 'proposal';
  state: Schemas['ProposalState'];
  readonly operation: Exclude<Schemas['GatedOperation'], 'updateDocument'>;
  readonly payload: Readonly<Record<string, unknown>>;
  permitted: Readonly<Record<string, unknown>> | null;
  decider: Actor | null;
}

/** An agent as people manage it; `id` is that of the agent. */
export interface Worker {
  readonly kind: 'worker';
  id: string;
  stamp: number;
  readonly actor: Actor;
}

/** Anything that a sequence makes or changes. */
export type Thing = Action | Project | Question | Proposal | Worker;

/** The actors of a sequence and what was there before it began. */
export interface Cast {
  readonly people: readonly [owner: Actor, member: Actor];
  /** Two workers with different capabilities, one that must ask leave, a sysadmin. */
  readonly agents: readonly [Actor, Actor, Actor, Actor];
  readonly order: { readonly id: string; readonly keeper: Actor };
}

/** The service as product sections 3 and 4 describe it, as far as sequences move it. */
export interface Model {
  readonly cast: Cast;
  /** When the model's clock began, in milliseconds of the real one. */
  begun: number;
  /** Seconds that have been let pass. */
  now: number;
  /** Everything that was ever made, for names and the order of age. */
  made: number;
  readonly actions: Action[];
  readonly projects: Project[];
  readonly questions: Question[];
  readonly proposals: Proposal[];
  readonly workers: readonly Worker[];
  /** The events of the request at hand. */
  events: EventKind[];
}

/** The model of a workspace in which nothing has happened yet. */
export function emptyModel(cast: Cast): Model {
  return {
    cast,
    begun: Date.now(),
    now: 0,
    made: 0,
    actions: [],
    projects: [],
    questions: [],
    proposals: [],
    workers: cast.agents.map((actor) => ({
      kind: 'worker',
      id: actor.agentId ?? '',
      stamp: 0,
      actor,
    })),
    events: [],
  };
}

/** Notes a change of a thing, and the events that tell of it. */
export function note(model: Model, thing: Thing, ...events: EventKind[]): void {
  thing.stamp += 1;
  model.events.push(...events);
}

/** A title that nothing else has, and the order of age. */
export function nextNumber(model: Model): number {
  model.made += 1;
  return model.made;
}
