import type { Row } from '../record-rules';

/** Why a row that repeats has no rule to repeat by. */
export function repetitionFault({
  repeat_type: type,
  repeat_unit: unit,
  repeat_interval: interval,
}: Row) {
  const repeats = type !== 'none';
  const isWhole = repeats === (unit !== null) && repeats === Number(interval) > 0;
  return isWhole
    ? undefined
    : 'must have repeat_unit and repeat_interval if it repeats, and neither if it does not';
}

/** Why a row of a webhook fits no kind of webhook. */
export function webhookFault(row: Row): string | undefined {
  const isQueueOfMails = row['overdue_checked_at'] !== null;
  if (isQueueOfMails && (row['agent_id'] !== null || row['url'] !== null)) {
    return 'must have neither an agent nor a URL if it is a queue of mails';
  }
  if (!isQueueOfMails && (row['agent_id'] === null) === (row['url'] === null)) {
    return 'must have either an agent or a URL';
  }
  if (row['agent_id'] !== null && (row['format'] !== 'standard' || row['preset'] !== null)) {
    return 'must have the standard format and no preset if it has an agent';
  }
  const isChat = row['format'] !== 'standard';
  const needsUrl = isChat && row['state'] === 'enabled' && row['deleted_at'] === null;
  if (row['secret_url'] === null ? needsUrl : !isChat) {
    return 'must have a secret URL if it is an enabled chat, and only if it is a chat';
  }
  if (row['previous_secret'] === '' || (row['secret'] === '') !== (row['deleted_at'] !== null)) {
    return 'must have a secret if it is not deleted, and only then';
  }
  return undefined;
}

/** Why a report of usage belongs to nothing. */
export function reportFault({ action_id: action, checkin_id: checkin }: Row): string | undefined {
  return (action === null) === (checkin === null)
    ? 'must have either an action or a check-in'
    : undefined;
}

/** Why a row is neither a whole question nor a whole proposal. */
export function requestFault(row: Row): string | undefined {
  const isProposal = row['kind'] === 'proposal';
  if (isProposal !== String(row['id']).startsWith('ppl_')) {
    return 'must have an id that fits its kind';
  }
  if (isProposal !== (row['operation'] !== null)) {
    return 'must have an operation if it is a proposal, and only then';
  }
  if (isProposal !== (row['payload'] !== null)) {
    return 'must have a payload if it is a proposal, and only then';
  }
  if (isProposal && row['agent_id'] === null) return 'must have an agent if it is a proposal';
  return undefined;
}
