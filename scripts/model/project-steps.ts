import { actionsOf, mayChangeAll, isOpen } from './action-facts';
import type { Gated } from './approval-model';
import { allActors, mostlyMatching, verb, type Plan, type Step } from './plan';
import { createProject, duplicateProject, updateProject, type NewProject } from './project-model';
import type { Actor, Model, Project } from './state';

/** Creates a project. */
export const create: Step = (model, draw) => {
  const by = draw.pick(allActors(model));
  if (by === undefined) return undefined;
  const title = `project ${model.projects.length + 1}`;
  const isTemplate = draw.chance(25);
  const workMode = draw.oneOf('sequential', 'parallel');
  const state = draw.oneOf('active', 'active', 'active', 'paused');
  return creation(model, by, { title, isTemplate, workMode, state });
};

/** A request that creates a project without an approval. */
export function creation(
  model: Model,
  by: Actor,
  { title, isTemplate, workMode, state }: Omit<NewProject, keyof Gated>,
): Plan {
  const body = { title, is_template: isTemplate, work_mode: workMode, state };
  return {
    operation: 'createProject',
    by,
    target: undefined,
    input: { body },
    predict: () => {
      const fields = { title, isTemplate, workMode, state, payload: body, approval: undefined };
      return { status: 201, record: createProject(model, by, fields) };
    },
  };
}

/** Changes a project, or closes it. */
export const update: Step = verb<Project>((model, draw) => ({
  operation: 'updateProject',
  records: model.projects,
  matches: (by, project) => mayChangeAll(by) || project.creator === by,
  nearly: (by, project) => mayChangeAll(by) && actionsOf(model, project).some(isOpen),
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
        const gated = { payload: { ...body, id: project.id }, approval: undefined };
        updateProject(model, by, project, { ...patch, closesActions, ...gated }, isStale);
        return { status: 200, record: project };
      },
    };
  },
}));

/** Duplicates a template. */
export const duplicate: Step = verb<Project>((model, draw) => ({
  operation: 'duplicateProject',
  records: mostlyMatching(draw, model.projects, ({ isTemplate }) => isTemplate),
  isVersioned: false,
  nearly: (by, project) =>
    project.isTemplate &&
    by.kind === 'agent' &&
    actionsOf(model, project).some(({ assignee }) => assignee?.kind === 'agent'),
  matches: (by, project) =>
    project.isTemplate &&
    !by.needsApproval &&
    (actionsOf(model, project).some(isOpen) || draw.chance(30)),
  make: (by, project) => {
    const title = `project ${model.projects.length + 1}`;
    return {
      body: { title },
      predict: () => {
        const gated = { payload: { title, id: project.id }, approval: undefined };
        const copy = duplicateProject(model, by, project, { title, ...gated });
        return { status: 201, record: copy };
      },
    };
  },
}));
