import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import {
  betweenTexts,
  pictographs,
  postgresClass,
  separators,
  unspaced,
} from '../../search-letters';
import { cutWord } from '../../search-within';
import { textLimits } from '../../search-words';
import { indexAgain, termsWithParts } from './20261127001800-search-steps';

const codeBetween = betweenTexts.codePointAt(0);
const notInWords = [pictographs, unspaced, separators].map(postgresClass).join('');
const { characters, wordLength } = textLimits;

/**
 * A mark in the index for each entry whose words or parts are not all indexed, so that a list which
 * is filtered by a text finds its records without reading all of them. The index is made again.
 */
export async function up(db: Knex): Promise<void> {
  await indexAgain(db, termsWithMark);
}

/** Restores the index without the mark. On SQLite, the program writes it. */
export async function down(db: Knex): Promise<void> {
  await indexAgain(db, termsWithParts);
}

/** Adds the next entries, workspace by workspace. Returns whether there may be more. */
export { finish } from './20261127001500-search-parts';

const limit = `least(${limits.indexed_parts}, greatest(0, (1000000 - octet_length(lexemes)) / 48))`;

// The conditions of `isCut`.
const cut = `coalesce(cardinality(parts), 0) >= ${limit}
       or (select count(*) from unnest(words) as words (word) where word = chr(${codeBetween}))
            > (select count(part) from jsonb_array_elements_text(body::jsonb) as part)
       or length(texts) > ${characters}
       or (length(texts) > ${Math.floor(characters / 18)} and texts ~ '[\\u3200-\\u33ff\\ufdfa\\ufdfb]')
       or (length(texts) > ${characters / 4} and octet_length(texts) > length(texts))
       or (exists (select 1 from unnest(words) as words (word) where length(word) >= ${wordLength})
           and search_fold(texts) ~ '[^${notInWords}]{${wordLength + 1}}')`;

const termsWithMark = termsWithParts.replace(
  "coalesce(parts, '{}')",
  `coalesce(parts, '{}') || case when ${cut}\n       then array[start || '_${cutWord}'] else '{}' end`,
);
