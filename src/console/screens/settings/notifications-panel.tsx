import { unwrap, type components } from 'callboard-client';
import { api, client } from '../../api/client';
import { SelectField } from '../../ui/menu';
import { ZonePicker } from '../../pickers/pickers';
import { Panel } from '../../ui/page';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { t } from '../../texts/texts';

type Schemas = components['schemas'];
type Kind = keyof Schemas['NotificationChoices'];
type Digest = Schemas['NotificationDigest'];

const kinds: readonly (readonly [Kind, string])[] = [
  ['question', t('A question to decide')],
  ['proposal', t('A proposal to decide')],
  ['review', t('Work to review')],
  ['assigned', t('Work assigned to you')],
  ['overdue', t('Overdue work')],
  ['stalled', t('An agent that has stopped')],
];

const choices: readonly { readonly value: Schemas['NotificationChoice']; readonly name: string }[] =
  [
    { value: 'at_once', name: t('At once') },
    { value: 'digest', name: t('In the digest') },
    { value: 'never', name: t('Never') },
  ];

const days: readonly (readonly [Digest['weekday'], string])[] = [
  ['monday', t('Every Monday')],
  ['tuesday', t('Every Tuesday')],
  ['wednesday', t('Every Wednesday')],
  ['thursday', t('Every Thursday')],
  ['friday', t('Every Friday')],
  ['saturday', t('Every Saturday')],
  ['sunday', t('Every Sunday')],
];

const hours = Array.from({ length: 24 }, (_none, hour) => ({
  value: String(hour),
  name: `${String(hour).padStart(2, '0')}:00`,
}));

/** What is mailed to the person, and when. */
export function NotificationsPanel() {
  const { data: settings, refetch } = api.useQuery('get', '/v1/me/notifications', {});
  const { write, error } = useWrite();

  async function change(body: Schemas['NotificationSettingsUpdate']): Promise<void> {
    await write(() => unwrap(client.PATCH('/v1/me/notifications', { body })), {
      done: t('Your choice is stored.'),
    });
    await refetch();
  }

  if (settings === undefined) return null;
  const { available, email, choices: chosen, digest } = settings;
  const hasDigest = Object.values(chosen).includes('digest');
  return (
    <Panel title={t('Notifications')}>
      <p className="muted">
        {available
          ? t('Mails go to {email}. One mail gathers what comes within five minutes.', { email })
          : t('This server sends no mails. Its operator turns them on with SMTP_URL.')}
      </p>
      {available && (
        <fieldset className="kinds">
          <legend className="visually-hidden">{t('Mail me about')}</legend>
          {kinds.map(([kind, label]) => (
            <SelectField
              key={kind}
              label={label}
              value={chosen[kind]}
              options={choices}
              onChange={(choice) => void change({ choices: { [kind]: choice } })}
            />
          ))}
        </fieldset>
      )}
      {available && hasDigest && (
        <DigestFields digest={digest} onChange={(changed) => void change({ digest: changed })} />
      )}
      {error !== undefined && <p className="notice notice-bad">{explain(error)}</p>}
    </Panel>
  );
}

// The choice of a day is one field: every day, or a day of the week.
function DigestFields({
  digest: { frequency, weekday, hour, time_zone: zone },
  onChange,
}: {
  readonly digest: Digest;
  readonly onChange: (changed: Schemas['NotificationDigestChanges']) => void;
}) {
  const named: readonly { readonly value: Digest['weekday'] | 'daily'; readonly name: string }[] = [
    { value: 'daily', name: t('Every day') },
    ...days.map(([value, name]) => ({ value, name })),
  ];
  return (
    <fieldset className="kinds">
      <legend className="settings-legend">{t('The digest')}</legend>
      <p className="muted">
        {t('One mail with what came and what still waits. It is not sent when nothing waits.')}
      </p>
      <SelectField
        label={t('Day')}
        value={frequency === 'daily' ? 'daily' : weekday}
        options={named}
        onChange={(day) =>
          onChange(day === 'daily' ? { frequency: 'daily' } : { frequency: 'weekly', weekday: day })
        }
      />
      <SelectField
        label={t('Hour')}
        value={String(hour)}
        options={hours}
        onChange={(value) => onChange({ hour: Number(value) })}
      />
      <ZonePicker
        value={zone}
        none={t('That of the workspace')}
        onChange={(time_zone) => onChange({ time_zone })}
      />
    </fieldset>
  );
}
