/** A buffer that is somebody's for a while. */
export interface LentBuffer {
  readonly bytes: Buffer;
  /** Gives it back: whoever asks next may write over it. */
  readonly giveBack: () => void;
}

const size = 128 * 1024;
// Less is worth no buffer of that size, which a slow reader may keep for long.
const least = size / 8;
const mostFree = 16;
const free: Buffer[] = [];

/**
 * The parts in one buffer, which serves again and again. A buffer for each answer would wait for the next collection: some megabytes of pages
 * of 50, while little else is made for them that would bring it about.
 */
export function joinLent(parts: readonly Buffer[]): LentBuffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length < least || length > size)
    return { bytes: Buffer.concat(parts, length), giveBack: () => undefined };
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const part of parts) {
    buffer.set(part, end);
    end += part.length;
  }
  const giveBack = (): void => {
    if (free.length < mostFree) free.push(buffer);
  };
  return { bytes: buffer.subarray(0, length), giveBack };
}
