/** A parameter that a request may have once (RFC 6749, 3.1 and 3.2). Empty values are absent. */
export class Form {
  private readonly parameters: URLSearchParams;

  constructor(source: URLSearchParams | string | undefined) {
    this.parameters = source instanceof URLSearchParams ? source : new URLSearchParams(source);
  }

  /** The first value, or undefined. */
  get(name: string): string | undefined {
    const value = this.parameters.get(name);
    return value === null || value === '' || value.includes('\0') ? undefined : value;
  }

  /** All values that are not empty. */
  all(name: string): readonly string[] {
    return this.parameters.getAll(name).filter((value) => value !== '');
  }

  /** The first of these parameters that the request has more than once. */
  repeated(names: readonly string[]): string | undefined {
    return names.find((name) => this.parameters.getAll(name).length > 1);
  }
}
