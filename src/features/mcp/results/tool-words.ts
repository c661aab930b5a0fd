import { operationFacts } from '../../../../generated/handlers';
import { isRecord, type JsonRecord } from '../../../platform/json';
import type { PerformInput } from '../../../platform/operation';
import { type ErrorCode, Problem } from '../../../platform/problems';
import type { Arguments, Tool } from '../tools/tool';

/** A call of a tool, with the inputs of the operations that it performed last. */
export interface ToolCall {
  readonly tool: Tool;
  readonly args: Arguments;
  readonly inputs: readonly PerformInput[];
  /** All tools, to name the one that performs an operation. */
  readonly tools: readonly Tool[];
}

/** The most issues that the text of a refusal has. */
const maxMessages = 3;
/** The most items of a list of details in the text. */
const maxItems = 5;
const maxCharacters = 3000;

/**
 * The refusal of a call in the words of its tool: arguments instead of places in a request, and tools
 * instead of operations. The message has the details too, because many hosts show only the text.
 */
export function inToolWords(failure: Problem, toolCall: ToolCall): Problem {
  const { code, details, headers } = failure;
  const say = (text: string): string => toolText(text, toolCall);
  const issues = failure.issues.map(({ path, code: issueCode, message }) => ({
    path: argumentAt(path, toolCall),
    code: issueCode,
    message: say(message),
  }));
  const first = say(failure.message);
  const others = issues.map(({ message }) => message).filter((each) => !first.includes(each));
  const sentences = [
    ...[first, ...new Set(others)].slice(0, maxMessages),
    ...advice(failure, toolCall),
    ...detailsIn(failure),
  ];
  const message = Array.from(sentences.join(' ')).slice(0, maxCharacters).join('');
  return new Problem(code, message, { issues, details, headers });
}

/** A result whose stored errors, such as of a failed execution, are in the words of the tools. */
export function withToolWords(result: JsonRecord, tool: Tool, tools: readonly Tool[]): JsonRecord {
  const toolCall = { tool, args: {}, inputs: [], tools };
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isRecord(value) ? ofRecord(value) : value;
  };
  const ofRecord = (record: JsonRecord): JsonRecord => {
    const { code, message, issues } = record;
    const isError =
      typeof code === 'string' && typeof message === 'string' && Array.isArray(issues);
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        if (typeof value === 'string') {
          const isText = isError && name === 'message';
          return [name, isText ? toolText(value, toolCall) : value];
        }
        return [
          name,
          isError && name === 'issues' ? wordsOfIssues(issues, toolCall) : inside(value),
        ];
      }),
    );
  };
  return ofRecord(result);
}

function wordsOfIssues(issues: readonly unknown[], toolCall: ToolCall): unknown[] {
  return issues.map((issue) => {
    if (!isRecord(issue)) return issue;
    const { path, message, ...others } = issue;
    const at = argumentAt(String(path), toolCall);
    return { ...others, path: at, message: toolText(String(message), toolCall) };
  });
}

/** What to do with the tools after a refusal that the operations explain for HTTP. */
function advice({ code, message, issues }: Problem, { tool, args }: ToolCall): string[] {
  const known = adviceOn[code];
  if (known !== undefined) return [known];
  if (code === 'FORBIDDEN' && Object.hasOwn(tool.parameters, 'permitted_proposal_id')) {
    if (tool.isPermittable?.(args) === false) return [];
    // This permission does not lift the limit that refused the call.
    if (args['permitted_proposal_id'] !== undefined) {
      return ['Ask again with ask_approval and execute on_permit, which may lift it.'];
    }
    return ['A person may permit it: ask with ask_approval.'];
  }
  if (code !== 'NOT_FOUND' || issues.length > 0) return [];
  const named = Object.keys(args).find((name) => {
    const isId = name === 'id' || name.endsWith('_id') || name === 'blocked_by';
    const ids: readonly unknown[] = [args[name]].flat();
    return isId && ids.some((id) => typeof id === 'string' && id !== '' && message.includes(id));
  });
  return named === undefined ? [] : [`Correct ${named}; search finds records.`];
}

const adviceOn: Readonly<Partial<Record<ErrorCode, string>>> = {
  PROPOSAL_REQUIRED:
    'Ask for it with ask_approval, and repeat this call with permitted_proposal_id when it is permitted.',
  PROPOSAL_STALE: 'Ask again with ask_approval.',
  ALREADY_CLAIMED: 'Take other work with claim_next.',
};

