import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, ifMatch, paramsOf } from '../../api/client';
import type { EventKind } from '../../api/events';
import { Copyable } from '../../ui/copyable';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { AreaField, CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { KindFields } from './webhook-kinds';
import { formats, receives } from './webhook-words';
import { t } from '../../texts/texts';

const dialogs = {
  edit: EditWebhookDialog,
  state: WebhookStateDialog,
  delete: DeleteWebhookDialog,
  rotate: RotateDialog,
} as const;

/** The dialog of a command of a webhook. */
export function WebhookDialog({
  command,
  webhook,
  onClose,
}: {
  readonly command: keyof typeof dialogs;
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const Chosen = dialogs[command];
  return <Chosen webhook={webhook} onClose={onClose} />;
}

// The URL of a chat is its secret.
const secrets = ['url'] as const;

const newWebhook: WebhookDraft = {
  url: '',
  format: 'standard',
  description: '',
  preset: null,
  kinds: [],
  inFlight: 2,
};

/** Creates a webhook, and shows its secret once. */
export function NewWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useCreate('webhook', newWebhook, secrets);
  const draft = form.fields;
  const [created, setCreated] = useState<components['schemas']['WebhookWithSecret']>();

  async function send(): Promise<void> {
    const body = {
      url: draft.url.trim(),
      format: draft.format,
      description: draft.description.trim() === '' ? null : draft.description,
      ...receivedBy(draft),
      in_flight: draft.inFlight,
    };
    setCreated(await form.create(() => unwrap(client.POST('/v1/webhooks', { body }))));
  }

  return (
    <FormDialog
      title={t('New webhook')}
      action={t('Create')}
      isSending={form.isSending}
      fault={explain(form.error)}
      onSend={() => void send()}
      result={
        created &&
        (created.format === 'standard' ? (
          <SecretText secret={created.secret} />
        ) : (
          <p>{t('Send a test message to see whether it arrives.')}</p>
        ))
      }
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <SelectField
          label={t('It sends')}
          value={draft.format}
          options={formats}
          onChange={(format) =>
            // A chat is for people, so it gets what they must decide unless they choose otherwise.
            form.change({ format, preset: format === 'standard' ? null : 'decisions' })
          }
        />
        <WebhookFields draft={draft} hasUrl onChange={form.change} />
      </DraftFields>
    </FormDialog>
  );
}

type Webhook = components['schemas']['Webhook'];

/** Changes the URL, the description and the kinds of a webhook. */
function EditWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const path = { id: webhook.id };
  const edit = useEdit(webhook, {
    fieldsOf,
    bodyOf: ({ url, description, inFlight, ...draft }) => ({
      url: url.trim(),
      description: description.trim() === '' ? null : description,
      ...receivedBy(draft),
      in_flight: inFlight,
    }),
    factsOf: (now) => [
      ['URL', now.url],
      [t('Description'), now.description || null],
      [t('Receives'), receives({ agent_id: webhook.agent_id, ...now })],
      [t('Messages at the same time'), String(now.inFlight)],
    ],
    secrets,
    read: () => unwrap(client.GET('/v1/webhooks/{id}', { params: { path } })),
    save: (body, version) =>
      unwrap(
        client.PATCH('/v1/webhooks/{id}', { params: { path, header: ifMatch(version) }, body }),
      ),
    onSaved: onClose,
    explain,
  });

  return (
    <EditDialog title={t('Change the webhook')} edit={edit} onClose={onClose}>
      <WebhookFields
        draft={edit.fields}
        hasUrl={webhook.agent_id === null}
        onChange={edit.change}
      />
    </EditDialog>
  );
}

function fieldsOf({ in_flight: inFlight, ...webhook }: Webhook): WebhookDraft {
  const { url, format, description, preset, kinds } = webhook;
  return { url: url ?? '', format, description: description ?? '', preset, kinds, inFlight };
}

// The API takes a preset or kinds, not both.
function receivedBy({
  preset,
  kinds,
}: Pick<WebhookDraft, 'preset' | 'kinds'>): Pick<
  components['schemas']['WebhookUpdate'],
  'preset' | 'kinds'
> {
  return preset === null ? { preset, kinds: [...kinds] } : { preset };
}

const starts = [
  { value: 'first_undelivered', name: t('Send what waits and what it missed, then what happens') },
  { value: 'now', name: t('Send only what happens from now on') },
] as const;

