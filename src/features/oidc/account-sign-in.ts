import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/db/connect';
import { withRetries } from '../../platform/db/faults';
import type { Reader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { type OidcConfig, groupRoles } from '../../platform/oidc-config';
import type { ProtocolContext, ProtocolReply } from '../../platform/protocol';
import { findFreeName, findSystemActor, isNameTaken, lockNames } from '../../shared/actor-store';
import { changeOf } from '../../shared/audit-store';
import { checkOpen } from '../../shared/closed-workspaces-store';
import { emit } from '../../shared/events';
import { hashSecret } from '../../shared/tokens';
import {
  type AccountSettings,
  changeUser,
  checkAttempts,
  confirmAttempt,
  countActiveOwners,
  createHashQueue,
  findEveryAccount,
  failAttempt,
  findOldestPassword,
  findUser,
  findUserForUpdate,
  findWorkspace,
  guessAt,
  hashPassword,
  insertUser,
  lockWorkspace,
  startSession,
  unknownLimits,
  userActor,
  type UserRow,
} from '../auth';
import {
  endWorkOf,
  findAcceptable,
  invitationNotValid,
  isActiveOwner,
  joinByInvitation,
} from '../users';
import type { Flow } from './flow-cookie';
import type { Identity } from './identity-claims';
import { findLink, findLinkedUsers, insertLink } from './oidc-store';

/** Why a person is not signed in, as a sentence for them. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** The accounts whose sign-in failed. */
    readonly accounts: readonly UserRow[] = [],
  ) {
    super(message);
  }
}

/** The dependencies of sign-ins. */
export interface SignInParts {
  readonly database: Database;
  readonly reader: Reader;
  readonly oidc: OidcConfig;
  readonly accounts: AccountSettings;
}

/** The cookies of a started session, or the accounts to choose from. */
type SignedIn =
  | (Pick<ProtocolReply, 'cookie' | 'signedIn'> & { readonly workspaceId: string })
  | { readonly choose: readonly UserRow[] };

/** The context of a sign-in, in its transaction. */
type SignInContext = ProtocolContext & { readonly transaction: Transaction };

/**
 * Makes the sign-in of an identity: to the account that is linked to it, else to a new one. Never
 * searches an account by its address.
 */
