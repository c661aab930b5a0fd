import { isRecord } from '../../src/platform/json';
import type { Called } from '../requests/client';
import { isBlocked, isOpen, isTemplate } from './action-facts';
import { expectedOf } from './expected';
import { Refusal, statusOf } from './outcome';
import { admit, type Plan, type Predicted } from './plan';
import { checkRecord, throwDifferences, differs, type Real } from './real';
import { readRecord } from './reads';
import type { Action, Model, ModelRecord } from './state';
import { nameOf } from './wire';

/** Sends the request of a plan. Throws unless the outcome agrees with the model. */
export async function perform(model: Model, real: Real, plan: Plan): Promise<void> {
  const { operation, by, input, target } = plan;
  model.events = [];
  const line = `${by.name} ${operation} ${target === undefined ? '' : `${nameOf(model, target)} `}${JSON.stringify(input)}`;
  real.history.push(line);
  const blocked = model.actions.filter(isBlocked);
  const expected = predictOutcome(plan);
  const unblocked = blocked.filter((it) => isOpen(it) && !isTemplate(it) && !isBlocked(it));
  model.events.push(...unblocked.map(() => 'action.unblocked' as const));
  const called = await by.api.send(operation, input);
  const outcome = outcomeOf(called);
  real.history[real.history.length - 1] = `${line} -> ${outcome}`;
  const wanted = expected instanceof Refusal ? refusalOf(expected) : String(expected.status);
  if (wanted !== outcome) {
    throw new Error(`${operation} should respond with ${wanted}: ${JSON.stringify(called.body)}`);
  }
  real.coverage.count(operation, expected instanceof Refusal ? expected.code : wanted);
  if (!(expected instanceof Refusal)) await checkAnswer(model, real, called, expected);
  else if (target !== undefined) await checkTarget(model, real, target);
  await checkEvents(model, real);
}

function predictOutcome(plan: Plan): Predicted | Refusal {
  try {
    admit(plan);
    return plan.predict();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function refusalOf({ code }: Refusal): string {
  return `${statusOf(code)} ${code}`;
}

function outcomeOf({ status, body }: Called): string {
  return status >= 400 && isRecord(body) ? `${status} ${String(body['code'])}` : String(status);
}

async function checkAnswer(
  model: Model,
  real: Real,
  { body }: Called,
  { record, also = {} }: Predicted,
): Promise<void> {
  const seen = recordIn(body);
  if (record !== undefined && record.id === '') record.id = idIn(seen);
  await adopt(model);
  if (record !== undefined) checkRecord(model, real, record, seen);
  throwDifferences(differs(model, also, body, 'the response'));
}

// Some responses are the record, others have it in a field of its name; a question has a field of
// that name too.
function recordIn(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return [body['action'], body['question']].find(isRecord) ?? body;
}

// Records that the write creates and does not return (copies, next occurrences) have to be found.
async function adopt(model: Model): Promise<void> {
  const unknown = model.actions.filter(({ id }) => id === '');
  if (unknown.length === 0) return;
  const [{ api }] = model.participants.people;
  const query = { sort: '-created_at', limit: 100 } as const;
  const { items } = await api.ok('listActions', { query });
  const known = new Set(model.actions.map(({ id }) => id));
  const fresh = items.filter(({ id }) => !known.has(id));
  for (const action of unknown) {
    const candidates = fresh.filter((item) => isItem(action, item));
    const found = candidates.find((item) => isLike(model, action, item)) ?? candidates[0];
    if (found === undefined) throw new Error(`${action.title} should have been created.`);
    action.id = found.id;
    fresh.splice(fresh.indexOf(found), 1);
  }
}

function isItem(
  { title, project }: Action,
  item: { readonly title: string; readonly project_id: string | null },
): boolean {
  return item.title === title && item.project_id === (project?.id ?? null);
}

// Occurrences share a title with their predecessor, and both may be copied at once.
const distinctive = ['status', 'assigned_actor_id', 'position', 'due_at', 'defer_until'] as const;

function isLike(model: Model, action: Action, item: unknown): boolean {
  const expected = expectedOf(model, action);
  const wanted = Object.fromEntries(distinctive.map((name) => [name, expected[name]]));
  return differs(model, wanted, item, action.title).length === 0;
}

function idIn(seen: unknown): string {
  const id = isRecord(seen) ? seen['id'] : undefined;
  if (typeof id !== 'string') throw new Error('The response should have an id.');
  return id;
}

async function checkTarget(model: Model, real: Real, target: ModelRecord): Promise<void> {
  checkRecord(model, real, target, await readRecord(model, target));
}

/** Throws unless the events since the last check agree with the model. */
export async function checkEvents(model: Model, real: Real): Promise<void> {
  const { database, workspaceId } = real;
  const rows: { kind: string; position: number }[] = await database
    .knex('events')
    .where({ workspace_id: workspaceId })
    .where('position', '>', real.position)
    .orderBy('position')
    .select('kind', 'position');
  real.position = Number(rows.at(-1)?.position ?? real.position);
  const seen = rows.map(({ kind }) => kind).toSorted();
  const wanted = model.events.toSorted();
  throwDifferences(differs(model, { kinds: wanted }, { kinds: seen }, 'the events'));
}
