import { createSharedGate } from '../../src/platform/turns';
import { setTimeout as pause } from 'node:timers/promises';

describe('The gate for work that occupies the database', () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const gate = createSharedGate(4);
  const run = (owner: string) =>
    gate(owner, () => {
      started.push(owner);
      return new Promise<void>((end) => ends.push(end));
    });

  test('starts the work of another owner, however much one has', async () => {
    const all = Array.from({ length: 6 }, () => run('many'));
    await pause(20);
    expect(started).toEqual(['many', 'many']);
    all.push(run('few'), run('few'));
    await pause(20);
    expect(started).toEqual(['many', 'many', 'few']);
    ends.shift()?.();
    await pause(20);
    expect(started.slice(3)).toEqual(['many']);
    ends.shift()?.();
    await pause(20);
    expect(started.slice(4)).toEqual(['few']);
    while (started.length < 8) {
      for (const end of ends.splice(0)) end();
      await pause(5);
    }
    for (const end of ends.splice(0)) end();
    await Promise.all(all);
  });

  test('goes on after work that fails', async () => {
    for (let index = 0; index < 5; index += 1) {
      const failed = gate('any', () => Promise.reject(new Error('No.')));
      await expect(failed).rejects.toThrow('No.');
    }
    await expect(gate('any', () => Promise.resolve(1))).resolves.toBe(1);
  });
});
