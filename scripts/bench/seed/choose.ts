/** One of the list, by a number from 0 to 1. Throws an Error when it is empty. */
export function some<T>(list: readonly T[], random: () => number): T {
  return nth(list, Math.floor(random() * list.length));
}

/** The item of that number in the list, over and over. Throws an Error when it is empty. */
export function nth<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
}
