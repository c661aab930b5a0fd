import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import { bool, json, strings } from '../../../platform/db/statements/columns';
import type { ReadHandler } from '../../../platform/operation';
import { countCharacters } from '../../../platform/text-length';
import { isHiddenAction, type History } from '../../../shared/plans';
import { findLabelNames } from '../../../shared/reference-store';
import { toPayload } from '../proposal-mapping';
import type { Payload, GatedOperation } from '../proposal-rules';
import { getProposalRow } from '../proposal-store';
import {
  digestOfState,
  type TargetKind,
  fieldsOf,
  meaningColumns,
  type Seen,
  targetKinds,
  type TargetState,
  TemplateState,
  wholeOf,
} from './target-rules';
import {
  findName,
  type NamedTable,
  type TargetAction,
  type TargetDocument,
  type TargetProject,
  findTargetAction,
  findTargetActions,
  findTargetBlockers,
  findTargetDocument,
  findTargetLinks,
  findTargetProject,
  type TargetKey,
} from './target-store';

type Name = components['schemas']['ProposalTargetName'];

/** Reads what a proposal would change, as it is now. */
export const getProposalTarget: ReadHandler<'getProposalTarget'> = async ({ path }, ctx) => {
  const { reader, workspaceId } = ctx;
  const row = await getProposalRow(reader, workspaceId, path.id);
  const payload = toPayload(row.permitted_payload ?? row.payload);
  const target = await readTarget(ctx, row.operation, payload);
  const names = await namesIn(reader, workspaceId, { payload, target });
  const { action, actions } = target;
  const shown = action === undefined ? actions.rows : [action];
  const labelsOf = await findLabelNames(reader, workspaceId, shown);
  return { status: 200, body: toTarget(row.id, target, { names, labelsOf }) };
};

// The fields of payloads that have ids, besides the target's.
const tables: Readonly<Record<string, NamedTable>> = {
  assigned_actor_id: 'actors',
  assigned_agent_id: 'agents',
  domain_id: 'domains',
  order_id: 'orders',
  project_id: 'projects',
  source_agent_request_id: 'agent_requests',
};

/** The ids in a payload with the names of their records. */
async function namesIn(
  reader: Reader,
  workspaceId: string,
  { payload, target }: { readonly payload: Payload; readonly target: Target },
): Promise<Name[]> {
  const own =
    target.id === null ? [] : [{ field: 'id', id: target.id, name: titleOf(target) ?? null }];
  const others = Object.entries(tables).flatMap(([field, table]) => {
    const id = idIn(payload, field);
    return id === null ? [] : [{ field, table, id }];
  });
  const named = others.map(async ({ field, table, id }) => {
    const name = await findName(reader, table, { workspaceId, id });
    return { field, id, name: name ?? null };
  });
  return [...own, ...(await Promise.all(named))];
}

function titleOf({ action, project, document }: Target): string | undefined {
  return (action ?? project ?? document)?.title;
}

type Schemas = components['schemas'];

const types: Readonly<Record<TargetKind, Schemas['ProposalTarget']['type']>> = {
  none: 'none',
  action: 'action',
  closing: 'project',
  document: 'document',
  template: 'project',
};

/** A target in the contract's shape. */
function toTarget(
  proposalId: string,
  target: Target,
  { names, labelsOf }: { readonly names: readonly Name[]; readonly labelsOf: LabelsOf },
): Schemas['ProposalTarget'] {
  const { action, project, document } = target;
  return {
    proposal_id: proposalId,
    type: types[target.kind],
    id: target.id,
    digest: digestOfState(target.state),
    action: action === undefined ? null : toAction(action, labelsOf, []),
    project: project === undefined ? null : toProject(project),
    document: document === undefined ? null : toDocument(document),
    actions: target.actions.rows.map((row) => toAction(row, labelsOf, target.blockersOf(row.id))),
    actions_omitted: target.actions.omitted,
    links: target.links.rows.map(({ id, title, url, document_id, action_id, project_id }) => ({
      id,
      title,
      url,
      document_id,
      action_id,
      project_id,
    })),
    links_omitted: target.links.omitted,
    names: [...names],
  };
}

type LabelsOf = Awaited<ReturnType<typeof findLabelNames>>;

function toAction(
  row: TargetAction,
  labelsOf: LabelsOf,
  blockedBy: readonly string[],
): Schemas['ProposalTargetAction'] {
  return {
    id: row.id,
    title: row.title,
    details: row.details,
    status: row.status,
    assigned_actor_id: row.assigned_actor_id,
    assigned_actor_name: row.assigned_actor_name,
    project_id: row.project_id,
    project_title: row.project_title,
    order_id: row.order_id,
    order_name: row.order_name,
    requirements: strings(row.requirements),
    requires_review: bool(row.requires_review),
    delegate_label: row.delegate_label,
    defer_until: row.defer_until,
    due_at: row.due_at,
    priority: row.priority,
    labels: labelsOf(row),
    blocked_by: [...blockedBy],
  };
}

function toProject(row: TargetProject): Schemas['ProposalTargetProject'] {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    domain_id: row.domain_id,
    domain_name: row.domain_name,
    is_template: bool(row.is_template),
    state: row.state,
    work_mode: row.work_mode,
    due_at: row.due_at,
  };
}

function toDocument(row: TargetDocument): Schemas['ProposalTargetDocument'] {
  return {
    id: row.id,
    title: row.title,
    access_mode: row.access_mode,
    content: json(row.content),
  };
}

