import { addAction } from './action-changes';
import { actionsOf, isOpen, mayChangeAll } from './action-facts';
import { drop } from './action-model';
import { checkApproval, consumeApproval, type Gated } from './approval-model';
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
export interface ProjectPatch extends Partial<Pick<Project, 'state' | 'isTemplate' | 'workMode'>> {
  readonly closesActions: boolean;
}

/** Changes a project; closing it drops its open actions. */
export function updateProject(
  model: Model,
  by: Actor,
  project: Project,
  { closesActions, ...fields }: ProjectPatch,
  isStale: boolean,
): void {
  demand(mayChangeAll(by) || project.creator === by, 'FORBIDDEN');
  const { state } = fields;
  const isClosed = state === 'completed' || state === 'dropped';
  const closes = isClosed && (state !== project.state || closesActions);
  const open = closes ? actionsOf(model, project).filter(isOpen) : [];
  demand(mayChangeAll(by) || open.every((action) => !isOfAnotherAgent(by, action)), 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  demand(open.length === 0 || closesActions, 'PROJECT_HAS_OPEN_ACTIONS');
  for (const action of open) drop(model, action);
  const before = { ...project };
  Object.assign(project, fields);
  const isMoved = before.state !== project.state;
  const isChanged =
    before.isTemplate !== project.isTemplate || before.workMode !== project.workMode;
  if (isMoved) note(model, project, 'project.state_changed');
  else if (isChanged) note(model, project, 'project.updated');
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
  const project = addProject(model, by, {
    title: fields.title,
    state: 'active',
    isTemplate: false,
    workMode: template.workMode,
  });
  const copies = new Map(open.map((action) => [action, copyOf(model, by, action, project)]));
  for (const [original, copy] of copies) {
    copy.blockers = original.blockers.flatMap((blocker) => copies.get(blocker) ?? []);
  }
  consumeApproval(model, fields);
  note(model, project, 'project.duplicated');
  return project;
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
