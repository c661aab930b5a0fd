import type { OperationId } from '../../../src/platform/operation';

/** A refusal with 400 `VALIDATION_FAILED` of a request that the schemas admit. */
interface Beyond {
  /** The only operation that refuses it; absent where all operations with the parameter do. */
  readonly operation?: OperationId;
  /** The path of its validation issue. */
  readonly path: string;
  readonly reason: string;
}

/** Rules that the contract describes in words, because JSON Schema cannot express them. */
export const beyondSchema: readonly Beyond[] = [
  { path: 'query/after', reason: 'Only a cursor that this list gave out for this order goes on.' },
  {
    operation: 'dropAction',
    path: 'body/reason',
    reason: 'Agents have to say why; people need not.',
  },
  {
    operation: 'createQuestion',
    path: 'body/expires_at',
    reason: 'It is in the future, and there unless the question is to stay open.',
  },
  {
    operation: 'createQuestion',
    path: 'body/default_response',
    reason: 'It goes with `on_timeout` `use_default`.',
  },
  {
    operation: 'createToken',
    path: 'body/expires_at',
    reason: 'A token cannot have expired before it is made.',
  },
  {
    operation: 'updateWorkspace',
    path: 'body/time_zone',
    reason: 'The time zones of the IANA database change without the contract.',
  },
];
