import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { base } from '../api/address';
import { Icon } from '../ui/icon';
import { screens, type Screen } from './screens';
import { t } from '../texts/texts';

/** The links to all screens. On a phone, four of them are tabs, and the others are behind a fifth. */
export function Navigation({
  countOf,
  onHelp,
  onLeave,
}: {
  /** How many records wait on the screen of a path. */
  readonly countOf: (path: string) => number;
  readonly onHelp: () => void;
  /** Signs out; undefined where nobody has signed in. */
  readonly onLeave: (() => void) | undefined;
}) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Another screen closes it.
  const isOpen = openAt === path;
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpenAt(undefined);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  const others = screens.filter(({ isTab }) => isTab !== true);
  const hidden = others.reduce((sum, screen) => sum + countOf(screen.path), 0);
  const isElsewhere = others.some((screen) => isWithin(path, screen.path));
  return (
    <nav aria-label={t('Screens')}>
      <ul className="screens" data-open={isOpen}>
        {screens.map((screen) => (
          <li key={screen.path} className={screen.isTab === true ? 'phone-tab' : 'phone-more'}>
            <ScreenLink
              screen={screen}
              count={countOf(screen.path)}
              onFollow={() => setOpenAt(undefined)}
            />
          </li>
        ))}
        <li className="phone-more phone-only">
          <a className="bar-link" href={`${base}/docs/agents`}>
            <Icon name="docs" />
            <span>{t('For agents')}</span>
          </a>
        </li>
        <li className="phone-more phone-only">
          <button type="button" className="bar-link" onClick={onHelp}>
            <Icon name="help" />
            <span>{t('Keys')}</span>
          </button>
        </li>
        {onLeave !== undefined && (
          <li className="phone-more phone-only">
            <button type="button" className="bar-link" onClick={onLeave}>
              <Icon name="out" />
              <span>{t('Sign out')}</span>
            </button>
          </li>
        )}
        <li className="phone-tab phone-only">
          <button
            data-reads
            type="button"
            className="bar-link"
            aria-expanded={isOpen}
            data-current={isElsewhere}
            onClick={() => setOpenAt(isOpen ? undefined : path)}
          >
            <Icon name="more" />
            <span>{t('More')}</span>
            {!isOpen && <Count of={hidden} />}
          </button>
        </li>
      </ul>
    </nav>
  );
}

function ScreenLink({
  screen,
  count,
  onFollow,
}: {
  readonly screen: Screen;
  readonly count: number;
  readonly onFollow: () => void;
}) {
  const [path] = useLocation();
  const isCurrent = isWithin(path, screen.path);
  return (
    <Link
      href={screen.path}
      className="bar-link"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon name={screen.icon} />
      <span>{screen.name}</span>
      <Count of={count} />
    </Link>
  );
}

function Count({ of }: { readonly of: number }) {
  return of > 0 && <span className="bar-count">{of > 999 ? '999+' : of}</span>;
}

/** Whether an address belongs to a screen: its own, or that of one of its records. */
function isWithin(path: string, screen: string): boolean {
  return path === screen || (screen !== '/app' && path.startsWith(`${screen}/`));
}
