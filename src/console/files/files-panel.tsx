import { useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '../keys/keys';
import { Panel } from '../ui/page';
import { useWrite } from '../ui/use-write';
import { AttachButton, DropZone, filesPasted, UploadState, useUploads } from './attaching';
import { FileList, type AttachedFile } from './file-list';
import { t, Trans } from '../texts/texts';

interface Versioned {
  readonly version: number;
}

/** The files of a record. People attach more by choosing, dropping or pasting them. */
export function FilesPanel({
  files = [],
  onChange,
}: {
  readonly files?: readonly AttachedFile[] | undefined;
  /**
   * Stores the files of the record, by their ids. `now` is the record that an earlier change
   * returned; without it, the page shows the record.
   */
  readonly onChange: (ids: string[], now?: Versioned) => Promise<Versioned>;
}) {
  const { write, isSending, fault } = useWrite();
  const { upload, sent, faults } = useUploads();
  const ids = files.map(({ id }) => id);
  const isBusy = isSending || sent !== undefined;
  // The record may change while files are on their way.
  const shown = useRef({ ids, onChange });
  useEffect(() => {
    shown.current = { ids, onChange };
  });

  async function attach(chosen: readonly File[]): Promise<void> {
    const arrived = await upload(chosen);
    if (arrived.length === 0) return;
    const added = arrived.map(({ id }) => id);
    await write(() => shown.current.onChange([...shown.current.ids, ...added]), {
      done: added.length === 1 ? t('The file is attached.') : t('The files are attached.'),
    });
  }

  async function remove(file: AttachedFile, button: HTMLElement): Promise<void> {
    const panel = button.closest('.panel');
    const left = ids.filter((id) => id !== file.id);
    const removed = await write(() => onChange(left), {
      done: t('Removed “{name}”.', { name: file.name }),
      undo: (now) => onChange(ids, now),
    });
    // The button has gone with the file.
    if (removed !== undefined && !isTyping())
      panel?.querySelector<HTMLElement>('[data-attach]')?.focus();
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (document.querySelector('dialog[open]') === null) void attach(filesPasted(event));
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  return (
    <DropZone onChoose={(chosen) => void attach(chosen)}>
      <Panel
        title={t('Files')}
        count={files.length}
        actions={<AttachButton isBusy={isBusy} onChoose={(chosen) => void attach(chosen)} />}
      >
        <UploadState sent={sent} faults={fault === undefined ? faults : [...faults, fault]} />
        {files.length === 0 && <p className="muted">{t('Drop or paste files here.')}</p>}
        <FileList files={files}>
          {(file) => (
            <button
              type="button"
              className="button button-small button-quiet"
              aria-disabled={isBusy}
              onClick={({ currentTarget }) => !isBusy && void remove(file, currentTarget)}
            >
              <Trans
                id="Remove {name}"
                values={{ name: <span className="visually-hidden">{file.name}</span> }}
              />
            </button>
          )}
        </FileList>
      </Panel>
    </DropZone>
  );
}
