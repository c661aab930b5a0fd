import { DAY, SECOND } from '../../src/platform/time';
import { addAction } from './action-changes';
import {
  actionsOf,
  isClaimedByAnother,
  isOpen,
  mayChange,
  mayChangeAll,
  waitsFor,
} from './action-facts';
import { drop } from './action-model';
import { checkApproval, checkSeen, consumeApproval, type Gated } from './approval-model';
import { demand } from './outcome';
import { type Action, type Actor, type Model, note, type Project } from './state';

/** A new project. */
export interface NewProject
  extends Gated, Pick<Project, 'title' | 'state' | 'isTemplate' | 'workMode'> {}

/** Creates a project. */
export function createProject(model: Model, by: Actor, fields: NewProject): Project {
  checkApproval(by, 'createProject', fields, by.needsApproval);
  const project = addProject(model, by, fields);
  consumeApproval(model, fields);
  note(model, project, 'project.created');
  return project;
}

function addProject(
  model: Model,
  creator: Actor,
  { title, state, isTemplate, workMode }: Omit<NewProject, keyof Gated>,
): Project {
  const project: Project = {
    kind: 'project',
    id: '',
    stamp: 0,
    creator,
    title,
    state,
    isTemplate,
    workMode,
  };
  model.projects.push(project);
  return project;
}

/** The fields of a change. */
export interface ProjectPatch
  extends Gated, Partial<Pick<Project, 'title' | 'state' | 'isTemplate' | 'workMode'>> {
  readonly closesActions: boolean;
}

/** Changes a project; closing it drops its open actions, if the actor may drop each of them. */
export function updateProject(
  model: Model,
  by: Actor,
  project: Project,
  patch: ProjectPatch,
  isStale: boolean,
): void {
  const { closesActions, payload: _payload, approval, ...fields } = patch;
  demand(mayChangeAll(by) || project.creator === by, 'FORBIDDEN');
  const { state } = fields;
  const isClosed = state === 'completed' || state === 'dropped';
  const closes = isClosed && (state !== project.state || closesActions);
  const open = closes ? actionsOf(model, project).filter(isOpen) : [];
  const needsApproval = by.needsApproval && closesActions && open.length > 0;
  const isTemplated = fields.isTemplate === true && !project.isTemplate;
  const touched = isTemplated ? actionsOf(model, project).filter(isOpen) : open;
  for (const action of touched) demand(mayChange(model, by, action), 'FORBIDDEN');
  demand(!needsApproval || approval !== undefined, 'PROPOSAL_REQUIRED');
  demand(!isStale, 'STALE_VERSION');
  demand(open.length === 0 || closesActions, 'PROJECT_HAS_OPEN_ACTIONS');
  for (const action of by.kind === 'user' ? [] : touched) {
    demand(!isClaimedByAnother(model, by, action), 'ALREADY_CLAIMED');
  }
  checkApproval(by, 'updateProject', patch, needsApproval);
  checkSeen(model, patch);
  const { workMode } = fields;
  demand(open.length > 0 || !contradicts(model, project, workMode), 'DEPENDENCY_CYCLE');
  for (const action of open) drop(model, action);
  const before = { ...project };
  Object.assign(project, fields);
  const isMoved = before.state !== project.state;
  const isChanged =
    before.title !== project.title ||
    before.isTemplate !== project.isTemplate ||
    before.workMode !== project.workMode;
  if (open.length > 0 || isMoved || isChanged) consumeApproval(model, patch);
  if (isMoved) note(model, project, 'project.state_changed');
  else if (isChanged) note(model, project, 'project.updated');
}

// Whether the blockers of its actions contradict the order of the project in that mode.
function contradicts(
  model: Model,
  project: Project,
  workMode: Project['workMode'] | undefined,
): boolean {
  if (workMode === undefined || workMode === project.workMode) return false;
  const was = project.workMode;
  project.workMode = workMode;
  const isCycle = actionsOf(model, project).some((action) => waitsFor(model, action, action));
  project.workMode = was;
  return isCycle;
}

// Whether copies of the actions, which are no templates, would wait for themselves.
function copiesWait(model: Model, open: readonly Action[]): boolean {
  const originals = open.map((action) => [action, { ...action }] as const);
  for (const [action] of originals) {
    action.isTemplate = false;
    action.blockers = action.blockers.filter((blocker) => open.includes(blocker));
  }
  const isCycle = open.some((action) => waitsFor(model, action, action));
  for (const [action, was] of originals) Object.assign(action, was);
  return isCycle;
}

/** Makes an active project from a template, with copies of its open actions. */
export function duplicateProject(
  model: Model,
  by: Actor,
  template: Project,
  fields: Gated & { readonly title: string },
): Project {
  const open = template.isTemplate ? actionsOf(model, template).filter(isOpen) : [];
  demand(mayChangeAll(by) || open.every((action) => !isOfAnotherAgent(by, action)), 'FORBIDDEN');
  checkApproval(by, 'duplicateProject', fields, by.needsApproval);
  demand(template.isTemplate, 'NOT_A_TEMPLATE');
  checkSeen(model, fields);
  demand(!copiesWait(model, open), 'DEPENDENCY_CYCLE');
  const project = addProject(model, by, {
    title: fields.title,
    state: 'active',
    isTemplate: false,
    workMode: template.workMode,
  });
  const seconds = secondsToMove(model, open);
  const copies = new Map(
    open.map((action) => [action, copyOf(model, by, later(action, seconds), project)]),
  );
  for (const [original, copy] of copies) {
    copy.blockers = original.blockers.flatMap((blocker) => copies.get(blocker) ?? []);
  }
  consumeApproval(model, fields);
  note(model, project, 'project.duplicated');
  return project;
}

// The whole days in UTC by which copies move, so that none is due before today.
function secondsToMove(model: Model, open: readonly Action[]): number {
  const dues = open.flatMap(({ due }) => due ?? []);
  if (dues.length === 0) return 0;
  const now = Date.now();
  const first = now + (Math.min(...dues) - model.now) * SECOND;
  const days = Math.floor(now / DAY) - Math.floor(first / DAY);
  return Math.max(days, 0) * (DAY / SECOND);
}

function later(action: Action, seconds: number): Action {
  const { due, deferred } = action;
  return {
    ...action,
    due: due === null ? null : due + seconds,
    deferred: deferred === null ? null : deferred + seconds,
  };
}

function copyOf(model: Model, creator: Actor, of: Action, project: Project): Action {
  const { title, assignee, requirements, reviewChoice, position, due, deferred, repeats } = of;
  return addAction(model, {
    title,
    assignee,
    requirements,
    reviewChoice,
    position,
    due,
    deferred,
    repeats,
    creator,
    project,
    status: of.status === 'ready' ? 'ready' : 'inbox',
  });
}

function isOfAnotherAgent(by: Actor, { assignee }: Action): boolean {
  return assignee?.kind === 'agent' && assignee !== by;
}
