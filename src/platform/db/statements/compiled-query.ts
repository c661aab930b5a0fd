import type { Knex } from 'knex';
import type { Dialect, Reader, Statement } from '../transaction';
import { boundedCache } from './bounded-cache';
import { compiledStatement, type Value } from './compiled-statement';

/** What a query may depend on beside what is asked: the database, and ids, which are as many as there are. */
interface Means {
  readonly dialect: Dialect;
  readonly ids: readonly string[];
}

/**
 * A query with a text for each shape of what is asked: texts are its parameters, and numbers, booleans, null and what is missing are of the
 * shape, so that the text may depend on them. It is compiled once for each shape and dialect, and for each number of ids. `make` may read only
 * what becomes a parameter.
 */
export function compiledQuery<Asked extends object>(
  make: (db: Knex, asked: Asked, means: Means) => Knex.QueryBuilder,
): (reader: Pick<Reader, 'dialect'>, asked: Readonly<Asked>, ids?: readonly string[]) => Statement {
  const byShape = boundedCache<ReturnType<typeof compiledStatement<string>>>();
  return ({ dialect }, asked, ids) => {
    const { shape, texts } = partsOf(asked);
    const kept = byShape(`${dialect} ${shape}`, () =>
      compiledStatement<string>((db, given, marks) =>
        make(db, withMarks(asked, given), { dialect, ids: marks }),
      ),
    );
    return kept(texts, ids);
  };
}

function partsOf(asked: object): { shape: string; texts: Readonly<Record<string, Value>> } {
  const texts: Record<string, Value> = {};
  let shape = '';
  for (const [name, value] of Object.entries<unknown>({ ...asked })) {
    if (typeof value === 'string') {
      texts[name] = value;
      shape += `${name},`;
    } else if (value === null || typeof value === 'number' || typeof value === 'boolean') {
      shape += `${name}=${value},`;
    } else if (value !== undefined) {
      throw new Error(`${name} is no plain value.`);
    }
  }
  return { shape, texts };
}

// Only what a query reads may be one of its parameters.
function withMarks<Asked extends object>(asked: Asked, given: (name: string) => string): Asked {
  return new Proxy(asked, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'string' ? given(String(name)) : value;
    },
  });
}
