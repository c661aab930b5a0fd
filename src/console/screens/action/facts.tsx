import type { components } from 'callboard-client';
import type { ReactNode } from 'react';
import { priorities } from '../../rows/priority';
import { Link } from 'wouter';
import { LinksPanel } from '../../links/record-links';
import { factsOf, inputs } from '../../pickers/fact-edit';
import { DomainName, useActorName, useActors, wordsOfRule } from '../../pickers/names';
import { Facts } from '../../ui/page';
import { Time, useTimeZone } from '../../ui/time';
import { wordsOfUsage } from '../../ui/usage';
import {
  changesOf,
  fieldNames,
  formOf,
  valuesOf,
  type Action,
  type ActionUpdate,
  type FieldName,
} from './action-form';
import { isOpen } from './commands';
import { patchAction } from './write-action';
import { t, Trans } from '../../texts/texts';

/** An action with the records around it. */
export type Context = components['schemas']['ActionContext'];

/** The facts of an action, with links to the records that it belongs to. */
export function ActionFacts({
  action,
  context,
}: {
  readonly action: Action;
  readonly context: Context | undefined;
}) {
  const nameOf = useActorName('you');
  const isAway = useActors().some(
    ({ id, isAway: away }) => id === action.reviewer_actor_id && away === true,
  );
  const { project = null, order = null, parent = null } = context ?? {};
  const reviewer = action.review.reviewer_actor_id;
  const timeZone = useTimeZone();
  const form = formOf(action, timeZone);
  // What an ended action lacks is not shown.
  const edit = factsOf<ActionUpdate>(
    action,
    ({ id, version }, body) => patchAction(id, version, body),
    isOpen(action),
  );
  const fact = (
    name: FieldName,
    input: Parameters<typeof edit>[0]['input'],
    shown: ReactNode,
  ): readonly [string, ReactNode] =>
    edit({
      label: fieldNames[name],
      input,
      value: form[name],
      bodyOf: (value) => changesOf({ ...form, [name]: value }, form, timeZone),
      before: valuesOf(action, [name]),
      shown,
    });
  return (
    <Facts
      facts={[
        fact('assigned_actor_id', inputs.actor, action.assigned_actor_name ?? t('Nobody')),
        fact('due_at', inputs.date, timeOr(action.due_at)),
        fact(
          'priority',
          inputs.priority,
          action.priority === 0 ? null : priorities[action.priority],
        ),
        fact('labels', inputs.labels, action.labels.join(', ') || null),
        [t('Deferred until'), timeOr(action.defer_until)],
        fact(
          'project_id',
          inputs.project,
          action.project_id && linkTo(`/app/projects/${action.project_id}`, project?.title ?? '…'),
        ),
        [t('Order'), order && linkTo(`/app/orders/${order.id}`, order.name)],
        fact('domain_id', inputs.domain, action.domain_id && <DomainName id={action.domain_id} />),
        [t('Waits for'), action.delegate_label],
        [t('Needs'), action.requirements.join(', ') || null],
        [t('Repeats'), action.repeat_rule.type === 'none' ? null : wordsOfRule(action.repeat_rule)],
        [t('Review by a person'), action.requires_review ? t('Required') : t('Not required')],
        [
          t('Reviewer'),
          action.requires_review || action.review.state === 'pending'
            ? isAway
              ? t('{name}, who is away', { name: action.reviewer_actor_name ?? t('Everybody') })
              : (action.reviewer_actor_name ?? t('Everybody'))
            : null,
        ],
        [
          t('Created'),
          <>
            <Trans
              id="{time} by {createdByActorName}"
              values={{
                time: <Time at={action.created_at} />,
                createdByActorName: action.created_by_actor_name ?? t('somebody'),
              }}
            />
            {action.created_by_actor_kind === 'agent' && ` ${t('(agent)')}`}
          </>,
        ],
        [
          t('Done'),
          action.completed_at && (
            <>
              <Trans
                id="{time} by {completedByActorId}"
                values={{
                  time: <Time at={action.completed_at} />,
                  completedByActorId: nameOf(action.completed_by_actor_id),
                }}
              />
            </>
          ),
        ],
        [
          t('Reviewed'),
          reviewer !== null && action.review.reviewed_at !== null ? (
            <>
              <Trans
                id="{time} by {reviewer}"
                values={{
                  time: <Time at={action.review.reviewed_at} />,
                  reviewer: nameOf(reviewer),
                }}
              />
            </>
          ) : null,
        ],
        [t('Reported by agents'), action.usage === undefined ? null : wordsOfUsage(action.usage)],
        [t('Repetition of'), parent && linkTo(`/app/actions/${parent.id}`, parent.title)],
      ]}
    />
  );
}

function timeOr(at: string | null): ReactNode {
  return at === null ? null : <Time at={at} />;
}

function linkTo(href: string, name: string): ReactNode {
  return <Link href={href}>{name}</Link>;
}

/** The pages and the documents that are attached to the action. */
export function Links({ context }: { readonly context: Context }) {
  const { action, links, truncated } = context;
  return (
    <LinksPanel
      linked={{ action_id: action.id }}
      links={links}
      count={links.length + truncated.links}
    >
      {truncated.links > 0 && (
        <p className="muted">
          {t(
            '{count, plural, one {# older link is not shown.} other {# older links are not shown.}}',
            { count: truncated.links },
          )}
        </p>
      )}
    </LinksPanel>
  );
}
