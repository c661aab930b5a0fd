import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { pageOf } from '../../api/page-of';
import { FormDialog } from '../../ui/dialog';
import { forgetDraft, readDraft } from '../../api/person';
import { AreaField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { useWrite } from '../../ui/use-write';
import { accessModes, keepLater } from './document';
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
