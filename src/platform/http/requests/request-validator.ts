import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  OpenAPIValidator,
  type Document,
  type OpenAPIRouter,
  type Operation,
  type Request,
} from 'openapi-backend';
import { queryTypesOf, parseQuery, type QueryTypes } from './query-parameters';
import { addIdKeyword } from './id-references';
import type { Actor } from '../../operation';
import { boundValidationCost } from '../validation-cost';

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
      // The generator has validated the document's schemas.
      ajvOpts: { strict: false, validateSchema: false, allErrors, passContext: true },
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
    this.ajv ??= addFormats(addIdKeyword(boundValidationCost(new Ajv2020(this.ajvOpts))));
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
