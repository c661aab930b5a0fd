import { unwrap, type components } from 'callboard-client';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { base } from '../../api/address';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { forgetPerson } from '../../api/person';
import { forgetWorkspace } from '../../api/workspace';
import { isFallback, signInPath, type Session } from '../../api/session';
import { settle } from '../../decisions/outbox';
import { OidcButton, useWays, type Ways } from '../../shell/oidc';
import { chooseLanguage, chosenLanguage, languageNames } from '../../texts/texts';
import { ConfirmDialog } from '../../ui/dialog';
import { lazy } from '../../ui/loading';
import { SelectField } from '../../ui/menu';
import { ZonePicker } from '../../pickers/pickers';
import { Facts, Panel } from '../../ui/page';
import { setTimeZone, Time, useTimeZone } from '../../ui/time';
import { storeChoice, useStoredChoice, type ChoiceName } from '../../ui/appearance';
import { useWrite } from '../../ui/use-write';
import { AwayForm } from './away-form';
import { EmailForm, PasswordForm, roleNames } from './person-forms';
import { explain } from './explain';
import { ItemButton, ItemList } from './item-list';
import { NotificationsPanel } from './notifications-panel';
import { SettingsPage } from './settings-page';
import { dateLocale, t, Trans } from '../../texts/texts';

const PersonDialog = lazy(async () => ({
  default: (await import('./change-person')).PersonDialog,
}));

/** The person's own name, address, password and sessions. */
export function AccountScreen() {
  return (
    <SettingsPage title={t('Account')}>
      {(session) => (
        <div className="stack" data-reads>
          <PersonPanel session={session} />
          <DisplayPanel />
          <NotificationsPanel />
          {isFallback(session) ? (
            <p className="banner banner-info">
              <Trans
                id="You act as {name} without a session, because the server runs in development. A password, an address to sign in with, and sessions apply after a sign-in. <link>Sign in</link>"
                values={{ name: session.user.name }}
                components={{ link: <Link href={signInPath} /> }}
              />
            </p>
          ) : (
            <>
              <SignInPanels email={session.user.email ?? ''} />
              <SessionsPanel />
            </>
          )}
        </div>
      )}
    </SettingsPage>
  );
}

