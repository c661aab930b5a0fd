import type { components } from 'callboard-client';
import { useState } from 'react';
import { api } from '../../api/client';
import { byOffset } from '../../api/read-options';
import type { Session } from '../../api/session';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import {
  CreatedTokensDialog,
  EndSessionsDialog,
  EraseDialog,
  PersonStateDialog,
  ResetDialog,
} from './person-dialogs';
import { InvitationsPanel } from './invitations-panel';
import { FilterTabs, ItemButton, ItemList } from './item-list';
import { PersonDialog, roleNames } from './person-forms';
import { isOwner, SettingsPage } from './settings-page';
import { useChoice } from '../../ui/url-params';
import { t, Trans } from '../../texts/texts';

type User = components['schemas']['User'];
type Command = 'edit' | 'state' | 'reset' | 'sessions' | 'erase';

const states = [
  { value: 'all', name: t('All') },
  { value: 'active', name: t('Active') },
  { value: 'deactivated', name: t('Deactivated') },
] as const;

/** The people of the workspace, and the invitations to it. */
export function PeopleScreen() {
  return (
    <SettingsPage title={t('People')}>
      {(session) => (
        <>
          {!isOwner(session) && (
            <p className="muted">
              {session.user.role === 'viewer'
                ? t(
                    'You are a viewer. Owners invite and deactivate people, and change their roles.',
                  )
                : t(
                    'You are a member. Owners invite and deactivate people, and change their roles.',
                  )}
            </p>
          )}
          <PeoplePanel session={session} />
          {isOwner(session) && <InvitationsPanel />}
        </>
      )}
    </SettingsPage>
  );
}

function PeoplePanel({ session }: { readonly session: Session }) {
  const [state, setState] = useChoice('state', ['all', 'active', 'deactivated']);
  const [command, setCommand] = useState<{ readonly name: Command; readonly user: User }>();
  const [creator, setCreator] = useState<User>();
  const query = { limit: 100, ...(state === 'all' ? {} : { state }) };
  const list = api.useInfiniteQuery('get', '/v1/users', { params: { query } }, byOffset);
  // As it is now, so that a command can be repeated after a 412.
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const user = users.find(({ id }) => id === command?.user.id) ?? command?.user;
  const isSelf = user?.id === session.user.id;
  const close = (): void => setCommand(undefined);
  const onChanged = (changed: User): void => {
    if ((changed.tokens_created_count ?? 0) > 0) setCreator(changed);
  };
  return (
    <Panel
      title={t('People of the workspace')}
      actions={
        <FilterTabs label={t('Which people')} options={states} value={state} onChange={setState} />
      }
    >
      <ItemList list={list} empty={t('Nobody is in this state.')}>
        {(person) => (
          <Person
            user={person}
            isSelf={person.id === session.user.id}
            mayManage={isOwner(session)}
            onCommand={(name) => setCommand({ name, user: person })}
          />
        )}
      </ItemList>
      {user !== undefined && command?.name === 'edit' && (
        <PersonDialog user={user} session={session} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'state' && (
        <PersonStateDialog user={user} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'erase' && (
        <EraseDialog user={user} onChanged={onChanged} onClose={close} />
      )}
      {user !== undefined && command?.name === 'reset' && (
        <ResetDialog user={user} isSelf={isSelf} onClose={close} />
      )}
      {user !== undefined && command?.name === 'sessions' && (
        <EndSessionsDialog user={user} isSelf={isSelf} onClose={close} />
      )}
      {creator !== undefined && (
        <CreatedTokensDialog user={creator} onClose={() => setCreator(undefined)} />
      )}
    </Panel>
  );
}

function Person({
  user,
  isSelf,
  mayManage,
  onCommand,
}: {
  readonly user: User;
  readonly isSelf: boolean;
  readonly mayManage: boolean;
  readonly onCommand: (name: Command) => void;
}) {
  const isActive = user.state === 'active';
  const isErased = user.email?.endsWith('@erased.invalid') === true;
  return (
    <>
      <div className="item-text">
        <span className="item-title" dir="auto">
          {user.name}
        </span>
        <span className="row-meta">
          <strong>{roleNames[user.role]}</strong>
          {isSelf && <span>{t('you')}</span>}
          <span>{user.email}</span>
          {user.deactivated_at !== null && (
            <span>
              <Trans id="deactivated {time}" values={{ time: <Time at={user.deactivated_at} /> }} />
            </span>
          )}
        </span>
      </div>
      <div className="actions" data-reads>
        {(isSelf || mayManage) && (
          <ItemButton name={t('Change')} of={user.name} onClick={() => onCommand('edit')} />
        )}
        {mayManage && isActive && (
          <>
            <ItemButton
              name={t('Reset the password')}
              of={user.name}
              onClick={() => onCommand('reset')}
            />
            <ItemButton
              name={t('End sessions')}
              of={user.name}
              onClick={() => onCommand('sessions')}
            />
          </>
        )}
        {mayManage && !isErased && (
          <ItemButton
            name={isActive ? t('Deactivate') : t('Reactivate')}
            of={user.name}
            onClick={() => onCommand('state')}
          />
        )}
        {mayManage && !isActive && !isErased && (
          <ItemButton name={t('Erase…')} of={user.name} onClick={() => onCommand('erase')} />
        )}
      </div>
    </>
  );
}
