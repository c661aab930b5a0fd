import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client, ifMatch } from '../api/client';
import type { Action } from '../rows/review-row';
import { Combobox } from '../ui/combobox';
import { Dialog } from '../ui/dialog';
import { Form } from '../ui/fields';
import { RefusedNotice, useCommand } from '../ui/use-command';
import { t } from '../texts/texts';

/** A dialog that shows and changes which actions block one. */
export function BlockersDialog({
  action: listed,
  onClose,
}: {
  readonly action: Action;
  readonly onClose: () => void;
}) {
  // The next change needs the version after this one.
  const { data: action = listed, refetch } = api.useQuery('get', '/v1/actions/{id}', {
    params: { path: { id: listed.id } },
  });
  const ids = action.blocked_by;
  const { data: blockers } = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  const { run, refused, isSending, fault } = useCommand();
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string }>();
  const blocking = action.held_by?.find(({ reason }) => reason === 'blocked')?.action_ids ?? [];
  const source = {
    kind: 'actions' as const,
    projectId: action.project_id,
    without: [action.id, ...action.blocked_by],
  };
  const nameOf = (id: string): string =>
    blockers?.visible.find((one) => one.id === id)?.title ?? id;

  const current = {
    read: async () => {
      await refetch();
      return unwrap(client.GET('/v1/actions/{id}', { params: { path: { id: action.id } } }));
    },
  };

  async function add(): Promise<void> {
    if (chosen === undefined) return;
    const path = { id: action.id, blocker_id: chosen.id };
    const send = async ({ version }: Action): Promise<Action> => {
      const changed = await put(path, version);
      await refetch();
      return changed;
    };
    const added = await run(action, {
      ...current,
      send,
      done: t('The blocker was added.'),
      undo: ({ version }) => remove(path, version),
    });
    if (added !== undefined) setChosen(undefined);
  }

  async function takeAway(id: string): Promise<void> {
    const path = { id: action.id, blocker_id: id };
    const send = async ({ version }: Action): Promise<void> => {
      await remove(path, version);
      await refetch();
    };
    await run(action, {
      ...current,
      send,
      done: t('The blocker was removed.'),
      undo: () => put(path),
    });
  }

  return (
    <Dialog title={t('Blockers')} onClose={onClose}>
      <div className="stack">
        <p className="muted" dir="auto">
          {t('“{action}” cannot be done before its blockers are done or dropped.', {
            action: action.title,
          })}
        </p>
        {action.blocked_by.length === 0 && <p>{t('Nothing blocks it.')}</p>}
        <ul className="items" aria-label={t('Blockers')}>
          {action.blocked_by.map((id) => (
            <li key={id}>
              <span className="item-text" dir="auto">
                {nameOf(id)}
                {!blocking.includes(id) && <small className="muted">{t('blocks no longer')}</small>}
              </span>
              <button
                type="button"
                className="button button-small"
                aria-label={t('Remove the blocker: {id}', { id: nameOf(id) })}
                aria-disabled={isSending}
                onClick={() => void takeAway(id)}
              >
                {t('Remove')}
              </button>
            </li>
          ))}
        </ul>
        <Form
          action={t('Add the blocker')}
          isSending={isSending || chosen === undefined}
          fault={fault}
          onSend={() => void add()}
        >
          <RefusedNotice refused={refused} nameOf={nameOf} />
          <Combobox
            label={t('Blocked by')}
            value={chosen?.id ?? null}
            name={chosen?.name}
            none={t('No action')}
            hint={t('An open action of any project, by its key or by words.')}
            source={source}
            onChange={(id, name) => setChosen(id === null ? undefined : { id, name })}
          />
        </Form>
      </div>
    </Dialog>
  );
}

interface Path {
  readonly id: string;
  readonly blocker_id: string;
}

function put(path: Path, version?: number): Promise<Action> {
  const params = { path, header: ifMatch({ version }) };
  return unwrap(client.PUT('/v1/actions/{id}/blockers/{blocker_id}', { params }));
}

async function remove(path: Path, version?: number): Promise<void> {
  const params = { path, header: ifMatch({ version }) };
  await unwrap(client.DELETE('/v1/actions/{id}/blockers/{blocker_id}', { params }));
}
