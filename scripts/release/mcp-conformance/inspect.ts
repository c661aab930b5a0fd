import { spawnSync } from 'node:child_process';
import type { Programs } from './packages';

interface ToolResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

/**
 * Runs the loop of an agent by the inspector's command line: lists the tools and checks their
 * schemas, reads the overview, claims an action, asks, notes and completes. Prints a line for each
 * call, and returns whether all succeeded.
 */
export function inspect(
  { node, inspector }: Programs,
  options: { readonly url: string; readonly token: string; readonly verbose: boolean },
): boolean {
  const run = (method: string, ...args: readonly string[]): string | undefined => {
    const { status, stdout, stderr } = spawnSync(
      node,
      [inspector, '--cli', options.url, '--transport', 'http', '--method', method].concat(
        ['--header', `Authorization: Bearer ${options.token}`],
        args,
      ),
      { encoding: 'utf8' },
    );
    if (status !== 0 || options.verbose) console.log(stdout, stderr);
    return status === 0 ? stdout : undefined;
  };
  let passed = true;
  const report = (name: string, succeeded: boolean) => {
    passed &&= succeeded;
    console.log(`inspector ${name}: ${succeeded ? 'passed' : 'FAILED'}`);
  };
  const call = (name: string, values: Readonly<Record<string, string>> = {}): unknown => {
    const pairs = Object.entries(values).flatMap(([key, value]) => [`${key}=${value}`]);
    const output = run(
      ...(['tools/call', '--tool-name', name] as const),
      ...(pairs.length > 0 ? ['--tool-arg', ...pairs] : []),
    );
    const result: ToolResult | undefined = output === undefined ? undefined : JSON.parse(output);
    report(name, result !== undefined && result.isError !== true);
    const text = result?.content?.[0]?.text;
    return result?.isError === true || text === undefined ? undefined : JSON.parse(text);
  };
  report('tools/list --strict', run('tools/list', '--strict') !== undefined);
  call('get_overview');
  const id = claimedId(call('claim_next'));
  call('ask_question', { question: 'Which paper?', on_answer: 'I print on it.' });
  call('add_note', { id, note: 'The sheets are ready.' });
  call('complete_action', { id, note: 'Printed and folded.' });
  return passed;
}

function claimedId(result: unknown): string {
  const isClaimed = (value: unknown): value is { readonly record: { readonly id: string } } =>
    typeof value === 'object' && value !== null && 'record' in value && value.record !== null;
  return isClaimed(result) ? result.record.id : '';
}
