import definitions from '../../../../generated/mcp-tools.json';
import { actionTools } from './action-tools';
import { planningTools } from './planning-tools';
import { readingTools } from './reading-tools';
import { requestTools } from './request-tools';
import type { Tool } from './tool';
import { workingTools } from './working-tools';
import { writingTools } from './writing-tools';

/** Any JSON. */
type Json = string | number | boolean | null | Json[] | JsonObject;

type JsonObject = { [name: string]: Json };

/** A tool as `tools/list` describes it. */
interface Definition {
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

/**
 * All tools, in the order in which clients get them: the loop of an agent first, because some
 * clients show or keep only the first ones. Human-only operations are no tools.
 */
export const tools: readonly Tool[] = [
  readingTools.getOverview,
  workingTools.claimNext,
  workingTools.claimAction,
  workingTools.completeAction,
  workingTools.dropAction,
  readingTools.getRecord,
  readingTools.listActions,
  readingTools.search,
  actionTools.createActions,
  actionTools.updateAction,
  planningTools.saveProject,
  requestTools.askQuestion,
  requestTools.askApproval,
  requestTools.closeRequest,
  writingTools.addNote,
  requestTools.logCheckin,
  writingTools.writeDocument,
  writingTools.uploadFile,
  planningTools.readEvents,
  planningTools.listOrders,
  planningTools.reviewAction,
];

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
