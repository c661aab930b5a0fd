// Where the name of a field without its underscores is not what a person calls it.
const words: Readonly<Record<string, string>> = {
  access_mode: 'access',
  can_review: 'right to review',
  defer_until: 'deferral',
  due_at: 'due date',
  file_ids: 'files',
  is_template: 'use as a template',
  key_prefixes: 'key prefix',
  label_ids: 'labels',
  on_timeout: 'timeout',
  requested_reviewer_actor_id: 'reviewer',
  requires_proposals: 'need of approvals',
  requires_review: 'need of a review',
};

/** The names of changed columns or fields as a summary for people lists them. */
function inWords(names: readonly string[]): string {
  return [...new Set(names.map(wordOf))].join(', ');
}

const start = ' changed ';

/** A stored summary in today's words: until 28 November 2026 it had the names of the fields. */
export function summaryInWords(summary: string): string {
  const at = summary.lastIndexOf(start) + start.length;
  const names = summary.slice(at, -1);
  const isOfFields =
    at >= start.length && summary.endsWith('.') && /^[a-z_]+(?:, [a-z_]+)*$/.test(names);
  return isOfFields && names.includes('_')
    ? `${summary.slice(0, at)}${inWords(names.split(', '))}.`
    : summary;
}

function wordOf(name: string): string {
  if (name.startsWith('repeat_')) return 'repeat rule';
  return words[name] ?? name.replace(/_(?:id|at)$/, '').replaceAll('_', ' ');
}
