import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import {
  consoleSources,
  englishOf,
  messagesIn,
  translationsFile,
} from '../src/features/console-pages/console-texts';
import { forgottenIn } from './texts/forgotten';

const usage = `npm run texts -- [--check]

Brings the catalogue of the console, src/console/texts/de.json, up to date with the messages in the
code: adds those that it lacks, with an empty translation, removes those that the code no longer
has, and sorts it. Exits with 1 when a translation is missing or has other placeholders than the
English message, or when the code has a text that is in no message. With --check, writes nothing,
and exits with 1 when the file would change too.`;

/** The placeholders, plurals and elements of a message, in a form that can be compared. */
function partsOf(message: string): string {
  const names = new Set<string>();
  const visit = (tokens: unknown): void => {
    if (typeof tokens === 'string') {
      for (const [tag] of tokens.matchAll(/<\/?\w+\/?>/g)) names.add(tag);
    }
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (typeof token === 'string') visit(token);
      else if (Array.isArray(token)) {
        const [name, type, choices]: unknown[] = token;
        if (name !== '#')
          names.add(`{${String(name)}${typeof type === 'string' ? `, ${type}` : ''}}`);
        if (typeof choices === 'object' && choices !== null) Object.values(choices).forEach(visit);
      }
    }
  };
  visit(compileMessageOrThrow(message));
  return [...names].toSorted().join(' ');
}

/** What is wrong with the translation of a message; undefined if nothing is. */
function faultOf(message: string, translation: string): string | undefined {
  if (translation === '') return 'It has no translation.';
  if (/'/.test(message + translation)) return 'Write ’ for the apostrophe: MessageFormat reads it.';
  try {
    const [own, other] = [partsOf(englishOf(message)), partsOf(translation)];
    return own === other
      ? undefined
      : `It has ${own || 'no placeholder'}, and its translation ${other || 'none'}.`;
  } catch (error) {
    return String(error);
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const sources = await consoleSources();
  const messages = new Set([...sources.values()].flatMap(messagesIn));
  const file = translationsFile('de');
  const before = readFileSync(file, 'utf8');
  const known: Readonly<Partial<Record<string, string>>> = JSON.parse(before);
  const order = (a: string, b: string): number => (a < b ? -1 : 1);
  const catalogue = [...messages]
    .toSorted(order)
    .map((message) => [message, known[message] ?? ''] as const);
  const after = `${JSON.stringify(Object.fromEntries(catalogue), null, 2)}\n`;
  const faults = catalogue.flatMap(([message, translation]) => {
    const fault = faultOf(message, translation);
    return fault === undefined ? [] : [`${message}\n  ${fault}`];
  });
  faults.push(...forgottenIn(sources));
  if (after !== before && values.check) {
    faults.push('src/console/texts/de.json is not up to date. Run npm run texts.');
  } else if (after !== before) writeFileSync(file, after);
  for (const fault of faults) console.error(fault);
  console.log(`${catalogue.length} messages in 2 languages, ${faults.length} faults.`);
  return faults.length === 0 ? 0 : 1;
}

main()
  .then((code) => {
    process.exitCode = code;
  })
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
