import { keepPreviousData } from '@tanstack/react-query';
import { unwrap } from 'callboard-client';
import { useState } from 'react';
import { api, client, ifMatch } from '../api/client';
import { Dialog } from '../ui/dialog';
import { DraftFields, useCreate } from '../ui/draft';
import { EditDialog, useEdit } from '../ui/edit-dialog';
import { Form, TextField } from '../ui/fields';
import { SearchField } from '../ui/search-field';
import { short } from '../ui/short-text';
import type { Link, Target } from './link';
import { t, Trans } from '../texts/texts';

const kinds = [
  { isDocument: false, name: t('A page on the web') },
  { isDocument: true, name: t('A document') },
] as const;

const newLink = { url: '', title: '' };

/** Attaches an address or a document to a record. */
export function AttachDialog({
  place,
  attach,
  detach,
  onClose,
}: {
  /** The id of the record. */
  readonly place: string;
  readonly attach: (target: Target) => Promise<Link>;
  readonly detach: (link: Link) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [isDocument, setDocument] = useState(false);
  const { fields, isSending, fault, ...form } = useCreate(`link.${place}`, newLink);

  async function send(target: Target): Promise<void> {
    const attached = await form.create(() => attach(target), {
      done: t('Attached.'),
      undo: detach,
    });
    if (attached !== undefined) onClose();
  }

  return (
    <Dialog title={t('Attach a link or a document')} onClose={onClose}>
      <div className="form">
        <fieldset>
          <legend className="visually-hidden">{t('What do you attach?')}</legend>
          {kinds.map((kind) => (
            <label key={kind.name} className="check">
              <input
                type="radio"
                name="kind"
                checked={kind.isDocument === isDocument}
                onChange={() => setDocument(kind.isDocument)}
              />
              {kind.name}
            </label>
          ))}
        </fieldset>
        {isDocument ? (
          <>
            <div role="alert">
              {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
            </div>
            <Documents onChoose={(id) => void send({ url: null, document_id: id, title: null })} />
          </>
        ) : (
          <Form
            action={t('Attach')}
            isSending={isSending}
            fault={fault}
            onSend={() =>
              void send({
                url: fields.url.trim(),
                document_id: null,
                title: fields.title.trim() || null,
              })
            }
            onCancel={onClose}
          >
            <DraftFields draft={form}>
              <LinkFields fields={fields} onChange={form.change} />
            </DraftFields>
          </Form>
        )}
      </div>
    </Dialog>
  );
}

/** The documents with these words in their titles; without words, those changed last. */
function Documents({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const [words, setWords] = useState('');
  const query = { limit: 10, sort: '-updated_at' as const, ...(words !== '' && { q: words }) };
  const { data } = api.useQuery(
    'get',
    '/v1/documents',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <SearchField label={t('Words in the title')} value={words} onChange={setWords} />
      {data?.items.length === 0 && <p className="muted">{t('No document has these words.')}</p>}
      <ul className="items">
        {data?.items.map(({ id, title }) => (
          <li key={id}>
            <span className="item-text" dir="auto">
              {title}
            </span>
            <button type="button" className="button button-small" onClick={() => onChoose(id)}>
              <Trans
                id="Attach {span}"
                values={{ span: <span className="visually-hidden">“{short(title)}”</span> }}
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

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
    <EditDialog title={t('Edit the link')} edit={edit} onClose={onClose}>
      <LinkFields fields={edit.fields} hasUrl={link.url !== null} onChange={edit.change} />
    </EditDialog>
  );
}

interface Fields {
  readonly url: string;
  readonly title: string;
}

/** The address of a page and its title, which may be left empty. */
function LinkFields({
  fields: { url, title },
  hasUrl = true,
  onChange,
}: {
  readonly fields: Fields;
  readonly hasUrl?: boolean;
  readonly onChange: (changed: Partial<Fields>) => void;
}) {
  return (
    <>
      {hasUrl && (
        <TextField
          label={t('Address')}
          type="url"
          value={url}
          maxLength={2_000}
          isRequired
          hint={t('It begins with https:// or http://.')}
          onChange={(next) => onChange({ url: next })}
        />
      )}
      <TextField
        label={t('Title')}
        value={title}
        hint={t('You may leave it empty.')}
        onChange={(next) => onChange({ title: next })}
      />
    </>
  );
}
