import type { components } from 'callboard-client';
import type { ReactNode } from 'react';
import { base } from '../api/address';
import { addressInWorkspace } from '../api/workspace';
import { dateLocale, t } from '../texts/texts';

/** A file that a record refers to. */
export type AttachedFile = components['schemas']['FileSummary'];

// The formats that the service lets a page show.
const shown = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The files of a record, to download; pictures are shown. Renders nothing without files. */
export function FileList({
  files = [],
  children,
}: {
  readonly files?: readonly AttachedFile[] | undefined;
  /** What stands beside each file. */
  readonly children?: (file: AttachedFile) => ReactNode;
}) {
  if (files.length === 0) return null;
  return (
    <ul className="items files">
      {files.map((file) => (
        <li key={file.id}>
          <a href={addressOf(file)} download={file.name} className="file">
            {shown.includes(file.media_type) && <img src={addressOf(file)} alt="" loading="lazy" />}
            <bdi>{file.name}</bdi> <span className="muted">{sizeOf(file.bytes)}</span>
          </a>
          {children?.(file)}
        </li>
      ))}
    </ul>
  );
}

function addressOf({ id }: AttachedFile): string {
  return addressInWorkspace(`${base}/v1/files/${id}`);
}

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function sizeOf(bytes: number): string {
  if (bytes < 1024) return t('{bytes} B', { bytes });
  const kib = bytes / 1024;
  return kib < 1024
    ? t('{kib} KiB', { kib: Math.round(kib) })
    : t('{number} MiB', { number: (kib / 1024).toLocaleString(dateLocale, oneDigit) });
}
