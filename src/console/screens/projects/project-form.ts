import type { components } from 'callboard-client';
import { fromLocal, toLocal } from '../../ui/time';

/** A project of the workspace. */
export type Project = components['schemas']['Project'];

/** What a change of a project contains. */
export type ProjectUpdate = components['schemas']['ProjectUpdate'];

/** What a person types about a project. */
export interface ProjectForm {
  readonly title: string;
  readonly description: string;
  readonly domain: string | null;
  readonly mode: components['schemas']['WorkMode'];
  readonly due: string;
  readonly isTemplate: boolean;
}

/** The form of a new project. */
export const emptyForm: ProjectForm = {
  title: '',
  description: '',
  domain: null,
  mode: 'sequential',
  due: '',
  isTemplate: false,
};

/** The form of a project as it is. */
export function formOf(project: Project, timeZone: string): ProjectForm {
  return {
    title: project.title,
    description: project.description ?? '',
    domain: project.domain_id,
    mode: project.work_mode,
    due: toLocal(project.due_at, timeZone),
    isTemplate: project.is_template,
  };
}

/** The fields that differ between two forms, as the API takes them. */
export function changesOf(
  form: ProjectForm,
  base: ProjectForm,
  timeZone: string,
): Omit<ProjectUpdate, 'state' | 'close_actions'> {
  const { title, description, domain, mode, due, isTemplate } = form;
  return {
    ...(title === base.title ? {} : { title: title.trim() }),
    ...(description === base.description
      ? {}
      : { description: description === '' ? null : description }),
    ...(domain === base.domain ? {} : { domain_id: domain }),
    ...(mode === base.mode ? {} : { work_mode: mode }),
    ...(due === base.due ? {} : { due_at: fromLocal(due, timeZone) }),
    ...(isTemplate === base.isTemplate ? {} : { is_template: isTemplate }),
  };
}

/** The values that a project had in the fields of a change, to undo it. */
export function formerOf(project: Project, changes: ProjectUpdate): ProjectUpdate {
  return {
    ...('title' in changes && { title: project.title }),
    ...('description' in changes && { description: project.description }),
    ...('domain_id' in changes && { domain_id: project.domain_id }),
    ...('work_mode' in changes && { work_mode: project.work_mode }),
    ...('due_at' in changes && { due_at: project.due_at }),
    ...('is_template' in changes && { is_template: project.is_template }),
  };
}
