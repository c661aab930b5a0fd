import { isCallboardError } from 'callboard-client';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import { useKeys } from '../../keys/keys';
import { Notes } from '../../notes/notes';
import { useActorName } from '../../pickers/use-actor-name';
import { Failure } from '../../ui/failure';
import { Empty, Facts, MoreButton, Page, Panel } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { useParam } from '../../ui/use-param';
import { accessOf, reviewStates, type Document } from './document';
import { DocumentText } from './document-text';
import { readEdit } from './edit-draft';
import { LinkedFrom } from './linked-from';
import { Revisions } from './revisions';
import { useDocumentText } from './use-document-text';

const EditText = lazy(async () => ({ default: (await import('./edit-text')).EditText }));
const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog')).ChangeDialog,
}));

const back = { href: '/app/documents', name: 'Documents' } as const;

/** The page of a document. */
export function DocumentScreen() {
  const { id = '' } = useParams();
  // Nothing of one document stays on the page of another.
  return <DocumentPage key={id} id={id} />;
}

function DocumentPage({ id }: { readonly id: string }) {
  const reading = useDocumentText(id);
  const { document, error, retry } = reading;
  useTitle(document?.title ?? 'Document');
  if (document !== undefined) {
    return <Shown document={document} reading={reading} />;
  }
  if (error === null) return <RowsSkeleton />;
  if (!isCallboardError(error, 'NOT_FOUND')) return <Failure error={error} onRetry={retry} />;
  return (
    <Page title="There is no such document" back={back}>
      <Empty title="It was not found">
        <p>The address may be mistyped, or the document belongs to another workspace.</p>
      </Empty>
    </Page>
  );
}

function Shown({
  document,
  reading,
}: {
  readonly document: Document;
  readonly reading: ReturnType<typeof useDocumentText>;
}) {
  const { id, title, revision_number: revision } = document;
  const [edited, setEdited] = useParam('edit');
  const [isChanging, setChanging] = useState(false);
  const nameOf = useActorName('you');
  const isEditing = edited !== '';
  const edit = useCallback(() => setEdited('text'), [setEdited]);
  useKeys(
    useCallback(
      (key) => {
        if (key !== 'e' || isEditing) return false;
        edit();
        return true;
      },
      [edit, isEditing],
    ),
  );
  return (
    <Page
      title={title}
      back={back}
      meta={
        <>
          Revision {revision}, changed by{' '}
          <strong dir="auto">{nameOf(document.updated_by_actor_id)}</strong>
          <Time at={document.updated_at} />
        </>
      }
      actions={
        <>
          {!isEditing && (
            <button type="button" className="button button-primary" onClick={edit}>
              <kbd>E</kbd> Edit the text
            </button>
          )}
          <button type="button" className="button" onClick={() => setChanging(true)}>
            Title and access …
          </button>
        </>
      }
    >
      <div className="page-columns">
        <div className="stack">
          {isEditing ? (
            <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
              <EditText
                id={id}
                latestVersion={document.version}
                onClose={() => setEdited('')}
                onReopen={edit}
              />
            </Suspense>
          ) : (
            <Text document={document} reading={reading} onEdit={edit} />
          )}
          <Revisions document={document} />
        </div>
        <div className="stack">
          <About document={document} />
          <LinkedFrom id={id} />
          <Notes of="documents" id={id} />
        </div>
      </div>
      {isChanging && (
        <Suspense>
          <ChangeDialog document={document} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Text({
  document,
  reading,
  onEdit,
}: {
  readonly document: Document;
  readonly reading: ReturnType<typeof useDocumentText>;
  readonly onEdit: () => void;
}) {
  const { text, hasMore, isReading, readMore, error, retry } = reading;
  const [hasDraft] = useState(() => readEdit(document.id) !== undefined);
  const range = document.content_range;
  return (
    <Panel title="Text">
      {hasDraft && (
        <div className="notice notice-warn">
          <p>You have changed this text and not saved it.</p>
          <button type="button" className="button button-small" onClick={onEdit}>
            Continue to edit
          </button>
        </div>
      )}
      {error !== null && <Failure error={error} onRetry={retry} />}
      <DocumentText text={text} isJson={range?.is_json ?? false} isWhole={!hasMore} />
      {hasMore && (
        <p className="muted">
          The text has {range?.total.toLocaleString('en')} characters. This is its beginning.
        </p>
      )}
      <MoreButton hasMore={hasMore} isReading={isReading} onMore={() => void readMore()} />
    </Panel>
  );
}

function About({ document }: { readonly document: Document }) {
  const nameOf = useActorName();
  const { review_state: state } = document;
  return (
    <Panel title="About it">
      <Facts
        facts={[
          ['Access', accessOf(document.access_mode)],
          ['Review', state === 'none' ? null : reviewStates[state]],
          ['Created by', nameOf(document.created_by_actor_id)],
          ['Created', <Time key="created" at={document.created_at} />],
        ]}
      />
    </Panel>
  );
}
