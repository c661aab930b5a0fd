import type { components } from 'callboard-client';
import type { ReactNode } from 'react';
import { priorities } from '../../rows/priority';
import { Link } from 'wouter';
import { LinksPanel } from '../../links/record-links';
import { EditableFact } from '../../pickers/fact-edit';
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
  type FieldName,
} from './action-form';
import { isOpen } from './commands';
import { patchAction } from './write-action';
import { t, Trans } from '../../texts/texts';

/** An action with the records around it. */
export type Context = components['schemas']['ActionContext'];

/** The facts that are edited in place, with their fields. */
const kinds = {
  assigned_actor_id: 'actor',
  due_at: 'date',
  priority: 'priority',
  labels: 'labels',
  project_id: 'project',
  domain_id: 'domain',
} as const satisfies Partial<Record<FieldName, string>>;

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
  const edit = (name: keyof typeof kinds, shown: ReactNode): ReactNode => {
    if (!isOpen(action)) return shown;
    const fact = {
      label: fieldNames[name],
      kind: kinds[name],
      value: form[name],
      change: (value: string) => ({
        send: () =>
          patchAction(
            action.id,
            action.version,
            changesOf({ ...form, [name]: value }, form, timeZone),
          ),
        undo: ({ version }: { readonly version: number }) =>
          patchAction(action.id, version, valuesOf(action, [name])),
      }),
    };
    return (
      <EditableFact fact={fact}>{shown ?? <span className="muted">{t('None')}</span>}</EditableFact>
    );
  };
  return (
    <Facts
      facts={[
        [t('Assigned to'), edit('assigned_actor_id', action.assigned_actor_name ?? t('Nobody'))],
        [t('Due'), edit('due_at', timeOr(action.due_at))],
        [
          t('Priority'),
          edit('priority', action.priority === 0 ? null : priorities[action.priority]),
        ],
        [t('Labels'), edit('labels', action.labels.join(', ') || null)],
        [t('Deferred until'), timeOr(action.defer_until)],
        [
          t('Project'),
          edit('project_id', project && linkTo(`/app/projects/${project.id}`, project.title)),
        ],
        [t('Order'), order && linkTo(`/app/orders/${order.id}`, order.name)],
        [t('Domain'), edit('domain_id', action.domain_id && nameOfDomain(action.domain_id))],
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

function nameOfDomain(id: string): ReactNode {
  return <DomainName id={id} />;
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
