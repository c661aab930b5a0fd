import '../../api/client';
import { base } from '../../api/address';
/** Says that nothing waits, what would appear here, and how an agent is connected. */
export function EmptyNow({
  hasAgents,
  onConnect,
}: {
  readonly hasAgents: boolean;
  readonly onConnect: () => void;
}) {
  return (
    <section className="empty">
      <h2>Nothing needs you</h2>
      <p>
        Here you will see questions of agents, finished work to review, requests for permission,
        work that has stalled, and check-ins that are overdue. You decide each of them in its row.
      </p>
      {!hasAgents && (
        <>
          <p>
            No agent is connected yet. Create one with its token, and give both to the program that
            shall do the work. <a href={`${base}/docs/agents`}>The guide for agents</a> shows its
            developer the loop of an agent, with requests to paste.
          </p>
          <div className="actions">
            <button type="button" className="button button-primary" onClick={onConnect}>
              Connect an agent
            </button>
          </div>
        </>
      )}
    </section>
  );
}
