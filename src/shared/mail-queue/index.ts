/**
 * The queue of mails of a workspace. It is a row of `webhooks`, so that mails are leased, tried again
 * and given their turns like the messages of webhooks. Its secret signs the links that end mails.
 */
export {
  ensureMailQueue,
  findMailQueue,
  findWorkspacesWithoutQueue,
  insertLetter,
  type Letter,
  type LetterKind,
  lockMailQueue,
  openLetter,
} from './mail-queue-store';
