/** E-mail to people: what is mailed to whom, the messages, and what each person has chosen. */
import type { MailHandlers } from '../../../generated/handlers';
import { inPreferredLanguage } from '../../shared/pages';
import {
  getNotificationSettingsWith,
  updateNotificationSettingsWith,
  showUnsubscribeWith,
  type UnsubscribeParts,
  endMailsWith,
} from './settings/settings-operations';

export { createMailDelivery, type MailParts } from './messages/mail-delivery';
export {
  isDigest,
  isNextDigestSooner,
  joinNextDigest,
  repeatInNextDigest,
} from './messages/next-digest';
export { createMailQueues, enqueueMails } from './queue/enqueue-mails';
export { findQueuesWithOverdue } from './queue/gathering-store';
export { mailedEvents } from './queue/mail-items';

/** The operations of this feature. `available` says whether the server sends mails. */
export function mailHandlers(
  parts: UnsubscribeParts & { readonly available: boolean },
): MailHandlers {
  return {
    getNotificationSettings: getNotificationSettingsWith(parts),
    updateNotificationSettings: updateNotificationSettingsWith(parts),
    showUnsubscribe: inPreferredLanguage(showUnsubscribeWith(parts)),
    endMails: inPreferredLanguage(endMailsWith(parts)),
  };
}
