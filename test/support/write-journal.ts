import { operationFacts } from '../../generated/handlers';
import type { OperationId } from '../../src/platform/operation';
import type { ApiClient, CallArguments, RawInput, Success } from './client';
import { isRecord, type JsonRecord } from '../../src/platform/json';

/** A write that was sent, and the body of its answer if one came. */
export interface Write {
  /** The name of who asked. */
  readonly by: string;
  readonly operation: OperationId;
  readonly input: RawInput;
  answer?: JsonRecord;
}

/** What a write does, as far as its answer tells. */
interface Effects {
  /** As `eventKey` names them. */
  readonly events: readonly string[];
  /** The records that it answers. */
  readonly records: readonly JsonRecord[];
  /** Fields of another record that it changes, as one version more. */
  readonly change?: { readonly id: string; readonly fields: JsonRecord };
  /** Actions that it makes without answering them. */
  readonly copies?: { readonly projectId: string };
}

/** A record as it must be read again; `whole` when every field of it is known. */
export interface Known {
  readonly fields: JsonRecord;
  readonly whole: boolean;
}

/** The writes of a load, and what must be stored because of those that were answered. */
export interface Journal {
  /** All that were sent since `forgetWrites`. */
  readonly writes: readonly Write[];
  /** By id. */
  readonly known: ReadonlyMap<string, Known>;
  /** What `eventKey` says of the events, in no order. */
  readonly events: readonly string[];
  /** The projects whose actions nobody answered. */
  readonly copied: ReadonlySet<string>;
  /** Sends a write. Throws what the client throws: after the end of the server, that nobody answers. */
  write<Id extends OperationId>(
    by: string,
    operation: Id,
    ...input: CallArguments<Id>
  ): Promise<Success<Id>>;
  /** Takes an answer that came later, or that a repetition gave. */
  settle(write: Write, answer: unknown): void;
  /** Takes records as they are stored. */
  learn(records: Iterable<JsonRecord>): void;
  /** Begins anew: what is known stays. */
  forgetWrites(): void;
}

/** A journal of what `callers` write, by their names; it looks them up for each write. */
export function startJournal(callers: ReadonlyMap<string, ApiClient>): Journal {
  const known = new Map<string, Known>();
  const events: string[] = [];
  const copied = new Set<string>();
  let writes: Write[] = [];

  const settle = (write: Write, answer: unknown): void => {
    write.answer = recordOf(answer);
    const effects = effectsOf(write, write.answer);
    events.push(...effects.events);
    for (const fields of effects.records) known.set(idOf(fields), { fields, whole: true });
    const { change, copies } = effects;
    if (copies !== undefined) copied.add(copies.projectId);
    if (change === undefined) return;
    const { version } = known.get(change.id)?.fields ?? {};
    const fields = { id: change.id, version: Number(version) + 1, ...change.fields };
    known.set(change.id, { fields, whole: false });
  };

  return {
    get writes() {
      return writes;
    },
    known,
    events,
    copied,
    settle,
    async write(by, operation, ...input) {
      const [sent = {}] = input;
      const write: Write = { by, operation, input: sent };
      writes.push(write);
      const body = await callerOf(callers, by).ok(operation, ...input);
      settle(write, body);
      return body;
    },
    learn(records) {
      for (const fields of records) known.set(idOf(fields), { fields, whole: true });
    },
    forgetWrites() {
      writes = [];
    },
  };
}

/** The caller of a name. */
export function callerOf(callers: ReadonlyMap<string, ApiClient>, name: string): ApiClient {
  const caller = callers.get(name);
  if (caller === undefined) throw new Error(`Nobody is called ${name}.`);
  return caller;
}

/** An event as the journal compares it: by its project where the journal cannot know the subject. */
export function eventKey(
  event: { readonly kind: string; readonly subject_id: string; readonly project_id: string | null },
  copied: ReadonlySet<string>,
): string {
  const { kind, subject_id: subject, project_id: project } = event;
  const isCopy = kind === 'action.created' && project !== null && copied.has(project);
  return `${kind} ${isCopy ? `in ${project}` : subject}`;
}

/** How many actions the load's template has. */
export const TEMPLATE_SIZE = 5;

function effectsOf({ operation, input }: Write, answer: JsonRecord): Effects {
  const effects = effectsBy[operation];
  if (effects === undefined) throw new Error(`The journal does not know what ${operation} does.`);
  return effects(answer, input);
}

type EffectsOf = (answer: JsonRecord, input: RawInput) => Effects;

const told =
  (kind: string): EffectsOf =>
  (answer) => ({ events: [`${kind} ${idOf(answer)}`], records: [answer] });

const effectsBy: Partial<Record<OperationId, EffectsOf>> = {
  createAction: told('action.created'),
  completeAction: told('action.completed'),
  claimAction: claimed,
  claimNextAction: claimed,
  createActionNote: (answer, input) => ({
    ...told('note.created')(answer, input),
    change: { id: pathId(input), fields: { latest_note: answer, last_activity_note: answer } },
  }),
  createQuestion: (answer, input) =>
    holding(told('question.asked')(answer, input), answer, 'waiting'),
  respondQuestion: ({ question }, input) => {
    const ended = recordOf(question);
    const kind = ended['state'] === 'closed' ? 'question.closed' : 'question.answered';
    return holding(told(kind)(ended, input), ended, 'ready');
  },
  createProject: told('project.created'),
  createProjectNote: told('note.created'),
  duplicateProject: (answer) => {
    const projectId = idOf(answer);
    const copies = Array.from({ length: TEMPLATE_SIZE }, () => `action.created in ${projectId}`);
    return {
      events: [`project.duplicated ${projectId}`, ...copies],
      records: [answer],
      copies: { projectId },
    };
  },
  updateDocument: told('document.updated'),
};

function claimed({ action, reason = 'claimed' }: JsonRecord): Effects {
  if (!isRecord(action)) return { events: [], records: [] };
  const events = reason === 'claimed' ? [`action.claimed ${idOf(action)}`] : [];
  return { events, records: [action] };
}

// The question is about an action, which it puts on hold or which goes on after it.
function holding(effects: Effects, question: JsonRecord, status: string): Effects {
  const id = String(question['action_id']);
  return {
    ...effects,
    events: [...effects.events, `action.updated ${id}`],
    change: { id, fields: { status } },
  };
}

/** The id in a write's path. */
export function pathId({ path = {} }: RawInput): string {
  return 'id' in path ? String(path.id) : '';
}

/** A value that is a record. Throws when it is something else. */
export function recordOf(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  throw new Error(`This is no record: ${JSON.stringify(value)}`);
}

/** The id of a record. */
export function idOf(record: JsonRecord): string {
  return String(record['id']);
}

/** The key under which a write may be repeated, unless it is a PATCH. */
export function requestIdOf({ operation, input }: Write): string | undefined {
  if (!operationFacts[operation].acceptsClientRequestId) return undefined;
  return String(recordOf(input.body)['client_request_id']);
}
