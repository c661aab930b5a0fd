import { keepPreviousData } from '@tanstack/react-query';
import type { components } from 'callboard-client';
import { useCallback, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { pageOfHit, pageOfLabel } from '../../api/page-of';
import { byOffset, moreOf } from '../../api/read-options';
import { useKeys } from '../../keys/keys';
import { moveFocus, useListKeys } from '../../keys/list-keys';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Empty, MoreButton, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { useTitle } from '../../ui/title';
import { useParam } from '../../ui/url-params';
import { statusNames } from '../work/action-query';
import { t } from '../../texts/texts';
import { kinds } from './kinds';

type Hit = components['schemas']['SearchHit'];

const isType = (name: string): name is Hit['type'] => Object.hasOwn(kinds, name);

const types = Object.keys(kinds).filter(isType);

/** The names of the statuses of all kinds. */
const statuses: Readonly<Record<string, string>> = {
  ...statusNames,
  active: t('Active'),
  answered: t('Answered'),
  completed: t('Completed'),
  dismissed: t('Dismissed'),
  open: t('Open'),
  paused: t('Paused'),
  revoked: t('Revoked'),
};

// A response has at most so many labels.
const mostLabels = 10;

/** Finds records by their words. */
export function SearchScreen() {
  const [q, setQ] = useParam('q');
  const [typeText, setType] = useParam('type');
  const field = useRef<HTMLInputElement>(null);
  useTitle(q === '' ? t('Search') : t('Search: {q}', { q }));
  useFieldFocus(field);
  useListKeys();

  const type = isType(typeText) ? typeText : undefined;
  const query = { q, limit: 20, ...(type !== undefined && { type: [type] }) };
  const list = api.useInfiniteQuery(
    'get',
    '/v1/search',
    { params: { query } },
    { ...byOffset, enabled: q !== '', placeholderData: keepPreviousData },
  );
  const found = q === '' ? undefined : list.data;
  const items = found?.pages.flatMap((page) => page.items) ?? [];
  const first = found?.pages[0];

  return (
    <Page title={t('Search')}>
      <search className="stack">
        <SearchField
          label={t('Words')}
          ref={field}
          value={q}
          onChange={setQ}
          onKeyDown={(event) => {
            const isInto = event.key === 'ArrowDown' || event.key === 'Enter';
            if (isInto && moveFocus(1)) event.preventDefault();
          }}
        />
        <TypeChoice type={type} onChange={setType} />
      </search>
      <output className="muted">
        {first !== undefined && !list.isPlaceholderData && countOf(first.total, items.length)}
        {first?.corrected_to !== undefined &&
          ` ${t('for “{words}”', { words: first.corrected_to })}`}
      </output>
      {first !== undefined && first.labels.length > 0 && (
        <p className="chips">
          {t('Labels')}
          {first.labels.map(({ name }) => (
            <Link key={name} href={pageOfLabel(name)} className="chip" dir="auto">
              {name}
            </Link>
          ))}
          {first.labels.length === mostLabels && t('The first ones. Write more to see others.')}
        </p>
      )}
      {list.error !== null && q !== '' && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {q === '' && <Start />}
      {q !== '' && first === undefined && list.error === null && <RowsSkeleton />}
      {first !== undefined &&
        items.length + first.labels.length === 0 &&
        !list.isPlaceholderData && (
          <Empty title={t('Nothing was found')}>
            <p>
              {type === undefined
                ? t(
                    'A record is found when it has all the words. Write fewer words, or only a part of them.',
                  )
                : t(
                    'A record is found when it has all the words. Write fewer words, or only a part of them, or search records of all kinds.',
                  )}
            </p>
          </Empty>
        )}
      {items.length > 0 && (
        <ol className="items panel link-rows" aria-label={t('Results')}>
          {items.map((hit) => (
            <HitRow key={hit.id} hit={hit} />
          ))}
        </ol>
      )}
      <MoreButton {...moreOf(list)} hasMore={items.length > 0 && list.hasNextPage} />
      {first !== undefined && first.hidden_count > 0 && (
        <p className="muted">
          {t('{hiddenCount} more actions are older than the history that the plan shows.', {
            hiddenCount: first.hidden_count,
          })}
        </p>
      )}
    </Page>
  );
}

/** Focuses the field when the screen opens, and when the person presses the key of the search. */
function useFieldFocus(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    // The shell first puts the focus on the beginning of a new screen.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [field]);
  useKeys(
    useCallback(
      (key) => {
        const isAbove = key === 'k' || key === 'ArrowUp';
        const row = document.activeElement?.closest('[data-row]');
        const isFirst = row?.matches(':first-child') ?? false;
        if (key !== '/' && !(isAbove && isFirst)) return false;
        field.current?.focus();
        field.current?.select();
        return true;
      },
      [field],
    ),
  );
}

function TypeChoice({
  type,
  onChange,
}: {
  readonly type: Hit['type'] | undefined;
  readonly onChange: (type: string) => void;
}) {
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{t('Kind of record')}</legend>
      {(['', ...types] as const).map((value) => (
        <label key={value} className="chip">
          <input
            type="radio"
            name="type"
            value={value}
            checked={(type ?? '') === value}
            onChange={() => onChange(value)}
          />
          {value === '' ? t('All') : kinds[value].name}
        </label>
      ))}
    </fieldset>
  );
}

function HitRow({ hit }: { readonly hit: Hit }) {
  const { type, title, snippet } = hit;
  return (
    <li data-row={hit.id} tabIndex={-1}>
      <div className="item-text">
        <Link href={pageOfHit(hit)} className="item-title" dir="auto">
          {title}
        </Link>
        {snippet !== title && (
          <p className="snippet" dir="auto">
            {snippet}
          </p>
        )}
        <p className="row-meta">
          <Icon name={kinds[type].icon} />
          {[
            kinds[type].name,
            hit.key,
            hit.status && (statuses[hit.status] ?? hit.status),
            hit.assigned_actor_name,
            hit.project_title,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </div>
    </li>
  );
}

function Start() {
  return (
    <Empty title={t('Find a record by its words')}>
      <p>
        {t(
          'Actions, projects, documents, orders, questions, proposals, agents and notes appear here while you type. A record needs all the words, anywhere in its text. Write OR between words of which one is enough.',
        )}
      </p>
    </Empty>
  );
}

function countOf(total: number | undefined, shown: number): string {
  if (total === undefined) return t('More than 10,000 results: the newest are listed.');
  if (total === 0) return t('No results');
  return shown < total
    ? t('{shown} of {total} results', { shown, total })
    : t('{total, plural, one {# result} other {# results}}', { total });
}
