import { Link } from 'wouter';
import { api } from '../api/client';
import { server } from '../api/address';
import { slow } from '../api/read-options';
import { Copyable, GuideLink } from '../ui/copyable';
import { t, Trans } from '../texts/texts';

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
      <h2 id="first-steps">{t('First steps')}</h2>
      <ol className="items">
        {needsAgent && (
          <li>
            <div className="item-text">
              <h3>{t('Connect an agent')}</h3>
              <p>
                <Trans
                  id="Create one with its token, and give both to the program that shall do the work. <guide>The guide for agents</guide> shows its developer the loop of an agent. On the server, a command does the same:"
                  components={{ guide: <GuideLink /> }}
                />
              </p>
              <Copyable
                text="callboard token create --agent NAME"
                what={t('the command that creates a token')}
              />
            </div>
            {onConnect === undefined ? (
              <Link href="/app/agents" className="button">
                {t('Show the agents')}
              </Link>
            ) : (
              <button type="button" className="button button-primary" onClick={onConnect}>
                {t('Connect an agent')}
              </button>
            )}
          </li>
        )}
        {needsWork && (
          <>
            <li>
              <div className="item-text">
                <h3>{t('Create an action')}</h3>
                <p>
                  <Trans
                    id="Say what shall be done, who does it and until when. Assign it to an agent, and the agent takes it up. {keyC} opens the dialog on every screen."
                    values={{ keyC: <kbd>C</kbd> }}
                  />
                </p>
              </div>
              <button
                type="button"
                className="button"
                onClick={() => dispatchEvent(new Event('new-action'))}
              >
                {t('New action')}
              </button>
            </li>
            <li>
              <div className="item-text">
                <h3>{t('Import what you have')}</h3>
                <p>
                  <Trans
                    id="A command creates the issues of a file from GitHub, Jira, Linear or a table as actions. With {code} it only says what it would create."
                    values={{ code: <code>--dry-run</code> }}
                  />
                </p>
                <Copyable
                  text={`callboard load issues.json --from github --url ${server} --email YOU@EXAMPLE`}
                  what={t('the command that imports')}
                />
              </div>
            </li>
          </>
        )}
      </ol>
    </section>
  );
}
