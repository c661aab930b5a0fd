export { checkOpen, closedProblem } from './closed-workspaces';
export {
  type ClosedState,
  closedState,
  type ClosedWorkspace,
  findClosed,
  findEarlierTransactions,
  notClosed,
  readableHere,
  servedHere,
  storeClosed,
  storeOpen,
} from './closed-workspaces-store';
