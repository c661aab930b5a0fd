import { limits } from '../../../../generated/limits';
import { isHiddenAction, type History } from '../../../shared/plans';
import type { Reader } from '../../../platform/db/reader';
import { countCharacters } from '../../../platform/text-length';
import type { GatedOperation, Payload } from '../proposal-rules';
import {
  fieldsOf,
  meaningColumns,
  type Seen,
  type TargetKind,
  targetKinds,
  type TargetState,
  TemplateState,
  wholeOf,
} from './target-rules';
import {
  findTargetAction,
  findTargetActions,
  findTargetBlockers,
  findTargetDocument,
  findTargetLinks,
  findTargetProject,
  type TargetAction,
  type TargetDocument,
  type TargetKey,
  type TargetProject,
} from './target-store';

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
export interface Target {
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
export function idIn(payload: Payload, field: string): string | null {
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
