import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from './conformance/document';
import { documentedItems } from './conformance/documented';
import { describeGap, gapsOf, matchItems, type MatchedItem } from './conformance/items';
import { operationsOf, protocolOf } from './generate/operations';
import { readRun, readSeen, writeRun, type RunRecord } from './conformance/record';
import { unseen } from './conformance/unseen';

const usage = `npm run conformance -- [--run | --conclude FOLDER]

Prints each item that the contract documents and that a test can see, with a test that saw it in the last whole run: the
responses of each operation (status, error code), its security schemes and parameters, optional headers and fields of responses,
their enumerated values and nulls, and the roles of news. Runs the tests first when the contract has changed since, when there was no such run, or with
--run. The exit code is 1 when no test saw an item. --conclude is for the end of a whole run: it stores the items that the tests
recorded in the folder, and prints a sentence for each documented item that no test saw.`;

function main(): number {
  const { values } = parseArgs({
    options: {
      run: { type: 'boolean', default: false },
      conclude: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  return values.conclude === undefined ? report(values.run) : conclude(values.conclude);
}

function conclude(folder: string): number {
  const { document, digest } = readDocument();
  const seen = readSeen(folder);
  writeRun({ ended: new Date().toISOString(), contract: digest, seen });
  const gaps = gapsOf(matchItems(documentedItems(document), seen, unseen));
  for (const gap of gaps) console.log(describeGap(gap));
  return gaps.length === 0 ? 0 : 1;
}

function report(again: boolean): number {
  const { document, digest } = readDocument();
  const run = currentRun(digest, again);
  const matched = matchItems(documentedItems(document), run.seen, unseen);
  for (const row of rows(matched)) console.log(row);
  const gaps = gapsOf(matched);
  for (const gap of gaps) console.log(`\n${describeGap(gap)}`);
  const reasons = matched.filter(({ reason }) => reason !== undefined).length;
  console.log(
    `\n${matched.length} documented items (${counts(matched)}); ${reasons} that no test can see, and ${gaps.length} that no test saw. Run of ${run.ended}`,
  );
  console.log(exceptions(document));
  return gaps.length === 0 ? 0 : 1;
}

/** A sentence that counts and names the operations that speak another protocol. */
function exceptions(document: unknown): string {
  const named = operationsOf(document).flatMap((found) => {
    const protocol = protocolOf(found);
    return protocol === null ? [] : [`${String(found.operation['operationId'])} (${protocol})`];
  });
  return `${named.length} operations speak another protocol, so neither closed requests nor the error envelope apply to them: ${named.join(', ')}`;
}

/** The number of items of each kind: `1 response, 2 header`. */
function counts(matched: readonly MatchedItem[]): string {
  const kinds = [...new Set(matched.map(({ kind }) => kind))];
  return kinds
    .map((kind) => `${matched.filter((each) => each.kind === kind).length} ${kind}`)
    .join(', ');
}

/**
 * The last whole run under this contract, or a new one. Throws an Error when the new run does not
 * end.
 */
function currentRun(contract: string, again: boolean): RunRecord {
  const last = again ? undefined : readRun();
  if (last?.contract === contract) return last;
  const started = new Date().toISOString();
  spawnSync('npm', ['test'], { cwd: dirname(__dirname), stdio: ['ignore', 'inherit', 'inherit'] });
  const run = readRun();
  if (run === undefined || run.ended < started) throw new Error('The tests failed: see above.');
  return run;
}

function rows(matched: readonly MatchedItem[]): string[] {
  const table = [
    ['KIND', 'WHERE', 'WHAT', 'TEST'],
    ...matched.map(({ kind, subject, item, test, reason }) => [
      kind,
      subject,
      item,
      test ?? (reason === undefined ? 'NONE' : `none: ${reason}`),
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
