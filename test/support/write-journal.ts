import { operationFacts } from '../../generated/handlers';
import type { OperationId } from '../../src/platform/operation';
import type { ApiClient, CallArguments, RawInput, Success } from '../../scripts/requests/client';
import { isRecord, type JsonRecord } from '../../src/platform/json';

/** A write that was sent, and the body of its response if one came. */
export interface Write {
  /** The name of the caller. */
  readonly by: string;
  readonly operation: OperationId;
  readonly input: RawInput;
  response?: JsonRecord;
}

/** The effects of a write, as far as its response shows them. */
interface Effects {
  /** As returned by `eventKey`. */
  readonly events: readonly string[];
  /** The records in the response. */
  readonly records: readonly JsonRecord[];
  /** Fields that the write changes in other records, whose versions increment. */
  readonly change?: { readonly id: string; readonly fields: JsonRecord };
  /** Actions that it makes and does not return. */
  readonly copies?: { readonly projectId: string };
}

/** A record as it must be read again; `whole` when all of its fields are known. */
export interface Known {
  readonly fields: JsonRecord;
  readonly whole: boolean;
}

/** The writes of a load, and the state that must be stored because of the responses. */
export interface Journal {
  /** All writes since `forgetWrites`. */
  readonly writes: readonly Write[];
  /** By id. */
  readonly known: ReadonlyMap<string, Known>;
  /** The keys of the events, unordered. */
  readonly events: readonly string[];
  /** The projects whose actions no response contained. */
  readonly copied: ReadonlySet<string>;
  /**
   * Sends a write. Throws the client's error when no response comes because the server has ended.
   */
  write<Id extends OperationId>(
    by: string,
    operation: Id,
    ...input: CallArguments<Id>
  ): Promise<Success<Id>>;
  /** Records a response that came later, or that a retry returned. */
  settle(write: Write, response: unknown): void;
  /** Records the stored state of records. */
  learn(records: Iterable<JsonRecord>): void;
  /** Removes the writes and retains the known records. */
  forgetWrites(): void;
}

/** A journal of the writes of `callers`, by their names, which are looked up for each write. */
export function startJournal(callers: ReadonlyMap<string, ApiClient>): Journal {
  const known = new Map<string, Known>();
  const events: string[] = [];
  const copied = new Set<string>();
  let writes: Write[] = [];

  const settle = (write: Write, response: unknown): void => {
    write.response = recordOf(response);
    const effects = effectsOf(write, write.response);
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

/** The caller of that name. */
export function callerOf(callers: ReadonlyMap<string, ApiClient>, name: string): ApiClient {
  const caller = callers.get(name);
  if (caller === undefined) throw new Error(`There is no caller ${name}.`);
  return caller;
}

/**
 * An event as the journal compares it: by its project where the journal cannot know the subject.
 */
export function eventKey(
  event: { readonly kind: string; readonly subject_id: string; readonly project_id: string | null },
  copied: ReadonlySet<string>,
): string {
  const { kind, subject_id: subject, project_id: project } = event;
  const isCopy = kind === 'action.created' && project !== null && copied.has(project);
  return `${kind} ${isCopy ? `in ${project}` : subject}`;
}

/** The number of actions in the load's template. */
export const TEMPLATE_SIZE = 5;

function effectsOf({ operation, input }: Write, response: JsonRecord): Effects {
  const effects = effectsBy[operation];
  if (effects === undefined) throw new Error(`The journal does not know what ${operation} does.`);
  return effects(response, input);
}

type EffectsOf = (response: JsonRecord, input: RawInput) => Effects;

const created =
  (kind: string): EffectsOf =>
  (response) => ({ events: [`${kind} ${idOf(response)}`], records: [response] });

const effectsBy: Partial<Record<OperationId, EffectsOf>> = {
  createAction: created('action.created'),
  completeAction: created('action.completed'),
  claimAction: claimed,
  claimNextAction: claimed,
  createActionNote: (response, input) => ({
    ...created('note.created')(response, input),
    change: { id: pathId(input), fields: { latest_note: response, last_activity_note: response } },
  }),
  createQuestion: (response, input) =>
    movingAction(created('question.asked')(response, input), response, 'waiting'),
  respondQuestion: ({ question }, input) => {
    const ended = recordOf(question);
    const kind = ended['state'] === 'closed' ? 'question.closed' : 'question.answered';
    return movingAction(created(kind)(ended, input), ended, 'ready');
  },
  createProject: created('project.created'),
  createProjectNote: created('note.created'),
  duplicateProject: (response) => {
    const projectId = idOf(response);
    const copies = Array.from({ length: TEMPLATE_SIZE }, () => `action.created in ${projectId}`);
    return {
      events: [`project.duplicated ${projectId}`, ...copies],
      records: [response],
      copies: { projectId },
    };
  },
  updateDocument: created('document.updated'),
};

function claimed({ action, reason = 'claimed' }: JsonRecord): Effects {
  if (!isRecord(action)) return { events: [], records: [] };
  const events = reason === 'claimed' ? [`action.claimed ${idOf(action)}`] : [];
  return { events, records: [action] };
}

// A blocking question makes its action wait, and its end makes the action ready again.
function movingAction(effects: Effects, question: JsonRecord, status: string): Effects {
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

/** A value that must be a record. Throws when it is not. */
export function recordOf(value: unknown): JsonRecord {
  if (isRecord(value)) return value;
  throw new Error(`This is no record: ${JSON.stringify(value)}`);
}

/** The id of a record. */
export function idOf(record: JsonRecord): string {
  return String(record['id']);
}

/** The client_request_id by which a write may be retried; PATCH has none. */
export function requestIdOf({ operation, input }: Write): string | undefined {
  if (!operationFacts[operation].acceptsClientRequestId) return undefined;
  return String(recordOf(input.body)['client_request_id']);
}
