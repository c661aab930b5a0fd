import type { Proposal } from 'callboard-client';
import { loadable } from '../ui/loadable';

/** The module of the rows of proposals; undefined until it is loaded. */
export const useProposalRows = loadable(() => import('./proposal-row'));

/** A request of an agent for approval. Its code is loaded with the first one. */
export function ProposalRow(props: { readonly proposal: Proposal; readonly isGone: boolean }) {
  const loaded = useProposalRows();
  if (loaded !== undefined) return <loaded.ProposalRow {...props} />;
  return <li className="skeleton skeleton-row" aria-busy="true" />;
}

/** The texts of a proposal that has ended. */
export function ProposalTexts(props: { readonly proposal: Proposal }) {
  const loaded = useProposalRows();
  return loaded === undefined ? null : <loaded.ProposalTexts {...props} />;
}
