import { unwrap } from 'callboard-client';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { pageOf } from '../../api/page-of';
import { FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { AreaField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { accessModes } from '../../texts/field-words';
import { t } from '../../texts/texts';

const newDocument = {
  title: '',
  content: '',
  access_mode: accessModes[1]?.value ?? 'shared_read',
};

/** Creates a document and opens its page. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { fields, change, ...form } = useCreate('document', newDocument);
  const [, navigate] = useLocation();

  async function send(): Promise<void> {
    const body = { ...fields, title: fields.title.trim() };
    const created = await form.create(() => unwrap(client.POST('/v1/documents', { body })), {
      done: t('The document is created.'),
    });
    if (created === undefined) return;
    onClose();
    navigate(pageOf('document', created.id) ?? '');
  }

  return (
    <FormDialog
      title={t('New document')}
      action={t('Create the document')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <TextField
          label={t('Title')}
          value={fields.title}
          isRequired
          onChange={(title) => change({ title })}
        />
        <AreaField
          label={t('Text')}
          hint={t('Markdown.')}
          isMarkdown
          value={fields.content}
          rows={8}
          maxLength={1_048_576}
          onChange={(content) => change({ content })}
        />
        <SelectField
          label={t('Access')}
          value={fields.access_mode}
          options={accessModes}
          onChange={(access_mode) => change({ access_mode })}
        />
      </DraftFields>
    </FormDialog>
  );
}
