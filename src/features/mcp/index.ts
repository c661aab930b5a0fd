/**
 * MCP: the tools for agents over the Model Context Protocol. It owns no table: a tool performs
 * operations of the contract as the calling agent, after names in its arguments are replaced by
 * ids. `tools/tool-table.ts` lists the tools, and the generator makes their definitions from it and
 * the contract.
 */
import type { McpHandlers } from '../../../generated/handlers';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import type { HostConfig } from './mcp-operations';
import { callMcpWith } from './mcp-operations';

/** The request headers of the protocol. */
export const mcpHeaders = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'] as const;

/** The operation of this feature. */
export function mcpHandlers(config: HostConfig, database: Database): McpHandlers {
  return { callMcp: callMcpWith(config, createReader(database)) };
}
