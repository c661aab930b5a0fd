export { checkOpen } from './closed-workspaces';
export {
  type ClosedState,
  closedState,
  type ClosedWorkspace,
  findClosed,
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
