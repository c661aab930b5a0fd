import { api } from '../api/client';
import { slow } from '../api/read-options';
import { SelectField } from '../ui/fields';
import { useAssignees, useProjects } from './names';

interface PickerProps {
  readonly label?: string;
  /** The id; null for none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** What none means, such as `Nobody (the pool)`. */
  readonly none?: string;
}

/** A choice of a person or an agent, by the actor's id. */
export function ActorPicker({
  label = 'Assigned to',
  none = 'Nobody: any agent may take it',
  ...rest
}: PickerProps) {
  const actors = useAssignees().map(({ id, name, kind }) => ({
    id,
    name: kind === 'agent' ? `${name} (agent)` : name,
  }));
  return <Picker label={label} none={none} entries={actors} {...rest} />;
}

/** A choice of an active project. */
export function ProjectPicker({ label = 'Project', none = 'No project', ...rest }: PickerProps) {
  return <Picker label={label} none={none} entries={useProjects()} {...rest} />;
}

/** A choice of a domain. */
export function DomainPicker({ label = 'Domain', none = 'No domain', ...rest }: PickerProps) {
  const { data } = api.useQuery(
    'get',
    '/v1/domains',
    { params: { query: { limit: 200, state: ['active'], sort: 'name' } } },
    slow,
  );
  return <Picker label={label} none={none} entries={data?.items ?? []} {...rest} />;
}

function Picker({
  label,
  none,
  value,
  onChange,
  entries,
}: Required<PickerProps> & {
  readonly entries: readonly { readonly id: string; readonly name: string }[];
}) {
  // A record that is not listed, because it is archived or the list is too long, stays chosen.
  const isListed = value === null || entries.some(({ id }) => id === value);
  const options = [
    { value: '', name: none },
    ...(isListed ? [] : [{ value, name: 'As it is' }]),
    ...entries.map(({ id, name }) => ({ value: id, name })),
  ];
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={options}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
