import { actionsOf, isFree, isOpen } from './action-facts';
import type { Gated } from './approval-model';
import { everybody, mostly, verb, type Plan, type Step } from './plan';
import { createProject, duplicateProject, updateProject, type ProjectWish } from './project-model';
import type { Actor, Model, Project } from './state';

/** Somebody adds a project. */
export const create: Step = (model, draw) => {
  const by = draw.pick(everybody(model));
  if (by === undefined) return undefined;
  const title = `project ${model.projects.length + 1}`;
  const isTemplate = draw.chance(25);
  const workMode = draw.oneOf('sequential', 'parallel');
  const state = draw.oneOf('active', 'active', 'active', 'paused');
  return creation(model, by, { title, isTemplate, workMode, state });
};

/** The request of a project, without leave. */
export function creation(
  model: Model,
  by: Actor,
  { title, isTemplate, workMode, state }: Omit<ProjectWish, keyof Gated>,
): Plan {
  const body = { title, is_template: isTemplate, work_mode: workMode, state };
  return {
    operation: 'createProject',
    by,
    target: undefined,
    input: { body },
    predict: () => {
      const wish = { title, isTemplate, workMode, state, payload: body, leave: undefined };
      return { status: 201, thing: createProject(model, by, wish) };
    },
  };
}

/** Somebody changes a project, or closes it. */
export const update: Step = verb<Project>((model, draw) => ({
  operation: 'updateProject',
  things: model.projects,
  suits: (by, project) => isFree(by) || project.creator === by,
  nearly: (by, project) => isFree(by) && actionsOf(model, project).some(isOpen),
  make: (by, project, isStale) => {
    const state = draw.oneOf('active', 'active', 'paused', 'completed', 'dropped');
    const closesActions = draw.chance(40);
    const isTemplate = draw.chance(25);
    const workMode = draw.oneOf('sequential', 'parallel');
    const fields = draw.oneOf('state', 'state', 'mode', 'template');
    const patch =
      fields === 'state' ? { state } : fields === 'mode' ? { workMode } : { isTemplate };
    const body =
      fields === 'state'
        ? { state, ...(closesActions ? { close_actions: true } : {}) }
        : fields === 'mode'
          ? { work_mode: workMode }
          : { is_template: isTemplate };
    return {
      body,
      predict: () => {
        updateProject(model, by, project, { ...patch, closesActions }, isStale);
        return { status: 200, thing: project };
      },
    };
  },
}));

/** Somebody duplicates a template. */
export const duplicate: Step = verb<Project>((model, draw) => ({
  operation: 'duplicateProject',
  things: mostly(draw, model.projects, ({ isTemplate }) => isTemplate),
  isVersioned: false,
  nearly: (by, project) =>
    project.isTemplate &&
    by.kind === 'agent' &&
    actionsOf(model, project).some(({ assignee }) => assignee?.kind === 'agent'),
  suits: (by, project) =>
    project.isTemplate &&
    !by.mustAsk &&
    (actionsOf(model, project).some(isOpen) || draw.chance(30)),
  make: (by, project) => {
    const title = `project ${model.projects.length + 1}`;
    return {
      body: { title },
      predict: () => {
        const gated = { payload: { title, id: project.id }, leave: undefined };
        const copy = duplicateProject(model, by, project, { title, ...gated });
        return { status: 201, thing: copy };
      },
    };
  },
}));
