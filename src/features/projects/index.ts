/**
 * Projects: groups of actions with a state, and templates to duplicate. Queues offer only the
 * actions of active projects. People and sysadmin agents change any project, workers those that
 * they created. Emits project.*.
 */
import type { ProjectsHandlers } from '../../../generated/handlers';
import {
  createProject,
  duplicateProject,
  getProject,
  getProjectUsage,
  listProjectActions,
  listProjects,
} from './project-operations';
import { updateProject } from './project-update-operations';

export { findProject, getProjectRow, toProject } from './project-store';

/** The operations on projects. */
export const projectsHandlers: ProjectsHandlers = {
  listProjects,
  createProject,
  getProject,
  getProjectUsage,
  updateProject,
  duplicateProject,
  listProjectActions,
};
