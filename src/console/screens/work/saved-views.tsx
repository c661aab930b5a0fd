import type { components } from 'callboard-client';
import { unwrap } from 'callboard-client';
import { useEffect, useRef, useState } from 'react';
import { api, client, ifMatch } from '../../api/client';
import { byOffset, most, readAgain, useAll } from '../../api/read-options';
import { useSession } from '../../api/session';
import { CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { Failure } from '../../ui/loading';
import { showDone } from '../../ui/done';
import { useWrite } from '../../ui/use-write';
import type { ActionQuery, Display } from './action-query';
import { t } from '../../texts/texts';

type SavedView = components['schemas']['SavedView'];

interface Choice {
  /** The query of the list as it is now. */
  readonly query: ActionQuery;
  readonly display: Display;
  /** The id of the chosen view; empty for none. */
  readonly chosen: string;
  readonly onChoose: (id: string, query: ActionQuery, display: Display) => void;
  /** Keeps the filters of the view as a list that is not saved. */
  readonly onLeave: () => void;
}

/** The choice of a saved view, and the buttons that save, change and delete one. */
export function SavedViews({ query, display, chosen, onChoose, onLeave }: Choice) {
  const [isSaving, setSaving] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { write, isSending, fault } = useWrite();
  // No event tells of a saved view.
  const options = { ...byOffset, ...readAgain, staleTime: 0 };
  const list = api.useInfiniteQuery('get', '/v1/saved-views', most, options);
  const { error, refetch, isFetching, hasNextPage } = list;
  const views = useAll(list);
  const view = views.find(({ id }) => id === chosen);
  const path = { id: chosen };
  // The view that the address was made of, or that was saved last.
  const base = useRef<SavedView>(undefined);
  const named = useRef<SavedView>(undefined);
  const bar = useRef<HTMLDivElement>(null);
  const isDeleted =
    chosen !== '' && view === undefined && error === null && !isFetching && !hasNextPage;
  useEffect(() => {
    if (isDeleted) {
      showDone(t('The view that was open was deleted. Its filters stay.'));
      onLeave();
    }
    if (view === undefined) return;
    if (named.current?.id === view.id && named.current.name !== view.name) {
      showDone(t('The view is called {name} now.', { name: view.name }));
    }
    named.current = view;
    const isSame = base.current?.id === view.id;
    // The list may still have the view of before it was saved.
    if (isSame && view.version <= (base.current?.version ?? 0)) return;
    // An address may name a view without its filters.
    const isBare = base.current === undefined && Object.keys({ ...query, ...display }).length === 0;
    if (
      isBare ||
      (isSame && base.current !== undefined && !isOther(base.current, query, display))
    ) {
      onChoose(view.id, view.query, view.display);
    } else if (isSame) return;
    base.current = view;
  });
  const isChanged = view !== undefined && isOther(view, query, display);
  const remove = async (): Promise<void> => {
    const done = await write(
      async () => {
        await unwrap(client.DELETE('/v1/saved-views/{id}', { params: { path } }));
        return true;
      },
      { done: t('Deleted the view {name}.', { name: view?.name ?? '' }) },
    );
    if (done !== true) return;
    setDeleting(false);
    onLeave();
  };
  return (
    <>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      <div ref={bar} className="work-bar" data-reads>
        {views.length > 0 && (
          <SelectField
            label={t('View')}
            value={view === undefined ? '' : chosen}
            options={[
              { value: '', name: t('None') },
              ...views.map((one) => ({ value: one.id, name: nameOf(one) })),
            ]}
            onChange={(id) => {
              const one = views.find((each) => each.id === id);
              onChoose(id, one?.query ?? {}, one?.display ?? {});
            }}
          />
        )}
        {isChanged && view.may_change && (
          <button
            type="button"
            className="button"
            disabled={isSending}
            onClick={() =>
              void write(
                async () => {
                  // The version that the person has changed, not that of somebody else's change.
                  const header = ifMatch(base.current ?? view);
                  const body = { query, display };
                  const params = { path, header };
                  base.current = await unwrap(
                    client.PATCH('/v1/saved-views/{id}', { params, body }),
                  );
                  return base.current;
                },
                { done: t('Changed the view {name}.', { name: view.name }) },
              ).then(async (changed) => {
                if (changed !== undefined) {
                  // The button goes.
                  bar.current?.querySelector('button')?.focus();
                  return;
                }
                await refetch();
                // The list shows the view of now, which a second try changes.
                base.current = undefined;
              })
            }
          >
            {t('Save changes')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setSaving(true)}>
          {t('Save as a view …')}
        </button>
        {view !== undefined && view.may_change && (
          <button type="button" className="button" onClick={() => setDeleting(true)}>
            {t('Delete the view …')}
          </button>
        )}
        <div role="alert">
          {fault !== undefined && isChanged && !isDeleting && (
            <p className="notice notice-bad">{fault}</p>
          )}
        </div>
      </div>
      {view !== undefined && view.unsupported.length > 0 && (
        <p className="notice">
          {t('This view also has filters that are no longer supported: {unsupported}.', {
            unsupported: view.unsupported.join(', '),
          })}
        </p>
      )}
      {isDeleting && view !== undefined && (
        <ConfirmDialog
          title={t('Delete the view {name}?', { name: view.name })}
          action={t('Delete the view')}
          isSending={isSending}
          fault={fault}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        >
          <p>
            {view.shared
              ? t('Nobody in the workspace has it any more. The actions stay as they are.')
              : t('The actions stay as they are.')}
          </p>
        </ConfirmDialog>
      )}
      {isSaving && (
        <SaveDialog
          query={query}
          display={display}
          onSaved={(saved) => onChoose(saved.id, saved.query, saved.display)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

const newView = { name: '', shared: false };

function SaveDialog({
  query,
  display,
  onSaved,
  onClose,
}: {
  readonly query: ActionQuery;
  readonly display: Display;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}) {
  const form = useCreate('view', newView);
  const { name, shared } = form.fields;
  const isViewer = useSession().data?.user.role === 'viewer';
  const save = async (): Promise<void> => {
    const saved = await form.create(
      () => unwrap(client.POST('/v1/saved-views', { body: { name, query, display, shared } })),
      { done: t('Saved the view {name}.', { name }) },
    );
    if (saved === undefined) return;
    onSaved(saved);
    onClose();
  };
  return (
    <FormDialog
      title={t('Save as a view')}
      action={t('Save')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void save()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <TextField
          label={t('Name')}
          value={name}
          isRequired
          maxLength={200}
          onChange={(next) => form.change({ name: next })}
        />
        {!isViewer && (
          <CheckField
            label={t('Everybody in the workspace sees it')}
            checked={shared}
            onChange={(next) => form.change({ shared: next })}
          />
        )}
      </DraftFields>
    </FormDialog>
  );
}

function nameOf({ name, shared, may_change: isOwn, created_by_actor_name: by }: SavedView): string {
  if (!shared) return name;
  return isOwn
    ? t('{name} (shared)', { name })
    : t('{name} (by {by})', { name, by: by ?? t('somebody') });
}

// Without columns of its own, a view has those of whoever opens it.
function isOther(view: SavedView, query: ActionQuery, { group, columns }: Display): boolean {
  const { group: groupOfView, columns: ofView = columns } = view.display;
  const hasOther = group !== groupOfView || columns?.join() !== ofView?.join();
  return hasOther || keyOf(view.query) !== keyOf(query);
}

// The order of the parameters says nothing.
function keyOf(query: ActionQuery): string {
  return JSON.stringify(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
