export { checkOpen, checkOpenForClient, movedProblem } from './closed-workspaces';
export {
  type ClosedState,
  closedState,
  type ClosedWorkspace,
  findClosed,
  findClosedAmong,
  findClosedWorkspaces,
  findEarlierTransactions,
  notClosed,
  readableHere,
  servedHere,
  storeArriving,
  storeDeleting,
  storeFrozen,
  storeMoved,
  storeOpen,
} from './closed-workspaces-store';
