import { Failure } from '../../ui/failure';
import { RequestList } from './request-list';
import type { TargetGroup } from './request-fields';
import type { Seen } from './use-seen';
import type { useRequest } from './use-request';

/** Everything that permitting a proposal would apply, and the record that it would change. */
export function RequestView({ request }: { readonly request: ReturnType<typeof useRequest> }) {
  const { fields, groups, seen, omitted, error, retry } = request;
  return (
    <>
      <RequestList fields={fields} seen={seen} />
      {error !== null && <Failure error={error} onRetry={retry} />}
      {groups.map((group, index) => (
        <Group key={group.fields[0]?.of ?? index} group={group} seen={seen} />
      ))}
      {omitted > 0 && (
        <p className="notice notice-warn">
          {omitted.toLocaleString()} more records belong to it. Open its page to read them.
        </p>
      )}
    </>
  );
}

function Group({ group, seen }: { readonly group: TargetGroup; readonly seen: Seen }) {
  return (
    <section aria-label={group.title}>
      <h2 className="request-head">{group.title}</h2>
      <RequestList fields={group.fields} seen={seen} />
    </section>
  );
}
