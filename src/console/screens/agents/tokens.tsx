import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { byOffset, moreOf } from '../../api/read-options';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { DraftFields, useCreate } from '../../ui/draft';
import { Failure } from '../../ui/loading';
import { TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { Icon } from '../../ui/icon';
import { MoreButton, Panel } from '../../ui/page';
import { Time, useNow } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import type { Agent } from './agent';
import { overlaps, Secret } from './webhook-secret';
import { t, Trans } from '../../texts/texts';

/** A token of an agent, without its secret. */
type Token = components['schemas']['Token'];

type Opened =
  { readonly verb: 'create' } | { readonly verb: 'rotate' | 'revoke'; readonly token: Token };

/** The tokens of an agent. */
export function Tokens({ agent: { id, state } }: { readonly agent: Agent }) {
  const [opened, setOpened] = useState<Opened>();
  const tokens = api.useInfiniteQuery(
    'get',
    '/v1/agents/{id}/tokens',
    { params: { path: { id }, query: { limit: 20 } } },
    byOffset,
  );
  const items = tokens.data?.pages.flatMap((page) => page.items);
  const close = (): void => setOpened(undefined);
  return (
    <Panel
      title={t('Tokens')}
      actions={
        state !== 'revoked' && (
          <button type="button" className="button" onClick={() => setOpened({ verb: 'create' })}>
            <Icon name="plus" /> {t('New token')}
          </button>
        )
      }
    >
      {tokens.error !== null && (
        <Failure error={tokens.error} onRetry={() => void tokens.refetch()} />
      )}
      {items?.length === 0 && (
        <p className="muted">{t('None. A program signs in as the agent with a token.')}</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="items">
          {items.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              isUsable={state !== 'revoked'}
              onOpen={setOpened}
            />
          ))}
        </ul>
      )}
      <MoreButton {...moreOf(tokens)} />
      {opened?.verb === 'create' && <NewToken agentId={id} onClose={close} />}
      {opened?.verb === 'rotate' && <RotateToken token={opened.token} onClose={close} />}
      {opened?.verb === 'revoke' && <RevokeToken token={opened.token} onClose={close} />}
    </Panel>
  );
}

