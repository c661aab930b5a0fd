/** The tables of workspaces, all of which but `workspaces` have `workspace_id`. */
export const workspaceTables: ReadonlySet<string> = new Set([
  'action_blockers',
  'action_labels',
  'actions',
  'actors',
  'agent_news',
  'agent_news_reads',
  'agent_requests',
  'agents',
  'audit_entries',
  'checkins',
  'closed_workspaces',
  'document_revisions',
  'documents',
  'domains',
  'earlier_texts',
  'erasures',
  'event_positions',
  'events',
  'failed_sign_ins',
  'file_chunks',
  'file_references',
  'files',
  'idempotency_records',
  'insight_counts',
  'insight_fills',
  'invitations',
  'import_keys',
  'labels',
  'links',
  'notes',
  'notification_settings',
  'oauth_codes',
  'oauth_grants',
  'oauth_refresh_tokens',
  'oauth_tickets',
  'oidc_identities',
  'orders',
  'password_resets',
  'permitted_targets',
  'projects',
  'search_entries',
  'sessions',
  'sign_in_links',
  'upload_urls',
  'timers',
  'tokens',
  'usage_reports',
  'users',
  'webhook_deliveries',
  'saved_views',
  'webhooks',
  'workspaces',
]);

/** A table of a query that does not name one workspace by value. */
export interface UnnamedWorkspace {
  readonly table: string;
  /**
   * The query in lower case, without quotation marks. A subquery is `()`, and a value or a list of
   * values `?`.
   */
  readonly query: string;
}

/**
 * The tables of a statement whose workspace it does not name by value, for each of its queries. A
 * table names it by `workspace_id = ?`, or by the equality with a table of the same query that does
 * (`workspaces` by its `id`), with a subquery or a common table expression in the same `from`. An
 * insert names it by its columns.
 *
 * This reads the text and knows no plan. A condition within an `or` counts too, and a value may be
 * another workspace than that of the caller, which test/auth/isolation.test.ts checks.
 */
export function workspacesNotNamed(sql: string): UnnamedWorkspace[] {
  const tokens = tokensOf(sql);
  // A statement of the tests themselves may begin with a comment.
  if (!/^(select|with|insert|update|delete)$/.test(tokens[0]?.text ?? '')) return [];
  const expressions = commonTableExpressions(tokens);
  return queriesOf(tokens).flatMap((query) => unnamedIn(query, expressions));
}

interface Token {
  readonly text: string;
  readonly kind: 'word' | 'name' | 'value' | 'sign';
}

const tokenPattern =
  /--[^\n]*|'(?:[^']|'')*'|`([^`]*)`|"([^"]*)"|\$\d+|\?|([a-z_][a-z_0-9]*)|\d[\d.]*|\S/gi;

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(tokenPattern)].flatMap(([all, ticked, quoted, word]): Token[] => {
    if (all.startsWith('--')) return [];
    const name = ticked ?? quoted;
    if (name !== undefined) return [{ text: name, kind: 'name' }];
    if (word !== undefined) return [{ text: word.toLowerCase(), kind: 'word' }];
    return /^['$?\d]/.test(all) ? [{ text: '?', kind: 'value' }] : [{ text: all, kind: 'sign' }];
  });
}

function textOf(tokens: readonly Token[]): string {
  const text = tokens.map((token) => token.text).join(' ');
  return text
    .replaceAll(' . ', '.')
    .replaceAll('( ', '(')
    .replaceAll(/ ([,)])/g, '$1')
    .replaceAll(/\(\?(?:, \?)+\)/g, '(?)');
}

/** The names of `with name as (…), name (columns) as (…)`. */
function commonTableExpressions(tokens: readonly Token[]): ReadonlySet<string> {
  const text = textOf(tokens);
  const names = text.matchAll(
    /(?<=^with |recursive |\), )(\w+) (?:\([\w, ]*\) )?as (?:(?:not )?materialized )?\(+(?=select|with|insert|update|delete|values)/g,
  );
  return new Set([...names].map(([, name = '']) => name));
}

const firstWord = /^(select|with|insert|update|delete|values)$/;

/** The tokens of each query. A subquery is a query of its own, of which `()` remains outside. */
function queriesOf(tokens: readonly Token[]): Token[][] {
  const queries: Token[][] = [[]];
  const open: { readonly isQuery: boolean; query: Token[] }[] = [];
  let query = queries[0] ?? [];
  tokens.forEach((token, index) => {
    const { text, kind } = token;
    if (kind === 'sign' && text === '(') {
      const isQuery = firstWord.test(tokens[index + 1]?.text ?? '');
      query.push(token);
      open.push({ isQuery, query });
      if (isQuery) queries.push((query = []));
    } else if (kind === 'sign' && text === ')') {
      const outer = open.pop();
      if (outer?.isQuery === true) ({ query } = outer);
      query.push(token);
    } else if (kind === 'word' && /^(union|except|intersect)$/.test(text)) {
      queries.push((query = []));
    } else if (kind === 'word' && text === 'select' && query[0]?.text === 'insert') {
      queries.push((query = [token]));
    } else if (!(query.length === 0 && text === 'all')) {
      query.push(token);
    }
  });
  return queries;
}

