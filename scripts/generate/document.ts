/** The part of an OpenAPI 3.1 document that the generator reads. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly security?: readonly SecurityRequirement[];
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly schemas?: Readonly<Record<string, Schema>>;
  };
}

/** An operation, with the extensions of this contract. */
export interface ContractOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-error-codes'?: readonly string[];
  readonly 'x-replay-omits'?: readonly string[];
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;
type Content = Readonly<Record<string, { readonly schema?: Schema | Reference }>>;

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** An operation with its place. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: ContractOperation;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation in the order of the document. */
export function operationsOf({ paths }: ContractDocument): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

/** The parameter itself, or the one that a reference to components names. */
export function parameterOf(
  { components }: ContractDocument,
  parameter: Parameter | Reference,
): Parameter | undefined {
  return '$ref' in parameter ? components.parameters?.[lastPart(parameter.$ref)] : parameter;
}

/** The schema itself, or the one that a reference to components names. */
export function schemaOf(
  { components }: ContractDocument,
  schema: Schema | Reference | undefined,
): Schema | undefined {
  return schema !== undefined && '$ref' in schema
    ? components.schemas?.[lastPart(schema.$ref)]
    : schema;
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
