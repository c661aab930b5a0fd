import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession, type Session } from '../../api/session';
import { Page, type Crumb } from '../../ui/page';
import { RowsSkeleton } from '../../ui/loading';
import { useTitle } from '../../ui/title';
import { t } from '../../texts/texts';

const sections = [
  { path: 'people', name: t('People') },
  { path: 'domains', name: t('Domains') },
  { path: 'workspace', name: t('Workspace') },
  { path: 'webhooks', name: t('Webhooks') },
  { path: 'audit', name: t('Audit') },
  { path: 'account', name: t('Account') },
];

/** The address of the settings, which shows the first section. */
const first = '/app/settings';

const trail: readonly Crumb[] = [{ href: first, name: t('Settings') }];

/** A section of the settings, with links to the others. */
export function SettingsPage({
  title,
  section,
  actions,
  children,
}: {
  readonly title: string;
  /** The section of the settings to which the page belongs. */
  readonly section?: Crumb;
  readonly actions?: ReactNode;
  readonly children: (session: Session) => ReactNode;
}) {
  const { data: session } = useSession();
  useTitle(title);
  return (
    <div className="settings">
      <SectionLinks />
      <Page
        title={title}
        trail={section === undefined ? trail : [...trail, section]}
        actions={actions}
      >
        {session === undefined ? <RowsSkeleton /> : children(session)}
      </Page>
    </div>
  );
}

function SectionLinks() {
  const [path] = useLocation();
  return (
    <nav aria-label={t('Settings')}>
      <ul className="tabs">
        {sections.map((section) => {
          const href = `${first}/${section.path}`;
          const isCurrent =
            `${path}/`.startsWith(`${href}/`) || (path === first && section.path === 'people');
          return (
            <li key={href}>
              <Link href={href} className="tab" aria-current={isCurrent ? 'page' : undefined}>
                {section.name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Whether the person may change the workspace and its people. */
export function isOwner({ user }: Session): boolean {
  return user.role === 'owner';
}
