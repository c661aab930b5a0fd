import { unwrap, uploadFile } from 'callboard-client';
import { useRef, useState, type ClipboardEvent as PasteEvent, type ReactNode } from 'react';
import { client } from '../api/client';
import { useSession } from '../api/session';
import { leaveIfRefused } from '../api/signed-out';
import { Icon } from '../ui/icon';
import { sentenceOf } from '../ui/loading';
import type { AttachedFile } from './file-list';
import { t, Trans } from '../texts/texts';

const maxBytes = 10 * 2 ** 20;

/** The file that is on its way, its number among the chosen ones, and the bytes before it. */
interface Sent {
  readonly name: string;
  readonly number: number;
  readonly count: number;
  readonly bytes: number;
  readonly total: number;
}

/** Uploads files one after the other. Those that fail do not stop the others. */
export function useUploads() {
  const mayWrite = useSession().data?.user.role !== 'viewer';
  const isUploading = useRef(false);
  const [sent, setSent] = useState<Sent>();
  const [faults, setFaults] = useState<readonly string[]>([]);

  async function upload(chosen: readonly File[]): Promise<readonly AttachedFile[]> {
    if (!mayWrite || chosen.length === 0) return [];
    if (isUploading.current) {
      setFaults([t('Other files are on their way. Attach these when they have arrived.')]);
      return [];
    }
    isUploading.current = true;
    setFaults([]);
    const arrived: AttachedFile[] = [];
    const total = chosen.reduce((sum, { size }) => sum + size, 0);
    let bytes = 0;
    for (const [index, content] of chosen.entries()) {
      const { name, size } = content;
      setSent({ name, number: index + 1, count: chosen.length, bytes, total });
      try {
        if (size > maxBytes) throw new TooLarge();
        arrived.push(await unwrap(uploadFile(client, { name, content })));
      } catch (error) {
        leaveIfRefused(error);
        const why = error instanceof TooLarge ? t('It is larger than 10 MiB.') : sentenceOf(error);
        setFaults((before) => [...before, t('“{name}” was not attached. {why}', { name, why })]);
      }
      bytes += size;
    }
    isUploading.current = false;
    setSent(undefined);
    return arrived;
  }

  return { upload, sent, faults };
}

class TooLarge extends Error {}

/** How far the uploads are, and which files were not attached. */
export function UploadState({
  sent,
  faults,
}: Pick<ReturnType<typeof useUploads>, 'sent' | 'faults'>) {
  return (
    <>
      <output className="muted">
        {sent !== undefined && (
          <>
            {sent.count > 1 ? (
              <Trans
                id="Sending “{name}”, {number} of {count} …"
                values={{ name: <bdi>{sent.name}</bdi>, number: sent.number, count: sent.count }}
              />
            ) : (
              <Trans id="Sending “{name}” …" values={{ name: <bdi>{sent.name}</bdi> }} />
            )}{' '}
            {sent.count > 1 && (
              <progress aria-label={t('Files sent')} value={sent.bytes} max={sent.total} />
            )}
          </>
        )}
      </output>
      <div role="alert">
        {faults.map((fault) => (
          <p key={fault} className="notice notice-bad">
            {fault}
          </p>
        ))}
      </div>
    </>
  );
}

/** A button that chooses files. */
export function AttachButton({
  isBusy,
  onChoose,
  isQuiet = false,
}: {
  readonly isBusy: boolean;
  readonly onChoose: (files: readonly File[]) => void;
  readonly isQuiet?: boolean;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={`button button-small${isQuiet ? ' button-quiet' : ''}`}
        aria-disabled={isBusy}
        data-attach
        onClick={() => !isBusy && chooser.current?.click()}
      >
        <Icon name="plus" />{' '}
        {isBusy ? (
          t('Saving…')
        ) : (
          <Trans
            id="Attach <hidden>files</hidden>"
            components={{ hidden: <span className="visually-hidden" /> }}
          />
        )}
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('Files to attach')}
        onChange={({ currentTarget: input }) => {
          onChoose([...(input.files ?? [])]);
          input.value = '';
        }}
      />
    </>
  );
}

/** A part of the page on which files may be dropped, or pasted if `takesPaste`. */
export function DropZone({
  onChoose,
  takesPaste = false,
  className,
  children,
}: {
  readonly onChoose: (files: readonly File[]) => void;
  readonly takesPaste?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onChoose([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        if (takesPaste) onChoose(filesPasted(event));
      }}
    >
      {children}
    </div>
  );
}

/** The files that a paste has, unless it is of text. The paste then does nothing else. */
export function filesPasted(event: ClipboardEvent | PasteEvent): readonly File[] {
  const { target, clipboardData: data } = event;
  const files = [...(data?.files ?? [])];
  const isEditable = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  // Spreadsheets copy their cells as a picture too.
  const isText = isEditable && data?.types.includes('text/plain') === true;
  if (event.defaultPrevented || isText || files.length === 0) return [];
  event.preventDefault();
  return files;
}