// The number of actions that one statement reads; their details are long.
const BATCH = 200;

/** The access to the target of a request. */
type TargetAccess = History & { readonly reader: Reader; readonly workspaceId: string };

/** A list of the first records that are shown, within the limits of a response. */
interface Shown<Row> {
  readonly rows: readonly Row[];
  readonly omitted: number;
}

/** The target of a request as it is now: what a person sees, and the state that it stands for. */
interface Target {
  readonly kind: TargetKind;
  /** The id that the payload names; null when it names none or the operation has no target. */
  readonly id: string | null;
  readonly state: TargetState;
  readonly action?: TargetAction | undefined;
  readonly project?: TargetProject | undefined;
  readonly document?: TargetDocument | undefined;
  readonly actions: Shown<TargetAction>;
  readonly links: Shown<Seen<'link'>>;
  /** The blockers of an action within its template. */
  readonly blockersOf: (actionId: string) => readonly string[];
}

type Found = Pick<Target, 'state'> & Partial<Target>;

/**
 * Reads the target of a gated request. A record that does not exist, or that the plan's history
 * hides, has an empty state. Reads the actions of a project in batches, and keeps of each only its
 * digest and what is shown.
 */
export async function readTarget(
  access: TargetAccess,
  operation: GatedOperation,
  payload: Payload,
): Promise<Target> {
  const kind = targetKinds[operation];
  const id = idIn(payload, 'id');
  const found = await readers[kind](access, { workspaceId: access.workspaceId, id: id ?? '' });
  return { ...nothing, ...found, kind, id: kind === 'none' ? null : id };
}

const maxIdLength = 200;

/**
 * The id in a field of a payload; null if there is none. A person permits any payload, which the
 * contract checks when the agent sends it.
 */
function idIn(payload: Payload, field: string): string | null {
  const id = payload[field];
  return typeof id === 'string' && id !== '' && countCharacters(id) <= maxIdLength ? id : null;
}

const nothing = {
  actions: { rows: [], omitted: 0 },
  links: { rows: [], omitted: 0 },
  blockersOf: () => [],
};

const readers: Readonly<
  Record<TargetKind, (access: TargetAccess, key: TargetKey) => Promise<Found>>
> = {
  none: () => Promise.resolve({ state: new Map() }),
  action: readAction,
  closing: readClosing,
  document: readDocument,
  template: readTemplate,
};

async function readAction(access: TargetAccess, key: TargetKey): Promise<Found> {
  if (await isHiddenAction(access, key.id)) return { state: new Map() };
  const action = await findTargetAction(access.reader, key);
  return { action, state: new Map(action === undefined ? [] : fieldsOf('action', action)) };
}

async function readDocument({ reader }: TargetAccess, key: TargetKey): Promise<Found> {
  const document = await findTargetDocument(reader, key);
  return { document, state: new Map(document === undefined ? [] : fieldsOf('document', document)) };
}

async function readClosing({ reader }: TargetAccess, key: TargetKey): Promise<Found> {
  const project = await findTargetProject(reader, key);
  const state = new Map(project === undefined ? [] : fieldsOf('project', project));
  const actions = showFirst<TargetAction>();
  for await (const rows of batchesOf(reader, key)) {
    for (const row of rows) state.set(...wholeOf('action', row, meaningColumns));
    actions.add(rows);
  }
  return { project, state, actions: actions.shown() };
}

async function readTemplate({ reader }: TargetAccess, key: TargetKey): Promise<Found> {
  const template = new TemplateState();
  const [actions, links] = [showFirst<TargetAction>(), showFirst<Seen<'link'>>()];
  const addLinks = async (column: 'action_id' | 'project_id', ids: readonly string[]) => {
    const rows = await findTargetLinks(reader, key.workspaceId, { column, ids });
    template.addLinks(rows);
    links.add(rows);
  };
  const project = await findTargetProject(reader, key);
  if (project === undefined) return { state: new Map() };
  template.addProject(project);
  await addLinks('project_id', [key.id]);
  for await (const rows of batchesOf(reader, key)) {
    const ids = rows.map(({ id }) => id);
    template.addActions(rows);
    actions.add(rows);
    await addLinks('action_id', ids);
    template.addBlockers(await findTargetBlockers(reader, key.workspaceId, ids));
  }
  return {
    project,
    state: template.state(),
    actions: actions.shown(),
    links: links.shown(),
    blockersOf: (actionId) => template.blockersOf(actionId),
  };
}

/** The open actions of a project, in batches. */
async function* batchesOf(reader: Reader, project: TargetKey): AsyncGenerator<TargetAction[]> {
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const rows: TargetAction[] = await findTargetActions(reader, project, {
      afterId,
      limit: BATCH,
    });
    if (rows.length > 0) yield rows;
    afterId = rows.length < BATCH ? undefined : rows.at(-1)?.id;
  }
}

/** Keeps the first rows within the limits of a response, and counts the others. */
function showFirst<Row>() {
  const rows: Row[] = [];
  let [count, bytes, isFull] = [0, 0, false];
  return {
    add(more: readonly Row[]): void {
      count += more.length;
      for (const row of more) {
        if (isFull) return;
        bytes += Buffer.byteLength(JSON.stringify(row));
        isFull = rows.length === limits.target_records || (rows.length > 0 && bytes > maxBytes);
        if (!isFull) rows.push(row);
      }
    },
    shown: (): Shown<Row> => ({ rows, omitted: count - rows.length }),
  };
}

const maxBytes = limits.view_bytes;
