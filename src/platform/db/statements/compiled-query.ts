import type { Knex } from 'knex';
import type { Dialect } from '../dialect';
import type { Reader, Statement } from '../reader';
import { boundedCache } from './bounded-cache';
import { compiledStatement, type Value } from './compiled-statement';

/** The database and the ids, whose number the text of a query depends on besides its shape. */
interface Environment {
  readonly dialect: Dialect;
  readonly ids: readonly string[];
}

/**
 * A query that is compiled once for each shape of its parameters, each dialect and each number of
 * ids. Strings are bound as values. Numbers, booleans, null, lists of words and missing parameters
 * belong to the shape, so the text may depend on them. `make` may read only strings that become
 * bound values.
 */
export function compiledQuery<Params extends object>(
  make: (db: Knex, params: Params, environment: Environment) => Knex.QueryBuilder,
): (
  reader: Pick<Reader, 'dialect'>,
  params: Readonly<Params>,
  ids?: readonly string[],
) => Statement {
  const byShape = boundedCache<ReturnType<typeof compiledStatement<string>>>();
  return ({ dialect }, params, ids) => {
    const { shape, texts } = partsOf(params);
    const statement = byShape(`${dialect} ${shape}`, () =>
      compiledStatement<string>((db, param, markers) =>
        make(db, withMarkers(params, param), { dialect, ids: markers }),
      ),
    );
    return statement(texts, ids);
  };
}

function partsOf(params: object): { shape: string; texts: Readonly<Record<string, Value>> } {
  const texts: Record<string, Value> = {};
  let shape = '';
  for (const [name, value] of Object.entries<unknown>({ ...params })) {
    if (typeof value === 'string') {
      texts[name] = value;
      shape += `${name},`;
    } else if (value === null || typeof value === 'number' || typeof value === 'boolean') {
      shape += `${name}=${value},`;
    } else if (Array.isArray(value)) {
      shape += `${name}=${JSON.stringify(value)},`;
    } else if (value !== undefined) {
      throw new Error(`${name} is not a plain value.`);
    }
  }
  return { shape, texts };
}

// A string becomes a parameter only if the query reads it.
function withMarkers<Params extends object>(
  params: Params,
  param: (name: string) => string,
): Params {
  return new Proxy(params, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'string' ? param(String(name)) : value;
    },
  });
}
