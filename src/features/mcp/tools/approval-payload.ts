import { isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type { NamedKind } from '../../../shared/references';
import { repeatedIn, withoutNulls } from './action-tools';
import { withInstants } from './local-times';
import { type Arguments, named, own, type Parameter } from './tool';

const anId = own({ type: ['string', 'null'] }, '');

const common: Readonly<Record<string, Parameter>> = {
  project_id: named(anId, 'project'),
  domain_id: named(anId, 'domain'),
  assigned_actor_id: named(anId, 'actor'),
  assigned_agent_id: named(anId, 'agent'),
};

const kindsById: Readonly<Record<string, NamedKind>> = {
  updateProject: 'project',
  duplicateProject: 'template',
};

/** The members of a payload that may have names in place of ids, as in the tool of the operation. */
export function namesInPayload({ operation }: Arguments): Readonly<Record<string, Parameter>> {
  const kind = Object.hasOwn(kindsById, String(operation))
    ? kindsById[String(operation)]
    : undefined;
  return {
    ...common,
    template_id: named(anId, 'template'),
    actions: { items: common },
    ...(kind !== undefined && { id: named(anId, kind) }),
  };
}

/** Names of arguments of tools that an operation has another field for. */
const fieldOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dropAction: { note: 'reason' },
  updateDocument: { note: 'reason' },
  duplicateProject: { template_id: 'id' },
};

/**
 * The payload of a proposal, which may be written like the arguments of the tool that performs the
 * operation. The tool then sends the same request, so that the permission fits.
 */
export async function payloadOf(args: Arguments, perform: Perform): Promise<unknown> {
  const { operation, payload: given } = args;
  if (!isRecord(given)) return given;
  const payload = await inPlace(() => withInstants(singleAction(operation, given), perform));
  const { time_zone: _, ...fields } = repeatedIn(payload, payload);
  const isCreated = operation === 'createAction' || operation === 'createProject';
  return withEdit(operation, renamed(operation, isCreated ? withoutNulls(fields) : fields));
}

/** The action of a call of `create_actions` with what all of its actions share. */
function singleAction(operation: unknown, { actions, ...shared }: JsonRecord): JsonRecord {
  if (actions === undefined) return shared;
  const [only] = Array.isArray(actions) && actions.length === 1 ? actions : [];
  if (operation !== 'createAction' || !isRecord(only)) return { ...shared, actions };
  const { ref: _, ...action } = only;
  return { ...shared, ...action };
}

function renamed(operation: unknown, fields: JsonRecord): JsonRecord {
  const names = Object.hasOwn(fieldOf, String(operation)) ? fieldOf[String(operation)] : undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names?.[name] ?? name, value]),
  );
}

function withEdit(operation: unknown, { find, replace, ...fields }: JsonRecord): JsonRecord {
  const isEdit = operation === 'updateDocument' && (find !== undefined || replace !== undefined);
  if (isEdit) return { ...fields, edit: { find, replace } };
  return {
    ...fields,
    ...(find !== undefined && { find }),
    ...(replace !== undefined && { replace }),
  };
}

async function inPlace<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ path, code, message }) => ({
      path: `payload/${path}`,
      code,
      message: `payload/${message}`,
    }));
    throw problem(error.code, issues[0]?.message, { issues });
  }
}
