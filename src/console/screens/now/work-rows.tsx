import type { components } from 'callboard-client';
import { LongMarkdown } from '../../ui/markdown';
import { Menu } from '../../ui/menu';
import { TextForm } from '../../ui/text-form';
import { Time } from '../../ui/time';
import type { Action } from '../../rows/review-row';
import { Row, useDecide } from '../../rows/row';
import { useRowState } from '../../rows/row-state';
import { t, Trans } from '../../texts/texts';

/** A standing order whose check-in is overdue. */
export type Order = components['schemas']['OrderSummary'];

/** Work without activity: ask for news, return it to the pool, or drop it. */
export function StalledRow({
  action,
  isGone,
}: {
  readonly action: Action;
  readonly isGone: boolean;
}) {
  const { id, version } = action;
  const subject = { kind: 'stalled', id } as const;
  const { isOpen } = useRowState(`stalled-${id}`);
  const { form, show, close, decide } = useDecide(subject);
  const unassign = (): void => decide({ kind: 'unassign', id, version });
  const drop = (): void => decide({ kind: 'drop', id, version });
  const assignee = action.assigned_actor_name ?? t('Somebody');
  const note = action.last_activity_note?.body;
  return (
    <Row
      subject={subject}
      kind={t('stalled work')}
      icon="stalled"
      title={action.title}
      href={`/app/actions/${id}`}
      meta={
        <>
          <Trans
            id="{key}{assignee} was last active {time}"
            values={{
              key: <span>{action.key}</span>,
              assignee: <strong dir="auto">{assignee}</strong>,
              time: <Time at={action.last_activity_at} />,
            }}
          />
          {action.delegate_label !== null && (
            <span dir="auto">
              {t('waits for {delegateLabel}', { delegateLabel: action.delegate_label })}
            </span>
          )}
          {action.due_at !== null && (
            <span>
              <Trans id="due {time}" values={{ time: <Time at={action.due_at} /> }} />
            </span>
          )}
        </>
      }
      isGone={isGone}
      commands={{
        write: () => show('write'),
        yes: unassign,
        no: drop,
        close,
        names: { write: t('Ask for news …'), yes: t('Return to the pool'), no: t('Drop') },
      }}
    >
      {note !== undefined && isOpen && <LongMarkdown text={note} />}
      {note !== undefined && !isOpen && (
        <p className="row-result clamped" dir="auto">
          {note}
        </p>
      )}
      {form === undefined ? (
        <div className="actions">
          <button type="button" className="button" onClick={() => show('write')}>
            <kbd>0</kbd> {t('Ask for news …')}
          </button>
          <Menu
            label={t('Other commands')}
            entries={[{ name: t('Drop'), key: 'N', isDanger: true, run: drop }]}
          />
          <button type="button" className="button button-quiet" onClick={unassign}>
            <kbd>Y</kbd> {t('Return to the pool')}
          </button>
        </div>
      ) : (
        <TextForm
          draftKey={id}
          label={t('A note that {assignee} reads', { assignee })}
          action={t('Send')}
          isMarkdown
          onSend={(text) => decide({ kind: 'note-action', id, text })}
          onCancel={close}
        />
      )}
    </Row>
  );
}

/** An overdue check-in: ask the agent for news. */
export function CheckinRow({ order, isGone }: { readonly order: Order; readonly isGone: boolean }) {
  const { id } = order;
  const subject = { kind: 'checkin', id } as const;
  const { form, show, close, decide } = useDecide(subject);
  return (
    <Row
      subject={subject}
      kind={t('overdue check-in')}
      icon="order"
      title={order.name}
      meta={
        <>
          <strong dir="auto">{order.agent_name}</strong>
          {order.next_checkin_due_at !== null && (
            <span>
              <Trans
                id="a check-in was due {time}"
                values={{ time: <Time at={order.next_checkin_due_at} /> }}
              />
            </span>
          )}
        </>
      }
      isGone={isGone}
      commands={{ write: () => show('write'), close, names: { write: t('Ask for news …') } }}
    >
      {order.summary !== null && (
        <p className="row-result clamped" dir="auto">
          {order.summary}
        </p>
      )}
      {form === undefined ? (
        <div className="actions">
          <button type="button" className="button" onClick={() => show('write')}>
            <kbd>0</kbd> {t('Ask for news …')}
          </button>
        </div>
      ) : (
        <TextForm
          draftKey={id}
          label={t('A note that {agentName} reads', { agentName: order.agent_name })}
          action={t('Send')}
          isMarkdown
          onSend={(text) => decide({ kind: 'note-order', id, text })}
          onCancel={close}
        />
      )}
    </Row>
  );
}
