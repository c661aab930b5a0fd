import { asLine } from '../../../platform/control-characters';
import { nameKey } from '../../../platform/name-key';
import { invalidValue } from '../../../platform/problems';

/** A label as a request names it. */
export interface NamedLabel {
  readonly name: string;
  /** Equal for names of the same label. */
  readonly key: string;
}

/** The label that a text names. Throws 400 at the path for one with control characters. */
export function namedLabel(text: string, path: string): NamedLabel {
  const name = text.trim();
  if (asLine(name) !== name) {
    throw invalidValue(path, `${path} has a control character, such as a line break.`);
  }
  return { name, key: nameKey(name) };
}

/** The labels that texts name. Throws 400 for two that name the same label. */
export function namedLabels(texts: readonly string[], path: string): NamedLabel[] {
  const labels = texts.map((text, index) => namedLabel(text, `${path}/${index}`));
  const places = new Map<string, number>();
  for (const [index, { key }] of labels.entries()) {
    const first = places.get(key);
    if (first !== undefined) {
      const message = `${path}/${index} is the same label as “${labels[first]?.name ?? ''}”. Send it once.`;
      throw invalidValue(`${path}/${index}`, message);
    }
    places.set(key, index);
  }
  return labels;
}
