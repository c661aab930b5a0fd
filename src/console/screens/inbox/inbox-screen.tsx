import { useCallback, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { useKeys } from '../../keys/keys';
import { useActors } from '../../pickers/use-actors';
import { Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { CaptureForm } from './capture-form';
import { InboxList } from './inbox-list';

/** The inbox: captured actions, which are sorted here, and a field that captures another one. */
export function InboxScreen() {
  useTitle('Inbox');
  const [params, setParams] = useSearchParams();
  const assignee = params.get('assigned') ?? undefined;
  const field = useRef<HTMLInputElement>(null);
  const handle = useCallback((key: string): boolean => {
    if (key === 'c') field.current?.focus();
    return key === 'c';
  }, []);
  useKeys(handle);

  const filter = (next: string): void => {
    setParams(next === '' ? {} : { assigned: next }, { replace: true });
  };
  return (
    <Page title="Inbox" actions={<AssigneeFilter value={assignee ?? ''} onChange={filter} />}>
      <CaptureForm ref={field} />
      <InboxList key={assignee} assignee={assignee} />
    </Page>
  );
}

function AssigneeFilter({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const actors = useActors();
  const options = [
    { value: '', name: 'Anybody or nobody' },
    { value: 'me', name: 'Me' },
    { value: 'none', name: 'Nobody yet' },
    ...actors.map(({ id, name, kind }) => ({
      value: id,
      name: kind === 'agent' ? `${name} (agent)` : name,
    })),
  ];
  return (
    <label className="field">
      <span>Assigned to</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
