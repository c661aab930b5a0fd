import { keyOf } from '../../../platform/action-keys';
import { strings } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import { pageUrl, verdicts } from '../../../shared/server-settings';
import {
  isInReview,
  isOpenAction,
  isOpenRequest,
  isTakenFrom,
  type MailItem,
} from '../queue/mail-items';
import { type ActionRecord, findRecords, type RecordsById } from '../records-store';
import { choicesOf, type MailPerson } from '../settings/settings-store';
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
  return wanted.flatMap((item) => {
    const view = { workspaceId, actorId: person.actor_id, now, consoleUrl, keyPrefixes };
    const part = partOf(item, records, view);
    return part === undefined ? [] : [{ ...part, ...item }];
  });
}

interface View {
  readonly workspaceId: string;
  readonly actorId: string;
  readonly now: string;
  readonly consoleUrl: string | null;
  readonly keyPrefixes: readonly string[];
}

// Undefined for what has been decided or has changed since.
function partOf(
  item: MailItem,
  { requests, actions }: RecordsById,
  view: View,
): MailPart | undefined {
  const { kind, id } = item;
  if (kind === 'question' || kind === 'proposal') {
    const request = requests.get(id);
    if (request === undefined || !isOpenRequest(request)) return undefined;
    if (isTakenFrom(request, view.actorId)) return undefined;
    const verb = kind === 'question' ? 'asks' : 'proposes';
    const { title, text } = request;
    const choices = kind === 'question' ? request.choices : verdicts.proposal;
    const headline = `${request.created_by_name} ${verb}:`;
    return { headline, key: null, title, text, choices, url: pageOf(view, `${kind}s`, id) };
  }
  const action = actions.get(id);
  const headline = action && headlineOf(item, action, view);
  if (action === undefined || headline === undefined) return undefined;
  const { title } = action;
  const key = keyOf(view, action);
  const text = kind === 'review' ? action.result_summary : null;
  const choices = kind === 'review' ? verdicts.review : [];
  return { headline, key, title, text, choices, url: pageOf(view, 'actions', id) };
}

function headlineOf(
  { kind, at }: MailItem,
  action: ActionRecord,
  { actorId, now }: View,
): string | undefined {
  if (kind === 'review')
    return isInReview(action) ? 'This is done and waits for a review:' : undefined;
  if (!isOpenAction(action)) return undefined;
  if (kind === 'assigned') {
    return action.assigned_actor_id === actorId ? 'This is assigned to you:' : undefined;
  }
  if (kind === 'overdue') {
    const isOverdue = action.due_at !== null && action.due_at <= now;
    return isOverdue ? 'This is overdue:' : undefined;
  }
  const rests = action.last_activity_at <= at && action.assignee_name !== null;
  return rests ? `${action.assignee_name} has stopped working on this:` : undefined;
}

function pageOf({ consoleUrl, workspaceId }: View, folder: string, id: string): string | null {
  return pageUrl(consoleUrl, `${folder}/${encodeURIComponent(id)}`, workspaceId);
}
