import { isRecord, type JsonRecord } from '../../platform/json';
import { adviceFor } from '../../platform/near-names';
import { quoted } from './tools/names';
import { tools, type OfferedTool } from './tools/tool-table';

/** An error of the protocol, in a sentence. */
export interface MessageFault {
  readonly code: -32_600 | -32_602;
  readonly text: string;
}

const isNotification = (method: string): boolean => method.startsWith('notifications/');

/**
 * What is wrong with the form of a message, ahead of the library, which would only say that it is no
 * message. A request without an `id` would get no answer at all.
 */
export function faultIn(message: JsonRecord): MessageFault | undefined {
  const { jsonrpc, id, method, params } = message;
  const hasId = Object.hasOwn(message, 'id');
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0".');
  if (hasId && typeof id !== 'string' && !Number.isSafeInteger(id)) {
    return invalid('id must be a string or an integer.');
  }
  if (method === undefined) {
    const isResponse = Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
    return isResponse ? undefined : invalid('method is missing, such as tools/call.');
  }
  if (typeof method !== 'string') return invalid('method must be a string, such as tools/call.');
  if (hasId && isNotification(method)) {
    return invalid(`${quoted(method)} is a notification: send it without an id.`);
  }
  if (!hasId && !isNotification(method)) {
    return invalid(`id is missing: without one, ${quoted(method)} gets no response.`);
  }
  return params === undefined ? undefined : faultInParams(params, method);
}

function faultInParams(params: unknown, method: string): MessageFault | undefined {
  const members = method === 'tools/call' ? ' with name and arguments' : '';
  if (!isRecord(params)) return invalidParams(`params must be an object${members}.`);
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isRecord(meta)) return invalidParams('params._meta must be an object, or absent.');
  const { progressToken: token } = meta;
  if (token === undefined || typeof token === 'string' || Number.isSafeInteger(token)) {
    return undefined;
  }
  return invalidParams('params._meta.progressToken must be a string or an integer.');
}

function invalid(text: string): MessageFault {
  return { code: -32_600, text: `Invalid request: ${text}` };
}

function invalidParams(text: string): MessageFault {
  return { code: -32_602, text: `Invalid params: ${text}` };
}

/** Which tools there are instead of an unknown one, the nearest first. */
export function unknownTool(name: unknown, offered: readonly OfferedTool[]): string {
  const known = offered.map(({ tool }) => tool.name);
  if (typeof name !== 'string' || name === '') {
    return `params.name must be the name of a tool. Known: ${known.join(', ')}.`;
  }
  const isElsewhere = tools.some((tool) => tool.name === name);
  const start = isElsewhere
    ? `${name} is not offered at this URL.`
    : `Unknown tool ${quoted(name)}.`;
  return `${start} ${adviceFor(name, known)}`;
}

/**
 * The text of the library's response with its errors as sentences: it sends the raw issues of its
 * validator, and does not name an unknown method.
 */
export function withSentences(text: string, method: unknown): string {
  if (!text.includes('"error":')) return text;
  return text
    .split('\n')
    .map((line) => {
      const start = line.startsWith('data: ') ? 'data: ' : '';
      const sent = jsonIn(line.slice(start.length));
      if (!isRecord(sent) || !isRecord(sent['error'])) return line;
      return start + JSON.stringify({ ...sent, error: inSentences(sent['error'], method) });
    })
    .join('\n');
}

const methodNotFound = -32_601;
const maxIssues = 3;

function inSentences(error: JsonRecord, method: unknown): JsonRecord {
  const { code, message } = error;
  if (typeof message !== 'string') return error;
  if (code === methodNotFound && typeof method === 'string') {
    return { ...error, message: unknownMethod(method) };
  }
  const at = message.indexOf('[\n');
  const issues = at < 0 ? undefined : jsonIn(message.slice(at));
  if (!Array.isArray(issues)) return error;
  const sentences = issues.filter(isRecord).slice(0, maxIssues).map(sentenceOf);
  return { ...error, code: -32_602, message: `Invalid params: ${sentences.join(' ')}` };
}

function sentenceOf({ path, message }: JsonRecord): string {
  const place = Array.isArray(path) ? path.join('.') : 'params';
  return `${place}: ${String(message).replace(/^Invalid input: /, '')}.`;
}

function unknownMethod(method: string): string {
  if (tools.some(({ name }) => name === method)) {
    return `Method not found: ${method} is a tool, so send tools/call with params.name.`;
  }
  return `Method not found: ${quoted(method)}. This server has tools alone: tools/list and tools/call.`;
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
