/**
 * Projects: groups of actions, their states, and templates to duplicate. Only an active project's actions are in queues. Emits
 * project.*. People change any project, workers those that they created.
 */
import type { ProjectsHandlers } from '../../../generated/handlers';
import {
  createProject,
  duplicateProject,
  getProject,
  listProjectActions,
  listProjects,
} from './project-operations';
import { updateProject } from './project-update-operations';

export { toProject } from './project-mapping';
export { findProject } from './project-store';

/** The operations of this room. */
export const projectsHandlers: ProjectsHandlers = {
  listProjects,
  createProject,
  getProject,
  updateProject,
  duplicateProject,
  listProjectActions,
};
