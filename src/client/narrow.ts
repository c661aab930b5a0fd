import type { ProposalPayloads } from '../../generated/client';
import type { components } from '../../generated/types';

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
export type NarrowResponse<Response> = Response extends {
  content: { 'application/json': infer Body };
}
  ? Omit<Response, 'content'> & {
      content: Omit<Response['content'], 'application/json'> & {
        'application/json': NarrowBody<Body>;
      };
    }
  : Response;

/** An operation without its responses and parameters; with `ProposalCreate`, if it takes one. */
export type NarrowRequest<Operation> = Operation extends {
  requestBody: { content: { 'application/json': Schemas['ProposalCreate'] } };
}
  ? { requestBody: { content: { 'application/json': ProposalCreate } } }
  : Omit<Operation, 'responses' | 'parameters'>;
