/** A random item of the list. Throws an Error if the list is empty. */
export function pickOne<T>(list: readonly T[], random: () => number): T {
  return itemAt(list, Math.floor(random() * list.length));
}

/** The item at an index, modulo the length of the list. Throws an Error if the list is empty. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}
