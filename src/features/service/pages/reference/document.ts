import { asList, asObject, type JsonRecord } from '../../../../platform/json';

/** An operation of the contract, with its path and method. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly value: JsonRecord;
}

/** A value of the contract, and the name of the component if it is a reference to one. */
export interface Resolved {
  readonly name: string | undefined;
  readonly value: JsonRecord;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads the contract, whose form the generator has checked. */
export class ContractDocument {
  readonly operations: readonly Operation[];

  constructor(readonly root: JsonRecord) {
    this.operations = Object.entries(asObject(root['paths'])).flatMap(([path, item]) =>
      Object.entries(asObject(item))
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => {
          const value = asObject(operation);
          const [tag] = asList(value['tags']);
          return { id: textOf(value['operationId']), method, path, tag: textOf(tag), value };
        }),
    );
  }

  /** The components of a kind, such as `schemas`. */
  components(kind: string): JsonRecord {
    return asObject(asObject(this.root['components'])[kind]);
  }

  /** Follows a reference to a component. Anything else is returned as it is. */
  resolve(value: unknown): Resolved {
    const here = asObject(value);
    const { $ref: reference } = here;
    if (typeof reference !== 'string') return { name: undefined, value: here };
    const [kind = '', name = ''] = reference.split('/').slice(-2);
    const target = this.resolve(this.components(kind)[name]);
    return { name, value: target.value };
  }
}

/** The value as a text; anything else becomes an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return asList(value).filter((item) => typeof item === 'string');
}
