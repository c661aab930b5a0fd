import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { pageOf } from '../../api/page-of';
import { FormDialog } from '../../ui/dialog';
import { forgetDraft, readDraft } from '../../api/person';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { useWrite } from '../../ui/use-write';
import {
  accessModes,
  accessOf,
  changeDocument,
  keepLater,
  readDocument,
  type Document,
} from './document';
import { t } from '../../texts/texts';

const draftKey = 'new-document';

/** Creates a document and opens its page. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [text, setText] = useState(() => readDraft(draftKey));
  const [mode, setMode] = useState(accessModes[1]?.value ?? 'shared_read');
  const { write, isSending, fault } = useWrite();
  const [, navigate] = useLocation();

  async function send(): Promise<void> {
    const body = { title: title.trim(), content: text, access_mode: mode };
    const created = await write(() => unwrap(client.POST('/v1/documents', { body })), {
      done: t('The document is created.'),
    });
    if (created === undefined) return;
    keepLater(draftKey, undefined);
    forgetDraft(draftKey);
    onClose();
    navigate(pageOf('document', created.id) ?? '');
  }

  return (
    <FormDialog
      title={t('New document')}
      action={t('Create the document')}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField label={t('Title')} value={title} isRequired onChange={setTitle} />
      <AreaField
        label={t('Text')}
        hint={t('Markdown.')}
        isMarkdown
        value={text}
        rows={8}
        maxLength={1_048_576}
        onChange={(next) => {
          setText(next);
          keepLater(draftKey, next);
        }}
      />
      <SelectField label={t('Access')} value={mode} options={accessModes} onChange={setMode} />
    </FormDialog>
  );
}

/** Changes the title of a document and what agents may do with it. */
export function ChangeDialog({
  document,
  onClose,
}: {
  readonly document: Document;
  readonly onClose: () => void;
}) {
  const { id } = document;
  const edit = useEdit(document, {
    fieldsOf: ({ title, access_mode }) => ({ title, access_mode }),
    bodyOf: ({ title, access_mode }) => ({ title: title.trim(), access_mode }),
    factsOf: (now) => [
      [t('Title'), now.title],
      [t('Access'), accessOf(now.access_mode)],
    ],
    read: () => readDocument(id),
    save: (body, { version }) => changeDocument({ id, version }, body),
    onSaved: onClose,
  });
  const { title, access_mode: mode } = edit.fields;
  return (
    <EditDialog title={t('Title and access')} edit={edit} onClose={onClose}>
      <TextField
        label={t('Title')}
        value={title}
        isRequired
        onChange={(next) => edit.change({ title: next })}
      />
      <SelectField
        label={t('Access')}
        value={mode}
        options={accessModes}
        onChange={(next) => edit.change({ access_mode: next })}
      />
    </EditDialog>
  );
}
