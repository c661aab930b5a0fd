import { isCallboardError } from 'callboard-client';
import { api } from '../api/client';
import { slow } from '../api/read-options';
import { Combobox } from '../ui/combobox';
import type { ComboboxProps } from '../ui/combobox-field';
import { useActors } from './names';
import { t } from '../texts/texts';

type PickerProps = Partial<Omit<ComboboxProps, 'source' | 'value' | 'onChange'>> &
  Pick<ComboboxProps, 'value' | 'onChange'>;

// Of a record that cannot be read, such as one of many revoked agents.
const unknown = t('As it is');

/** A choice of somebody to whom work can be assigned, by the actor's id. */
export function ActorPicker({
  label = t('Assigned to'),
  none = t('Nobody: any agent may take it'),
  ...rest
}: PickerProps) {
  return (
    <Combobox
      label={label}
      none={none}
      name={useNameOfActor(rest.value)}
      source={{ kind: 'assignees' }}
      {...rest}
    />
  );
}

/** A choice of anybody who did something, also of viewers, by the actor's id. */
export function AuthorPicker({
  label = t('Created by'),
  none = t('Anybody'),
  ...rest
}: PickerProps) {
  return (
    <Combobox
      label={label}
      none={none}
      name={useNameOfActor(rest.value, t('Unknown'))}
      source={{ kind: 'actors' }}
      {...rest}
    />
  );
}

/** A filter by somebody, by the actor's id; `me` is the caller, and `none` nobody. Empty for all. */
export function ActorFilter({
  label = t('Assigned to'),
  none = t('Everybody'),
  hasNobody = true,
  ofPeople = false,
  value,
  onChange,
}: {
  readonly label?: string;
  /** What no choice means. */
  readonly none?: string;
  readonly hasNobody?: boolean;
  /** Whether only people can be chosen. */
  readonly ofPeople?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const me = { id: 'me', name: t('Me') };
  const isFixed = ['', 'me', 'none'].includes(value);
  return (
    <Combobox
      label={label}
      none={none}
      fixed={hasNobody ? [me, { id: 'none', name: t('Nobody') }] : [me]}
      value={value === '' ? null : value}
      name={useNameOfActor(isFixed ? null : value, t('Unknown'))}
      source={{ kind: ofPeople ? 'people' : 'actors' }}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

/** A choice of a person, by the actor's id. */
export function PersonPicker({ label = t('Person'), ...rest }: PickerProps) {
  return (
    <Combobox
      label={label}
      name={useNameOfActor(rest.value)}
      source={{ kind: 'people' }}
      {...rest}
    />
  );
}

function useNameOfActor(id: string | null, unlisted = unknown): string | undefined {
  const actors = useActors(id !== null);
  return (
    actors.find((actor) => actor.id === id)?.name ?? (actors.length > 0 ? unlisted : undefined)
  );
}

/** A choice of an agent, by its own id. */
export function AgentPicker({ label = t('Agent'), ...rest }: PickerProps) {
  const { data, error } = api.useQuery('get', '/v1/agents/{id}', ...readOf(rest));
  return (
    <Combobox
      label={label}
      name={nameOf(data?.name, error)}
      source={{ kind: 'agents' }}
      {...rest}
    />
  );
}

/** A choice of an open project. */
export function ProjectPicker({
  label = t('Project'),
  none = t('No project'),
  ...rest
}: PickerProps) {
  const { data, error } = api.useQuery('get', '/v1/projects/{id}', ...readOf(rest));
  return (
    <Combobox
      label={label}
      none={none}
      name={nameOf(data?.title, error)}
      source={{ kind: 'projects' }}
      {...rest}
    />
  );
}

/** A choice of a domain. */
export function DomainPicker({ label = t('Domain'), none = t('No domain'), ...rest }: PickerProps) {
  const { data, error } = api.useQuery('get', '/v1/domains/{id}', ...readOf(rest));
  return (
    <Combobox
      label={label}
      none={none}
      name={nameOf(data?.name, error)}
      source={{ kind: 'domains' }}
      {...rest}
    />
  );
}

/** A choice of a time zone. The browser may lack the one that is chosen. */
export function ZonePicker({ label = t('Time zone'), value, ...rest }: PickerProps) {
  const zones = new Set([value ?? 'UTC', 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Combobox
      label={label}
      value={value}
      name={value ?? ''}
      fixed={[...zones].toSorted().map((id) => ({ id, name: id }))}
      source={{ kind: 'fixed' }}
      {...rest}
    />
  );
}

/** A choice of a document. */
export function DocumentPicker({
  label = t('Document'),
  none = t('No document'),
  ...rest
}: PickerProps) {
  const { data, error } = api.useQuery('get', '/v1/documents/{id}', ...readOf(rest));
  return (
    <Combobox
      label={label}
      none={none}
      name={nameOf(data?.title, error)}
      source={{ kind: 'documents' }}
      {...rest}
    />
  );
}

/** What a query for the chosen record is given. `none` is the choice of records without one. */
function readOf({ value }: Pick<PickerProps, 'value'>) {
  const id = value ?? '';
  const enabled = id !== '' && id !== 'none';
  return [{ params: { path: { id } } }, { ...slow, enabled }] as const;
}

function nameOf(name: string | undefined, error: unknown): string | undefined {
  if (name !== undefined || error === null) return name;
  return isCallboardError(error, 'NOT_FOUND') ? t('Unknown') : unknown;
}
