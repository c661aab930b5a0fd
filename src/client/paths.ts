import type { ErrorCodes, ProposalPayloads } from '../../generated/client';
import type { paths, components } from '../../generated/types';
import type { ErrorCode } from './error-code';
import type { ErrorBody } from './errors';

type SuccessStatus = 200 | 201 | 202 | 204;

/** The headers with which a caller asks for a response without a body. */
type Preference = 'Prefer' | 'If-None-Match';

type CodesOf<Path, Method> = Path extends keyof ErrorCodes
  ? Method extends keyof ErrorCodes[Path]
    ? Extract<ErrorCodes[Path][Method], ErrorCode>
    : never
  : never;

/** The names of header parameters; none for an operation without any. */
type NamesOf<Headers> = [NonNullable<Headers>] extends [never] ? never : keyof NonNullable<Headers>;

/** Whether an operation takes a header. */
type Takes<Operation, Header extends Preference> = Operation extends {
  parameters: { header?: infer Headers };
}
  ? Header extends NamesOf<Headers>
    ? true
    : false
  : false;

/** The responses with a body, or the 204 if the operation has no other success. */
type Whole<Status> = Exclude<
  Status,
  304 | (Extract<Status, 200 | 201> extends never ? never : 204)
>;

type WithoutPreference<Parameters> = Parameters extends { header?: infer Headers }
  ? [Preference & NamesOf<Headers>] extends [never]
    ? Parameters
    : Omit<Parameters, 'header'> & {
        header?: [Exclude<NamesOf<Headers>, Preference>] extends [never]
          ? never
          : Omit<NonNullable<Headers>, Preference>;
      }
  : Parameters;

type WithErrors<Operation, Status, Code extends ErrorCode> = Operation extends {
  responses: infer Responses;
  parameters: infer Parameters;
}
  ? NarrowRequest<Operation> & {
      parameters: WithoutPreference<Parameters>;
      responses: {
        [Each in keyof Responses & Status]: Each extends SuccessStatus
          ? NarrowResponse<Responses[Each]>
          : { headers: unknown; content: { 'application/json': ErrorBody<Code> } };
      };
    }
  : Operation;

type StatusOf<Operation> = Operation extends { responses: infer Responses }
  ? keyof Responses
  : never;

/**
 * The contract's paths. Each operation's error has only the codes of its `x-error-codes`, and its
 * success has a body. For the 204 of `Prefer: return=minimal` use `client.minimal`; for the 304 of
 * `If-None-Match` use `client.read`.
 */
export type Paths = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: WithErrors<
      paths[Path][Method],
      Whole<StatusOf<paths[Path][Method]>>,
      CodesOf<Path, Method>
    >;
  };
};

type MethodsThatTake<Path extends keyof paths, Header extends Preference> = {
  [Method in keyof paths[Path]]: Takes<paths[Path][Method], Header> extends true ? Method : never;
}[keyof paths[Path]];

/** The operations that take `Prefer: return=minimal`, with the 204 as their only success. */
export type MinimalPaths = {
  [Path in keyof paths as [MethodsThatTake<Path, 'Prefer'>] extends [never] ? never : Path]: {
    [Method in MethodsThatTake<Path, 'Prefer'>]: WithErrors<
      paths[Path][Method],
      Exclude<StatusOf<paths[Path][Method]>, 200 | 201>,
      CodesOf<Path, Method>
    >;
  };
};

/** The paths whose GET takes `If-None-Match`. */
export type ConditionalPath = {
  [Path in keyof paths]: 'get' extends MethodsThatTake<Path, 'If-None-Match'> ? Path : never;
}[keyof paths];

type Schemas = components['schemas'];

/** One member for each value of `Discriminator`, in which the fields of `Key` are not null. */
type Member<
  Base,
  Discriminator extends keyof Base,
  Value,
  Key extends keyof Base = never,
> = Value extends unknown
  ? Omit<Base, Discriminator | Key> &
      Record<Discriminator, Value> & { [Each in Key]: NonNullable<Base[Each]> }
  : never;

/** The caller as a union over `kind`. */
export type Me =
  | Member<Schemas['Me'], 'kind', 'user', 'user' | 'role'>
  | Member<Schemas['Me'], 'kind', 'agent', 'agent' | 'access_mode'>;

type Claimed = 'claimed' | 'continue_current';

type ClaimNext = Schemas['ActionClaimNextResult'];

/** The response of `claim-next` as a union over `reason`. */
export type ActionClaimNextResult =
  | Member<ClaimNext, 'reason', Claimed, 'action' | 'claim'>
  | Member<ClaimNext, 'reason', Exclude<ClaimNext['reason'], Claimed>>;

type PayloadKey = 'payload' | 'permitted_payload';

/** One member for each gated operation, with the payloads of that operation. */
type WithPayload<Base> = {
  [Operation in keyof ProposalPayloads]: Omit<Base, 'operation' | PayloadKey> & {
    operation: Operation;
  } & {
    [Key in PayloadKey & keyof Base]:
      Schemas[ProposalPayloads[Operation]] | Extract<Base[Key], null>;
  };
}[keyof ProposalPayloads];

/** A proposal as a union over `operation`, with the payloads of that operation. */
export type Proposal = WithPayload<Schemas['Proposal']>;

/** The body of a new proposal as a union over `operation`. */
export type ProposalCreate = WithPayload<Schemas['ProposalCreate']>;

/** An item of an agent's news; its `proposal` is a union over `operation`. */
export type NewsItem = Omit<Schemas['NewsItem'], 'proposal'> & {
  proposal?: WithPayload<Schemas['NewsProposal']>;
};

/** The command view; its proposals are unions over `operation`. */
export type CommandView = Omit<Schemas['CommandView'], 'proposals'> & { proposals?: Proposal[] };

type NarrowItems<Body, Item> = Omit<Body, 'items'> & { items: Item[] };

type NarrowBody<Body> = Body extends Schemas['Me']
  ? Me
  : Body extends ClaimNext
    ? ActionClaimNextResult
    : Body extends Schemas['Proposal']
      ? Proposal
      : Body extends { items: Schemas['Proposal'][] }
        ? NarrowItems<Body, Proposal>
        : Body extends { items: Schemas['NewsItem'][] }
          ? NarrowItems<Body, NewsItem>
          : Body extends Schemas['CommandView']
            ? CommandView
            : Body;

/** A response with the union of its schema, if there is one. */
type NarrowResponse<Response> = Response extends {
  content: { 'application/json': infer Body };
}
  ? Omit<Response, 'content'> & {
      content: Omit<Response['content'], 'application/json'> & {
        'application/json': NarrowBody<Body>;
      };
    }
  : Response;

/** An operation without its responses and parameters; with `ProposalCreate`, if it takes one. */
type NarrowRequest<Operation> = Operation extends {
  requestBody: { content: { 'application/json': Schemas['ProposalCreate'] } };
}
  ? { requestBody: { content: { 'application/json': ProposalCreate } } }
  : Omit<Operation, 'responses' | 'parameters'>;
