import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { IconName } from '../ui/icon';

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
  /** The key after `g`. */
  readonly letter?: string;
}

/** The screens of the navigation, in their order. */
export const screens: readonly Screen[] = [
  {
    path: '/app',
    name: 'Now',
    icon: 'now',
    letter: 'n',
    load: async () => ({ default: (await import('../screens/now/now-screen')).NowScreen }),
  },
  {
    path: '/app/review',
    name: 'Review',
    icon: 'review',
    letter: 'r',
    load: async () => ({ default: (await import('../screens/review/review-screen')).ReviewScreen }),
  },
  {
    path: '/app/questions',
    name: 'Questions',
    icon: 'question',
    letter: 'q',
    load: async () => ({
      default: (await import('../screens/questions/questions-screen')).QuestionsScreen,
    }),
  },
  {
    path: '/app/documents',
    name: 'Documents',
    icon: 'document',
    letter: 'd',
    load: async () => ({
      default: (await import('../screens/documents/documents-screen')).DocumentsScreen,
    }),
  },
  {
    path: '/app/activity',
    name: 'Activity',
    icon: 'activity',
    letter: 'v',
    load: async () => ({
      default: (await import('../screens/activity/activity-screen')).ActivityScreen,
    }),
  },
  {
    path: '/app/search',
    name: 'Search',
    icon: 'search',
    load: async () => ({ default: (await import('../screens/search/search-screen')).SearchScreen }),
  },
];

// Pages of records and of the navigation's screens; the first that matches is shown.
const pages: readonly Page[] = [
  ...screens,
  {
    path: '/app/documents/:id',
    load: async () => ({
      default: (await import('../screens/documents/document-screen')).DocumentScreen,
    }),
  },
];

/** The pages with their components, for the routes. */
export const routes: readonly {
  readonly path: string;
  readonly component: LazyExoticComponent<ComponentType>;
}[] = pages.map(({ path, load }) => ({ path, component: lazy(load) }));

/** Loads the module of the page at this address, while the session is read. */
export function preload(address: string): void {
  const segments = address.split('/');
  const page = pages.find(({ path }) => {
    const pattern = path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => part.startsWith(':') || part === segments[index])
    );
  });
  void page?.load();
}
