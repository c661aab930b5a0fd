import type { ErrorCodes } from '../../generated/client';
import type { paths } from '../../generated/types';
import type { ErrorBody, ErrorCode } from './errors';

type SuccessStatus = 200 | 201 | 202 | 204;

type CodesOf<Path, Method> = Path extends keyof ErrorCodes
  ? Method extends keyof ErrorCodes[Path]
    ? Extract<ErrorCodes[Path][Method], ErrorCode>
    : never
  : never;

type WithErrors<Operation, Code extends ErrorCode> = Operation extends {
  responses: infer Responses;
}
  ? Omit<Operation, 'responses'> & {
      responses: {
        [Status in keyof Responses]: Status extends SuccessStatus
          ? Responses[Status]
          : { headers: unknown; content: { 'application/json': ErrorBody<Code> } };
      };
    }
  : Operation;

/** The contract's paths. Each operation's error has only the codes of its `x-error-codes`. */
export type Paths = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: WithErrors<paths[Path][Method], CodesOf<Path, Method>>;
  };
};
