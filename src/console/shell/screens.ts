import type { ComponentType } from 'react';
import type { IconName } from '../ui/icon';
import { t } from '../texts/texts';

/** A page of the console. Its module is loaded when it is shown. */
interface Page {
  /** The pattern of its address, as wouter reads it. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** A screen of the navigation. */
export interface Screen extends Page {
  readonly name: string;
  readonly icon: IconName;
  /** Whether it is a tab at the bottom of a phone. The others follow behind the tab More. */
  readonly isTab?: true;
  /** The key after `g`. */
  readonly letter?: string;
}

/** The screens of the navigation, in their order. */
export const screens: readonly Screen[] = [
  {
    path: '/app',
    name: t('Now'),
    isTab: true,
    icon: 'now',
    letter: 'n',
    load: async () => ({ default: (await import('../screens/now/now-screen')).NowScreen }),
  },
  {
    path: '/app/mine',
    name: t('My work'),
    isTab: true,
    icon: 'mine',
    letter: 't',
    load: async () => ({ default: (await import('../screens/mine/mine-screen')).MineScreen }),
  },
  {
    path: '/app/inbox',
    name: t('Inbox'),
    isTab: true,
    icon: 'inbox',
    letter: 'i',
    load: async () => ({ default: (await import('../screens/inbox/inbox-screen')).InboxScreen }),
  },
  {
    path: '/app/review',
    name: t('Review'),
    icon: 'review',
    letter: 'r',
    load: async () => ({ default: (await import('../screens/review/review-screen')).ReviewScreen }),
  },
  {
    path: '/app/questions',
    name: t('Questions'),
    icon: 'question',
    letter: 'q',
    load: async () => ({
      default: (await import('../screens/questions/questions-screen')).QuestionsScreen,
    }),
  },
  {
    path: '/app/work',
    name: t('Work'),
    isTab: true,
    icon: 'work',
    letter: 'w',
    load: async () => ({ default: (await import('../screens/work/work-screen')).WorkScreen }),
  },
  {
    path: '/app/agents',
    name: t('Agents'),
    icon: 'agent',
    letter: 'a',
    load: async () => ({ default: (await import('../screens/agents/agents-screen')).AgentsScreen }),
  },
  {
    path: '/app/documents',
    name: t('Documents'),
    icon: 'document',
    letter: 'd',
    load: async () => ({
      default: (await import('../screens/documents/documents-screen')).DocumentsScreen,
    }),
  },
  {
    path: '/app/activity',
    name: t('Activity'),
    icon: 'activity',
    letter: 'v',
    load: async () => ({
      default: (await import('../screens/activity/activity-screen')).ActivityScreen,
    }),
  },
  {
    path: '/app/search',
    name: t('Search'),
    icon: 'search',
    load: async () => ({ default: (await import('../screens/search/search-screen')).SearchScreen }),
  },
  {
    path: '/app/settings',
    name: t('Settings'),
    icon: 'settings',
    letter: 's',
    load: loadPeople,
  },
];

/**
 * Pages of records and of the navigation's screens; the first that matches is shown. The build runs
 * this file, and lets the page of each address load its modules at once.
 */
export const pages: readonly Page[] = [
  ...screens,
  {
    path: '/app/actions/:id',
    load: async () => ({ default: (await import('../screens/action/action-screen')).ActionScreen }),
  },
  {
    path: '/app/questions/:id',
    load: async () => ({
      default: (await import('../screens/questions/question-page')).QuestionPage,
    }),
  },
  {
    path: '/app/proposals/:id',
    load: async () => ({
      default: (await import('../screens/questions/proposal-page')).ProposalPage,
    }),
  },
  {
    path: '/app/agents/:id',
    load: async () => ({ default: (await import('../screens/agents/agent-screen')).AgentScreen }),
  },
  {
    path: '/app/orders/:id',
    load: async () => ({ default: (await import('../screens/orders/order-screen')).OrderScreen }),
  },
  {
    path: '/app/projects/:id',
    load: async () => ({
      default: (await import('../screens/projects/project-screen')).ProjectScreen,
    }),
  },
  {
    path: '/app/insights',
    load: async () => ({
      default: (await import('../screens/insights/insights-screen')).InsightsScreen,
    }),
  },
  {
    path: '/app/settings/people',
    load: loadPeople,
  },
  {
    path: '/app/settings/domains',
    load: async () => ({
      default: (await import('../screens/settings/domains-screen')).DomainsScreen,
    }),
  },
  {
    path: '/app/settings/audit',
    load: async () => ({
      default: (await import('../screens/settings/audit-screen')).AuditScreen,
    }),
  },
  {
    path: '/app/settings/workspace',
    load: async () => ({
      default: (await import('../screens/settings/workspace-screen')).WorkspaceScreen,
    }),
  },
  {
    path: '/app/settings/webhooks',
    load: async () => ({
      default: (await import('../screens/settings/webhooks-screen')).WebhooksScreen,
    }),
  },
  {
    path: '/app/settings/webhooks/:id',
    load: async () => ({
      default: (await import('../screens/settings/webhooks-screen')).WebhookScreen,
    }),
  },
  {
    path: '/app/settings/account',
    load: async () => ({
      default: (await import('../screens/settings/account-screen')).AccountScreen,
    }),
  },
  {
    path: '/app/documents/:id',
    load: async () => ({
      default: (await import('../screens/documents/document-screen')).DocumentScreen,
    }),
  },
];

async function loadPeople() {
  return { default: (await import('../screens/settings/people-screen')).PeopleScreen };
}
