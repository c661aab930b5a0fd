import type { JsonRecord } from '../../../platform/json';
import type { Problem } from '../../../platform/problems';
import { fit } from './fitting-json';
import { leanRecord } from './lean-json';

/** The most bytes of the JSON of a result, which is what a model reads. */
export const maxResultBytes = 32 * 1024;

/** The most bytes of the JSON of a result that summarizes, such as an overview. */
export const usualResultBytes = 8 * 1024;

/** A result of a tool. The text is the same JSON, for clients that read only texts. */
export interface ToolResult {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** The result of a call, shortened to `maxBytes`; `more` says how to get the rest. */
export function toResult(body: JsonRecord, maxBytes: number, more: string): ToolResult {
  const { value, truncated } = fit(leanRecord(body), maxBytes);
  const isCut = Object.keys(truncated).length > 0;
  const whole = isCut ? { ...value, truncated, how_to_get_more: more } : value;
  return resultOf(whole);
}

/** The result of a call that an operation refused: the model can read it and correct itself. */
export function toRefusal(failure: Problem): ToolResult {
  const { code, message } = failure;
  const { value } = fit({ error: failure.envelope() }, usualResultBytes);
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { ...value },
    isError: true,
  };
}

function resultOf(value: JsonRecord): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: { ...value },
  };
}
