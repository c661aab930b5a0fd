import { LinksPanel } from '../../links/links-panel';
import type { Context } from './facts';

/** The pages and the documents that are attached to the action. */
export function Links({ context }: { readonly context: Context }) {
  const { action, links, truncated } = context;
  return (
    <LinksPanel
      linked={{ action_id: action.id }}
      links={links}
      count={links.length + truncated.links}
    >
      {truncated.links > 0 && <p className="muted">{truncated.links} older links are not shown.</p>}
    </LinksPanel>
  );
}
