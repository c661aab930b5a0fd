import type { ReactNode } from 'react';
import { base } from '../api/address';

/** A link to the guide for agents, whose words a message has. */
export function GuideLink({ children }: { readonly children?: ReactNode }) {
  return <a href={`${base}/docs/agents`}>{children}</a>;
}
