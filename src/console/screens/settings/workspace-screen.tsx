import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client, ifMatch } from '../../api/client';
import { EditDialog, useEdit } from '../../ui/edit-dialog';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { CheckField, TextField } from '../../ui/fields';
import { SelectField } from '../../ui/menu';
import { ZonePicker } from '../../pickers/pickers';
import { Facts, Panel } from '../../ui/page';
import { explain } from './explain';
import { isOwner, SettingsPage } from './settings-page';
import { dateLocale, t, Trans } from '../../texts/texts';

type Me = components['schemas']['Me'];

/** The settings of the workspace, its plan and the limits of the plan. */
export function WorkspaceScreen() {
  const { data: me, error, refetch } = api.useQuery('get', '/v1/me', {});
  return (
    <SettingsPage title={t('Workspace')}>
      {(session) =>
        me === undefined ? (
          error === null ? (
            <RowsSkeleton />
          ) : (
            <Failure error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <SettingsPanel me={me} mayChange={isOwner(session)} />
            <PlanPanel me={me} />
          </>
        )
      }
    </SettingsPage>
  );
}

function SettingsPanel({ me, mayChange }: { readonly me: Me; readonly mayChange: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const { workspace, windows } = me;
  const windowOf = (own: number | null, effective: number): string =>
    own === null
      ? t('{duration} (the server’s setting)', { duration: durationText(effective) })
      : durationText(effective);
  return (
    <Panel
      title={t('Settings')}
      actions={
        mayChange ? (
          <button type="button" className="button" onClick={() => setChanging(true)}>
            {t('Change')}
          </button>
        ) : undefined
      }
    >
      <Facts
        facts={[
          [t('Name'), workspace.name],
          [t('Keys of actions begin with'), workspace.key_prefix],
          [t('Time zone'), workspace.time_zone],
          [
            t('Work counts as working'),
            windowOf(workspace.working_seconds, windows.working_seconds),
          ],
          [
            t('Work counts as stalled'),
            windowOf(workspace.stalled_seconds, windows.stalled_seconds),
          ],
          [
            t('An unused permission ends'),
            t('{days, plural, one {after # day} other {after # days}}', {
              days: workspace.approval_days,
            }),
          ],
          [
            t('Released work returns to its agent'),
            t('after {duration}', { duration: durationText(workspace.release_backoff) }),
          ],
        ]}
      />
      <p className="muted">
        {t(
          'An action is working while its last activity is not older than the first time, and stalled when nothing has happened for the second one.',
        )}
      </p>
      {!mayChange && <p className="muted">{t('Owners change these settings.')}</p>}
      {isChanging && <WorkspaceDialog workspace={workspace} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function inMebibytes(bytes: number | null): number | null {
  return bytes === null ? null : Math.floor(bytes / 1_048_576);
}

function PlanPanel({ me: { plan, limits, headroom } }: { readonly me: Me }) {
  const rows = [
    [t('Active domains'), limits.active_domains, headroom.active_domains],
    [t('Active orders'), limits.active_orders, headroom.active_orders],
    [t('Open actions of agents'), limits.open_agent_actions, headroom.open_agent_actions],
    [t('Stored MiB'), inMebibytes(limits.stored_bytes), inMebibytes(headroom.stored_bytes)],
  ] as const;
  return (
    <Panel title={t('Plan')}>
      <p>
        <Trans id="The plan is {plan}." values={{ plan: <strong>{planNames[plan]}</strong> }} />{' '}
        {limits.history_days === null
          ? t('Ended actions stay visible.')
          : t(
              '{days, plural, one {Ended actions stay visible for # day.} other {Ended actions stay visible for # days.}}',
              { days: limits.history_days },
            )}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('What the plan limits')}</th>
            <th scope="col">{t('Limit')}</th>
            <th scope="col">{t('Can be added')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, limit, left]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{limit?.toLocaleString(dateLocale) ?? t('unlimited')}</td>
              <td>{left?.toLocaleString(dateLocale) ?? t('any number')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

type Workspace = components['schemas']['Workspace'];

const planNames = { free: t('free'), unlimited: t('unlimited') };
const plans = [
  { value: 'free', name: planNames.free },
  { value: 'unlimited', name: planNames.unlimited },
] as const;

/** Changes the settings of the workspace. */
function WorkspaceDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const edit = useEdit(workspace, {
    fieldsOf,
    bodyOf: ({ name, key_prefix: prefix, ...fields }) => ({
      ...fields,
      name: name.trim(),
      key_prefix: prefix.trim().toUpperCase(),
    }),
    factsOf: (now) => [
      [t('Name'), now.name],
      [t('Keys begin with'), now.key_prefix],
      [t('Time zone'), now.time_zone],
      [t('Working'), windowText(now.working_seconds)],
      [t('Stalled'), windowText(now.stalled_seconds)],
      [t('Days of a permission'), String(now.approval_days)],
      [t('Seconds before released work returns'), String(now.release_backoff)],
      [t('Plan'), now.plan],
    ],
    read: () => unwrap(client.GET('/v1/workspace')),
    save: (body, version) =>
      unwrap(client.PATCH('/v1/workspace', { params: { header: ifMatch(version) }, body })),
    onSaved: onClose,
    explain,
  });
  const { fields, change } = edit;

  return (
    <EditDialog title={t('Change the workspace')} edit={edit} onClose={onClose}>
      <TextField
        label={t('Name')}
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
      />
      <TextField
        label={t('Keys of actions begin with')}
        value={fields.key_prefix}
        onChange={(key_prefix) => change({ key_prefix })}
        isRequired
        hint={t(
          'Two to five letters and digits, a letter first. Keys with an earlier beginning stay valid.',
        )}
      />
      <ZonePicker
        value={fields.time_zone}
        onChange={(zone) => change({ time_zone: zone ?? fields.time_zone })}
        hint={t('New actions that repeat keep their local time in it, unless they name another.')}
      />
      <DurationField
        label={t('Work counts as working after its last activity for')}
        value={fields.working_seconds}
        initial={3_600}
        onChange={(working_seconds) => change({ working_seconds })}
      />
      <DurationField
        label={t('Work counts as stalled without activity for')}
        value={fields.stalled_seconds}
        initial={172_800}
        onChange={(stalled_seconds) => change({ stalled_seconds })}
      />
      <TextField
        label={t('A permission that an agent does not use ends after so many days')}
        type="number"
        min={1}
        max={365}
        value={String(fields.approval_days)}
        onChange={(days) => change({ approval_days: Number(days) })}
        isRequired
      />
      <TextField
        label={t('Released work is not offered to the same agent for so many seconds')}
        type="number"
        min={0}
        max={604_800}
        value={String(fields.release_backoff)}
        onChange={(seconds) => change({ release_backoff: Number(seconds) })}
        isRequired
      />
      <SelectField
        label={t('Plan')}
        value={fields.plan}
        options={plans}
        onChange={(plan) => change({ plan })}
        hint={t('A plan with lower limits removes nothing. More than its limits is refused.')}
      />
    </EditDialog>
  );
}

function fieldsOf(workspace: Workspace) {
  const { name, key_prefix, time_zone, working_seconds, stalled_seconds, plan } = workspace;
  const { approval_days, release_backoff } = workspace;
  return {
    name,
    key_prefix,
    time_zone,
    working_seconds,
    stalled_seconds,
    approval_days,
    release_backoff,
    plan,
  };
}

function windowText(seconds: number | null): string {
  return seconds === null ? t('the server’s setting') : durationText(seconds);
}

const units = [
  { value: 'day', name: t('days'), seconds: 86_400 },
  { value: 'hour', name: t('hours'), seconds: 3_600 },
  { value: 'minute', name: t('minutes'), seconds: 60 },
  { value: 'second', name: t('seconds'), seconds: 1 },
] as const;

type Unit = (typeof units)[number];

const mostSeconds = 31_536_000;

/** A number of seconds in the largest unit that divides it, such as `36 hours`. */
function durationText(seconds: number): string {
  const unit = unitOf(seconds);
  const count = seconds / unit.seconds;
  switch (unit.value) {
    case 'day':
      return t('{count, plural, one {# day} other {# days}}', { count });
    case 'hour':
      return t('{count, plural, one {# hour} other {# hours}}', { count });
    case 'minute':
      return t('{count, plural, one {# minute} other {# minutes}}', { count });
    case 'second':
      break;
  }
  return t('{count, plural, one {# second} other {# seconds}}', { count });
}

function unitOf(seconds: number): Unit {
  return units.find((unit) => seconds % unit.seconds === 0) ?? units[3];
}

/** A field for a time in seconds, entered in a larger unit; null means the server's setting. */
function DurationField({
  label,
  value,
  initial,
  onChange,
}: {
  readonly label: string;
  readonly value: number | null;
  /** The time that is suggested instead of the server's setting. */
  readonly initial: number;
  readonly onChange: (value: number | null) => void;
}) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(value ?? initial));
  const [count, setCount] = useState(() => String((value ?? initial) / unit.seconds));
  const change = (nextCount: string, nextUnit: Unit): void => {
    setCount(nextCount);
    setUnit(nextUnit);
    onChange(Math.round(Number(nextCount) * nextUnit.seconds));
  };
  return (
    <fieldset className="form">
      <legend className="settings-legend">{label}</legend>
      <CheckField
        label={t('The server’s setting')}
        checked={value === null}
        onChange={(isServers) =>
          onChange(isServers ? null : Math.round(Number(count) * unit.seconds))
        }
      />
      {value !== null && (
        <div className="form-columns">
          <TextField
            label={t('Number')}
            type="number"
            value={count}
            onChange={(next) => change(next, unit)}
            isRequired
            min={1}
            max={Math.floor(mostSeconds / unit.seconds)}
          />
          <SelectField
            label={t('Unit')}
            value={unit.value}
            options={units}
            onChange={(next) =>
              change(count, units.find(({ value: each }) => each === next) ?? unit)
            }
          />
        </div>
      )}
    </fieldset>
  );
}
