import type { Permission } from '../../src/platform/operation';
import type { NamedFacts } from './operation-facts';

const peopleTexts: Readonly<Record<Permission['people'], string>> = {
  viewer: 'yes',
  member: 'members and owners',
  owner: 'owners',
  none: '',
};
const agentTexts: Readonly<Record<Permission['agents'], string>> = {
  worker: 'yes',
  sysadmin: 'sysadmin',
  reviewer: 'with can_review',
  none: '',
};

/**
 * `docs/permissions.md`: the permissions as a Markdown table, in the contract's order of operations.
 */
export function writePermissions(
  facts: readonly Pick<NamedFacts, 'operationId' | 'method' | 'path' | 'permission'>[],
): string {
  const rows = facts.map(
    ({ operationId, method, path, permission }) =>
      `| \`${operationId}\` | \`${method.toUpperCase()} ${path}\` | ${cellsOf(permission).join(' | ')} |`,
  );
  return [
    '# Who may call which operation',
    '',
    'Generated from `contract/openapi.yaml` by `npm run generate`. Do not edit.',
    '',
    '| Operation | Request | People | Agents | Scope of the token |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function cellsOf({ people, agents, scope }: Permission): string[] {
  if (scope === 'none') return ['without credentials', 'without credentials', ''];
  return [peopleTexts[people], agentTexts[agents], agents === 'none' ? '' : scope];
}
