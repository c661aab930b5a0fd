import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession, type Session } from '../../api/session';
import { Page, type Crumb } from '../../ui/page';
import { RowsSkeleton } from '../../ui/loading';
import { useTitle } from '../../ui/title';
import { t } from '../../texts/texts';

const sections = [
  t('People'),
  t('Domains'),
  t('Workspace'),
  t('Webhooks'),
  t('Audit'),
  t('Account'),
] as const;

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
        {sections.map((name) => {
          const href = `${first}/${name.toLowerCase()}`;
          const isCurrent =
            `${path}/`.startsWith(`${href}/`) || (path === first && name === 'People');
          return (
            <li key={name}>
              <Link href={href} className="tab" aria-current={isCurrent ? 'page' : undefined}>
                {name}
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
