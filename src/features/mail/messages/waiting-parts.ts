import { keyOf } from '../../../platform/action-keys';
import { strings } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import { pageUrl, verdicts } from '../../../shared/server-settings';
import { actorsOf, type Addressee, type MailItem, peopleOf } from '../queue/mail-items';
import {
  type ActionRecord,
  findRecords,
  type RecordsById,
  type RequestRecord,
} from '../records-store';
import {
  choicesOf,
  findMailPeople,
  type MailPerson,
  toAddressee,
} from '../settings/settings-store';
import type { MailPart } from './mail-text';

/** A part of a mail with what it is about. */
export type WaitingPart = MailPart & MailItem;

/** What still waits for a person, of these parts of a mail: no kind for which they want no mails. */
export async function findWaiting(
  reader: Reader,
  workspaceId: string,
  person: MailPerson,
  {
    items,
    now,
    consoleUrl,
  }: {
    readonly items: readonly MailItem[];
    readonly now: string;
    readonly consoleUrl: string | null;
  },
): Promise<WaitingPart[]> {
  const choices = choicesOf(person.choices);
  const wanted = items.filter(({ kind }) => choices[kind] !== 'never');
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const records = await findRecords(reader, workspaceId, ids);
  const keyPrefixes = strings(person.key_prefixes);
  const others = await findOthers(reader, workspaceId, { records, person });
  const people = [toAddressee(person), ...others];
  return wanted.flatMap((item) => {
    // It may have become somebody else's while the mail gathered.
    const concerned = peopleOf(item, records, people) ?? [];
    if (!concerned.some(({ actorId }) => actorId === person.actor_id)) return [];
    const view = { workspaceId, now, consoleUrl, keyPrefixes };
    const part = partOf(item, records, view);
    return part === undefined ? [] : [{ ...part, ...item }];
  });
}

// What waits for a person who has left, or is a viewer now, waits for everybody.
async function findOthers(
  reader: Reader,
  workspaceId: string,
  { records, person }: { readonly records: RecordsById; readonly person: MailPerson },
): Promise<readonly Addressee[]> {
  const values = actorsOf(records).filter((id) => id !== person.actor_id);
  if (values.length === 0) return [];
  const found = await findMailPeople(reader, workspaceId, { column: 'actor_id', values });
  return found.map(toAddressee);
}

interface View {
  readonly workspaceId: string;
  readonly now: string;
  readonly consoleUrl: string | null;
  readonly keyPrefixes: readonly string[];
}

// Undefined for what has changed since.
function partOf(
  item: MailItem,
  { requests, actions }: RecordsById,
  view: View,
): MailPart | undefined {
  const { kind, id } = item;
  if (kind === 'question' || kind === 'proposal') {
    const request = requests.get(id);
    if (request === undefined || hasExpired(request, view.now)) return undefined;
    const verb = kind === 'question' ? 'asks' : 'proposes';
    const { title, text } = request;
    const choices = kind === 'question' ? request.choices : verdicts.proposal;
    const headline = `${request.created_by_name} ${verb}:`;
    return { headline, key: null, title, text, choices, url: pageOf(view, `${kind}s`, id) };
  }
  const action = actions.get(id);
  const headline = action && headlineOf(item, action, view.now);
  if (action === undefined || headline === undefined) return undefined;
  const { title } = action;
  const key = keyOf(view, action);
  const text = kind === 'review' ? action.result_summary : null;
  const choices = kind === 'review' ? verdicts.review : [];
  return { headline, key, title, text, choices, url: pageOf(view, 'actions', id) };
}

function headlineOf({ kind, at }: MailItem, action: ActionRecord, now: string): string | undefined {
  if (kind === 'review') return 'This is done and waits for a review:';
  if (kind === 'assigned') return 'This is assigned to you:';
  if (kind === 'overdue') {
    const isOverdue = action.due_at !== null && action.due_at <= now;
    return isOverdue ? 'This is overdue:' : undefined;
  }
  // Another agent has not stopped what it got since.
  const isSame = action.assigned_at === null || action.assigned_at <= at;
  const rests = isSame && action.last_activity_at <= at && action.assignee_name !== null;
  return rests ? `${action.assignee_name} has stopped working on this:` : undefined;
}

// An expired question is resolved before the next request of its workspace.
function hasExpired({ on_timeout, expires_at }: RequestRecord, now: string): boolean {
  const canExpire = on_timeout !== null && on_timeout !== 'keep_open';
  return canExpire && expires_at !== null && expires_at <= now;
}

function pageOf({ consoleUrl, workspaceId }: View, folder: string, id: string): string | null {
  return pageUrl(consoleUrl, `${folder}/${encodeURIComponent(id)}`, workspaceId);
}
