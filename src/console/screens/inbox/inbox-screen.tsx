import { unwrap } from 'callboard-client';
import { useCallback, useRef, useState, type Ref, Suspense, useEffect } from 'react';
import { client, api } from '../../api/client';
import { useKeys } from '../../keys/keys';
import {
  moveFocus,
  focusAfter,
  focusRow,
  useListKeys,
  type RowCommands,
} from '../../keys/list-keys';
import { ActorFilter } from '../../pickers/pickers';
import { announce } from '../../ui/done';
import { fullText } from '../../ui/fields';
import { countSet, Filters } from '../../ui/filters';
import { keepDraft, readDraft } from '../../api/person';
import { SelectField } from '../../ui/menu';
import { Page, Empty, MoreButton } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { useChoice, useParam } from '../../ui/url-params';
import { useWrite, isWriting } from '../../ui/use-write';
import { t } from '../../texts/texts';
import { byOffset, moreOf } from '../../api/read-options';
import { useSession } from '../../api/session';
import { forgetSent, isDecided, keyOf, useEntries } from '../../decisions/decisions';
import type { Action } from '../../rows/review-row';
import { FreshButton, useKept } from '../../rows/kept';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { useDecisionKeys } from '../../rows/decision-keys';
import { Failure, RowsSkeleton, lazy } from '../../ui/loading';
import { useTimeZone } from '../../ui/time';
import { CapturedRow, preloadSortForm } from './captured-row';
import { deferChoice, leavesInbox, useSorting, type Sort } from './sort';
import type { SortFormName } from './sort-form';

/** The inbox: captured actions, which are sorted here, and a field that captures another one. */
export function InboxScreen() {
  useTitle(t('Inbox'));
  const [assigned, setAssigned] = useParam('assigned');
  const assignee = assigned === '' ? undefined : assigned;
  const field = useRef<HTMLInputElement>(null);
  const handle = useCallback((key: string): boolean => {
    if (key === 'c') field.current?.focus();
    return key === 'c';
  }, []);
  useKeys(handle);

  const [order, setOrder] = useChoice('sort', ['newest', 'oldest']);

  return (
    <Page
      title={t('Inbox')}
      actions={
        <Filters className="actions" count={countSet(assigned)}>
          <ActorFilter none={t('Anybody or nobody')} value={assigned} onChange={setAssigned} />
          <SelectField
            label={t('Sort')}
            value={order}
            options={[
              { value: 'newest', name: t('Newest first') },
              { value: 'oldest', name: t('Oldest first') },
            ]}
            onChange={setOrder}
          />
        </Filters>
      }
    >
      <CaptureForm ref={field} />
      <InboxList key={`${assignee ?? ''} ${order}`} assignee={assignee} order={order} />
    </Page>
  );
}

const draft = 'capture';
const maxLength = 500;

/** A field that writes down an action, to be sorted later. What was typed is kept until it is sent. */
function CaptureForm({ ref }: { readonly ref: Ref<HTMLInputElement> }) {
  const [title, setTitle] = useState(() => readDraft(draft));
  const typed = useRef(title);
  // The lines that were entered and are not stored yet. They are sent one at a time.
  const entered = useRef<string[]>([]);
  const { write, fault } = useWrite();

  function change(next: string): void {
    typed.current = next;
    setTitle(next);
    keep();
  }

  const lines = (): string => [...entered.current, typed.current].filter(Boolean).join(' / ');
  const keep = (): void => keepDraft(draft, lines());

  async function send(): Promise<void> {
    entered.current.push(title.trim());
    change('');
    if (entered.current.length > 1) return;
    for (let next = entered.current[0]; next !== undefined; next = entered.current[0]) {
      const body = { title: next, status: 'inbox' } as const;
      const action = await write(() => unwrap(client.POST('/v1/actions', { body })));
      if (action === undefined) {
        const all = lines();
        entered.current = [];
        change(all);
        return;
      }
      entered.current.shift();
      keep();
      announce(t('Captured.'));
    }
  }

  return (
    <form
      className="capture"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') void send();
      }}
    >
      <label className="field">
        <span className="visually-hidden">{t('Capture an action')}</span>
        <input
          ref={ref}
          value={title}
          placeholder={t('Capture an action: what has to be done?')}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="done"
          dir="auto"
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && moveFocus(1)) event.preventDefault();
          }}
        />
      </label>
      <button type="submit" className="button button-primary" disabled={title.trim() === ''}>
        {t('Capture')}
      </button>
      <div role="alert">
        {fullText(title, maxLength)}
        {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
      </div>
    </form>
  );
}

const SortBar = lazy(async () => ({ default: (await import('./sort-form')).SortBar }));

// Besides the events, because the end of a deferral is no event.
const every = { refetchInterval: 60_000 } as const;

interface Props {
  /** The assignee of the actions to show: an actor's id, `me` or `none`; undefined for all. */
  readonly assignee: string | undefined;
  readonly order: 'newest' | 'oldest';
}

