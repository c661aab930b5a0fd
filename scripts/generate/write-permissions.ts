import type { Permission } from '../../src/features/auth/access/permissions';
import type { NamedFacts } from './operation-facts';

const peopleTexts: Readonly<Record<Permission['people'], string>> = {
  member: 'yes',
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
 * `docs/permissions.md`: the permission table as Markdown, in the contract's order of operations.
 */
export function writePermissions(
  facts: readonly Pick<NamedFacts, 'operationId' | 'method' | 'path'>[],
  permissions: Readonly<Record<string, Permission>>,
): string {
  const rows = facts.map(({ operationId: id, method, path }) => {
    const row = permissions[id];
    const cells = row === undefined ? ['?', '?', '?'] : cellsOf(row);
    return `| \`${id}\` | \`${method.toUpperCase()} ${path}\` | ${cells.join(' | ')} |`;
  });
  return [
    '# Who may call which operation',
    '',
    'Generated from `src/features/auth/access/permissions.ts` by `npm run generate`. Do not edit.',
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
