import type { Proposal } from 'callboard-client';
import { lazy, Suspense } from 'react';
import { TextForm } from '../ui/text-form';
import { Time } from '../ui/time';
import { fieldsOf, operationWords, PayloadList } from './payload-list';
import { Row } from './row';
import { useRowState } from './row-context';
import { useDecide } from './use-decide';

const PayloadForm = lazy(async () => ({ default: (await import('./payload-form')).PayloadForm }));

const shownFields = 4;

/** A request of an agent for approval, whose payload may be changed before it is permitted. */
export function ProposalRow({
  proposal,
  isGone,
}: {
  readonly proposal: Proposal;
  readonly isGone: boolean;
}) {
  const { id, version } = proposal;
  const subject = { kind: 'proposal', id } as const;
  const { form, show, close, decide } = useDecide(subject);
  const permit = (payload?: Record<string, unknown>): void =>
    decide({ kind: 'permit', id, version, payload });
  return (
    <Row
      subject={subject}
      kind="proposal"
      icon="proposal"
      title={proposal.title}
      href={pageOf(proposal)}
      meta={
        <>
          <strong dir="auto">{proposal.created_by_actor_name ?? 'An agent'}</strong> wants to{' '}
          {operationWords[proposal.operation]}, since <Time at={proposal.created_at} />
        </>
      }
      isGone={isGone}
      commands={{
        yes: () => permit(),
        no: () => show('no'),
        close,
        names: { yes: 'Permit', no: 'Deny …' },
      }}
    >
      {proposal.description !== null && (
        <p className="row-result" dir="auto">
          {proposal.description}
        </p>
      )}
      {form !== 'change' && <Payload proposal={proposal} />}
      {form === undefined && (
        <div className="actions">
          <button type="button" className="button button-ok" onClick={() => permit()}>
            <kbd>Y</kbd> Permit
          </button>
          <button type="button" className="button" onClick={() => show('no')}>
            <kbd>N</kbd> Deny …
          </button>
          <button type="button" className="button button-quiet" onClick={() => show('change')}>
            Change and permit …
          </button>
        </div>
      )}
      {form === 'no' && (
        <TextForm
          draftKey={id}
          label="Why not? The agent reads this. You may leave it empty."
          action="Deny"
          isRequired={false}
          onSend={(text) => decide({ kind: 'deny', id, version, text })}
          onCancel={close}
        />
      )}
      {form === 'change' && (
        <Suspense fallback={null}>
          <PayloadForm payload={fieldsOf(proposal.payload)} onPermit={permit} onCancel={close} />
        </Suspense>
      )}
    </Row>
  );
}

/** The page of the action that would change. */
function pageOf(proposal: Proposal): string | undefined {
  const { id } = fieldsOf(proposal.payload);
  const isAction = proposal.operation === 'updateAction' || proposal.operation === 'dropAction';
  return isAction && typeof id === 'string' ? `/app/actions/${id}` : undefined;
}

/** The request that the agent would send, field by field. */
function Payload({ proposal }: { readonly proposal: Proposal }) {
  const { isOpen, toggleOpen } = useRowState(`proposal-${proposal.id}`);
  const fields = Object.entries(fieldsOf(proposal.payload));
  const shown = isOpen ? fields : fields.slice(0, shownFields);
  return (
    <>
      <PayloadList fields={Object.fromEntries(shown)} />
      {fields.length > shownFields && (
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={isOpen}
          onClick={toggleOpen}
        >
          {isOpen ? 'Fewer fields' : `All ${fields.length} fields`}
        </button>
      )}
    </>
  );
}
