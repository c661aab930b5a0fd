import { blockAt, blocksOf, declaredAround, instrument } from '../../scripts/mutate/blocks';
import { changesOf } from '../../scripts/mutate/changes';
import { summary, type Verdict } from '../../scripts/mutate/report';
import { readSameBehaviour } from '../../scripts/mutate/same-behaviour';
import { mutantsOf, sampleOf } from '../../scripts/mutate/sample';
import { packageRoot } from '../../src/platform/package-root';

/** The source text after each of its changes, with the kind of the change. */
function changed(source: string): string[] {
  return changesOf('x.ts', source).map(
    ({ kind, start, end, text }) => `${kind}: ${source.slice(0, start)}${text}${source.slice(end)}`,
  );
}

describe('changes of a mutation run', () => {
  test.each([
    ['a < b;', ['statement: ;', 'comparison: a <= b;']],
    ['let a = 1_000;', ['bound: let a = 1001;', 'bound: let a = 999;']],
    ['let a = 0;', ['bound: let a = 1;']],
    ['let a = Math.min(b, c);', ['bound: let a = Math.max(b, c);']],
    ["let a = 'asc';", ["order: let a = 'desc';"]],
    ['let a = b.toSorted();', ['order: let a = b;']],
    [
      'let a = b && c;',
      ['condition: let a = (b || c);', 'condition: let a = (b);', 'condition: let a = (c);'],
    ],
    ['if (a) return;', ['condition: if (!(a)) return;', 'statement: ;']],
    ['let a = !b;', ['condition: let a = b;']],
    [
      'let a = q.where({ b, c });',
      [
        'condition: let a = q;',
        'condition: let a = q.where({  c });',
        'condition: let a = q.where({ b });',
      ],
    ],
    [
      "let a = q.where('at', '<', b);",
      ['condition: let a = q;', "comparison: let a = q.where('at', '<=', b);"],
    ],
    ['type A = 1;', []],
  ])('of %s', (source, wanted) => {
    expect(changed(source)).toEqual(wanted);
  });

  test('of SQL in a text', () => {
    expect(
      changed(
        'let a = `delete from x where b = 1 and c = old.c; select x from y order by z desc limit 5`;',
      ),
    ).toEqual([
      'bound: let a = `delete from x where b = 1 and c = old.c; select x from y order by z desc limit 6`;',
      'order: let a = `delete from x where b = 1 and c = old.c; select x from y order by z asc limit 5`;',
      'condition: let a = `delete from x where b = 1 or c = old.c; select x from y order by z desc limit 5`;',
      'condition: let a = `delete from x where b = 1; select x from y order by z desc limit 5`;',
      'statement: let a = ` select x from y order by z desc limit 5`;',
    ]);
    expect(changed('let a = `Nobody waits for the order of things`;')).toEqual([]);
  });

  test('are the same ones for the same seed, of every kind, at most one per line', () => {
    const root = packageRoot();
    const sample = sampleOf(root, 'features/actions', 50, 7);
    expect(sample).toHaveLength(50);
    expect(sampleOf(root, 'src/features/actions', 50, 7)).toEqual(sample);
    expect(sampleOf(root, 'features/actions', 50, 8)).not.toEqual(sample);
    expect(new Set(sample.map(({ file, line }) => `${file}:${line}`)).size).toBe(50);
    expect(new Set(sample.map(({ kind }) => kind)).size).toBe(5);
    expect(sample.every(({ file }) => file.startsWith('src/features/actions/'))).toBe(true);
  });

  test('record entered blocks without changing line numbers', () => {
    const source = '#!/usr/bin/env node\nconst a = 1;\nfunction b() {\n  return () => a;\n}\n';
    const recorded = instrument('x.ts', source);
    expect(recorded.split('\n')).toEqual([
      '#!/usr/bin/env node',
      'globalThis.recordEntered?.("x.ts#0");const a = 1;',
      'function b() {globalThis.recordEntered?.("x.ts#1");',
      '  return () => (globalThis.recordEntered?.("x.ts#2"), a);',
      '}',
      '',
    ]);
    const blocks = blocksOf('x.ts', source);
    const at = (text: string): number => source.indexOf(text);
    expect(blockAt(blocks, at('return'))?.id).toBe('x.ts#1');
    expect(blockAt(blocks, at('1;'))?.id).toBe('x.ts#0');
    expect(declaredAround(blocks, at('1;'))).toBe(at('a = 1'));
  });

  test('in same-behaviour.json are still possible, and have a reason', () => {
    const root = packageRoot();
    for (const { file, before, after, reason } of readSameBehaviour(root)) {
      const found = mutantsOf(root, file).some(
        (mutant) => mutant.before === before && mutant.after === after,
      );
      expect([file, after, found]).toEqual([file, after, true]);
      expect(reason).not.toBe('');
    }
  });

  test('are counted', () => {
    const [mutant] = sampleOf(packageRoot(), 'features/actions', 1, 1);
    if (mutant === undefined) throw new Error('There is no change.');
    const of = (verdict: Verdict['verdict']): Verdict => ({ mutant, verdict, by: '', seconds: 1 });
    expect(summary([of('noticed'), of('noticed'), of('noticed'), of('survived')])).toBe(
      '4 changes: 3 noticed, 1 survived, 0 did not compile, 0 change no behaviour. 75.0 of 100 noticed.',
    );
  });
});
