import { useInfiniteQuery } from '@tanstack/react-query';
import { isCallboardError, unwrap } from 'callboard-client';
import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { client, ifMatch } from '../../api/client';
import { readMore } from '../../api/read-options';
import { useKeys } from '../../keys/keys';
import { Notes } from '../../notes/notes';
import { choiceOf, factsOf, inputs } from '../../pickers/fact-edit';
import { useActorName } from '../../pickers/names';
import { useFocusAfter } from '../../ui/focus';
import { Failure, lazyForm, RowsSkeleton } from '../../ui/loading';
import { Markdown } from '../../ui/markdown';
import { FilesPanel } from '../../files/files-panel';
import { Empty, Facts, MoreButton, Page, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { useParam } from '../../ui/url-params';
import {
  changeDocument,
  readEdit,
  reviewStates,
  textOf,
  type Document,
  type DocumentUpdate,
} from './document';
import { LinkedFrom } from './linked-from';
import { Revisions } from './revisions';
import { accessModes } from '../../texts/field-words';
import { language, t, Trans } from '../../texts/texts';

const EditText = lazyForm(async () => ({ default: (await import('./editor')).EditText }));

const trail = [{ href: '/app/documents', name: t('Documents') }] as const;

/** The page of a document. */
export function DocumentScreen() {
  const { id = '' } = useParams();
  // Nothing of one document stays on the page of another.
  return <DocumentPage key={id} id={id} />;
}

function DocumentPage({ id }: { readonly id: string }) {
  const reading = useDocumentText(id);
  const { document, error, retry } = reading;
  useTitle(document?.title ?? t('Document'));
  if (document !== undefined) {
    return <Shown document={document} reading={reading} />;
  }
  if (error === null) return <RowsSkeleton />;
  if (!isCallboardError(error, 'NOT_FOUND')) return <Failure error={error} onRetry={retry} />;
  return (
    <Page title={t('There is no such document')} trail={trail}>
      <Empty title={t('It was not found')}>
        <p>{t('The address may be mistyped, or the document belongs to another workspace.')}</p>
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
  const nameOf = useActorName('you');
  const isEditing = edited !== '';
  const button = useFocusAfter<HTMLButtonElement>(isEditing);
  const edit = useCallback(() => setEdited('text'), [setEdited]);
  const [reopened, setReopened] = useState(0);
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
      trail={trail}
      meta={
        <>
          <Trans
            id="Revision {revision}, changed by {updatedByActorId}{time}"
            values={{
              revision,
              updatedByActorId: <strong dir="auto">{nameOf(document.updated_by_actor_id)}</strong>,
              time: <Time at={document.updated_at} />,
            }}
          />
        </>
      }
      actions={
        !isEditing && (
          <button ref={button} type="button" className="button button-primary" onClick={edit}>
            <kbd>E</kbd> {t('Edit the text')}
          </button>
        )
      }
    >
      <div className="page-columns">
        <div className="stack">
          {isEditing ? (
            <Suspense fallback={<div className="skeleton skeleton-row" aria-busy="true" />}>
              <EditText
                key={reopened}
                id={id}
                latestVersion={document.version}
                onClose={() => setEdited('')}
                onReopen={() => {
                  setReopened((count) => count + 1);
                  edit();
                }}
              />
            </Suspense>
          ) : (
            <Text document={document} reading={reading} onEdit={edit} />
          )}
          <Revisions document={document} />
        </div>
        <div className="stack">
          <About document={document} />
          <FilesPanel
            files={document.files}
            onChange={(ids, { version } = document) =>
              changeDocument({ id, version }, { file_ids: ids })
            }
          />
          <LinkedFrom id={id} />
          <Notes of="documents" id={id} />
        </div>
      </div>
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
    <Panel title={t('Text')}>
      {hasDraft && (
        <div className="notice notice-warn">
          <p>{t('You have changed this text and not saved it.')}</p>
          <button type="button" className="button button-small" onClick={onEdit}>
            {t('Continue to edit')}
          </button>
        </div>
      )}
      {error !== null && <Failure error={error} onRetry={retry} />}
      <DocumentText text={text} isJson={range?.is_json ?? false} isWhole={!hasMore} />
      {hasMore && (
        <p className="muted">
          {t('The text has {count} characters. This is its beginning.', {
            count: range?.total.toLocaleString(language) ?? '',
          })}
        </p>
      )}
      <MoreButton hasMore={hasMore} isReading={isReading} onMore={() => void readMore()} />
    </Panel>
  );
}

const access = choiceOf(accessModes);

function About({ document }: { readonly document: Document }) {
  const nameOf = useActorName();
  const { review_state: state } = document;
  const fact = factsOf<DocumentUpdate>(document, changeDocument);
  return (
    <Panel title={t('About it')}>
      <Facts
        facts={[
          fact({
            label: t('Title'),
            input: inputs.name,
            value: document.title,
            bodyOf: (title) => ({ title: title.trim() }),
            shown: document.title,
          }),
          fact({
            label: t('Access'),
            input: access,
            value: document.access_mode,
            bodyOf: (mode) => {
              const access_mode = accessModes.find(({ value }) => value === mode)?.value;
              return access_mode === undefined ? {} : { access_mode };
            },
          }),
          [t('Review'), state === 'none' ? null : reviewStates[state]],
          [t('Created by'), nameOf(document.created_by_actor_id)],
          [t('Created'), <Time key="created" at={document.created_at} />],
        ]}
      />
    </Panel>
  );
}

const partLength = 16_000;

const Part = memo(Markdown);

/** The text of a document: Markdown, or other JSON with spaces. */
function DocumentText({
  text,
  isJson,
  isWhole,
}: {
  readonly text: string;
  readonly isJson: boolean;
  /** Whether all pieces were read: a part of JSON cannot be formatted. */
  readonly isWhole: boolean;
}) {
  const parts = useMemo(() => (isJson ? [] : partsOf(text)), [text, isJson]);
  if (isJson) return <pre className="json">{isWhole ? textOf(JSON.parse(text)) : text}</pre>;
  if (text.trim() === '') return <p className="muted">{t('The document is empty.')}</p>;
  return (
    <div className="document-text">
      {parts.map((part, index) => (
        // Parts are only added, so the place of one never changes.
        <Part key={index} text={part} under={2} />
      ))}
    </div>
  );
}

/** Cuts Markdown at empty lines that are in no block of code, so that each part is drawn once. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let end = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    end = Math.min(text.length, end + line.length + 1);
    if (!isCode && line.trim() === '' && end - start > partLength) {
      parts.push(text.slice(start, end));
      start = end;
    }
  }
  return [...parts, text.slice(start)];
}

interface Piece {
  readonly offset: number;
  /** The version whose text began; a piece of another one would not fit. */
  readonly version?: number;
}

