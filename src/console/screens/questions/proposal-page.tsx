import type { Proposal } from 'callboard-client';
import { useParams } from 'wouter';
import { api } from '../../api/client';
import { Notes } from '../../notes/notes';
import { useActorName } from '../../pickers/use-actor-name';
import { fieldsOf, operationWords, PayloadList } from '../../rows/payload-list';
import { ProposalRow } from '../../rows/proposal-row';
import { Facts, Page, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { About, useAbout } from './about';
import { Ending, RecordMissing, shortTitle, SingleRow, useIsOpen } from './record-parts';

/** The page of one proposal: to permit or deny it, or to read who did. */
export function ProposalPage() {
  const { id } = useParams<{ readonly id: string }>();
  const { data, error, refetch } = api.useQuery('get', '/v1/proposals/{id}', {
    params: { path: { id } },
  });
  useTitle(data === undefined ? 'Proposal' : shortTitle(data.title));
  if (data === undefined) {
    return <RecordMissing key={id} name="proposal" error={error} onRetry={() => void refetch()} />;
  }
  return <Loaded key={id} proposal={data} />;
}

function Loaded({ proposal }: { readonly proposal: Proposal }) {
  const { id } = proposal;
  const about = useAbout(proposal);
  const isOpen = useIsOpen({ kind: 'proposal', id }, proposal.state === 'open');
  return (
    <Page title={proposal.title} back={{ href: '/app/questions', name: 'Questions and proposals' }}>
      {isOpen ? (
        <SingleRow subject={{ kind: 'proposal', id }}>
          <ProposalRow proposal={proposal} isGone={proposal.state !== 'open'} />
        </SingleRow>
      ) : (
        <ProposalEnding proposal={proposal} />
      )}
      <Panel title="The proposal">
        <Facts
          facts={[
            ['Proposed by', proposal.created_by_actor_name],
            ['Proposed', <Time key="proposed" at={proposal.created_at} />],
            ['To', operationWords[proposal.operation]],
            ['About', about.link && <About key="about" link={about.link} />],
          ]}
        />
        {!isOpen && <ProposalTexts proposal={proposal} />}
      </Panel>
      <Notes of="proposals" id={id} />
    </Page>
  );
}

/** The description and the request, which the row of an open proposal shows. */
function ProposalTexts({ proposal }: { readonly proposal: Proposal }) {
  const { description, payload, permitted_payload: permitted } = proposal;
  const isChanged = permitted !== null && JSON.stringify(permitted) !== JSON.stringify(payload);
  return (
    <>
      {description !== null && (
        <p className="row-result" dir="auto">
          {description}
        </p>
      )}
      <h3>{isChanged ? 'As it was proposed' : 'The request'}</h3>
      <PayloadList fields={fieldsOf(payload)} />
      {isChanged && (
        <>
          <h3>As it was permitted</h3>
          <PayloadList fields={fieldsOf(permitted)} />
        </>
      )}
    </>
  );
}

function ProposalEnding({ proposal }: { readonly proposal: Proposal }) {
  const nameOf = useActorName();
  const { state, decided_at, withdrawn_at, updated_at, consumed_at } = proposal;
  const name = nameOf(proposal.decided_by_actor_id ?? proposal.updated_by_actor_id);
  const verb = state === 'denied' ? 'denied' : 'permitted';
  return (
    <Ending
      sentence={state === 'withdrawn' ? 'The agent withdrew it' : `${name} ${verb} it`}
      at={decided_at ?? withdrawn_at ?? updated_at}
      texts={[['Comment', proposal.decision_comment]]}
    >
      {consumed_at !== null && (
        <p>
          The agent did it <Time at={consumed_at} />.
        </p>
      )}
      {state === 'permitted' && <p className="muted">The agent has not done it yet.</p>}
      {state === 'expired' && <p className="muted">The permission ended unused: it expired.</p>}
      {state === 'stale' && (
        <p className="muted">The permission ended unused: what it was for has changed.</p>
      )}
    </Ending>
  );
}
