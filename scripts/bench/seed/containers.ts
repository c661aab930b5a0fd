import { DAY, addMilliseconds } from '../../../src/platform/time';
import type { Bulk } from './bulk';
import { itemAt } from './choose';
import type { People } from './people';
import { historyDays, team, type Sizes } from './proportions';
import { authored, type Environment } from './environment';

/** The ids of the projects, domains, orders and labels of work. */
export interface Containers {
  readonly activeProjects: readonly string[];
  readonly endedProjects: readonly string[];
  readonly domains: readonly string[];
  readonly orders: readonly string[];
  readonly labels: readonly string[];
}

/** The names of the labels. One action in twelve has the first one. */
export const labelNames = ['sound', 'light', 'stage', 'costume'];

/** Inserts labels, domains, projects, documents with their first revision, and orders with check-ins. */
export async function seedContainers(
  bulk: Bulk,
  environment: Environment,
  people: People,
  sizes: Sizes,
): Promise<Containers> {
  const { owner, id, daysAgo, random, words } = environment;
  const key = { workspace_id: owner.workspaceId };
  const old = (): string => daysAgo(historyDays.to + random());
  const make = (prefix: string, count: number) =>
    Array.from({ length: count }, () => {
      const at = old();
      return { ...key, id: id(prefix, at), ...authored(owner.id, at) };
    });
  const domains = make('dom', team.domains).map((row, index) => ({
    ...row,
    name: `Domain ${index}`,
    description: words.text(1),
  }));
  await bulk.insert('domains', domains);

  const labels = labelNames.map((name) => {
    const at = old();
    return { ...key, id: id('lbl', at), name, name_key: name, created_at: at };
  });
  await bulk.insert('labels', labels);

  const project = (state: string) => (row: ReturnType<typeof make>[number], index: number) => ({
    ...row,
    title: words.title(index),
    description: words.text(4),
    domain_id: itemAt(domains, index).id,
    is_template: false,
    state,
    work_mode: index % 4 === 0 ? 'sequential' : 'parallel',
    due_at: index % 2 === 0 ? addMilliseconds(environment.now, (index + 1) * DAY) : null,
  });
  const active = make('prj', sizes.activeProjects).map(project('active'));
  const ended = make('prj', sizes.endedProjects).map(project('completed'));
  await bulk.insert('projects', [...active, ...ended]);

  const documents = make('doc', sizes.documents).map((row, index) => ({
    ...row,
    title: words.title(index),
    content: JSON.stringify(words.text(20)),
    access_mode: 'shared_read',
  }));
  await bulk.insert('documents', documents);
  await bulk.insert(
    'document_revisions',
    documents.map((document) => ({
      ...key,
      id: id('rev', document.created_at),
      document_id: document.id,
      number: 1,
      content: document.content,
      review_state: 'none',
      created_by_actor_id: owner.id,
      created_at: document.created_at,
    })),
  );

  const orders = make('ord', team.orders).map((row, index) => ({
    ...row,
    assigned_actor_id: itemAt(people.agents, index).actorId,
    agent_id: itemAt(people.agents, index).agentId,
    document_id: itemAt(documents, index).id,
    domain_id: itemAt(domains, index).id,
    name: `Order ${index}`,
    summary: words.text(1),
    state: 'active',
    requires_proposals: false,
    position: index,
  }));
  await bulk.insert('orders', orders);
  await bulk.insert(
    'checkins',
    orders.flatMap((order) =>
      Array.from({ length: team.checkinsOfOrder }, () => {
        const at = daysAgo(historyDays.from + random() * 60);
        return {
          ...key,
          id: id('chk', at),
          order_id: order.id,
          agent_id: order.agent_id,
          kind: 'report',
          summary: words.text(1),
          created_by_actor_id: order.assigned_actor_id,
          created_at: at,
        };
      }),
    ),
  );
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id);
  return {
    activeProjects: ids(active),
    endedProjects: ids(ended),
    domains: ids(domains),
    orders: ids(orders),
    labels: ids(labels),
  };
}
