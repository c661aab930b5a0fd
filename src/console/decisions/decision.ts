import { short } from '../ui/short';

/** A decision of a person about one record, with the version that the person saw. */
export type Decision =
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly version: number;
      readonly text: string;
    }
  | { readonly kind: 'dismiss'; readonly id: string; readonly version: number }
  | { readonly kind: 'approve'; readonly id: string; readonly version: number }
  | {
      readonly kind: 'reject';
      readonly id: string;
      readonly version: number;
      readonly text: string;
    }
  | {
      readonly kind: 'permit';
      readonly id: string;
      readonly version: number;
      /** The changed payload; undefined to permit the request as it is. */
      readonly payload: Readonly<Record<string, unknown>> | undefined;
      /** The digest of the target that the person saw. */
      readonly digest: string | undefined;
    }
  | { readonly kind: 'deny'; readonly id: string; readonly version: number; readonly text: string }
  | { readonly kind: 'unassign'; readonly id: string; readonly version: number }
  | { readonly kind: 'drop'; readonly id: string; readonly version: number }
  | { readonly kind: 'note-action'; readonly id: string; readonly text: string }
  | { readonly kind: 'note-order'; readonly id: string; readonly text: string };

/** What the row of a decided record says. */
export function sentenceOfDecision(decision: Decision): string {
  switch (decision.kind) {
    case 'answer':
      return `Answered “${short(decision.text)}”`;
    case 'dismiss':
      return 'Dismissed';
    case 'approve':
      return 'Approved';
    case 'reject':
      return `Rejected: “${short(decision.text)}”`;
    case 'permit':
      return `Permitted${decision.payload === undefined ? '' : ' with changes'}: the agent does it next`;
    case 'deny':
      return 'Denied';
    case 'unassign':
      return 'Returned to the pool';
    case 'drop':
      return 'Dropped';
    case 'note-action':
    case 'note-order':
      break;
  }
  return `Wrote “${short(decision.text)}”`;
}
