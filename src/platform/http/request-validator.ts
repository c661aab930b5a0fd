import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  OpenAPIValidator,
  type Document,
  type OpenAPIRouter,
  type Operation,
  type Request,
} from 'openapi-backend';

type Compiler = ReturnType<OpenAPIValidator['getAjv']>;
type Validated = ReturnType<OpenAPIValidator['validateRequest']>;
type CompilerOptions = NonNullable<Parameters<OpenAPIValidator['getAjv']>[1]>;

/**
 * The library's validator with the JSON Schema of OpenAPI 3.1 (draft 2020-12), and with one compiler for the bodies and one for the parameters of all
 * operations: the library makes two for each operation, with all their own schemas. It compiles an operation's schemas when they are first needed.
 * With `allErrors` it tells every fault of a request, not only the first.
 */
export class RequestValidator extends OpenAPIValidator {
  private readonly compilers = new Map<boolean, Compiler>();

  constructor(definition: Document, router: OpenAPIRouter, allErrors: boolean) {
    super({
      definition,
      router,
      lazyCompileValidators: true,
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
    for (const [name, value] of Object.entries(query)) {
      if (!Array.isArray(value) && isList(operation, name)) query[name] = [value];
    }
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

  override getAjv(_context: unknown, { coerceTypes = false }: CompilerOptions = {}): Compiler {
    const coerces = coerceTypes !== false;
    const known = this.compilers.get(coerces);
    if (known !== undefined) return known;
    const made = addFormats(new Ajv2020({ ...this.ajvOpts, coerceTypes }));
    this.compilers.set(coerces, made);
    return made;
  }
}

// A parameter that may be repeated, and stands there once.
function isList({ parameters = [] }: Operation, name: string): boolean {
  return parameters.some(
    (parameter) =>
      !('$ref' in parameter) &&
      parameter.in === 'query' &&
      parameter.name === name &&
      parameter.schema !== undefined &&
      'type' in parameter.schema &&
      parameter.schema.type === 'array',
  );
}
