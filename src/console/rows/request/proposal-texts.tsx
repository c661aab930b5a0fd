import type { Proposal } from 'callboard-client';
import { api } from '../../api/client';
import { useActors } from '../../pickers/use-actors';
import { LongMarkdown } from '../../ui/markdown';
import { fieldsOf, operationWords, payloadOf, type Payload } from './request-fields';
import { RequestList } from './request-list';
import { useSeen } from './use-seen';

/** The description and the request, which the row of an open proposal shows. */
export function ProposalTexts({ proposal }: { readonly proposal: Proposal }) {
  const { id, operation, description, payload, permitted_payload: permitted } = proposal;
  const seen = useSeen();
  const actors = useActors();
  const params = { params: { path: { id } } };
  const target = api.useQuery('get', '/v1/proposals/{id}/target', params);
  const proposed = payloadOf(payload);
  const isChanged = permitted !== null && JSON.stringify(permitted) !== JSON.stringify(payload);
  // What the target is now says nothing about what it was then, so nothing is compared.
  const known = { target: target.data, actors, isCopy: true };
  const listOf = (applied: Payload) => (
    <RequestList fields={fieldsOf(proposed, applied, known)} seen={seen} />
  );
  return (
    <>
      {description !== null && <LongMarkdown text={description} under={2} />}
      <h3>
        {isChanged ? 'As it was proposed' : 'The request'}, to {operationWords[operation]}
      </h3>
      {listOf(proposed)}
      {isChanged && (
        <>
          <h3>As it was permitted</h3>
          {listOf(payloadOf(permitted))}
        </>
      )}
    </>
  );
}
