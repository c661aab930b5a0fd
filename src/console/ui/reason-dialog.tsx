import { useState, type ReactNode } from 'react';
import { AreaField } from './fields';
import { FormDialog } from './dialog';
import { t } from '../texts/texts';

/** Asks before a change, and for its reason, which the history stores. */
export function ReasonDialog({
  title,
  action,
  isRequired = false,
  isDanger,
  isSending,
  fault,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly isRequired?: boolean;
  readonly isDanger?: boolean;
  readonly isSending: boolean;
  readonly fault: string | undefined;
  /** Gets the body of the request: without a reason if none was written. */
  readonly onConfirm: (body: { readonly reason?: string }) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  return (
    <FormDialog
      title={title}
      action={action}
      isDanger={isDanger}
      isSending={isSending}
      fault={fault}
      onSend={() => onConfirm(text === '' ? {} : { reason: text })}
      onClose={onClose}
    >
      {children}
      <AreaField
        label={isRequired ? t('Reason') : t('Reason (optional)')}
        hint={t('It is stored in the history.')}
        rows={2}
        isRequired={isRequired}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