/** The captured actions, each sorted in its row or several at once. */
function InboxList({ assignee, order }: Props) {
  useEffect(preloadSortForm, []);
  const query = {
    limit: 50,
    sort: order === 'oldest' ? ('created_at' as const) : ('-created_at' as const),
    ...(assignee !== undefined && { assigned_actor_id: assignee }),
  };
  const list = api.useInfiniteQuery(
    'get',
    '/v1/views/inbox',
    { params: { query } },
    { ...byOffset, ...every },
  );
  const { data, error, refetch } = list;
  if (data === undefined) {
    return error === null ? (
      <RowsSkeleton />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    );
  }
  const all = data.pages.flatMap((page) => page.items);
  // An action that was captured between the reads of two pages is in both.
  const items = [...new Map(all.map((action) => [action.id, action])).values()];
  return (
    <>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      <Rows items={items} total={data.pages.at(-1)?.total} isFiltered={assignee !== undefined} />
      <MoreButton {...moreOf(list)} />
    </>
  );
}

function Rows({
  items,
  total,
  isFiltered,
}: {
  readonly items: readonly Action[];
  readonly total: number | undefined;
  readonly isFiltered: boolean;
}) {
  const { shown, fresh, showFresh } = useKept(items, ({ id }) => id, {
    // Also what the person has just captured.
    isWelcome: (_, isLast) => isLast || isWriting(),
  });
  const { sort, newest } = useSorting();
  const entries = useEntries();
  useEffect(() => forgetSent, []);
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  const rows = useRows(opened, selected);
  const [form, setForm] = useState<SortFormName>();
  const timeZone = useTimeZone();
  const myId = useSession().data?.user.actor_id;
  const me: Sort | undefined =
    myId === undefined ? undefined : { kind: 'assign', actorId: myId, name: t('you') };

  const open = shown
    .filter(({ item, isGone }) => !isGone && !isDecided(entries.get(rowKeyOf(item.id))))
    .map(({ item }) => newest(item));
  const chosen = open.filter(({ id }) => selected.keys.has(rowKeyOf(id)));

  const sortAll = (how: Sort | undefined): void => {
    const last = chosen.at(-1);
    if (how === undefined || last === undefined) return;
    setForm(undefined);
    sort(chosen, how);
    const move = leavesInbox(how) ? focusAfter : focusRow;
    // The rows that were sorted are struck first, so the focus goes to one that is not.
    requestAnimationFrame(() => move(rowKeyOf(last.id)));
    if (leavesInbox(how)) selected.setKeys([]);
  };
  const all: RowCommands = {
    yes: () => sortAll({ kind: 'ready' }),
    no: () => sortAll({ kind: 'drop' }),
    mine: () => sortAll(me),
    defer: () => setForm('defer'),
    choose: form === 'defer' ? (number) => sortAll(deferChoice(number, timeZone)) : undefined,
    close: () => {
      setForm(undefined);
      return form !== undefined;
    },
  };
  useListKeys(useDecisionKeys(selected, all));

  if (shown.length === 0) return <Nothing isFiltered={isFiltered} />;
  return (
    <RowsProvider value={rows}>
      <section className="section inbox" aria-labelledby="inbox-title">
        <div className="section-head">
          <h2 id="inbox-title">{t('To sort')}</h2>
          <span className="count">{Math.max(open.length, total ?? 0)}</span>
          <FreshButton count={fresh} onShow={showFresh} />
          {open.length > 1 && (
            <button
              type="button"
              className="button button-small button-quiet"
              onClick={() => selected.setKeys(open.map(({ id }) => rowKeyOf(id)))}
            >
              {t('Select all')}
            </button>
          )}
        </div>
        <ul className="rows">
          {shown.map(({ item, isGone }) => (
            <CapturedRow
              key={item.id}
              action={newest(item)}
              isGone={isGone}
              me={me}
              onSort={(how) => {
                sort([newest(item)], how);
                if (leavesInbox(how)) selected.setKeys(without(selected.keys, item.id));
              }}
            />
          ))}
        </ul>
      </section>
      {chosen.length > 0 && (
        <Suspense>
          <SortBar
            count={chosen.length}
            form={form}
            me={me}
            onForm={setForm}
            onSort={sortAll}
            onNone={() => selected.setKeys([])}
          />
        </Suspense>
      )}
    </RowsProvider>
  );
}

function rowKeyOf(id: string): string {
  return keyOf({ kind: 'captured', id });
}

function without(keys: ReadonlySet<string>, id: string): readonly string[] {
  return [...keys].filter((key) => key !== rowKeyOf(id));
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title={t('No captured action has this assignee')}>
      <p>{t('Choose another assignee, or show the actions of all.')}</p>
    </Empty>
  ) : (
    <Empty title={t('Nothing to sort')} isStart>
      <p>
        {t(
          'Here you will see what you and your agents have written down and nobody has sorted yet. Write down whatever comes to your mind in the field above. Later you make it ready, defer it or drop it.',
        )}
      </p>
    </Empty>
  );
}
