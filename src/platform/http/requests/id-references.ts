import type { SchemaObjCxt } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020';
import type { DataValidationCxt } from 'ajv/dist/types';
import { unescapeFragment } from 'ajv/dist/compile/util';
import { idKinds, isIdKind, kindOfId, type IdKind } from '../../ids';
import { isRecord } from '../../json';
import type { Actor } from '../../operation';

/** The text that a request may send in place of the caller's own id. */
const self = 'me';

/**
 * Adds the keyword `x-id-of`: a text must not be the id of another kind of record. Where an agent
 * or an actor is asked for, it replaces `me` with the id of the caller, which is the context
 * (`this`) of the validation; a person has no agent's id. Needs an Ajv with `passContext`.
 */
export function addIdKeyword(ajv: Ajv2020): Ajv2020 {
  ajv.addKeyword({
    keyword: 'x-id-of',
    type: 'string',
    schemaType: 'string',
    modifying: true,
    compile: (kind: string, _parent, position) => {
      if (!isIdKind(kind)) throw new Error(`x-id-of has no kind ${kind}. Add it to idKinds.`);
      return validatorOf(kind, siblingsAt(position));
    },
  });
  return ajv;
}

interface Contract {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

/**
 * A copy of the document in which a schema with `$ref` and `x-id-of` is one schema: the library that
 * resolves references drops the keywords beside them.
 */
export function inlineIdSchemas<Document extends Contract>(document: Document): Document {
  const { schemas = {} } = document.components ?? {};
  const inlined = (_key: string, value: unknown): unknown => {
    if (!isRecord(value) || value['x-id-of'] === undefined) return value;
    const { $ref: ref, ...own } = value;
    if (typeof ref !== 'string') return value;
    return { ...schemas[ref.replace('#/components/schemas/', '')], ...own };
  };
  const copy: Document = JSON.parse(JSON.stringify(document, inlined));
  return copy;
}

/** The fields beside a field, by the kind of record that they name. */
type Siblings = ReadonlyMap<IdKind, string>;

interface Validator {
  (this: unknown, id: string, position?: DataValidationCxt): boolean;
  errors?: object[];
}

function validatorOf(kind: IdKind, siblings: Siblings): Validator {
  const refuse = (message: string): false => {
    validate.errors = [{ keyword: 'x-id-of', params: { kind }, message }];
    return false;
  };
  const validate: Validator = function validate(id, position) {
    if (id === self && (kind === 'agent' || kind === 'actor')) {
      if (!isActor(this) || position === undefined) return true;
      const own = kind === 'actor' ? this.id : this.kind === 'agent' ? this.agentId : undefined;
      if (own === undefined) return refuse('must be the id of an agent: `me` is a person here');
      Object.assign(position.parentData, { [position.parentDataProperty]: own });
      return true;
    }
    const found = kindOfId(id);
    return found === undefined || found === kind || refuse(otherKind(kind, found, siblings));
  };
  return validate;
}

function otherKind(wanted: IdKind, found: IdKind, siblings: Siblings): string {
  const { prefix, noun } = idKinds[wanted];
  const field = siblings.get(found);
  const hint =
    field !== undefined
      ? `; send it as ${field}`
      : wanted === 'actor' && (found === 'agent' || found === 'user')
        ? `; send its actor_id`
        : '';
  return `must be the id of ${noun} (${prefix}_…), not of ${idKinds[found].noun}${hint}`;
}

// The position of the keyword is known only as the path of its schema.
function siblingsAt({ errSchemaPath, schemaEnv }: SchemaObjCxt): Siblings {
  const steps = errSchemaPath.split('/').slice(1).map(unescapeFragment);
  let properties: unknown = schemaEnv.root.schema;
  for (const step of steps.slice(0, -1)) {
    properties = isRecord(properties) ? properties[step] : undefined;
  }
  if (!isRecord(properties)) return new Map();
  return new Map(
    Object.entries(properties).flatMap(([name, schema]): [IdKind, string][] => {
      const kind = isRecord(schema) ? schema['x-id-of'] : undefined;
      return typeof kind === 'string' && isIdKind(kind) ? [[kind, name]] : [];
    }),
  );
}

function isActor(context: unknown): context is Actor {
  return isRecord(context) && (context['kind'] === 'agent' || context['kind'] === 'user');
}
