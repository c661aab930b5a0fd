import { useDeferredValue, useState } from 'react';
import { Markdown } from './markdown';
import { t } from '../texts/texts';

/** Shows how a text that is being written will look. It is drawn only while it is open. */
export function Preview({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const drawn = useDeferredValue(text);
  if (text.trim() === '') return null;
  return (
    <details className="preview" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('Preview')}</summary>
      {isOpen && <Markdown text={drawn} />}
    </details>
  );
}
