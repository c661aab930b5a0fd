import { useListKeys } from '../../keys/list-keys';
import { Empty, Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { Feed } from './feed';
import { FeedFiltersForm, useFeedFilters } from './feed-filters';
import { t } from '../../texts/texts';

/** What people, agents and time have done, newest first. */
export function ActivityScreen() {
  const { filters, isFiltered } = useFeedFilters();
  useTitle(t('Activity'));
  useListKeys();
  return (
    <Page title={t('Activity')}>
      <FeedFiltersForm />
      <Feed filters={filters} empty={<Nothing isFiltered={isFiltered} />} />
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title={t('No event matches')}>
      <p>{t('Choose other filters. Events are stored for a limited time.')}</p>
    </Empty>
  ) : (
    <Empty title={t('Nothing has happened yet')} isStart>
      <p>{t('Here you will see what people and agents do, one line for each change.')}</p>
    </Empty>
  );
}
