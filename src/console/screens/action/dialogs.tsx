import { unwrap } from 'callboard-client';
import { lazy, useState } from 'react';
import { api, client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { short } from '../../ui/short-text';
import type { Action } from './action-form';
import {
  AssignDialog,
  CompleteDialog,
  DeferDialog,
  DropDialog,
  ReleaseDialog,
  ReopenDialog,
  ReviewerDialog,
} from './command-dialogs';
import { paramsOf, useActionWrite } from './write-action';

const EditActionDialog = lazy(async () => ({
  default: (await import('./action-dialog')).EditActionDialog,
}));

/** The dialogs of the page. */
export type DialogName =
  'assign' | 'blocker' | 'complete' | 'defer' | 'drop' | 'edit' | 'release' | 'reopen' | 'reviewer';

/** The dialog that is open. */
export function ActionDialogs({
  name,
  action,
  openQuestions,
  onClose,
}: {
  readonly name: DialogName;
  readonly action: Action;
  readonly openQuestions: number;
  readonly onClose: () => void;
}) {
  const props = { action, onClose };
  switch (name) {
    case 'assign':
      return <AssignDialog {...props} />;
    case 'blocker':
      return <BlockerDialog {...props} />;
    case 'complete':
      return <CompleteDialog {...props} />;
    case 'defer':
      return <DeferDialog {...props} />;
    case 'drop':
      return <DropDialog {...props} openQuestions={openQuestions} />;
    case 'edit':
      return <EditActionDialog {...props} />;
    case 'release':
      return <ReleaseDialog {...props} />;
    case 'reviewer':
      return <ReviewerDialog {...props} />;
    case 'reopen':
      break;
  }
  return <ReopenDialog {...props} />;
}

const open = ['inbox', 'ready', 'waiting'] as const;

/** Chooses an action that must end first. */
function BlockerDialog({
  action,
  onClose,
}: {
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const { write, isSending, fault } = useActionWrite();
  const found = useCandidates(action, words.trim());

  async function add(blocker: Action): Promise<void> {
    const { path, header } = paramsOf(action.id, action.version);
    const blockers = { path: { ...path, blocker_id: blocker.id } };
    const added = await write(
      () =>
        unwrap(
          client.PUT('/v1/actions/{id}/blockers/{blocker_id}', {
            params: { ...blockers, header },
          }),
        ),
      {
        done: `“${short(blocker.title)}” must end first.`,
        undo: () =>
          unwrap(client.DELETE('/v1/actions/{id}/blockers/{blocker_id}', { params: blockers })),
      },
    );
    if (added !== undefined) onClose();
  }

  return (
    <Dialog title="Add a blocker" onClose={onClose}>
      <div className="form">
        <TextField
          label="Words of the action that must end first, or its id"
          type="search"
          value={words}
          maxLength={200}
          onChange={setWords}
        />
        <div role="alert">
          {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
        </div>
        {found?.length === 0 && <p className="muted">No other open action has these words.</p>}
        <ul className="items">
          {found?.map((one) => (
            <li key={one.id}>
              <span className="item-text" dir="auto">
                {one.title}
              </span>
              <button
                type="button"
                className="button button-small"
                aria-disabled={isSending}
                onClick={() => void add(one)}
              >
                Add <span className="visually-hidden">“{short(one.title)}”</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** The open actions with these words or this id; without words, those of the same project. */
function useCandidates(action: Action, words: string): readonly Action[] | undefined {
  const isId = words.startsWith('act_');
  const { project_id: project } = action;
  const query = {
    status: [...open],
    limit: 20,
    ...(words === '' ? {} : { q: words }),
    ...(words === '' && project !== null ? { project_id: project } : {}),
  };
  const list = api.useQuery('get', '/v1/actions', { params: { query } }, { enabled: !isId });
  const one = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids: [words] } } },
    { enabled: isId },
  );
  const items = isId ? one.data?.visible : list.data?.items;
  return items?.filter(({ id }) => id !== action.id && !action.blocked_by.includes(id));
}
