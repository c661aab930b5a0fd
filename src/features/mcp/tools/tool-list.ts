import { actionTools } from './action-tools';
import { planningTools } from './planning-tools';
import { readingTools } from './reading-tools';
import { requestTools } from './request-tools';
import type { Tool } from './tool';
import { workingTools } from './working-tools';
import { writingTools } from './writing-tools';

/**
 * All tools, in the order in which clients get them: the loop of an agent first, because some
 * clients show or keep only the first ones. Human-only operations are no tools.
 */
export const tools: readonly Tool[] = [
  readingTools.getOverview,
  workingTools.claimNext,
  workingTools.claimAction,
  workingTools.completeAction,
  workingTools.dropAction,
  readingTools.getRecord,
  readingTools.listActions,
  readingTools.search,
  actionTools.createActions,
  actionTools.updateAction,
  planningTools.saveProject,
  requestTools.askQuestion,
  requestTools.askApproval,
  requestTools.closeRequest,
  writingTools.addNote,
  requestTools.logCheckin,
  writingTools.writeDocument,
  writingTools.uploadFile,
  planningTools.readEvents,
  planningTools.listOrders,
  planningTools.reviewAction,
];
