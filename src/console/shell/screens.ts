import type { ComponentType } from 'react';
import type { IconName } from '../ui/icon';
import { loadedPage } from './loaded-page';

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
  readonly letter: string;
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
];

// Pages of records and of the navigation's screens; the first that matches is shown.
const pages: readonly Page[] = [...screens];

/** The pages with their components, for the routes. */
export const routes: readonly {
  readonly path: string;
  readonly component: ComponentType;
}[] = pages.map(({ path, load }) => ({ path, component: loadedPage(load) }));

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
