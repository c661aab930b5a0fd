import type { Proposal } from 'callboard-client';
import { useParams, useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { FileList } from '../../files/file-list';
import { Notes } from '../../notes/notes';
import { useActorName } from '../../pickers/names';
import { ProposalRow, ProposalTexts, useProposalRows } from '../../rows/request-rows';
import { Unsent } from '../../rows/row';
import { Facts, Page, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import {
  About,
  Ending,
  RecordMissing,
  shortTitle,
  trailOfRequests,
  SingleRow,
  useAbout,
  useIsOpen,
} from './record-parts';
import { t, Trans } from '../../texts/texts';

/** The page of one proposal: to permit or deny it, or to read who did. */
export function ProposalPage() {
  const { id } = useParams<{ readonly id: string }>();
  const { data, error, refetch } = api.useQuery('get', '/v1/proposals/{id}', {
    params: { path: { id } },
  });
  // The row takes the focus when the page begins.
  const rows = useProposalRows();
  useTitle(data === undefined ? t('Proposal') : shortTitle(data.title));
  if (data === undefined || rows === undefined) {
    return <RecordMissing key={id} name="proposal" error={error} onRetry={() => void refetch()} />;
  }
  return <Loaded key={id} proposal={data} />;
}

function Loaded({ proposal }: { readonly proposal: Proposal }) {
  const { id } = proposal;
  const about = useAbout(proposal);
  const [search] = useSearchParams();
  const isOpen = useIsOpen({ kind: 'proposal', id }, proposal.state === 'open');
  return (
    <Page title={proposal.title} trail={trailOfRequests}>
      {isOpen ? (
        <SingleRow subject={{ kind: 'proposal', id }}>
          <ProposalRow
            proposal={proposal}
            isGone={proposal.state !== 'open'}
            linked={Number(search.get('choose'))}
          />
        </SingleRow>
      ) : (
        <ProposalEnding proposal={proposal} />
      )}
      <Panel title={t('The proposal')}>
        <Facts
          facts={[
            [t('Proposed by'), proposal.created_by_actor_name],
            [t('Proposed'), <Time key="proposed" at={proposal.created_at} />],
            [t('About'), about.link && <About key="about" link={about.link} />],
          ]}
        />
        {!isOpen && <ProposalTexts proposal={proposal} />}
        <FileList files={proposal.files} />
      </Panel>
      <Notes of="proposals" id={id} />
    </Page>
  );
}

function ProposalEnding({ proposal }: { readonly proposal: Proposal }) {
  const nameOf = useActorName();
  const { state, decided_at, withdrawn_at, updated_at, consumed_at, expires_at, result } = proposal;
  const name = nameOf(proposal.decided_by_actor_id ?? proposal.updated_by_actor_id);
  const decided =
    state === 'denied' ? t('{name} denied it', { name }) : t('{name} permitted it', { name });
  return (
    <Ending
      sentence={state === 'withdrawn' ? t('The agent withdrew it') : decided}
      at={decided_at ?? withdrawn_at ?? updated_at}
      texts={[[t('Comment'), proposal.decision_comment]]}
    >
      {consumed_at !== null && (
        <p>
          {result === null ? t('The agent did it') : t('It was executed for the agent')}{' '}
          <Time at={consumed_at} />.
        </p>
      )}
      {state === 'permitted' && (
        <p className="muted">
          {result?.error
            ? t('It was refused: {message}', { message: result.error.message })
            : t('The agent has not done it yet.')}
          {expires_at !== null && (
            <>
              {' '}
              <Trans id="The permission ends {time}." values={{ time: <Time at={expires_at} /> }} />
            </>
          )}
        </p>
      )}
      {state === 'expired' && <p>{t('The permission ended before the agent used it.')}</p>}
      {state === 'stale' && (
        <p>
          {t('The permission ended, because what it was for had changed when the agent used it.')}
        </p>
      )}
      <Unsent kind="proposal" id={proposal.id} />
    </Ending>
  );
}