export function createSignIn(parts: SignInParts) {
  const { database, reader, oidc, accounts } = parts;
  const enqueue = createHashQueue();

  const inTransaction = <T>(
    ctx: ProtocolContext,
    work: (ctx: SignInContext) => Promise<T>,
  ): Promise<T> =>
    withRetries(ctx.log, () => transact(database, (transaction) => work({ ...ctx, transaction })));

  // Nobody knows it, so the account has no password until a reset sets one.
  const randomPasswordHash = (ctx: ProtocolContext, email: string): Promise<string> =>
    enqueue(ctx.address, async () => {
      const secret = randomBytes(32).toString('base64url');
      return hashPassword(secret, accounts.passwordCost, await findOldestPassword(reader, email));
    });

  const start = async (ctx: SignInContext, user: UserRow, identity: Identity) => {
    const { sessionDays } = accounts;
    const { cookie, signedIn } = await startSession(ctx, user, {
      sessionDays,
      oidcSid: identity.sid,
    });
    return { cookie, signedIn, workspaceId: user.workspace_id };
  };

  const signInTo = async (ctx: SignInContext, user: UserRow, identity: Identity) => {
    const { transaction } = ctx;
    const { workspace_id: workspaceId, id: userId } = user;
    await checkOpen(transaction, workspaceId);
    const decidesRole = oidc.workspaceId === workspaceId && oidc.groups.size > 0;
    if (decidesRole) await lockWorkspace(transaction, workspaceId);
    const current = await findUserForUpdate(transaction, { workspaceId, userId }, decidesRole);
    if (current?.deactivated_at !== null) throw deactivated([user]);
    const link = await findLink(transaction, { workspaceId, userId });
    if (link?.issuer !== identity.issuer || link.subject !== identity.subject) {
      throw new Refusal('The account has just changed. Begin again.', [user]);
    }
    const changed = decidesRole ? await applyGroups(ctx, oidc, current, identity) : current;
    return start(ctx, changed, identity);
  };

  const signInFirst = async (ctx: ProtocolContext, identity: Identity) => {
    const first = judgeFirstSignIn(oidc, identity);
    if ('refusal' in first) throw new Refusal(first.refusal);
    const { workspaceId, email, role } = first;
    if ((await findWorkspace(reader, workspaceId)) === undefined) {
      ctx.log.error({ workspace_id: workspaceId }, 'OIDC_WORKSPACE names no workspace');
      throw new Refusal('This server is not set up to create accounts. Tell its operator.');
    }
    const passwordHash = await randomPasswordHash(ctx, email);
    return inTransaction(ctx, async (within) => {
      const { transaction, now, newId, loggedAddress } = within;
      await checkOpen(transaction, workspaceId);
      await lockNames(transaction, workspaceId);
      const [again] = await findLinkedUsers(transaction, identity, workspaceId);
      if (again !== undefined) return signInTo(within, again, identity);
      const userId = newId('usr');
      const stored = await insertUser(transaction, {
        workspaceId,
        id: userId,
        actorId: newId('atr'),
        name: await freeName(transaction, workspaceId, identity.name ?? email),
        email,
        role,
        passwordHash,
        now,
      });
      const user = stored ? await findUser(transaction, { workspaceId, userId }) : undefined;
      if (user === undefined) {
        throw new Refusal(
          `This workspace has an account of ${email} already. Sign in to it, and link it in Settings, Account.`,
          await findEveryAccount(transaction, email, workspaceId),
        );
      }
      await storeLink(within, user, identity, passwordHash);
      emit(
        { transaction, now, newId, workspaceId, actor: userActor(user, null), loggedAddress },
        {
          kind: 'user.joined',
          subject: { type: 'user', id: userId, title: user.name },
          summary: `${user.name} joined as ${role} by OpenID Connect.`,
          audit: { new: { email, role, issuer: identity.issuer } },
        },
      );
      return start(within, user, identity);
    });
  };

  return {
    /** Signs in, or returns the accounts to choose from. */
    async signIn(ctx: ProtocolContext, flow: Flow, identity: Identity): Promise<SignedIn> {
      const linked = await findLinkedUsers(reader, identity, flow.workspaceId);
      const active = linked.filter(({ deactivated_at: at }) => at === null);
      if (active.length > 1) return { choose: active };
      const [user] = active;
      if (user !== undefined)
        return inTransaction(ctx, (within) => signInTo(within, user, identity));
      if (linked.length > 0) throw deactivated(linked);
      return signInFirst(ctx, identity);
    },

    /** Accepts an invitation, whose token counts as a guess. */
    async join(ctx: ProtocolContext, token: string, identity: Identity): Promise<SignedIn> {
      const guess = guessAt(`invitation ${hashSecret(token)}`, ctx.address, unknownLimits, ctx.now);
      await checkAttempts(reader, guess);
      const open = await findAcceptable(reader, token, ctx.now);
      if (open === undefined) throw await failAttempt(database, guess, invitationNotValid());
      const { workspace_id: workspaceId } = open;
      const passwordHash = await randomPasswordHash(ctx, open.email);
      return inTransaction(ctx, async (within) => {
        const { transaction } = within;
        await confirmAttempt(transaction, guess);
        const user = await joinByInvitation(within, {
          token,
          workspaceId,
          name: ({ name, email }) =>
            freeName(transaction, workspaceId, name ?? identity.name ?? email),
          passwordHash,
        });
        await storeLink(within, user, identity, passwordHash);
        return start(within, user, identity);
      });
    },
  };
}

function deactivated(accounts: readonly UserRow[]): Refusal {
  return new Refusal('Your account is deactivated. An owner can reactivate it.', accounts);
}

async function freeName(
  transaction: Transaction,
  workspaceId: string,
  name: string,
): Promise<string> {
  const isTaken = await isNameTaken(transaction, { workspaceId, kind: 'user', name });
  return isTaken ? findFreeName(transaction, workspaceId, name) : name;
}

