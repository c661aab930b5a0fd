import { megabytes, startProgress } from '../../src/cli/files/progress';

const { stderr } = process;

afterEach(() => {
  jest.restoreAllMocks();
});

/** Reports at these milliseconds after the start; returns what is printed, and the end. */
function printed(isTerminal: boolean, times: readonly number[]) {
  const before = Object.getOwnPropertyDescriptor(stderr, 'isTTY');
  const lines: string[] = [];
  jest.spyOn(stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(5_000);
  Object.defineProperty(stderr, 'isTTY', { value: isTerminal, configurable: true });
  try {
    const progress = startProgress();
    for (const time of times) {
      clock.mockReturnValue(5_000 + time);
      progress.report((seconds) => `after ${seconds} s`);
    }
    return { lines, end: progress.end() };
  } finally {
    Object.defineProperty(stderr, 'isTTY', before ?? { value: undefined, configurable: true });
  }
}

test('progress on a terminal is one line that changes, from the first second on', () => {
  const { lines, end } = printed(true, [0, 999, 1_000, 1_199, 1_200]);
  expect(lines).toEqual(['\r\u001b[Kafter 1 s', '\r\u001b[Kafter 1.2 s', '\r\u001b[K']);
  expect(end).toBe('1.2 s');
  expect(printed(true, [999]).lines).toEqual([]);
});

test('progress in a log is a line every ten seconds', () => {
  const { lines, end } = printed(false, [1_000, 9_999, 10_000, 19_999, 20_500]);
  expect(lines).toEqual(['after 10 s\n', 'after 20.5 s\n']);
  expect(end).toBe('20.5 s');
});

test('bytes are shown in megabytes of a million', () => {
  expect([0, 49_999, 1_250_001, 2e12].map(megabytes)).toEqual([
    '0.0 MB',
    '0.0 MB',
    '1.3 MB',
    '2000000.0 MB',
  ]);
});
