import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { Dialog } from '../ui/dialog';
import { Form } from '../ui/fields';
import { SearchField } from '../ui/search-field';
import { short } from '../ui/short';
import { useWrite } from '../ui/use-write';
import type { Link, Target } from './link';
import { LinkFields } from './link-fields';

const kinds = [
  { isDocument: false, name: 'A page on the web' },
  { isDocument: true, name: 'A document' },
] as const;

/** Attaches an address or a document to a record. */
export function AttachDialog({
  attach,
  detach,
  onClose,
}: {
  readonly attach: (target: Target) => Promise<Link>;
  readonly detach: (link: Link) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const [isDocument, setDocument] = useState(false);
  const [fields, setFields] = useState({ url: '', title: '' });
  const { write, isSending, fault } = useWrite();

  async function send(target: Target): Promise<void> {
    const attached = await write(() => attach(target), {
      done: 'Attached.',
      undo: detach,
    });
    if (attached !== undefined) onClose();
  }

  return (
    <Dialog title="Attach a link or a document" onClose={onClose}>
      <div className="form">
        <fieldset>
          <legend className="visually-hidden">What do you attach?</legend>
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
            action="Attach"
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
            <LinkFields
              fields={fields}
              onChange={(changed) => setFields({ ...fields, ...changed })}
            />
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
      <SearchField label="Words in the title" value={words} onChange={setWords} />
      {data?.items.length === 0 && <p className="muted">No document has these words.</p>}
      <ul className="items">
        {data?.items.map(({ id, title }) => (
          <li key={id}>
            <span className="item-text" dir="auto">
              {title}
            </span>
            <button type="button" className="button button-small" onClick={() => onChoose(id)}>
              Attach <span className="visually-hidden">“{short(title)}”</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
