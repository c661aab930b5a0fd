import { unwrap, type components } from 'callboard-client';
import { api, client } from '../../api/client';
import { CheckField } from '../../ui/fields';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';

type Kind = keyof components['schemas']['NotificationChoices'];

const kinds: readonly (readonly [Kind, string])[] = [
  ['question', 'A question to decide'],
  ['proposal', 'A proposal to decide'],
  ['review', 'Work to review'],
  ['assigned', 'Work that somebody assigns to you'],
  ['overdue', 'Overdue work of yours, or of an agent that works for you'],
  ['stalled', 'An agent that has stopped working for you'],
];

/** What is mailed to the person. */
export function NotificationsPanel() {
  const { data: settings, refetch } = api.useQuery('get', '/v1/me/notifications', {});
  const { write, error } = useWrite();

  async function choose(kind: Kind, isWanted: boolean): Promise<void> {
    const body = { choices: { [kind]: isWanted ? 'at_once' : 'never' } } as const;
    await write(() => unwrap(client.PATCH('/v1/me/notifications', { body })), {
      done: 'Your choice is stored.',
    });
    await refetch();
  }

  if (settings === undefined) return null;
  const { available, email, choices } = settings;
  return (
    <Panel title="Notifications">
      <p className="muted">
        {available
          ? `Mails go to ${email}. One mail gathers what comes within five minutes.`
          : 'This server sends no mails. Its operator turns them on with SMTP_URL.'}
      </p>
      {available && (
        <fieldset className="kinds">
          <legend className="visually-hidden">Mail me about</legend>
          {kinds.map(([kind, label]) => (
            <CheckField
              key={kind}
              label={label}
              checked={choices[kind] !== 'never'}
              onChange={(isWanted) => void choose(kind, isWanted)}
            />
          ))}
        </fieldset>
      )}
      {error !== undefined && <p className="notice notice-bad">{explain(error)}</p>}
    </Panel>
  );
}
