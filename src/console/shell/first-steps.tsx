import { Link } from 'wouter';
import { api } from '../api/client';
import { base, server } from '../api/address';
import { slow } from '../api/read-options';
import { Copyable } from '../ui/copyable';

const one = { params: { query: { limit: 1 } } } as const;

/** What to do next in a workspace without agents or actions, with the commands. */
export function FirstSteps({ onConnect }: { readonly onConnect?: () => void }) {
  const agents = api.useQuery('get', '/v1/agents', one, slow).data?.items;
  const actions = api.useQuery('get', '/v1/actions', one, slow).data?.items;
  const needsAgent = agents?.length === 0;
  const needsWork = actions?.length === 0;
  if (!needsAgent && !needsWork) return null;
  return (
    <section className="panel first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol className="items">
        {needsAgent && (
          <li>
            <div className="item-text">
              <h3>Connect an agent</h3>
              <p>
                Create one with its token, and give both to the program that shall do the work.{' '}
                <a href={`${base}/docs/agents`}>The guide for agents</a> shows its developer the
                loop of an agent. On the server, a command does the same:
              </p>
              <Copyable
                text="callboard token create --agent NAME"
                what="the command that creates a token"
              />
            </div>
            {onConnect === undefined ? (
              <Link href="/app/agents" className="button">
                Show the agents
              </Link>
            ) : (
              <button type="button" className="button button-primary" onClick={onConnect}>
                Connect an agent
              </button>
            )}
          </li>
        )}
        {needsWork && (
          <>
            <li>
              <div className="item-text">
                <h3>Create an action</h3>
                <p>
                  Say what shall be done, who does it and until when. Assign it to an agent, and the
                  agent takes it up. <kbd>C</kbd> opens the dialog on every screen.
                </p>
              </div>
              <button
                type="button"
                className="button"
                onClick={() => dispatchEvent(new Event('new-action'))}
              >
                New action
              </button>
            </li>
            <li>
              <div className="item-text">
                <h3>Import what you have</h3>
                <p>
                  A command creates the issues of a file from GitHub, Jira, Linear or a table as
                  actions. With <code>--dry-run</code> it only says what it would create.
                </p>
                <Copyable
                  text={`callboard load issues.json --from github --url ${server} --email YOU@EXAMPLE`}
                  what="the command that imports"
                />
              </div>
            </li>
          </>
        )}
      </ol>
    </section>
  );
}
