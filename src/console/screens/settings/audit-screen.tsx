import type { components, operations } from 'callboard-client';
import { server } from '../../api/address';
import { addressInWorkspace } from '../../api/workspace';
import { api } from '../../api/client';
import { kindsOf } from '../../api/events';
import { byOffset } from '../../api/read-options';
import { AuthorPicker } from '../../pickers/pickers';
import { DateField } from '../../ui/date-field';
import { countSet, Filters } from '../../ui/filters';
import { SelectField } from '../../ui/menu';
import { Panel } from '../../ui/page';
import { Time, useTimeZone, fromLocal } from '../../ui/time';
import { optionOf, useParams } from '../../ui/url-params';
import { ItemList } from './item-list';
import { isOwner, SettingsPage } from './settings-page';
import { t } from '../../texts/texts';

type Entry = components['schemas']['AuditEntry'];
type Query = NonNullable<operations['downloadAudit']['parameters']['query']>;

const all = { value: '', name: t('Everything'), kinds: [] } as const;

const groups = [
  all,
  { value: 'people', name: t('People and their roles'), kinds: kindsOf(['user', 'invitation']) },
  {
    value: 'sign-ins',
    name: t('Sign-ins and sign-outs'),
    kinds: ['session.created', 'session.deleted', 'user.sign_in_failed'],
  },
  {
    value: 'agents',
    name: t('Agents, tokens and connections'),
    kinds: kindsOf(['agent', 'token', 'oauth_grant']),
  },
  { value: 'webhooks', name: t('Webhooks'), kinds: kindsOf(['webhook']) },
  { value: 'workspace', name: t('Workspace, exports and imports'), kinds: kindsOf(['workspace']) },
] as const;

/** Who changed people, rights, credentials and settings, and who signed in. */
export function AuditScreen() {
  return (
    <SettingsPage title={t('Audit')}>
      {(session) =>
        isOwner(session) ? (
          <AuditPanel />
        ) : (
          <p className="muted">{t('Only owners see the audit.')}</p>
        )
      }
    </SettingsPage>
  );
}

const filterNames = ['kind', 'actor', 'from', 'until'] as const;

function AuditPanel() {
  const { get, set } = useParams();
  const query = useQuery(get);
  const params = { query: { ...query, limit: 100 } };
  const list = api.useInfiniteQuery('get', '/v1/audit', { params }, byOffset);
  const group = optionOf(groups, all, get('kind'));
  const names = useNames();
  return (
    <Panel
      title={t('Who changed what')}
      actions={
        <a
          className="button"
          href={addressInWorkspace(`${server}/v1/audit.csv${searchOf(query)}`)}
          download
        >
          {t('Download as CSV')}
        </a>
      }
    >
      <Filters count={countSet(...filterNames.map(get))}>
        <SelectField
          label={t('Kind')}
          value={group.value}
          options={groups}
          onChange={(value) => set('kind', value)}
        />
        <AuthorPicker
          label={t('By')}
          value={get('actor') || null}
          onChange={(id) => set('actor', id ?? '')}
        />
        {(['from', 'until'] as const).map((name) => (
          <DateField
            key={name}
            label={name === 'from' ? t('From') : t('Until')}
            usual={name === 'from' ? '00:00' : '23:59'}
            value={get(name)}
            onChange={(value) => set(name, value)}
          />
        ))}
      </Filters>
      <ItemList list={list} empty={t('No entry matches. Entries are stored for a limited time.')}>
        {(entry) => <EntryRow entry={entry} names={names} />}
      </ItemList>
    </Panel>
  );
}

