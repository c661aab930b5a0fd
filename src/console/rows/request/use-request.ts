import type { Proposal } from 'callboard-client';
import { useState } from 'react';
import { api } from '../../api/client';
import { useActors } from '../../pickers/use-actors';
import { announce } from '../../ui/announcer';
import {
  fieldsOf,
  groupsOf,
  labelsOf,
  payloadOf,
  type Payload,
  type RequestField,
} from './request-fields';
import { fieldId, isSeen } from './request-list';
import { useSeen } from './use-seen';

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
      announce(first === undefined ? 'It is not loaded yet.' : sentenceOf(unread));
      if (first !== undefined) showField(first);
      return false;
    },
  };
}

/** The fields that a person has not seen, in words. */
export function sentenceOf(unread: readonly RequestField[]): string {
  return `Not read to the end yet: ${labelsOf(unread)}.`;
}

function showField(field: RequestField): void {
  const element = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(fieldId(field))}"]`,
  );
  const target = element?.querySelector<HTMLElement>('button, section') ?? element;
  target?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}
