import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useListKeys } from '../../keys/list-keys';
import { Empty, Page } from '../../ui/page';
import { useTitle } from '../../ui/title';
import { Feed } from './feed';
import { t } from '../../texts/texts';
import { api } from '../../api/client';
import { kindsOf, type EventKind, type FeedFilters, type Subject } from '../../api/events';
import { byOffset, most, slow, useAll } from '../../api/read-options';
import { AuthorPicker, ProjectPicker } from '../../pickers/pickers';
import { countSet, Filters } from '../../ui/filters';
import { thenFocus } from '../../ui/focus';
import { SelectField } from '../../ui/menu';
import { SearchField } from '../../ui/search-field';
import { useParam } from '../../ui/url-params';

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

/** The filters of the feed in the address. */
function useFeedFilters(): {
  readonly filters: FeedFilters;
  readonly isFiltered: boolean;
} {
  const [params] = useSearchParams();
  const kinds = groups.find(({ value }) => value === params.get('kind'))?.kinds;
  const filters: FeedFilters = {
    ...(kinds !== undefined && { kind: [...kinds] }),
    ...idsOf(params),
  };
  return { filters, isFiltered: Object.keys(filters).length > 0 };
}

function idsOf(params: URLSearchParams): FeedFilters {
  const [actor, subject, action, project, order] = [
    'actor',
    'subject',
    'action',
    'project',
    'order',
  ].map((name) => params.get(name) ?? '');
  return {
    ...(actor && { actor_id: actor }),
    ...(subject && { subject_id: subject }),
    ...(action && { action_id: action }),
    ...(project && { project_id: project }),
    ...(order && { order_id: order }),
  };
}

/** The fields of the filters. */
function FeedFiltersForm() {
  const [kind, setKind] = useParam('kind');
  const [actor, setActor] = useParam('actor');
  const [subject, setSubject] = useParam('subject');
  const [action, setAction] = useParam('action');
  const [project, setProject] = useParam('project');
  const [order, setOrder] = useParam('order');
  const [isOpen] = useState(subject + project + order !== '');
  return (
    <>
      <Filters className="stack" count={countSet(kind, actor, subject, project, order)}>
        <div className="form-columns">
          <SelectField
            label={t('Events of')}
            value={kindOptions.some(({ value }) => value === kind) ? kind : ''}
            options={kindOptions}
            onChange={setKind}
          />
          <AuthorPicker
            label={t('Caused by')}
            none={t('Anybody')}
            value={actor === '' ? null : actor}
            onChange={(id) => setActor(id ?? '')}
          />
        </div>
        <details className="more-filters" open={isOpen}>
          <summary>{t('Project, order or one record')}</summary>
          <div className="form-columns">
            <ProjectPicker
              none={t('Any project')}
              value={project === '' ? null : project}
              onChange={(id) => setProject(id ?? '')}
            />
            <OrderChoice value={order} onChange={setOrder} />
            <SearchField label={t('Id of a record')} value={subject} onChange={setSubject} />
          </div>
        </details>
      </Filters>
      {action !== '' && (
        <div className="notice notice-warn">
          <p>{t('These are the events of one action.')}</p>
          <button
            type="button"
            className="button button-small"
            onClick={thenFocus('#main h1', () => setAction(''))}
          >
            {t('Show all events')}
          </button>
        </div>
      )}
    </>
  );
}

function OrderChoice({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const list = api.useInfiniteQuery('get', '/v1/orders', most, { ...byOffset, ...slow });
  const orders = useAll(list).map(({ id, name }) => ({ value: id, name }));
  // An order that is not listed stays chosen.
  const isListed = value === '' || orders.some((order) => order.value === value);
  const other = isListed ? [] : [{ value, name: t('As it is') }];
  return (
    <SelectField
      label={t('Order')}
      value={value}
      options={[{ value: '', name: t('Any order') }, ...other, ...orders]}
      onChange={onChange}
    />
  );
}

/** A group of kinds of events, which a person can choose. */
interface Group {
  readonly value: string;
  readonly name: string;
  readonly kinds: readonly EventKind[];
}

const names = {
  work: t('Actions'),
  questions: t('Questions'),
  proposals: t('Proposals'),
  projects: t('Projects'),
  documents: t('Documents, notes and links'),
  orders: t('Orders and check-ins'),
  agents: t('Agents and their access'),
  people: t('People and sign-ins'),
  workspace: t('Workspace and webhooks'),
} as const;

// A record, because the compiler then asks for the group of a new subject.
const groupOf: Readonly<Record<Subject, keyof typeof names>> = {
  action: 'work',
  claim: 'work',
  question: 'questions',
  proposal: 'proposals',
  project: 'projects',
  document: 'documents',
  note: 'documents',
  link: 'documents',
  order: 'orders',
  checkin: 'orders',
  agent: 'agents',
  token: 'agents',
  oauth_grant: 'agents',
  user: 'people',
  session: 'people',
  invitation: 'people',
  workspace: 'workspace',
  domain: 'workspace',
  webhook: 'workspace',
};

/** The groups of the kinds of events. Heartbeats are apart, because there are many. */
const groups: readonly Group[] = [
  ...Object.entries(names).map(([value, name]) => ({
    value,
    name,
    kinds: kindsOf(
      Object.keys(groupOf)
        .filter(isSubject)
        .filter((one) => groupOf[one] === value),
    ),
  })),
  { value: 'heartbeats', name: t('Heartbeats'), kinds: ['action.heartbeat'] },
];

const kindOptions = [{ value: '', name: t('All') }, ...groups];

function isSubject(name: string): name is Subject {
  return name in groupOf;
}
