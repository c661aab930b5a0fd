import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { pageOf } from '../../api/page-of';
import { byOffset, moreOf } from '../../api/read-options';
import { useListKeys } from '../../keys/list-keys';
import { AuthorPicker } from '../../pickers/pickers';
import { useActorName } from '../../pickers/names';
import { KeptList } from '../../rows/kept-list';
import { countSet, Filters } from '../../ui/filters';
import { Failure, lazyForm, RowsSkeleton } from '../../ui/loading';
import { SelectField } from '../../ui/menu';
import { Icon } from '../../ui/icon';
import { Empty, MoreButton, Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { useParam } from '../../ui/url-params';
import { accessOf, reviewStates, type Document } from './document';
import { t, Trans } from '../../texts/texts';

const CreateDialog = lazyForm(async () => ({
  default: (await import('./document-dialogs')).CreateDialog,
}));

const states = [
  { value: '', name: t('Any') },
  { value: 'pending', name: reviewStates.pending },
  { value: 'approved', name: reviewStates.approved },
  { value: 'none', name: reviewStates.none },
] as const;

const sorts = [
  { value: '', name: t('Last changed first') },
  { value: '-created_at', name: t('Newest first') },
  { value: 'title', name: t('By title') },
] as const;

/** The documents of the workspace. */
export function DocumentsScreen() {
  const [q, setQ] = useParam('q');
  const [state, setState] = useParam('review');
  const [creator, setCreator] = useParam('creator');
  const [order, setOrder] = useParam('sort');
  const [isCreating, setCreating] = useState(false);
  useTitle(t('Documents'));
  useListKeys();

  const reviewState = states.find(({ value }) => value === state)?.value ?? '';
  const sort = sorts.find(({ value }) => value === order)?.value ?? '';
  const query = {
    limit: 50,
    include_content: false,
    sort: sort === '' ? ('-updated_at' as const) : sort,
    ...(q !== '' && { q }),
    ...(reviewState !== '' && { review_state: reviewState }),
    ...(creator !== '' && { created_by_actor_id: creator }),
  };
  const list = api.useInfiniteQuery(
    'get',
    '/v1/documents',
    { params: { query } },
    { ...byOffset, placeholderData: keepPreviousData },
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = q + reviewState + creator !== '';

  return (
    <Page
      title={t('Documents')}
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          <Icon name="plus" /> {t('New document')}
        </button>
      }
    >
      <Filters className="form-columns" count={countSet(q, reviewState, creator)}>
        <SearchField label={t('Words in the title')} value={q} onChange={setQ} />
        <SelectField label={t('Review')} value={reviewState} options={states} onChange={setState} />
        <AuthorPicker
          value={creator === '' ? null : creator}
          onChange={(id) => setCreator(id ?? '')}
        />
        <SelectField label={t('Order|sort')} value={sort} options={sorts} onChange={setOrder} />
      </Filters>
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <RowsSkeleton />}
      {list.isSuccess && (
        <KeptList
          key={JSON.stringify(query)}
          list={list}
          items={items}
          nameOf={(document) => document}
          renderRow={(document) => <DocumentRow key={document.id} document={document} />}
          className="items panel link-rows"
          label={t('Documents')}
          empty={<Nothing isFiltered={isFiltered} />}
        />
      )}
      <MoreButton {...moreOf(list)} />
      {isCreating && (
        <Suspense>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function DocumentRow({ document }: { readonly document: Document }) {
  const { id, title, access_mode: mode, revision_number: revision, review_state: state } = document;
  const nameOf = useActorName('you');
  return (
    <li data-row={id} tabIndex={-1}>
      <div className="item-text">
        <Link href={pageOf('document', id) ?? ''} className="item-title" dir="auto">
          {title}
        </Link>
        <p className="row-meta">
          <Trans
            id="Changed by {updatedByActorId}{time}{mode}<span>Revision {revision}</span>"
            values={{
              updatedByActorId: <strong dir="auto">{nameOf(document.updated_by_actor_id)}</strong>,
              time: <Time at={document.updated_at} />,
              mode: <span>{accessOf(mode)}</span>,
              revision,
            }}
            components={{ span: <span /> }}
          />
        </p>
      </div>
      {state === 'pending' && <span className="tag">{reviewStates.pending}</span>}
    </li>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title={t('No document matches')}>
        <p>
          {t('Change the words or the filters, or search the text of all documents in Search.')}
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={t('There are no documents')}>
      <p>
        {t(
          'Here you will see the texts that people and agents share: house rules, plans, reports. Each change is a revision that you can compare, approve and revert.',
        )}
      </p>
    </Empty>
  );
}
