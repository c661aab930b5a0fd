import { readFile, stat } from 'node:fs/promises';
import { isRecord } from '../../platform/json';
import { CommandError } from '../failure';
import { keyOf } from './csv-formats';
import { decode } from './csv-rows';
import { type Columns, type Row, type Unmapped } from './fields';

const maxMebibytes = 64;

/** The names of fields in the issues of GitHub. */
export const githubColumns: Columns = {
  title: 'title',
  details: 'body',
  priority: '',
  labels: 'labels',
  due: 'milestone',
  created: 'createdAt',
  completed: 'closedAt',
  notes: 'comments',
  links: 'url',
};

/** An issue of the file, counted from 1. */
export interface Issue {
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * The issues of a file: of `gh issue list --json …`, or of the REST API, whose pages may be lists of
 * a list. Throws a CommandError for a file of more than 64 MiB, which is read as a whole.
 */
export async function readIssues(file: string): Promise<readonly Issue[]> {
  if ((await stat(file)).size > maxMebibytes * 1024 * 1024) {
    throw new CommandError(
      `The file has more than ${maxMebibytes} MiB. Load the issues in several files.`,
    );
  }
  const text = decode(await readFile(file), 1).replace(/^\ufeff/, '');
  const value = parsed(text);
  if (!Array.isArray(value)) throw new CommandError('The file must be a JSON array of issues.');
  return value.flat().map((fields: unknown, index) => {
    if (!isRecord(fields)) throw new CommandError(`Issue ${index + 1} of the file is no object.`);
    return { number: index + 1, fields };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new CommandError(`The file is no JSON: ${reason}.`);
  }
}

// Of the REST API: what only its clients need, or what another field says.
const technical =
  /(_|^)(url|id|number|user|author|draft|locked|score|state_reason|comments|repository|pull_request)$/;
const known = new Set(
  'title body state stateReason state_reason labels createdAt created_at closedAt closed_at html_url comments closed isPinned updatedAt updated_at author_association'.split(
    ' ',
  ),
);

// `gh pr list` and the REST API's list of issues have pull requests.
function isPullRequest(fields: Issue['fields'], state: string, url: string): boolean {
  return (
    fields['pull_request'] !== undefined ||
    state.toUpperCase() === 'MERGED' ||
    /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/pull\/\d+/.test(url)
  );
}

/** The row of an issue; undefined for a pull request. */
export function issueRow(issue: Issue, source: string, unmapped: Unmapped): Row | undefined {
  const { fields, number } = issue;
  const text = (...names: readonly string[]): string => {
    const found = names.map((name) => fields[name]).find((value) => typeof value === 'string');
    return typeof found === 'string' ? found : '';
  };
  const url = text('html_url', 'url');
  if (isPullRequest(fields, text('state'), url)) {
    unmapped.add('pull_request', 'a pull request, which is no issue');
    return undefined;
  }
  if (url === '') {
    throw new CommandError(`Issue ${number} of the file has no url. Add url to --json.`);
  }
  if (text('title').trim() === '') {
    throw new CommandError(`Issue ${number} of the file has no title. Add title to --json.`);
  }
  const status = issueStatus(text('state'), text('stateReason', 'state_reason'));
  if (text('state') === '') unmapped.add('state', 'absent: add state to --json');
  if (status === 'done' && !('closedAt' in fields || 'closed_at' in fields)) {
    unmapped.add('closedAt', 'absent: add closedAt to --json');
  }
  for (const [name, value] of Object.entries(fields)) {
    if (!known.has(name) && !technical.test(name) && !isEmpty(value)) unmapped.add(name);
  }
  const comments = fields['comments'];
  if (typeof comments === 'number' && comments > 0) {
    unmapped.add('comments', 'a number only: add comments to --json');
  }
  return {
    key: keyOf(source, url),
    title: text('title'),
    details: text('body'),
    labels: listOf(fields['labels']).map((label) => nameIn(label, 'name')),
    created: text('createdAt', 'created_at'),
    completed: text('closedAt', 'closed_at'),
    notes: listOf(comments).filter(isRecord).map(commentOf),
    links: [{ url, title: `GitHub ${url.split('/').slice(3).join('/')}` }],
    ...(status !== undefined && { status }),
  };
}

function issueStatus(state: string, reason: string): Row['status'] {
  if (state.toLowerCase() !== 'closed') return undefined;
  return ['not_planned', 'duplicate'].includes(reason.toLowerCase()) ? 'dropped' : 'done';
}

function commentOf(comment: Readonly<Record<string, unknown>>) {
  const at = comment['createdAt'] ?? comment['created_at'];
  const { body } = comment;
  return {
    author: nameIn(comment['author'] ?? comment['user'], 'login'),
    at: typeof at === 'string' ? at : '',
    text: typeof body === 'string' ? body : '',
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameIn(value: unknown, field: string): string {
  const name = isRecord(value) ? value[field] : value;
  return typeof name === 'string' ? name : '';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  // Reactions and dependencies of the REST API are objects of counts.
  return isRecord(value) && Object.values(value).every((each) => isEmpty(each) || isUrl(each));
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('https://api.github.com/');
}
