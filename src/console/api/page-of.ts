const folders: Readonly<Record<string, string>> = {
  action: 'actions',
  project: 'projects',
  document: 'documents',
  order: 'orders',
  agent: 'agents',
  question: 'questions',
  proposal: 'proposals',
};

const inSettings = ['domain', 'invitation', 'session', 'user', 'webhook', 'workspace'];

/** The records that a note, a link, a check-in or a claim concerns. */
interface Concerned {
  readonly action_id?: string | null;
  readonly project_id?: string | null;
  readonly order_id?: string | null;
  readonly document_id?: string | null;
}

/**
 * The address of a record's page. A record without one, such as a note, has the page of what it
 * concerns; undefined if there is none.
 */
export function pageOf(kind: string, id: string, concerned: Concerned = {}): string | undefined {
  const folder = folders[kind];
  if (folder !== undefined) return `/app/${folder}/${encodeURIComponent(id)}`;
  if (inSettings.includes(kind)) return '/app/settings';
  const { action_id: action, project_id: project, order_id: order } = concerned;
  if (action) return pageOf('action', action);
  if (project) return pageOf('project', project);
  if (order) return pageOf('order', order);
  return concerned.document_id ? pageOf('document', concerned.document_id) : undefined;
}

/** The types of records by the beginning of their ids, for subjects of notes. */
const typesOf: Readonly<Record<string, string>> = {
  act: 'action',
  prj: 'project',
  doc: 'document',
  ord: 'order',
  qst: 'question',
  ppl: 'proposal',
};

/** The address of the page of a search's hit: of a note, that of the record that it is on. */
export function pageOfHit({
  type,
  id,
  subject_id: subject,
}: {
  readonly type: string;
  readonly id: string;
  readonly subject_id: string | null;
}): string {
  const page =
    subject === null ? pageOf(type, id) : pageOf(typesOf[subject.slice(0, 3)] ?? '', subject);
  return page ?? '/app/search';
}

/** The address of the list of actions that have a label. */
export function pageOfLabel(name: string): string {
  return `/app/work?${new URLSearchParams({ tab: 'all', label: name }).toString()}`;
}
