import type { Proposal } from 'callboard-client';
import { useState } from 'react';
import { api } from '../../api/client';
import { useActors } from '../../pickers/names';
import { announce } from '../../ui/done';
import { Failure } from '../../ui/loading';
import { LongMarkdown } from '../../ui/markdown';
import {
  fieldsOf,
  groupsOf,
  labelsOf,
  operationWords,
  payloadOf,
  type Payload,
  type RequestField,
  type TargetGroup,
} from './request-fields';
import { fieldId, isSeen, RequestList, useSeen, type Seen } from './request-list';
import { t } from '../../texts/texts';

/** Everything that permitting a proposal would apply, and the record that it would change. */
export function RequestView({ request }: { readonly request: ReturnType<typeof useRequest> }) {
  const { fields, groups, seen, omitted, error, retry } = request;
  return (
    <>
      <RequestList fields={fields} seen={seen} />
      {error !== null && <Failure error={error} onRetry={retry} />}
      {groups.map((group, index) => (
        <Group key={group.fields[0]?.of ?? index} group={group} seen={seen} />
      ))}
      {omitted > 0 && (
        <p className="notice notice-warn">
          {t(
            '{omitted, plural, one {# more record belongs to it. Open its page to read it.} other {# more records belong to it. Open its page to read them.}}',
            { omitted },
          )}
        </p>
      )}
    </>
  );
}

function Group({ group, seen }: { readonly group: TargetGroup; readonly seen: Seen }) {
  return (
    <section aria-label={group.title}>
      <h2 className="request-head">{group.title}</h2>
      <RequestList fields={group.fields} seen={seen} />
    </section>
  );
}

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
        {isChanged
          ? t('As it was proposed, to {operation}', { operation: operationWords[operation] })
          : t('The request, to {operation}', { operation: operationWords[operation] })}
      </h3>
      {listOf(proposed)}
      {isChanged && (
        <>
          <h3>{t('As it was permitted')}</h3>
          {listOf(payloadOf(permitted))}
        </>
      )}
    </>
  );
}

/**
 * What permitting a proposal would apply, and what of it the person has not seen yet. `edited`: the
 * request as the person has changed it. `hasTarget`: whether what it would change is shown too.
 */
export function useRequest(proposal: Proposal, edited: Payload | undefined, hasTarget: boolean) {
  const { id } = proposal;
  const actors = useActors(hasTarget);
  const target = api.useQuery(
    'get',
    '/v1/proposals/{id}/target',
    { params: { path: { id } } },
    { enabled: hasTarget },
  );
  const seen = useSeen();
  const [isAsked, setAsked] = useState(false);
  const isCopy = proposal.operation === 'duplicateProject';
  const payload = payloadOf(proposal.payload);
  const applied = edited ?? payload;
  const fields = fieldsOf(payload, applied, { target: target.data, actors, isCopy });
  const groups = target.data === undefined ? [] : groupsOf(applied, target.data);
  const all = [...fields, ...groups.flatMap((group) => group.fields)];
  const unread = all.filter((field) => !isSeen(field, seen));
  const isReady = !hasTarget || target.data !== undefined;
  return {
    payload,
    actors,
    fields,
    groups,
    seen,
    unread,
    /** The number of records that the target has besides those shown. */
    omitted: (target.data?.actions_omitted ?? 0) + (target.data?.links_omitted ?? 0),
    digest: target.data?.digest,
    error: isReady ? null : target.error,
    retry: () => void target.refetch(),
    isReady,
    isShown: isReady && unread.length === 0,
    /** Whether the person has tried to permit it before everything was shown. */
    isAsked,
    /** Whether the request may be permitted now. Otherwise it shows what was not seen. */
    check(): boolean {
      const [first] = unread;
      if (isReady && first === undefined) return true;
      setAsked(true);
      announce(first === undefined ? t('It is not loaded yet.') : sentenceOf(unread));
      if (first !== undefined) showField(first);
      return false;
    },
  };
}

/** The fields that a person has not seen, in words. */
export function sentenceOf(unread: readonly RequestField[]): string {
  return t('Not read to the end yet: {unread}.', { unread: labelsOf(unread) });
}

function showField(field: RequestField): void {
  const element = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(fieldId(field))}"]`,
  );
  const target = element?.querySelector<HTMLElement>('button, section') ?? element;
  target?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}