function TokenItem({
  token,
  isUsable,
  onOpen,
}: {
  readonly token: Token;
  readonly isUsable: boolean;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { expires_at: expires, revoked_at: revoked, rotated_at: rotated } = token;
  const hasExpired = useHasPassed(expires);
  const isActive = isUsable && revoked === null && !hasExpired;
  return (
    <li>
      <div className="item-text">
        <p className="item-title" dir="auto">
          {token.name}
        </p>
        <p className="row-meta">
          {token.scopes.includes('write') ? t('Reads and writes') : t('Reads only')}
          <span>
            <Trans id="created {time}" values={{ time: <Time at={token.created_at} /> }} />
          </span>
          <span>
            {token.last_used_at === null ? (
              t('never used')
            ) : (
              <>
                <Trans id="last used {time}" values={{ time: <Time at={token.last_used_at} /> }} />
              </>
            )}
          </span>
          {revoked === null && (
            <span className={hasExpired ? 'late' : undefined}>
              {expires === null ? (
                t('never expires')
              ) : (
                <>
                  {hasExpired ? (
                    <Trans id="expired {time}" values={{ time: <Time at={expires} /> }} />
                  ) : (
                    <Trans id="expires {time}" values={{ time: <Time at={expires} /> }} />
                  )}
                </>
              )}
            </span>
          )}
          {rotated !== null && (
            <span>
              <Trans id="replaced {time}" values={{ time: <Time at={rotated} /> }} />
            </span>
          )}
          {revoked !== null && (
            <span className="late">
              <Trans id="revoked {time}" values={{ time: <Time at={revoked} /> }} />
            </span>
          )}
        </p>
        <p className="row-meta">
          <code>cb_…{token.public_id}_…</code>
        </p>
      </div>
      {isActive && (
        <div className="actions">
          {rotated === null && (
            <button
              type="button"
              className="button button-small"
              onClick={() => onOpen({ verb: 'rotate', token })}
            >
              <Trans
                id="Replace … {name}"
                values={{ name: <span className="visually-hidden">{token.name}</span> }}
              />
            </button>
          )}
          <button
            type="button"
            className="button button-small"
            onClick={() => onOpen({ verb: 'revoke', token })}
          >
            <Trans
              id="Revoke … {name}"
              values={{ name: <span className="visually-hidden">{token.name}</span> }}
            />
          </button>
        </div>
      )}
    </li>
  );
}

function useHasPassed(at: string | null): boolean {
  const now = useNow();
  return at !== null && Date.parse(at) <= now;
}

function RevokeToken({
  token: { id, name },
  onClose,
}: {
  readonly token: Token;
  readonly onClose: () => void;
}) {
  const { write, isSending, fault } = useWrite();
  async function confirm(): Promise<void> {
    const params = { path: { id } };
    const revoked = await write(
      async () => {
        await unwrap(client.DELETE('/v1/tokens/{id}', { params }));
        return true;
      },
      { done: t('Revoked the token “{name}”.', { name }) },
    );
    if (revoked !== undefined) onClose();
  }
  return (
    <ConfirmDialog
      title={t('Revoke the token')}
      action={t('Revoke the token')}
      isSending={isSending}
      fault={fault}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="{name} stops working at once. Nothing undoes this."
          values={{ name: <strong dir="auto">{name}</strong> }}
        />
      </p>
    </ConfirmDialog>
  );
}

type Created = components['schemas']['TokenWithSecret'];

const lifetimes = [
  { value: 'never', name: t('Never') },
  { value: '7', name: t('In 7 days') },
  { value: '30', name: t('In 30 days') },
  { value: '90', name: t('In 90 days') },
  { value: '365', name: t('In a year') },
  { value: 'date', name: t('At a time that I choose') },
] as const;

const scopes = [
  { value: 'write', name: t('Read and write') },
  { value: 'read', name: t('Only read') },
] as const;

type Lifetime = (typeof lifetimes)[number]['value'];

function expiryOf(lifetime: Lifetime, date: string): string | null {
  if (lifetime === 'never') return null;
  if (lifetime === 'date') return new Date(date).toISOString();
  return new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString();
}

interface TokenFields {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly lifetime: Lifetime;
  /** A local time, if the lifetime ends at a date. */
  readonly date: string;
}

const newToken: TokenFields = { name: '', scope: 'write', lifetime: 'never', date: '' };

/** Creates a token and shows its secret once. */
function NewToken({
  agentId,
  onClose,
}: {
  readonly agentId: string;
  readonly onClose: () => void;
}) {
  const form = useCreate(`token.${agentId}`, newToken);
  const { name, scope, lifetime, date } = form.fields;
  const [created, setCreated] = useState<Created>();
  const send = async (): Promise<void> => {
    const params = { path: { id: agentId } };
    const body = {
      name: name.trim(),
      scopes: scope === 'read' ? (['read'] as const) : (['read', 'write'] as const),
      expires_at: expiryOf(lifetime, date),
    };
    setCreated(
      await form.create(() =>
        unwrap(
          client.POST('/v1/agents/{id}/tokens', {
            params,
            body: { ...body, scopes: [...body.scopes] },
          }),
        ),
      ),
    );
  };
  return (
    <FormDialog
      title={t('New token')}
      action={t('Create the token')}
      isSending={form.isSending}
      fault={form.fault}
      onSend={() => void send()}
      result={created && <Secret secret={created.token} what="token" onClose={onClose} />}
      onClose={onClose}
    >
      <DraftFields draft={form}>
        <TextField
          label={t('Name')}
          hint={t('What it is for, such as the machine on which it is used.')}
          isRequired
          value={name}
          onChange={(next) => form.change({ name: next })}
        />
        <div className="form-columns">
          <SelectField
            label={t('It may')}
            value={scope}
            options={scopes}
            onChange={(next) => form.change({ scope: next })}
          />
          <SelectField
            label={t('It expires')}
            value={lifetime}
            options={lifetimes}
            onChange={(next) => form.change({ lifetime: next })}
          />
        </div>
        {lifetime === 'date' && (
          <TextField
            label={t('Expires at')}
            type="datetime-local"
            hint={t('In the time zone of this browser.')}
            isRequired
            value={date}
            onChange={(next) => form.change({ date: next })}
          />
        )}
      </DraftFields>
    </FormDialog>
  );
}

/** Replaces a token by a new one, and shows the secret of the new one once. */
function RotateToken({
  token: { id, name },
  onClose,
}: {
  readonly token: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('0');
  const [created, setCreated] = useState<Created>();
  const { write, isSending, fault } = useWrite();
  const send = async (): Promise<void> => {
    const params = { path: { id } };
    const body = { overlap_seconds: Number(overlap) };
    setCreated(await write(() => unwrap(client.POST('/v1/tokens/{id}/rotate', { params, body }))));
  };
  return (
    <FormDialog
      title={t('Replace the token')}
      action={t('Replace the token')}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      result={created && <Secret secret={created.token} what="token" onClose={onClose} />}
      onClose={onClose}
    >
      <p>
        <Trans
          id="A new token gets the name, the scopes and the lifetime of {name}."
          values={{ name: <strong dir="auto">{name}</strong> }}
        />
      </p>
      <SelectField
        label={t('The old token stops working')}
        value={overlap}
        options={overlaps}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}
