import type { components } from '../../../generated/types';
import { namesOf, type NamesOf } from '../actors';

type TextAuthor = components['schemas']['TextAuthor'];

/** The last author of each text of a record. Null is its creator. */
export type AuthorColumns<Field extends string> = {
  readonly [Name in Field as `${Name}_by_actor_id`]: string | null;
};

/** A record with the last authors of its texts. */
export type Authored<Field extends string> = AuthorColumns<Field> & {
  readonly created_by_actor_id: string;
};

/** The actor of a request, as the author of the texts that it writes. */
interface Writer {
  readonly id: string;
  readonly kind: 'user' | 'agent';
  readonly name: string;
}

/** The response's `<field>_author` of each text whose last author is not the creator. */
export function authorsOf<Field extends string>(
  row: AuthorColumns<Field> & NamesOf<Field>,
  fields: readonly Field[],
): { [Name in Field as `${Name}_author`]?: TextAuthor };
export function authorsOf(row: object, fields: readonly string[]): object {
  const columns = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const actorId = columns.get(`${field}_by_actor_id`);
      if (typeof actorId !== 'string') return [];
      const kind = columns.get(`${field}_by_kind`);
      const name = columns.get(`${field}_by_name`);
      return [[`${field}_author`, { actor_id: actorId, kind, name }]];
    }),
  );
}

/**
 * The columns that a change of texts sets: the stored ones, and `names`, which replace those that
 * were read with the row.
 */
export function authorship<Field extends string>(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
): { readonly columns: Partial<AuthorColumns<Field>>; readonly names: Partial<NamesOf<Field>> };
export function authorship(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: object,
  fields: readonly string[],
): { readonly columns: object; readonly names: object } {
  const changed = fields.filter((field) => isChanged(changes, field));
  const author = writer.id === row.created_by_actor_id ? null : writer.id;
  return {
    columns: Object.fromEntries(changed.map((field) => [`${field}_by_actor_id`, author])),
    names: namesOf(writer, changed),
  };
}

/** The columns of a copy of a record by another actor: a copied text keeps its author. */
export function copiedAuthors<Field extends string>(
  row: Authored<Field>,
  creatorId: string,
  fields: readonly Field[],
): AuthorColumns<Field>;
export function copiedAuthors(
  row: { readonly created_by_actor_id: string },
  creatorId: string,
  fields: readonly string[],
): object {
  const entries = fields.map((field) => {
    const author = authorOf(row, field);
    return [`${field}_by_actor_id`, author === creatorId ? null : author];
  });
  return Object.fromEntries(entries);
}

/** A text that a change replaces. */
interface ReplacedText {
  readonly field: string;
  readonly text: string;
  readonly writtenBy: string;
}

/**
 * The texts that a change replaces. Those that an agent replaces of its own are left out, so an
 * agent cannot push the texts of others out of the limited number that is stored.
 */
export function replacedTexts(
  writer: Writer,
  row: { readonly created_by_actor_id: string },
  changes: object,
  fields: readonly string[],
): ReplacedText[] {
  const before = new Map<string, unknown>(Object.entries(row));
  return fields.flatMap((field) => {
    const text = before.get(field);
    const writtenBy = authorOf(row, field);
    if (!isChanged(changes, field) || typeof text !== 'string' || text === '') return [];
    return writer.kind === 'agent' && writtenBy === writer.id ? [] : [{ field, text, writtenBy }];
  });
}

function isChanged(changes: object, field: string): boolean {
  return Object.getOwnPropertyDescriptor(changes, field)?.value !== undefined;
}

function authorOf(row: { readonly created_by_actor_id: string }, field: string): string {
  const author: unknown = Object.getOwnPropertyDescriptor(row, `${field}_by_actor_id`)?.value;
  return typeof author === 'string' ? author : row.created_by_actor_id;
}
