import { unwrap, uploadFile } from 'callboard-client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { client } from '../api/client';
import { useSession } from '../api/session';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/page';
import { useWrite } from '../ui/use-write';
import { FileList, type AttachedFile } from './file-list';

const maxBytes = 10 * 2 ** 20;

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/** The files of a record. People attach more by choosing, dropping or pasting them. */
export function FilesPanel({
  files = [],
  onChange,
}: {
  readonly files?: readonly AttachedFile[] | undefined;
  /** Stores the files of the record, by their ids. */
  readonly onChange: (ids: string[]) => Promise<unknown>;
}) {
  const mayWrite = useSession().data?.user.role !== 'viewer';
  const { write, isSending, fault } = useWrite();
  const [refusal, setRefusal] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const attachButton = useRef<HTMLButtonElement>(null);
  const ids = files.map(({ id }) => id);

  async function attach(chosen: readonly File[]): Promise<void> {
    if (!mayWrite || chosen.length === 0) return;
    const large = chosen.find(({ size }) => size > maxBytes);
    setRefusal(large && `“${large.name}” is larger than 10 MiB, so nothing was attached.`);
    if (large !== undefined) return;
    await write(
      async () => {
        const added: string[] = [];
        for (const content of chosen) {
          const upload = uploadFile(client, { name: content.name, content });
          added.push((await unwrap(upload)).id);
        }
        return onChange([...ids, ...added]);
      },
      { done: chosen.length === 1 ? 'The file is attached.' : 'The files are attached.' },
    );
  }

  async function remove(file: AttachedFile): Promise<void> {
    const left = ids.filter((id) => id !== file.id);
    const removed = await write(() => onChange(left), { done: `Removed “${file.name}”.` });
    if (removed !== undefined) attachButton.current?.focus();
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    // Spreadsheets copy their cells as a picture too.
    const isText = isEditable(event.target) && event.clipboardData?.types.includes('text/plain');
    if (isText === true || pasted.length === 0 || document.querySelector('dialog[open]') !== null)
      return;
    event.preventDefault();
    void attach(pasted);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  const problem = refusal ?? fault;
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attach([...event.dataTransfer.files]);
      }}
    >
      <Panel
        title="Files"
        count={files.length}
        actions={
          <button
            ref={attachButton}
            type="button"
            className="button button-small"
            aria-disabled={isSending}
            onClick={() => !isSending && chooser.current?.click()}
          >
            <Icon name="plus" /> {isSending ? 'Saving…' : 'Attach'}{' '}
            <span className="visually-hidden">files</span>
          </button>
        }
      >
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={({ currentTarget: input }) => {
            void attach([...(input.files ?? [])]);
            input.value = '';
          }}
        />
        <div role="alert">
          {problem !== undefined && <p className="notice notice-bad">{problem}</p>}
        </div>
        {files.length === 0 && <p className="muted">Drop or paste files here.</p>}
        <FileList files={files}>
          {(file) => (
            <button
              type="button"
              className="button button-small button-quiet"
              aria-disabled={isSending}
              onClick={() => void remove(file)}
            >
              Remove <span className="visually-hidden">{file.name}</span>
            </button>
          )}
        </FileList>
      </Panel>
    </div>
  );
}