/**
 * Links an account to an identity. Throws if another account of the workspace has it, or this one
 * has another.
 */
export async function storeLink(
  { transaction, now, newId }: SignInContext,
  user: UserRow,
  { issuer, subject }: Identity,
  initialHash: string | null,
): Promise<void> {
  const isStored = await insertLink(transaction, {
    id: newId('oid'),
    workspace_id: user.workspace_id,
    user_id: user.id,
    issuer,
    subject,
    initial_hash: initialHash,
    created_at: now,
  });
  if (isStored) return;
  throw new Refusal(
    'Another account of this workspace is linked to this identity, or this account to another one.',
  );
}

/** Gives a locked person the role of their groups. The last owner stays one. */
async function applyGroups(
  { transaction, now, newId, log, loggedAddress }: SignInContext,
  oidc: OidcConfig,
  user: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const role = roleAtSignIn(oidc, identity, user.role);
  const { workspace_id: workspaceId, id: userId } = user;
  if (role === user.role) return user;
  if (isActiveOwner(user) && (await countActiveOwners(transaction, workspaceId)) <= 1) {
    log.warn({ user_id: userId, workspace_id: workspaceId }, 'Groups do not demote the last owner');
    return user;
  }
  const actor = await findSystemActor(transaction, workspaceId);
  if (actor === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  const after = await changeUser(transaction, user, { role }, now);
  const source = { transaction, now, newId, workspaceId, actor, loggedAddress };
  const lost = role === 'viewer' ? await endWorkOf(source, after) : '';
  emit(source, {
    kind: 'user.updated',
    subject: { type: 'user', id: userId, title: user.name },
    summary: `The groups of ${user.name} made them ${role === 'owner' ? 'an owner' : `a ${role}`}.${lost}`,
    audit: changeOf(user, after, ['role']),
  });
  return after;
}

type Role = (typeof groupRoles)[number];

/** The role that the groups of an identity give; undefined if none of them has one. */
function roleOfGroups(
  { groups }: Pick<OidcConfig, 'groups'>,
  identity: Pick<Identity, 'groups'>,
): Role | undefined {
  const roles = new Set((identity.groups ?? []).map((group) => groups.get(group)));
  return groupRoles.find((role) => roles.has(role));
}

/**
 * The role at a sign-in to the workspace of the configuration: that of the groups. Without any of
 * them, an owner becomes a member. The current role stays if the provider sends no groups. A viewer
 * stays one unless the groups decide who is a viewer, because an owner has decided that.
 */
function roleAtSignIn<Current extends string>(
  oidc: OidcConfig,
  identity: Identity,
  current: Current,
): Current | Role {
  const decidesViewers = Array.from(oidc.groups.values()).includes('viewer');
  if (identity.groups === undefined) return current;
  if (current === 'viewer' && !decidesViewers) return current;
  return roleOfGroups(oidc, identity) ?? (current === 'owner' ? 'member' : current);
}

/** The account that a first sign-in may create, or why it may not, as a sentence. */
type FirstSignIn =
  | { readonly workspaceId: string; readonly email: string; readonly role: Role }
  | { readonly refusal: string };

/** Judges a first sign-in. */
function judgeFirstSignIn(oidc: OidcConfig, identity: Identity): FirstSignIn {
  const { workspaceId, allowedDomains, name } = oidc;
  const { verifiedEmail: email } = identity;
  const invitation = 'Ask an owner of your workspace for an invitation, and open its link.';
  if (workspaceId === undefined) {
    return { refusal: `No account is linked to your identity at ${name}. ${invitation}` };
  }
  if (email === undefined) {
    return { refusal: `${name} has not verified your email address. ${invitation}` };
  }
  const role = roleOfGroups(oidc, identity);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (role === undefined && !allowedDomains.includes(domain)) {
    return { refusal: `Neither your address nor your groups may join. ${invitation}` };
  }
  return { workspaceId, email, role: role ?? 'member' };
}
