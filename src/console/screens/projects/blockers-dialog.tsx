import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import type { Action } from '../../rows/review-row';
import { Dialog } from '../../ui/dialog';
import { Form, SelectField } from '../../ui/fields';
import { RefusedNotice, useCommand } from '../../ui/use-command';
import { WordsField } from '../../ui/search-field';

/** A dialog that shows and changes which actions block one. */
export function BlockersDialog({
  action,
  titles,
  candidates,
  refetch,
  onClose,
}: {
  readonly action: Action;
  readonly titles: ReadonlyMap<string, string>;
  /** The actions that can block it when no words are given. */
  readonly candidates: readonly Action[];
  /** Reads the action again, because the next change needs its new version. */
  readonly refetch: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { run, refused, isSending, fault } = useCommand();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState('');
  const found = useFound(words);
  const blocking = action.held_by?.find(({ reason }) => reason === 'blocked')?.action_ids ?? [];
  const possible = (found ?? candidates).filter(
    ({ id }) => id !== action.id && !action.blocked_by.includes(id),
  );
  const nameOf = (id: string): string => titles.get(id) ?? id;
  // Without the choice of a person, the first one: a select shows it as chosen.
  const blocker = possible.find(({ id }) => id === chosen) ?? possible[0];

  const current = {
    read: async () => {
      await refetch();
      return unwrap(client.GET('/v1/actions/{id}', { params: { path: { id: action.id } } }));
    },
  };

  async function add(): Promise<void> {
    if (blocker === undefined) return;
    const path = { id: action.id, blocker_id: blocker.id };
    const send = async ({ version }: Action): Promise<Action> => {
      const changed = await put(path, version);
      await refetch();
      return changed;
    };
    const added = await run(action, {
      ...current,
      send,
      done: 'The blocker was added.',
      undo: ({ version }) => remove(path, version),
    });
    if (added !== undefined) setChosen('');
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
      done: 'The blocker was removed.',
      undo: () => put(path),
    });
  }

  return (
    <Dialog title="Blockers" onClose={onClose}>
      <div className="stack">
        <p className="muted" dir="auto">
          “{action.title}” cannot be done before its blockers are done or dropped.
        </p>
        {action.blocked_by.length === 0 && <p>Nothing blocks it.</p>}
        <ul className="items" aria-label="Blockers">
          {action.blocked_by.map((id) => (
            <li key={id}>
              <span className="item-text" dir="auto">
                {nameOf(id)}
                {!blocking.includes(id) && <small className="muted">blocks no longer</small>}
              </span>
              <button
                type="button"
                className="button button-small"
                aria-label={`Remove the blocker: ${nameOf(id)}`}
                aria-disabled={isSending}
                onClick={() => void takeAway(id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
        <Form
          action="Add the blocker"
          isSending={isSending || blocker === undefined}
          fault={fault}
          onSend={() => void add()}
        >
          <RefusedNotice refused={refused} nameOf={nameOf} />
          <div className="form-columns">
            <WordsField label="Find an action by words" value={words} onChange={setWords} />
            <SelectField
              label="Blocked by"
              value={blocker?.id ?? ''}
              options={
                possible.length === 0
                  ? [{ value: '', name: 'No action found' }]
                  : possible.map(({ id, title }) => ({ value: id, name: title }))
              }
              hint={words === '' ? 'Open actions of this project.' : undefined}
              onChange={setChosen}
            />
          </div>
        </Form>
      </div>
    </Dialog>
  );
}

/** The open actions of the workspace with these words; undefined without words. */
function useFound(words: string): readonly Action[] | undefined {
  const { data } = api.useQuery(
    'get',
    '/v1/actions',
    { params: { query: { q: words, limit: 50, status: ['inbox', 'ready', 'waiting'] } } },
    { enabled: words !== '' },
  );
  return words === '' ? undefined : (data?.items ?? []);
}

interface Path {
  readonly id: string;
  readonly blocker_id: string;
}

function put(path: Path, version?: number): Promise<Action> {
  const params = { path, header: ifMatch(version) };
  return unwrap(client.PUT('/v1/actions/{id}/blockers/{blocker_id}', { params }));
}

async function remove(path: Path, version?: number): Promise<void> {
  const params = { path, header: ifMatch(version) };
  await unwrap(client.DELETE('/v1/actions/{id}/blockers/{blocker_id}', { params }));
}

function ifMatch(version: number | undefined): { readonly 'If-Match'?: string } {
  return version === undefined ? {} : { 'If-Match': `"${version}"` };
}