/** The details that a caller acts on, as text; lists only if the message does not have their items. */
function detailsIn({ details, headers, message }: Problem): string[] {
  const seconds = headers['Retry-After'];
  const all: JsonRecord = {
    ...(seconds !== undefined && { retry_after_seconds: Number(seconds) }),
    ...details,
  };
  const shown = Object.entries(all).flatMap(([name, value]) => {
    if (isPlainValue(value)) return [`${name}: ${String(value)}`];
    if (!Array.isArray(value) || !value.every(isPlainValue)) return [];
    const items = value.map(String);
    if (items.every((item) => message.includes(item))) return [];
    return [
      `${name}: ${items.slice(0, maxItems).join(', ')}${items.length > maxItems ? ', …' : ''}`,
    ];
  });
  return shown.length === 0 ? [] : [`(${shown.join('; ')})`];
}

function isPlainValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const places = ['body', 'query', 'path'] as const;
const placeInText = /(?<![\w/])(?:body|query|path|header)\/[^\s,;:.'"`)]+(?:\.[^\s,;:.'"`)]+)*/g;

function toolText(text: string, toolCall: ToolCall): string {
  const { tool, tools } = toolCall;
  return replaceNames(
    text
      .replaceAll(placeInText, (path) => argumentAt(path, toolCall))
      .replace(/^(?:body|query) must\b/, 'The arguments must')
      .replace(
        'Send the ETag of the version that you read as If-Match.',
        'Send version, the one that you read.',
      )
      .replace(' Create a new proposal.', '')
      .replace(
        /an ISO 8601 date-time with seconds and a time zone, such as \S+ or \S+,/,
        'a time such as 2026-12-04T17:00 or 2026-12-04T17:00+01:00,',
      )
      .replace(' (GET /v1/users)', '')
      .replace(/; send it as (\w+)/, (words, name: string) => {
        if (Object.hasOwn(tool.parameters, name)) return words;
        return name.endsWith('agent_id') ? '; send its actor_id' : '';
      })
      .replaceAll(
        /\b(GET|POST|PATCH|PUT|DELETE) (\/v1\/[\w/{}-]+)/g,
        (_, method: string, path: string) => toolOf(method.toLowerCase(), path, tools),
      )
      .replaceAll(/\bwith (\w+)/g, (words, id: string) => {
        const found = tools.find(({ operationIds }) => operationIds.some((each) => each === id));
        return found === undefined ? words : `with ${found.name}`;
      }),
    tool,
  );
}

/** The tool that performs an operation of HTTP. */
function toolOf(method: string, path: string, tools: readonly Tool[]): string {
  const found = tools.find(({ operationIds }) =>
    operationIds.some(
      (id) => operationFacts[id].method === method && operationFacts[id].path === path,
    ),
  );
  return found?.name ?? 'another tool';
}

// Names of one word may be a word of a sentence.
function replaceNames(text: string, { parameters }: Tool): string {
  const renamed = new Map(
    Object.entries(parameters).flatMap(([name, { from }]): [string, string][] =>
      from === undefined || !from.name.includes('_') ? [] : [[from.name, name]],
    ),
  );
  return text.replaceAll(/\w+/g, (word) => renamed.get(word) ?? word);
}

/**
 * The argument that a tool sends at a place of an operation's request. An argument is found by its
 * value, because a tool may send it under another name; an absent one by its name.
 */
function argumentAt(path: string, { tool, args, inputs }: ToolCall): string {
  const [location, ...steps] = path.split('/');
  const place = places.find((each) => each === location);
  if (location === 'header') return steps[0] === 'If-Match' ? 'version' : (steps[0] ?? path);
  if (place === undefined) return path;
  for (const input of inputs) {
    const found = argumentOfValue(input[place], steps, args);
    if (found !== undefined) return found;
  }
  const { parameters, required } = tool;
  const own = steps.findIndex((step) => Object.hasOwn(parameters, step));
  if (own >= 0) return steps.slice(own).join('/');
  const source = Object.entries(parameters).find(([, { from }]) => from?.name === steps[0]);
  if (source !== undefined) return [source[0], ...steps.slice(1)].join('/');
  const [only = 'id'] = required;
  return place === 'path' ? only : steps.join('/') || 'arguments';
}

function argumentOfValue(
  sent: PerformInput[(typeof places)[number]],
  steps: readonly string[],
  args: Arguments,
): string | undefined {
  let value: unknown = sent;
  for (const [at, step] of steps.entries()) {
    value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (value === undefined) return undefined;
    // A tool may send a copy of an object.
    if (at === 0 && isRecord(value) && isRecord(args[step])) return steps.join('/');
    const names = Object.keys(args).filter((name) => args[name] === value);
    const name = names.includes(step) ? step : names[0];
    if (name === undefined) continue;
    const isWhole = typeof value !== 'object';
    return isWhole ? name : [name, ...steps.slice(at + 1)].join('/');
  }
  return undefined;
}
