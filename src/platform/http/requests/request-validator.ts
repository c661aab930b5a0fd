import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  OpenAPIValidator,
  type Document,
  type OpenAPIRouter,
  type Operation,
  type Request,
} from 'openapi-backend';
import { readingsOf, readQuery, type Readings } from './parameter-values';
import { checkLimitsFirst } from './limits-first';

type Compiler = ReturnType<OpenAPIValidator['getAjv']>;
type Validated = ReturnType<OpenAPIValidator['validateRequest']>;

/**
 * The library's validator with the JSON Schema of OpenAPI 3.1 (draft 2020-12), and with one
 * compiler for the bodies and the parameters of all operations: the library makes two for each
 * operation, with all their own schemas. It compiles an operation's schemas when they are first
 * needed. With `allErrors` it tells every fault of a request, not only the first.
 */
export class RequestValidator extends OpenAPIValidator {
  private compiler: Compiler | undefined;
  private readonly readings = new WeakMap<Operation, Readings>();

  constructor(definition: Document, router: OpenAPIRouter, allErrors: boolean) {
    super({
      definition,
      router,
      lazyCompileValidators: true,
      // The router then takes over the parameters as `validateRequest` has read them.
      coerceTypes: true,
      // The generator has held the document's schemas against their own.
      ajvOpts: { strict: false, validateSchema: false, allErrors },
    });
  }

  /**
   * Holds a request, whose body is parsed, against its operation's schemas. The library's own does the same for contracts and requests of every
   * kind, at several times the price of the validation.
   */
  override validateRequest(request: Request, operation?: Operation | string): Validated {
    if (typeof operation !== 'object') return super.validateRequest(request, operation);
    const parsed = this.router.parseRequest(request, operation);
    const { params: path, query, headers: header, cookies: cookie, requestBody } = parsed;
    readQuery(query, this.readingsOf(operation));
    const parts = { path, query, header, cookie };
    const asked = requestBody === undefined ? parts : { ...parts, requestBody };
    const errors: NonNullable<Validated['errors']> = [];
    for (const validate of this.getRequestValidatorsForOperation(operation.operationId ?? '')) {
      if (!validate(asked)) errors.push(...(validate.errors ?? []));
    }
    return errors.length > 0
      ? { valid: false, errors, coerced: parsed }
      : { valid: true, errors: null, coerced: parsed };
  }

  // Without Ajv's coercion: `readQuery` has read the parameters.
  override getAjv(): Compiler {
    this.compiler ??= addFormats(checkLimitsFirst(new Ajv2020(this.ajvOpts)));
    return this.compiler;
  }

  private readingsOf(operation: Operation): Readings {
    const known = this.readings.get(operation);
    if (known !== undefined) return known;
    const made = readingsOf(operation);
    this.readings.set(operation, made);
    return made;
  }
}
