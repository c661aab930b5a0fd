import definitions from '../../../../generated/mcp-tools.json';
import type { Tool } from './tool';
import { tools } from './tool-list';

/** Any JSON. */
type Json = string | number | boolean | null | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

/** A tool as `tools/list` describes it. */
export interface Definition {
  readonly [name: string]: unknown;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, JsonObject>;
    readonly required?: string[];
  };
  readonly annotations: Tool['hints'];
}

/** A tool with its definition. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly definition: Definition;
}

const offered: Readonly<Record<'read' | 'usual' | 'all', ReadonlySet<Tool['offered']>>> = {
  read: new Set(['read']),
  usual: new Set(['read', 'usual']),
  all: new Set(['read', 'usual', 'all']),
};

// As the generator writes it; the type of the imported file has only what its tools share.
const generated: readonly Definition[] = JSON.parse(JSON.stringify(definitions));

const all: readonly OfferedTool[] = tools.map((tool) => {
  const definition = generated.find(({ name }) => name === tool.name);
  if (definition !== undefined) return { tool, definition };
  throw new Error(`The tool ${tool.name} is not generated. Run npm run generate.`);
});

/** The tools that `?tools=` asks for: `read`, `all`, or the usual ones for anything else. */
export function toolsOf(set: string | null): readonly OfferedTool[] {
  const chosen = offered[set === 'read' || set === 'all' ? set : 'usual'];
  return all.filter(({ tool }) => chosen.has(tool.offered));
}

/** Whether a tool writes, so that its call needs the scope `write`. */
export function isWriting({ tool }: OfferedTool): boolean {
  return !tool.hints.readOnlyHint;
}
