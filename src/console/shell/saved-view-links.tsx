import { Link, useLocation, useSearchParams } from 'wouter';
import { api } from '../api/client';
import { byOffset, most, slow, useAll } from '../api/read-options';
import { setView } from '../screens/work/action-query';
import { t } from '../texts/texts';

const mostViews = 8;

/** The saved views of the person and those that are shared, while the screen Work is shown. */
export function SavedViewLinks() {
  const [path] = useLocation();
  const [params] = useSearchParams();
  const isWork = path.startsWith('/app/work');
  const options = { ...byOffset, ...slow, enabled: isWork };
  const views = useAll(api.useInfiniteQuery('get', '/v1/saved-views', most, options));
  if (!isWork || views.length === 0) return null;
  return (
    <nav className="view-links" aria-labelledby="view-links">
      <h2 id="view-links">{t('Saved views')}</h2>
      <ul>
        {views.slice(0, mostViews).map(({ id, name, query, display }) => {
          const address = new URLSearchParams({ tab: 'all', view: id });
          setView(address, query, display);
          return (
            <li key={id}>
              <Link
                className="bar-link"
                href={`/app/work?${address.toString()}`}
                aria-current={params.get('view') === id ? 'page' : undefined}
              >
                <span dir="auto">{name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {views.length > mostViews && (
        <Link className="bar-link" href="/app/work?tab=all">
          <span>{t('{number} more', { number: views.length - mostViews })}</span>
        </Link>
      )}
    </nav>
  );
}