function PersonPanel({ session }: { readonly session: Session }) {
  const [isChanging, setChanging] = useState(false);
  const { user } = session;
  return (
    <Panel
      title={t('You')}
      actions={
        <button type="button" className="button" onClick={() => setChanging(true)}>
          {t('Change')}
        </button>
      }
    >
      <Facts
        facts={[
          [t('Name'), user.name],
          [t('Address'), user.email],
          [t('Role'), roleNames[user.role]],
        ]}
      />
      {user.role !== 'viewer' && <AwayForm until={user.away_until} />}
      {isChanging && (
        <Suspense>
          <PersonDialog user={user} session={session} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

const firstScreens = [
  { value: '/app', name: t('Now') },
  { value: '/app/mine', name: t('My work') },
  { value: '/app/inbox', name: t('Inbox') },
  { value: '/app/review', name: t('Review') },
  { value: '/app/questions', name: t('Questions') },
  { value: '/app/work', name: t('Work: tasks') },
  { value: '/app/work?tab=all', name: t('Work: all actions') },
  { value: '/app/work?tab=board', name: t('Work: board') },
  { value: '/app/work?tab=projects', name: t('Work: projects') },
  { value: '/app/agents', name: t('Agents') },
  { value: '/app/activity', name: t('Activity') },
];

/** How this browser shows the console. */
function DisplayPanel() {
  const timeZone = useTimeZone();
  return (
    <Panel title={t('Display')}>
      <p className="muted">{t('These choices are for this browser, until you sign out.')}</p>
      <div className="form-columns">
        <StoredChoice
          label={t('Theme')}
          name="theme"
          options={[
            { value: 'system', name: t('As the system') },
            { value: 'light', name: t('Light') },
            { value: 'dark', name: t('Dark') },
          ]}
        />
        <StoredChoice
          label={t('Density of lists')}
          name="density"
          options={[
            { value: 'comfortable', name: t('Comfortable') },
            { value: 'compact', name: t('Compact') },
          ]}
        />
        <StoredChoice
          label={t('First screen')}
          name="first-screen"
          options={firstScreens}
          hint={t('Shown when you open the console or sign in.')}
        />
        <LanguageField />
        <ZonePicker
          label={t('Time zone of this browser')}
          value={timeZone}
          hint={t('The console shows and takes times in it.')}
          onChange={(zone) => setTimeZone(zone ?? timeZone)}
        />
      </div>
    </Panel>
  );
}

function StoredChoice({
  label,
  name,
  options,
  hint,
}: {
  readonly label: string;
  readonly name: ChoiceName;
  /** The first one is the default. */
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly hint?: string;
}) {
  const stored = useStoredChoice(name);
  const value = options.find((option) => option.value === stored)?.value ?? options[0]?.value;
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={options}
      hint={hint}
      onChange={(next) => storeChoice(name, next)}
    />
  );
}

/** The language of the console in this browser. Another one is loaded with the page. */
function LanguageField() {
  const [chosen, setChosen] = useState(chosenLanguage() ?? '');
  const ofBrowser = { value: '', name: t('That of the browser') } as const;
  const names = Object.entries(languageNames).map(([value, name]) => ({ value, name }));

  async function choose(value: string): Promise<void> {
    setChosen(value);
    chooseLanguage(value);
    await settle();
    location.reload();
  }

  return (
    <SelectField
      label={t('Language')}
      value={chosen}
      options={[ofBrowser, ...names]}
      hint={t('Messages of the server stay English.')}
      onChange={(value) => void choose(value)}
    />
  );
}

/** The password and the link to the provider, as far as the server has them. */
function SignInPanels({ email }: { readonly email: string }) {
  const ways = useWays();
  return (
    <>
      {ways.password && (
        <>
          <EmailForm email={email} />
          <PasswordForm />
        </>
      )}
      {ways.oidc !== null && <LinkPanel ways={ways} name={ways.oidc.name} />}
    </>
  );
}

function LinkPanel({ ways, name }: { readonly ways: Ways; readonly name: string }) {
  const { data: link, refetch } = api.useQuery('get', '/v1/oidc/link', {});
  const { write, isSending, error } = useWrite();

  async function remove(): Promise<void> {
    await write(() => unwrap(client.DELETE('/v1/oidc/link')).then(() => true), {
      done: t('The link is removed.'),
    });
    await refetch();
  }

  if (link === undefined) return null;
  return (
    <Panel title={name}>
      {link.linked_at === null ? (
        <>
          <p className="muted">
            {t('Link your account, and you can sign in with {name}.', { name })}
          </p>
          <OidcButton
            ways={ways}
            name={t('Link with {name}', { name })}
            link="true"
            return_to="/app/settings/account"
          />
        </>
      ) : (
        <>
          <p className="muted">
            <Trans id="Linked {time}." values={{ time: <Time at={link.linked_at} /> }} />{' '}
            {!link.removable && t('It is your only way to sign in.')}
          </p>
          {link.removable && (
            <div>
              <button
                type="button"
                className="button"
                aria-disabled={isSending}
                onClick={() => void remove()}
              >
                {t('Remove the link')}
              </button>
            </div>
          )}
        </>
      )}
      {error !== undefined && <p className="notice notice-bad">{explain(error)}</p>}
    </Panel>
  );
}

type SessionItem = components['schemas']['SessionItem'];

const first = { params: { query: { limit: 50 } } } as const;

/** The sessions of the person, which can be ended one by one or all at once. */
function SessionsPanel() {
  const [ending, setEnding] = useState<SessionItem | 'all'>();
  const list = api.useInfiniteQuery('get', '/v1/sessions', first, byOffset);
  return (
    <Panel
      title={t('Sessions')}
      actions={
        <button type="button" className="button" onClick={() => setEnding('all')}>
          {t('Sign out everywhere')}
        </button>
      }
    >
      <p className="muted">
        {t(
          'You are signed in in each of these. End a session that you do not know or no longer use.',
        )}
      </p>
      <ItemList list={list} empty={t('The browsers in which you are signed in appear here.')}>
        {(session) => (
          <>
            <div className="item-text">
              <span className="item-title">
                {session.current ? t('This browser (current session)') : t('Another browser')}
              </span>
              <span className="row-meta">
                <span>
                  <Trans
                    id="Signed in {time}"
                    values={{ time: <Time at={session.created_at} /> }}
                  />
                </span>
                <span>
                  <Trans
                    id="last used {time}"
                    values={{ time: <Time at={session.last_used_at} /> }}
                  />
                </span>
                <span>
                  <Trans
                    id="ends {time} without use"
                    values={{ time: <Time at={session.expires_at} /> }}
                  />
                </span>
              </span>
            </div>
            <ItemButton
              name={t('End session')}
              of={
                session.current
                  ? t('this browser')
                  : t('signed in {time}', {
                      time: new Date(session.created_at).toLocaleString(dateLocale),
                    })
              }
              onClick={() => setEnding(session)}
            />
          </>
        )}
      </ItemList>
      {ending !== undefined && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  );
}

function EndDialog({
  ending,
  onClose,
}: {
  readonly ending: SessionItem | 'all';
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();
  const isAll = ending === 'all';
  const endsThis = isAll || ending.current;
  const action = isAll ? t('Sign out everywhere') : t('End session');

  async function end(): Promise<void> {
    const isDone = await write(
      async () => {
        if (endsThis) await settle();
        if (isAll) await unwrap(client.DELETE('/v1/sessions'));
        else {
          const params = { path: { id: ending.id } };
          await unwrap(client.DELETE('/v1/sessions/{id}', { params }));
        }
        return true;
      },
      endsThis ? {} : { done: t('The session has ended.') },
    );
    if (isDone !== true) return;
    if (!endsThis) return onClose();
    forgetPerson();
    forgetWorkspace();
    location.assign(`${base}${signInPath}`);
  }

  return (
    <ConfirmDialog
      title={isAll ? t('Sign out everywhere?') : t('End the session?')}
      action={action}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        {isAll
          ? t('You have to sign in again in each browser, this one included.')
          : ending.current
            ? t('You have to sign in again in this browser.')
            : t('You have to sign in again in that browser.')}{' '}
        {t('Tokens of agents stay valid.')}
      </p>
    </ConfirmDialog>
  );
}
