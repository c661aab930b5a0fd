import type { ReactNode } from 'react';
import { Time } from '../ui/time';
import { fieldNames, type Action, type FieldName } from './action-form';
import { DomainName, ProjectName, wordsOfRule } from './record-names';

/** The current values of fields that somebody else has changed, each of which can be taken over. */
export function StaleFields({
  current,
  names,
  onTake,
}: {
  readonly current: Action;
  readonly names: readonly FieldName[];
  readonly onTake: (name: FieldName) => void;
}) {
  return (
    <section className="notice notice-warn stale" role="alert" aria-label="Changed meanwhile">
      <p>
        Somebody has changed this action since you opened it. Nothing was saved, and what you typed
        is kept.
      </p>
      {names.length === 0 ? (
        <p>They changed other fields than you. Save yours on top of them.</p>
      ) : (
        <ul className="items">
          {names.map((name) => (
            <li key={name}>
              <div className="item-text">
                <span className="item-title">{fieldNames[name]} is now</span>
                <span className="clamped" dir="auto">
                  <Value action={current} name={name} />
                </span>
              </div>
              <button type="button" className="button button-small" onClick={() => onTake(name)}>
                Use theirs <span className="visually-hidden">for {fieldNames[name]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Value({ action, name }: { readonly action: Action; readonly name: FieldName }): ReactNode {
  switch (name) {
    case 'assigned_actor_id':
      return action.assigned_actor_name ?? 'Nobody';
    case 'project_id':
      return action.project_id === null ? 'None' : <ProjectName id={action.project_id} />;
    case 'domain_id':
      return action.domain_id === null ? 'None' : <DomainName id={action.domain_id} />;
    case 'due_at':
    case 'defer_until': {
      const at = action[name];
      return at === null ? 'None' : <Time at={at} />;
    }
    case 'requires_review':
      return action.requires_review ? 'Yes' : 'No';
    case 'requirements':
      return action.requirements.join(', ') || 'None';
    case 'repeat_rule':
      return wordsOfRule(action.repeat_rule);
    case 'title':
    case 'details':
    case 'status':
    case 'delegate_label':
      break;
  }
  return action[name] ?? 'None';
}
