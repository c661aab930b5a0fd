/**
 * Earlier texts: what the texts of records were before somebody replaced them. People read them and
 * restore one by a plain change of the record. Emits nothing.
 */
import type { TextsHandlers } from '../../../generated/handlers';
import { listEarlierTexts } from './text-operations';

/** The operation of this feature. */
export const textsHandlers: TextsHandlers = { listEarlierTexts };
