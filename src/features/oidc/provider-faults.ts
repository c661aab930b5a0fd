/** The provider could not be reached, or failed. */
export class ProviderDown extends Error {}

/** The provider refused, or its response fails a check. */
export class ProviderFault extends Error {
  constructor(
    message: string,
    /** The error code of OAuth that the provider sent, such as `access_denied`. */
    readonly code?: string,
  ) {
    super(message);
  }
}
