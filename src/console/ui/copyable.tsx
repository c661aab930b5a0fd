import { useState, type ReactNode } from 'react';
import { t } from '../texts/texts';
import { base } from '../api/address';

/** A text to paste elsewhere, with a button that copies it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState<string>();
  // Browsers offer the clipboard with https and on this machine only.
  const canCopy = 'clipboard' in navigator;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // The browser refused. The text can still be selected.
      setCopied(undefined);
    }
  };
  return (
    <div className="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      {canCopy && (
        <button
          data-reads
          type="button"
          className="button button-small"
          onClick={() => void copy()}
        >
          {copied === text ? t('Copied') : t('Copy')}{' '}
          <span className="visually-hidden">{what}</span>
        </button>
      )}
    </div>
  );
}

/** A link to the guide for agents, whose words a message has. */
export function GuideLink({ children }: { readonly children?: ReactNode }) {
  return <a href={`${base}/docs/agents`}>{children}</a>;
}
