import { Link } from 'wouter';
import type { components } from 'callboard-client';
import { api } from '../../api/client';
import { pageOf } from '../../api/page-of';
import { byOffset, moreOf, slow, useAll } from '../../api/read-options';
import { Failure } from '../../ui/loading';
import { MoreButton, Panel } from '../../ui/page';
import { t } from '../../texts/texts';

type DocumentLink = components['schemas']['Link'];

/** The actions, projects and orders that have a link to a document. */
export function LinkedFrom({ id }: { readonly id: string }) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/links',
    // Each link needs a request for the title of its record.
    { params: { query: { document_id: id, limit: 5 } } },
    byOffset,
  );
  const orders = useOrdersOf(id);
  const total = list.data?.pages[0]?.total;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title={t('Linked from')} count={total === undefined ? undefined : total + orders.length}>
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length + orders.length === 0 && (
        <p className="muted">{t('Actions, projects and orders that link to it appear here.')}</p>
      )}
      {items.length + orders.length > 0 && (
        <ul className="plain-list">
          {orders.map((order) => (
            <li key={order.id}>
              <TargetLink kind="order" id={order.id} title={order.name} />
            </li>
          ))}
          {items.map((link) => (
            <li key={link.id}>
              <Target link={link} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...moreOf(list)} />
    </Panel>
  );
}

/** The orders whose instructions the document is. They have its id, and no link. */
function useOrdersOf(id: string) {
  const list = api.useInfiniteQuery(
    'get',
    '/v1/orders',
    // Another limit than that of lists without pages, which would share the key of the query.
    { params: { query: { limit: 199 } } },
    { ...byOffset, ...slow },
  );
  return useAll(list).filter(({ document_id: of }) => of === id);
}

function Target({ link }: { readonly link: DocumentLink }) {
  const { action_id: action, project_id: project, order_id: order } = link;
  if (action !== null) return <ActionTarget id={action} />;
  if (project !== null) return <ProjectTarget id={project} />;
  return order === null ? null : <OrderTarget id={order} />;
}

interface TargetProps {
  readonly id: string;
}

function ActionTarget({ id }: TargetProps) {
  const { data } = api.useQuery('get', '/v1/actions/{id}', { params: { path: { id } } });
  return <TargetLink kind="action" id={id} title={data?.title} />;
}

function ProjectTarget({ id }: TargetProps) {
  const { data } = api.useQuery('get', '/v1/projects/{id}', { params: { path: { id } } });
  return <TargetLink kind="project" id={id} title={data?.title} />;
}

function OrderTarget({ id }: TargetProps) {
  const { data } = api.useQuery('get', '/v1/orders/{id}', { params: { path: { id } } });
  return <TargetLink kind="order" id={id} title={data?.name} />;
}

const kindNames: Readonly<Record<string, string>> = {
  action: t('action'),
  order: t('order'),
  project: t('project'),
};

function TargetLink({
  kind,
  id,
  title,
}: TargetProps & { readonly kind: string; readonly title: string | undefined }) {
  return (
    <>
      <Link href={pageOf(kind, id) ?? ''} dir="auto">
        {title ?? kindNames[kind]}
      </Link>{' '}
      <span className="muted">{kindNames[kind]}</span>
    </>
  );
}
