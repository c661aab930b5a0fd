import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { operationsOf, type ContractDocument } from './document';

/** The parts of the document that say which code belongs to which status. */
interface WithStatuses extends ContractDocument {
  readonly 'x-error-statuses': Readonly<Record<string, readonly string[]>>;
}

/**
 * Holds each operation's `x-error-codes` against its documented statuses, by the document's `x-error-statuses`: every code's status
 * is documented, and every documented error status has a code.
 */
export function codeFaults(file: string): string[] {
  const lines = new LineCounter();
  const source = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const document: WithStatuses = source.toJS();
  const statusOf = new Map(
    Object.entries(document['x-error-statuses'] ?? {}).flatMap(([status, codes]) =>
      codes.map((code) => [code, status] as const),
    ),
  );
  const faults: string[] = [];
  for (const { path, method, operation } of operationsOf(document)) {
    const at = (reason: string): void => {
      const node = source.getIn(['paths', path, method, 'operationId'], true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : [];
      const offset = Array.isArray(range) ? Number(range[0]) : 0;
      const { line, col } = lines.linePos(offset);
      faults.push(`${relative('.', file)}:${line}:${col} ${operation.operationId}: ${reason}`);
    };
    const codes = operation['x-error-codes'] ?? [];
    const documented = Object.keys(operation.responses).filter((status) => status >= '400');
    for (const code of codes) {
      const status = statusOf.get(code);
      if (status === undefined) at(`x-error-codes has ${code}, which x-error-statuses lacks.`);
      else if (!documented.includes(status)) at(`${code} needs the response ${status}.`);
    }
    for (const status of documented) {
      const some = codes.some((code) => statusOf.get(code) === status);
      if (!some) at(`The response ${status} has no code in x-error-codes.`);
    }
  }
  return faults;
}
