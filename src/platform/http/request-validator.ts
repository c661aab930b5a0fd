import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { OpenAPIValidator, type Document, type OpenAPIRouter } from 'openapi-backend';

type Compiler = ReturnType<OpenAPIValidator['getAjv']>;
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

  override getAjv(_context: unknown, { coerceTypes = false }: CompilerOptions = {}): Compiler {
    const coerces = coerceTypes !== false;
    const known = this.compilers.get(coerces);
    if (known !== undefined) return known;
    const made = addFormats(new Ajv2020({ ...this.ajvOpts, coerceTypes }));
    this.compilers.set(coerces, made);
    return made;
  }
}
