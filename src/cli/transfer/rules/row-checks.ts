import { LineFault, type Column, type Row } from '../record-rules';
import { idRule, id, like, anyValue, type ColumnRule, type RuleSource } from './column-rules';
import { tableRules } from './table-rules';

/** Checks the rows of one import, in file order. */
export interface RowChecks {
  /** Throws a LineFault if the row could harm the service or does not fit the rows before it. */
  readonly check: (table: string, columns: readonly Column[], row: Row) => void;
  /** Throws a LineFault if a row is missing. */
  readonly finish: () => void;
}

/** Creates the checks of one import. They know the rows that they have seen. */
export function createRowChecks(source: RuleSource): RowChecks {
  const rules = new Map<string, readonly (readonly [string, ColumnRule])[]>();
  const kinds = new Map<unknown, unknown>();
  let systems = 0;
  let lastPosition = 0;

  const rulesOf = (table: string, columns: readonly Column[]) => {
    const known = rules.get(table) ?? columnRules(table, columns, source);
    rules.set(table, known);
    return known;
  };

  const checkOthers = (table: string, row: Row): void => {
    if (table === 'actors') {
      kinds.set(row['id'], row['kind']);
      if (row['kind'] === 'system') systems += 1;
      if (systems > 1) throw new LineFault('actors has a second row of the kind system.');
    }
    const kind = actorKinds[table];
    if (kind !== undefined && kinds.get(row['actor_id']) !== kind) {
      throw new LineFault(`${table}.actor_id must be an actor of the kind ${kind}.`);
    }
    if (table === 'event_positions') {
      lastPosition = Number(row['last']);
      if (Number(row['forgotten']) > lastPosition) {
        throw new LineFault('event_positions.forgotten must not be after event_positions.last.');
      }
    }
    for (const [column, value] of positionsOf(table, row)) {
      if (Number(value) > lastPosition) {
        throw new LineFault(`${table}.${column} must not be after event_positions.last.`);
      }
    }
  };

  return {
    check(table, columns, row) {
      for (const [column, rule] of rulesOf(table, columns)) {
        const value = row[column];
        if (value === null || value === undefined) continue;
        const fault = rule(value, source);
        if (fault !== undefined) throw new LineFault(`${table}.${column} ${fault}.`);
      }
      const fault = tableRules[table]?.fault?.(row);
      if (fault !== undefined) throw new LineFault(`${table} ${fault}.`);
      checkOthers(table, row);
    },
    finish() {
      if (kinds.size > 0 && systems === 0) {
        throw new LineFault('the file has no actor of the kind system.');
      }
    },
  };
}

const actorKinds: Readonly<Record<string, string>> = { users: 'user', agents: 'agent' };

// The next event gets the position after the last one, which must be free.
function positionsOf(table: string, row: Row): [string, unknown][] {
  if (table === 'events' || table === 'agent_news') return [['position', row['position']]];
  if (table === 'agent_news_reads') return [['read_through', row['read_through']]];
  return [];
}

/**
 * The rules of a table's columns: its own, those of its ids, and those of the contract's record.
 * Throws an Error for a column without a rule.
 */
export function columnRules(
  table: string,
  columns: readonly Column[],
  source: RuleSource,
): (readonly [string, ColumnRule])[] {
  const { prefix, record, columns: own = {} } = tableRules[table] ?? {};
  return columns.map(({ name, kind }) => {
    const given = Object.hasOwn(own, name) ? own[name] : undefined;
    const ofId = name === 'id' && prefix !== undefined ? id(prefix) : idRule(name);
    const path = `${record}/${name}`;
    const ofRecord = record !== undefined && source.schemas.has(path) ? like(path) : undefined;
    // The import has checked the types of the columns already.
    const ofType = kind === 'instant' || kind === 'boolean' ? anyValue : undefined;
    const rule = given ?? ofId ?? ofRecord ?? ofType;
    if (rule === undefined) {
      throw new Error(`${table}.${name} has no rule for imports. Add one to table-rules.ts.`);
    }
    return [name, rule] as const;
  });
}
