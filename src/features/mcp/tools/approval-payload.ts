import { isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform } from '../../../platform/operation';
import { invalidValue, Problem, problem } from '../../../platform/problems';
import type { NamedKind } from '../../../shared/references';
import { repeatedIn, withoutNulls } from './action-tools';
import { withInstants } from './local-times';
import { type Arguments, named, own, type Parameter } from './tool';

const anId = own({ type: ['string', 'null'] }, '');

const common: Readonly<Record<string, Parameter>> = {
  project_id: named(anId, 'project'),
  domain_id: named(anId, 'domain'),
  order_id: named(anId, 'order'),
  assigned_actor_id: named(anId, 'actor'),
  assigned_agent_id: named(anId, 'agent'),
};

const kindsById: Readonly<Record<string, NamedKind>> = {
  updateProject: 'project',
  duplicateProject: 'template',
  updateDocument: 'document',
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
  const payload = await inPlace(async () => withInstants(singleAction(operation, given), perform));
  const {
    time_zone: _zone,
    include: _include,
    version: _version,
    ...fields
  } = repeatedIn(payload, payload);
  const isCreated = operation === 'createAction' || operation === 'createProject';
  return withEdit(operation, renamed(operation, isCreated ? withoutNulls(fields) : fields));
}

/** The action of a call of `create_actions` with what all of its actions share. */
function singleAction(operation: unknown, { actions, ...shared }: JsonRecord): JsonRecord {
  if (actions === undefined || operation !== 'createAction') {
    return withoutBlockers({ ...shared, ...(actions !== undefined && { actions }) });
  }
  const [only, ...others] = Array.isArray(actions) ? actions : [];
  if (!isRecord(only) || others.length > 0) {
    throw invalidValue('actions', 'actions: a proposal is for one action. Ask for each of them.');
  }
  const { ref: _, ...action } = only;
  return withoutBlockers({ ...shared, ...action });
}

function withoutBlockers(payload: JsonRecord): JsonRecord {
  if (payload['blocked_by'] === undefined) return payload;
  const advice =
    'leave it out here, ask with execute "by_agent", and repeat the refused call with it and with permitted_proposal_id.';
  throw invalidValue('blocked_by', `blocked_by: blockers are no part of a proposal; ${advice}`);
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
