import type { SchemaObjCxt } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020';
import { unescapeFragment } from 'ajv/dist/compile/util';
import type { DataValidationCxt } from 'ajv/dist/types';
import {
  type Document,
  type OpenAPIRouter,
  OpenAPIValidator,
  type Operation,
  type Request,
} from 'openapi-backend';
import { type IdKind, idKinds, isIdKind, kindOfId } from '../../ids';
import { isRecord } from '../../json';
import type { Actor } from '../../operation';
import { boundValidationCost } from '../validation-cost';
import { applyVisibleTexts } from './validation-problem';

type AjvInstance = ReturnType<OpenAPIValidator['getAjv']>;
type Validated = ReturnType<OpenAPIValidator['validateRequest']>;

/** A request to validate, with its authenticated caller. */
export type RequestOfCaller = Request & { readonly caller?: Actor | undefined };

/**
 * The library's validator for the JSON Schema draft of OpenAPI 3.1 (2020-12), with one Ajv for all
 * operations instead of two per operation. Compiles an operation's schemas when they are first
 * needed. With `allErrors` it reports all errors of a request instead of the first one.
 */
export class RequestValidator extends OpenAPIValidator {
  private ajv: AjvInstance | undefined;
  private readonly queryTypes = new WeakMap<Operation, QueryTypes>();

  constructor(definition: Document, router: OpenAPIRouter, allErrors: boolean) {
    super({
      definition,
      router,
      lazyCompileValidators: true,
      // The router then uses the parameters that `validateRequest` has parsed.
      coerceTypes: true,
      // The generator has validated the document's schemas. With `verbose`, an error has the schema
      // that it comes from, so that its message can list the known names.
      ajvOpts: {
        strict: false,
        validateSchema: false,
        allErrors,
        passContext: true,
        verbose: true,
      },
    });
  }

  /**
   * Validates a request with a parsed body against its operation's schemas. The library's own
   * method supports more kinds of contracts and takes several times as long. Replaces `me` with the
   * id of the caller.
   */
  override validateRequest(request: RequestOfCaller, operation?: Operation | string): Validated {
    if (typeof operation !== 'object') return super.validateRequest(request, operation);
    const parsed = this.router.parseRequest(request, operation);
    const { params: path, query, headers: header, cookies: cookie, requestBody } = parsed;
    parseQuery(query, this.typesOf(operation));
    const parts = { path, query, header, cookie };
    const validated = requestBody === undefined ? parts : { ...parts, requestBody };
    const errors: NonNullable<Validated['errors']> = [];
    for (const validate of this.getRequestValidatorsForOperation(operation.operationId ?? '')) {
      if (!validate.call(request.caller, validated)) errors.push(...(validate.errors ?? []));
    }
    return errors.length > 0
      ? { valid: false, errors, coerced: parsed }
      : { valid: true, errors: null, coerced: parsed };
  }

  // Without Ajv's coercion, because `parseQuery` has converted the parameters.
  override getAjv(): AjvInstance {
    this.ajv ??= addFormats(
      addIdKeyword(applyVisibleTexts(boundValidationCost(new Ajv2020(this.ajvOpts)))),
    );
    return this.ajv;
  }

  private typesOf(operation: Operation): QueryTypes {
    const known = this.queryTypes.get(operation);
    if (known !== undefined) return known;
    const types = queryTypesOf(operation);
    this.queryTypes.set(operation, types);
    return types;
  }
}

/** A parameter of an operation in the contract. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: object;
}

/** An operation of the contract with its parameters. */
interface WithParameters {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

/** The type of a query parameter that is not a string. */
type QueryType = 'integer' | 'boolean' | 'list' | 'integers';

/** The types of an operation's query parameters by name, without the strings. */
type QueryTypes = ReadonlyMap<string, QueryType>;

/** The types of an operation's query parameters according to their schemas. */
function queryTypesOf({ parameters = [] }: WithParameters): QueryTypes {
  const types = new Map<string, QueryType>();
  for (const parameter of parameters) {
    if ('$ref' in parameter || parameter.in !== 'query') continue;
    const type = typeOf(parameter);
    if (type === 'integer' || type === 'boolean') types.set(parameter.name, type);
    if (type === 'array') types.set(parameter.name, listTypeOf(parameter));
  }
  return types;
}

/**
 * Whether the service supports the parameter's type: strings, and in a query also integers,
 * booleans and arrays of strings or integers.
 */
export function isSupported(parameter: Parameter): boolean {
  const types = parameter.in === 'query' ? ['string', 'integer', 'boolean', 'array'] : ['string'];
  return types.some((type) => type === typeOf(parameter));
}

function typeOf({ schema }: Parameter): unknown {
  return schema !== undefined && 'type' in schema ? schema.type : undefined;
}

function listTypeOf({ schema }: Parameter): QueryType {
  const items = schema !== undefined && 'items' in schema ? schema.items : undefined;
  return isRecord(items) && items['type'] === 'integer' ? 'integers' : 'list';
}

/**
 * Converts the values of a query in place. A text that is not an integer (`-?[0-9]+`) or a boolean
 * (`true`, `false`) stays a string, so the schema refuses it. Ajv's own coercion would also accept
 * `0x10`, `1e2`, ` 1` and `1.0` as integers.
 */
function parseQuery(query: Record<string, unknown>, types: QueryTypes): void {
  for (const [name, value] of Object.entries(query)) {
    const type = types.get(name);
    if (type === 'integers') query[name] = [value].flat().map(parseInteger);
    else if (type !== undefined && typeof value === 'string') query[name] = parseValue(value, type);
  }
}

function parseValue(text: string, type: QueryType): unknown {
  if (type === 'list') return [text];
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return parseInteger(text);
}

function parseInteger(text: unknown): unknown {
  // Adding 0 turns -0 into 0.
  return typeof text === 'string' && /^-?[0-9]+$/.test(text) ? Number(text) + 0 : text;
}

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
 * A copy of the document in which a schema with `$ref` and other keywords is one schema: the library
 * that resolves references drops these keywords, and leaves some of the references.
 */
export function inlineExtendedSchemas<Document extends Contract>(document: Document): Document {
  const { schemas = {} } = document.components ?? {};
  const inlined = (_key: string, value: unknown): unknown => {
    if (!isRecord(value)) return value;
    const { $ref: ref, ...own } = value;
    if (typeof ref !== 'string' || Object.keys(own).length === 0) return value;
    const target = schemas[ref.replace('#/components/schemas/', '')];
    return target === undefined ? value : { ...target, ...own };
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
    Object.entries(properties)
      .flatMap(([name, schema]): [IdKind, string][] => {
        const kind = isRecord(schema) ? schema['x-id-of'] : undefined;
        return typeof kind === 'string' && isIdKind(kind) ? [[kind, name]] : [];
      })
      // The first field of a kind is the one that is named.
      .toReversed(),
  );
}

function isActor(context: unknown): context is Actor {
  return isRecord(context) && (context['kind'] === 'agent' || context['kind'] === 'user');
}
