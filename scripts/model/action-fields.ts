import type { ActionPatch, NewAction } from './action-model';
import type { Draw } from './draw';
import { allActors } from './plan';
import type { Actor, Model, Project } from './state';
import { idOf, toWireTime } from './wire';

/** The id of a project that does not exist. */
const nowhere = 'prj_nothing';

/** The defaults of a new action. */
export const defaultFields = {
  status: 'ready',
  project: null,
  isTemplate: false,
  noReview: false,
  requirements: [],
  sourceKey: null,
  position: null,
  due: null,
  deferred: null,
  repeats: false,
} as const;

/** The body of a new action. */
export function actionBody(model: Model, fields: Omit<NewAction, 'payload' | 'approval'>): object {
  const { assignee, project, due, deferred } = fields;
  return {
    title: fields.title,
    status: fields.status,
    ...(assignee === undefined ? {} : { assigned_actor_id: idOf(assignee) }),
    ...(project === null ? {} : { project_id: project === 'unknown' ? nowhere : project.id }),
    ...(fields.isTemplate ? { is_template: true } : {}),
    ...(fields.noReview ? { requires_review: false } : {}),
    ...(fields.requirements.length === 0 ? {} : { requirements: fields.requirements }),
    ...(fields.sourceKey === null ? {} : { source_key: fields.sourceKey }),
    ...(fields.position === null ? {} : { position: fields.position }),
    ...(due === null ? {} : { due_at: toWireTime(model, due) }),
    ...(deferred === null ? {} : { defer_until: toWireTime(model, deferred) }),
    ...(fields.repeats
      ? { repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 } }
      : {}),
  };
}

/** The body of a change. */
export function patchBody(model: Model, patch: Omit<ActionPatch, 'payload' | 'approval'>): object {
  const { assignee, project, deferred, isTemplate, reviewChoice } = patch;
  return {
    ...(patch.status === undefined ? {} : { status: patch.status }),
    ...(assignee === undefined ? {} : { assigned_actor_id: idOf(assignee) }),
    ...(project === undefined ? {} : { project_id: project?.id ?? null }),
    ...(patch.position === undefined ? {} : { position: patch.position }),
    ...(deferred === undefined
      ? {}
      : { defer_until: deferred === null ? null : toWireTime(model, deferred) }),
    ...(isTemplate === undefined ? {} : { is_template: isTemplate }),
    ...(patch.requirements === undefined ? {} : { requirements: patch.requirements }),
    ...(reviewChoice === undefined ? {} : { requires_review: reviewChoice }),
  };
}

/** A project for a request: mostly an active one, often none. */
export function pickProject({ projects }: Model, draw: Draw): Project | null {
  const near = projects.slice(-4).toReversed();
  const active = near.filter(({ state }) => state === 'active');
  const isAny = draw.chance(20);
  if (draw.chance(45)) return null;
  return draw.pick(isAny ? near : active) ?? null;
}

/** Any actor, or null for unassigned. */
export function pickAssignee(model: Model, draw: Draw): Actor | null {
  return draw.pick([...allActors(model), null, null]) ?? null;
}

/** Required capabilities; mostly none. */
export function pickRequirements(draw: Draw): readonly string[] {
  return draw.oneOf<readonly string[]>([], [], ['print'], ['print', 'sew']);
}

// Times differ by multiples of 500 s, so the real duration of a sequence does not matter.

/** A value of defer_until, sometimes in the past. */
export function pickDeferral({ now }: Model, draw: Draw): number {
  return now + draw.oneOf(1_300, 4_300, -700);
}

/** A value of due_at. */
export function pickDue({ now }: Model, draw: Draw): number {
  return now + draw.oneOf(1_800, 5_300, -200);
}