// The first piece fills some screens; a person who asks for more reads on.
const firstLength = 20_000;
const nextLength = 60_000;

const first: Piece = { offset: 0 };

/** Reads the text of a document in pieces, and with it all that is known of the document. */
function useDocumentText(id: string) {
  const list = useInfiniteQuery({
    queryKey: ['get', '/v1/documents/{id}', { pieces: id }],
    queryFn: ({ pageParam, signal }) => readPiece(id, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: nextOf,
  });
  const { error, refetch } = list;
  const pieces = list.data?.pages ?? [];
  return {
    document: pieces[0],
    text: pieces.map(({ content }) => String(content)).join(''),
    hasMore: list.hasNextPage,
    isReading: list.isFetchingNextPage,
    error,
    retry: () => void refetch(),
    readMore: async () => {
      const result = await readMore(list);
      if (isCallboardError(result.error, 'STALE_VERSION')) await refetch();
    },
  };
}

function readPiece(id: string, { offset, version }: Piece, signal: AbortSignal): Promise<Document> {
  const header = ifMatch({ version });
  const query = { offset, length: offset === 0 ? firstLength : nextLength };
  return unwrap(
    client.GET('/v1/documents/{id}', { params: { path: { id }, query, header }, signal }),
  );
}

function nextOf({ content_range: range, version }: Document): Piece | undefined {
  if (range === undefined) return undefined;
  const offset = range.offset + range.length;
  return offset < range.total ? { offset, version } : undefined;
}
