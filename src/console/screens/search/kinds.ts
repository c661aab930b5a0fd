import type { components } from 'callboard-client';
import type { IconName } from '../../ui/icon';
import { t } from '../../texts/texts';

type Hit = components['schemas']['SearchHit'];

/** The kinds of records that the search finds, in the order of their choice. */
export const kinds: Readonly<
  Record<Hit['type'], { readonly name: string; readonly icon: IconName }>
> = {
  action: { name: t('Actions'), icon: 'work' },
  project: { name: t('Projects'), icon: 'project' },
  document: { name: t('Documents'), icon: 'document' },
  order: { name: t('Orders'), icon: 'order' },
  question: { name: t('Questions'), icon: 'question' },
  proposal: { name: t('Proposals'), icon: 'proposal' },
  note: { name: t('Notes'), icon: 'edit' },
  agent: { name: t('Agents'), icon: 'agent' },
};