function useQuery(get: (name: string) => string): Query {
  const timeZone = useTimeZone();
  const { kinds } = optionOf(groups, all, get('kind'));
  const [since, until] = ['from', 'until'].map((name) => fromLocal(get(name), timeZone));
  const actor = get('actor');
  return {
    ...(kinds.length > 0 && { kind: [...kinds] }),
    ...(actor !== '' && { actor_id: actor }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function searchOf(query: Query): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** The names of agents and people, by their ids. */
function useNames(): ReadonlyMap<unknown, string> {
  const most = { params: { query: { limit: 200 } } } as const;
  const agents = api.useQuery('get', '/v1/agents', most).data?.items ?? [];
  const people = api.useQuery('get', '/v1/users', most).data?.items ?? [];
  return new Map([...agents, ...people].map(({ id, name }) => [id, name]));
}

interface RowProps {
  readonly entry: Entry;
  readonly names: ReadonlyMap<unknown, string>;
}

function EntryRow({ entry, names }: RowProps) {
  const { kind, actor, subject, address, count } = entry;
  return (
    <div className="item-text">
      <span className="item-title" dir="auto">
        {nameOf(kind)}: {subject.title}
      </span>
      <span className="row-meta">
        <strong dir="auto">{actor.kind === 'system' ? t('The system') : actor.name}</strong>
        <Time at={entry.created_at} />
        {address !== null && <span>{t('from {address}', { address })}</span>}
        {(count ?? 1) > 1 && (
          <span>{t('{count, plural, one {# time} other {# times}}', { count: count ?? 1 })}</span>
        )}
      </span>
      {changesOf(entry, names).map((line) => (
        <span key={line} className="settings-text" dir="auto">
          {line}
        </span>
      ))}
    </div>
  );
}

/** The words of kinds, of their parts, and of fields and roles. */
const words: Readonly<Record<string, string>> = {
  'session.created': t('Sign in'),
  'session.deleted': t('Sign out'),
  accepted: t('Accepted'),
  agent: t('Agent'),
  away_until: t('Away until'),
  created: t('Created'),
  deactivated: t('Deactivated'),
  deleted: t('Deleted'),
  disabled: t('Disabled'),
  email: t('Address'),
  email_changed: t('New address'),
  enabled: t('Enabled'),
  erased: t('Deleted'),
  expires_at: t('Expires at'),
  exported: t('Exported'),
  format: t('It sends'),
  imported: t('Imported'),
  invitation: t('Invitation'),
  issuer: 'OpenID Connect',
  joined: t('Joined'),
  kinds: t('Events'),
  linked: 'OpenID Connect',
  member: t('Member'),
  name: t('Name'),
  oauth_grant: 'OAuth',
  owner: t('Owner'),
  password_changed: t('New password'),
  password_reset: t('New password'),
  password_reset_created: t('Reset the password'),
  paused: t('Paused'),
  reactivated: t('Reactivated'),
  replayed: t('Send again'),
  resumed: t('Resumed'),
  revoked: t('Revoked'),
  role: t('Role'),
  rotated: t('New secret'),
  secret_rotated: t('New secret'),
  sign_in_failed: t('Sign-in failed'),
  sign_in_link_created: t('Sign in'),
  time_zone: t('Time zone'),
  token: 'Token',
  unlinked: t('Remove the link'),
  updated: t('Changed'),
  url: t('URL'),
  user: t('Person'),
  viewer: t('Viewer'),
  webhook: t('Webhook'),
  workspace: t('Workspace'),
};

/** A kind in words: `agent.paused` is `Agent · Paused`. */
function nameOf(kind: string): string {
  return words[kind] ?? kind.split('.').map(wordOf).join(' · ');
}

function wordOf(name: string): string {
  const text = name.replace(/_id$/, '');
  return words[text] ?? text.replaceAll('_', ' ');
}

function changesOf({ old, new: now }: Entry, names: RowProps['names']): readonly string[] {
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(textOf).join(', ') || t('none');
    if (typeof value === 'boolean') return value ? t('Yes') : t('No');
    if (typeof value !== 'string') return value === null ? t('none') : JSON.stringify(value);
    return names.get(value) ?? value;
  };
  return Object.entries(now ?? {}).map(([name, value]) => {
    const shown = (one: unknown) => (name === 'role' ? wordOf(String(one)) : textOf(one));
    const before = old === null ? '' : `${shown(old[name])} → `;
    return `${wordOf(name)}: ${before}${shown(value)}`;
  });
}
