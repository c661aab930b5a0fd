import { unwrap } from 'callboard-client';
import { client } from '../api/client';
import { ifMatch } from '../api/if-match';
import { EditDialog } from '../ui/edit-dialog';
import { LinkFields } from './link-fields';
import { useEdit } from '../ui/use-edit';
import type { Link } from './link';

/** Edits the address and the title of a link. A link to a document has only a title. */
export function LinkDialog({
  link,
  onClose,
}: {
  readonly link: Link;
  readonly onClose: () => void;
}) {
  const path = { id: link.id };
  const edit = useEdit(link, {
    fieldsOf: ({ url, title }) => ({ url: url ?? '', title: title ?? '' }),
    bodyOf: ({ url, title }) => ({ url: url.trim(), title: title.trim() || null }),
    read: () => unwrap(client.GET('/v1/links/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(client.PATCH('/v1/links/{id}', { params: { path, header: ifMatch(version) }, body })),
    onSaved: onClose,
  });
  return (
    <EditDialog title="Edit the link" edit={edit} onClose={onClose}>
      <LinkFields fields={edit.fields} hasUrl={link.url !== null} onChange={edit.change} />
    </EditDialog>
  );
}
