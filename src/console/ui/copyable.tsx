import { useState } from 'react';

/** A text with a button that copies it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  // Browsers offer the clipboard with https and on this machine only.
  const canCopy = 'clipboard' in navigator;
  return (
    <div className="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      {canCopy && (
        <button
          type="button"
          className="button button-small"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'} <span className="visually-hidden">{what}</span>
        </button>
      )}
    </div>
  );
}