interface Source {
  /** Undefined for a subquery, a common table expression or another source of rows. */
  readonly table: string | undefined;
  readonly alias: string;
}

const afterSource =
  /^(on|where|set|using|left|right|inner|cross|join|order|group|limit|for|values|select|returning|default|indexed|not|natural|full|offset|having|union|except|intersect)$/;

/** The tables and subqueries that a query reads or writes. */
function sourcesOf(query: readonly Token[], expressions: ReadonlySet<string>): Source[] {
  const sources: Source[] = [];
  let depth = 0;
  let listDepth: number | undefined;
  query.forEach(({ text, kind }, index) => {
    const before = query[index - 1]?.text ?? '';
    if (kind === 'sign' && text === '(') depth += 1;
    if (kind === 'sign' && text === ')') depth -= 1;
    const isFrom = text === 'from' && before !== 'distinct';
    if (kind === 'word' && /^(from|where|order|group|set|limit|select|on)$/.test(text)) {
      listDepth = isFrom ? depth : undefined;
    }
    const begins =
      kind === 'word'
        ? isFrom ||
          text === 'join' ||
          text === 'into' ||
          (text === 'update' && !/^(for|do|no|key)$/.test(before))
        : text === ',' && listDepth === depth;
    const found = begins ? sourceAt(query, index + 1, expressions) : undefined;
    if (found !== undefined) sources.push(found);
  });
  return sources;
}

function sourceAt(
  query: readonly Token[],
  start: number,
  expressions: ReadonlySet<string>,
): Source | undefined {
  let at = start;
  while (/^(only|lateral)$/.test(query[at]?.text ?? '')) at += 1;
  const first = query[at];
  if (first === undefined) return undefined;
  const isInsert = query[start - 1]?.text === 'into';
  const isTable = workspaceTables.has(first.text) && !expressions.has(first.text);
  if (first.text === '(' || (query[at + 1]?.text === '(' && !isInsert)) {
    // A subquery or a function.
    at = query.findIndex(({ text }, index) => index > at && text === ')');
  }
  const named = query[at + 1]?.text === 'as' ? query[at + 2] : query[at + 1];
  const isAlias =
    named !== undefined &&
    (named.kind === 'name' || (named.kind === 'word' && !afterSource.test(named.text)));
  return { table: isTable ? first.text : undefined, alias: isAlias ? named.text : first.text };
}

/** The column of a table by which it names a workspace. */
function columnOf(table: string): string {
  return table === 'workspaces' ? 'id' : 'workspace_id';
}

function unnamedIn(query: readonly Token[], expressions: ReadonlySet<string>): UnnamedWorkspace[] {
  const sources = sourcesOf(query, expressions);
  const tables = sources.flatMap(({ table, alias }) =>
    table === undefined ? [] : [{ table, alias }],
  );
  if (tables.length === 0) return [];
  const text = textOf(query);
  // Subqueries in `from` are checked as queries.
  const named = new Set(
    sources.flatMap(({ table, alias }) => (table === undefined ? [alias] : [])),
  );
  for (const { table, alias } of tables) {
    const column = columnOf(table);
    const isOnly = tables.filter((other) => columnOf(other.table) === column).length === 1;
    const own = isOnly ? `(?:${alias}\\.|(?<![\\w.]))${column}` : `${alias}\\.${column}`;
    const byValue = new RegExp(
      `(?<![\\w.])${own} = \\?|\\? = ${own}(?!\\w)|\\(${own}, [\\w., ]*\\) = \\(\\?`,
    );
    const insert = new RegExp(`^insert (?:or \\w+ )?into ${table} \\([^)]*\\b${column}\\b`);
    if (byValue.test(text) || insert.test(text)) named.add(alias);
  }
  const isWorkspace = ([alias, column]: readonly string[]): boolean =>
    column === columnOf(tables.find((one) => one.alias === alias)?.table ?? '');
  const equal = [...text.matchAll(/(?<![\w.])(\w+)\.(\w+) = (\w+)\.(\w+)/g)].flatMap(
    ([, left = '', leftColumn = '', right = '', rightColumn = '']) =>
      isWorkspace([left, leftColumn]) && isWorkspace([right, rightColumn])
        ? [[left, right] as const]
        : [],
  );
  for (let before = -1; before !== named.size;) {
    before = named.size;
    for (const [left, right] of equal) {
      if (named.has(left)) named.add(right);
      if (named.has(right)) named.add(left);
    }
  }
  return tables.flatMap(({ table, alias }) => (named.has(alias) ? [] : [{ table, query: text }]));
}