/** Asks before a webhook is disabled, and where it continues when it is enabled. */
function WebhookStateDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [start, setStart] = useState<(typeof starts)[number]['value']>('first_undelivered');
  const isEnabled = webhook.state === 'enabled';

  async function confirm(): Promise<void> {
    const params = paramsOf(webhook);
    const body = isEnabled
      ? { state: 'disabled' as const }
      : { state: 'enabled' as const, resume_from: start };
    const changed = await write(() => unwrap(client.PATCH('/v1/webhooks/{id}', { params, body })), {
      done: isEnabled ? t('The webhook is disabled.') : t('The webhook is enabled.'),
    });
    if (changed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title={isEnabled ? t('Disable the webhook?') : t('Enable the webhook')}
      action={isEnabled ? t('Disable') : t('Enable')}
      isDanger={isEnabled}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isEnabled ? (
        <p>{t('It sends nothing but tests until it is enabled again. Its deliveries wait.')}</p>
      ) : (
        <fieldset>
          <legend className="settings-legend">{t('Where does it continue?')}</legend>
          {starts.map(({ value, name }) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="start"
                checked={start === value}
                onChange={() => setStart(value)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

const overlaps = [
  { value: '0', name: t('Not at all: it leaked') },
  { value: '3600', name: t('For an hour') },
  { value: '21600', name: t('For six hours') },
  { value: '86400', name: t('For a day') },
] as const;

/** Replaces the secret of a webhook, and shows the new one once. */
function RotateDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('3600');
  const [rotated, setRotated] = useState<components['schemas']['WebhookWithSecret']>();

  async function rotate(): Promise<void> {
    const params = { path: { id: webhook.id } };
    const body = { overlap_seconds: Number(overlap) };
    setRotated(
      await write(() => unwrap(client.POST('/v1/webhooks/{id}/rotate-secret', { params, body }))),
    );
  }

  return (
    <FormDialog
      title={t('Rotate the secret')}
      action={t('Create a new secret')}
      isSending={isSending}
      fault={explain(error)}
      onSend={() => void rotate()}
      result={rotated && <SecretText secret={rotated.secret} />}
      onClose={onClose}
    >
      <SelectField
        label={t('How long does the old secret sign too?')}
        value={overlap}
        options={overlaps}
        onChange={setOverlap}
        hint={t('Meanwhile every message has both signatures, so the receiver can change over.')}
      />
    </FormDialog>
  );
}

/** Asks before a webhook is deleted. */
function DeleteWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: components['schemas']['Webhook'];
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const [, navigate] = useLocation();

  async function confirm(): Promise<void> {
    const params = { path: { id: webhook.id } };
    await write(
      async () => {
        await unwrap(client.DELETE('/v1/webhooks/{id}', { params }));
        // Before the screens are read again, because this one has no webhook any more.
        navigate('/app/settings/webhooks', { replace: true });
      },
      { done: t('The webhook is deleted.') },
    );
  }

  return (
    <ConfirmDialog
      title={t('Delete the webhook?')}
      action={t('Delete')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {t('Nothing more is sent, and its deliveries can no longer be read. Nothing undoes this.')}
      </p>
    </ConfirmDialog>
  );
}

// Programs may have set another number.
function inFlightOptions(present: number): { readonly value: string; readonly name: string }[] {
  const counts = [...new Set([2, 4, 8, 16, 32, present])].toSorted((one, other) => one - other);
  return counts.map((count) => ({ value: String(count), name: String(count) }));
}

/** What a person typed about a webhook. */
interface WebhookDraft {
  readonly url: string;
  readonly format: Webhook['format'];
  readonly description: string;
  readonly preset: Webhook['preset'];
  readonly kinds: readonly EventKind[];
  /** The most messages that are sent at the same time. */
  readonly inFlight: number;
}

/** The fields of a webhook. The URL of an agent's webhook belongs to the agent. */
function WebhookFields({
  draft,
  hasUrl,
  onChange,
}: {
  readonly draft: WebhookDraft;
  readonly hasUrl: boolean;
  readonly onChange: (draft: WebhookDraft) => void;
}) {
  const { url, description, preset, kinds, inFlight } = draft;
  return (
    <>
      {hasUrl && (
        <TextField
          label={t('URL')}
          type="url"
          value={url}
          onChange={(next) => onChange({ ...draft, url: next })}
          isRequired
          maxLength={2_000}
          hint={
            draft.format === 'standard'
              ? t('An https URL of a public host. Others only if the server allows them.')
              : t(
                  'The secret URL that the chat gives you for an incoming webhook, a workflow or a topic.',
                )
          }
        />
      )}
      <AreaField
        label={t('Description')}
        rows={2}
        value={description}
        onChange={(next) => onChange({ ...draft, description: next })}
      />
      <SelectField
        label={t('Messages at the same time, at most')}
        value={String(inFlight)}
        options={inFlightOptions(inFlight)}
        onChange={(next) => onChange({ ...draft, inFlight: Number(next) })}
        hint={t(
          'Choose more for a receiver that takes long to respond. Each process of the server counts its own.',
        )}
      />
      {hasUrl && (
        <CheckField
          label={t('Only what people must decide')}
          checked={preset !== null}
          onChange={() => onChange({ ...draft, preset: preset === null ? 'decisions' : null })}
        />
      )}
      {preset === null && (
        <KindFields kinds={kinds} onChange={(next) => onChange({ ...draft, kinds: next })} />
      )}
    </>
  );
}

/** The secret of a webhook, which the API returns only once. */
function SecretText({ secret }: { readonly secret: string | undefined }) {
  if (secret === undefined)
    return <p>{t('The secret was shown before. Rotate it for a new one.')}</p>;
  return (
    <div className="form">
      <p>
        {t(
          'The receiver needs this secret to verify the signatures. It is shown only now, so copy it to where the receiver runs.',
        )}
      </p>
      <Copyable text={secret} what={t('the secret')} />
    </div>
  );
}
