import type {
  Actor,
  Input,
  OperationFacts,
  OperationId,
  Perform,
  PerformCall,
  Performed,
  PerformInput,
  CallNow,
  PlainOperationId,
} from '../operation';
import type { Credential, Exchange, Gate, PerformWithin, RequestContext } from './exchange';
import { checkStorableValues } from './requests/json-body';
import { validationProblem } from './requests/validation-problem';
import { type ResponseParts, toJson, withEntityTag } from './responses/response';
import type { Routes } from './routing/router';

/** A validated call of an operation. */
export interface ValidCall {
  readonly id: PlainOperationId;
  readonly input: Input<PlainOperationId>;
  /** The negotiated media type of the response. */
  readonly produces: string;
}

/** A call that is validated when its turn comes, because its input depends on earlier replies. */
export interface LaterCall {
  readonly id: PlainOperationId;
  readonly validate: (earlier: readonly ResponseParts[]) => ValidCall;
}

/** Runs calls, in order. All of them succeed, or none. */
export type RunCalls = (
  calls: readonly (ValidCall | LaterCall)[],
  exchange: Exchange,
) => Promise<readonly ResponseParts[]>;

interface CallParts {
  readonly routes: Pick<Routes, 'index' | 'allErrorsValidator'>;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'authorise'>;
}

interface PerformParts extends CallParts {
  readonly runCalls: RunCalls;
}

interface PerformWithinParts extends CallParts {
  /** Runs a valid call in the context of its actor. Throws if the workspace is full. */
  readonly runCall: (call: ValidCall, ctx: RequestContext) => Promise<ResponseParts>;
}

/**
 * Performs operations in this process for the caller of an exchange: authorized, validated and
 * run like requests. They count as one request with the exchange for the rate limit.
 */
export function performAs(parts: PerformParts): (exchange: Exchange) => Perform {
  return (exchange) =>
    async (...calls) => {
      const valid = calls.map((call) => toCall(parts, call, exchange));
      const replies = await parts.runCalls(valid, exchange);
      return replies.map(toPerformed);
    };
}

function toCall(
  parts: PerformParts,
  { operationId: id, input }: PerformCall,
  exchange: Exchange,
): ValidCall | LaterCall {
  const credential = credentialOf(exchange);
  const by = { credential, me: credential.actor };
  if (typeof input !== 'function') return validCall(parts, { operationId: id, input }, by);
  return {
    id,
    validate: (earlier) =>
      validCall(parts, { operationId: id, input: input(earlier.map(toPerformed)) }, by),
  };
}

/** Performs an operation for the actor of a context, which the caller must be permitted to call. */
export function performWithin(parts: PerformWithinParts): PerformWithin {
  return async (call, ctx, exchange) => {
    const caller = credentialOf(exchange);
    parts.gate.authorise(parts.facts[call.operationId], caller);
    const { actor } = ctx;
    const scheme = actor.kind === 'agent' ? 'bearerToken' : 'sessionCookie';
    const valid = validCall(parts, call, { credential: { ...caller, scheme, actor } });
    return toPerformed(withEntityTag(await parts.runCall(valid, ctx), caller.epoch));
  };
}

function credentialOf({ credential }: Exchange): Credential {
  if (credential === undefined) throw new Error('An operation is performed without a caller.');
  return credential;
}

function validCall(
  { routes, facts, gate }: CallParts,
  { operationId, input }: CallNow,
  { credential, me }: { readonly credential: Credential; readonly me?: Actor },
): ValidCall {
  const { path, method, headerNames } = facts[operationId];
  gate.authorise(facts[operationId], credential);
  const { query, header = {}, body } = withoutUndefined(input);
  checkStorableValues('body', body);
  checkStorableValues('query', query);
  checkStorableValues('path', input.path);
  const operation = routes.index.getOperation(operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  const request = {
    method,
    path: fill(path, input.path ?? {}),
    query: textsOf(query ?? {}),
    headers: lowerCased(header),
    ...(body !== undefined && { body }),
  };
  const received = routes.index.parseRequest(request, operation);
  const ofCaller = { ...received, caller: me };
  const { errors } = routes.allErrorsValidator.validateRequest(ofCaller, operation);
  if (errors !== null && errors !== undefined) throw validationProblem(errors, headerNames);
  // Validation has converted the parameters, and replaced `me`, in these objects.
  const { params, query: parsedQuery, requestBody } = received;
  return {
    id: operationId,
    input: { path: params, query: parsedQuery, header: { ...header }, body: requestBody },
    produces: 'application/json',
  };
}

// A body is a copy: validation replaces `me` in it. JSON has no undefined.
function withoutUndefined({ query, header, body }: PerformInput): PerformInput {
  const copied: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return { ...(query && { query }), ...(header && { header }), body: copied };
}

function fill(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

// In the form in which a request has them, so that they are parsed and refused in the same way.
function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(query)) {
    // A query has no form for an empty list: as a filter, it is none.
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    texts[name] = Array.isArray(value) ? value.map(textOf) : textOf(value);
  }
  return texts;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

// Each later call reads the replies of all before it.
const parsedReplies = new WeakMap<ResponseParts, Performed>();

function toPerformed(reply: ResponseParts): Performed {
  const known = parsedReplies.get(reply);
  if (known !== undefined) return known;
  const performed = parsed(reply);
  parsedReplies.set(reply, performed);
  return performed;
}

function parsed({ status, headers = {}, body, text }: ResponseParts): Performed {
  const json = text ?? (body === undefined ? undefined : toJson(body));
  const whole = typeof json === 'object' ? Buffer.concat(json).toString('utf8') : json;
  return { status, headers, body: whole === undefined ? undefined : JSON.parse(whole) };
}
