import { Link } from 'wouter';
import { api } from '../../api/client';

interface Subject {
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
}

interface RecordLink {
  readonly href: string;
  readonly title: string;
}

/** The record that a request is about: its titles as rows want them, and its page. */
export function useAbout({ action_id, project_id, order_id }: Subject) {
  const action = api.useQuery('get', '/v1/actions/{id}', pathOf(action_id), whenWanted(action_id));
  const wanted = action_id === null ? project_id : null;
  const project = api.useQuery('get', '/v1/projects/{id}', pathOf(wanted), whenWanted(wanted));
  const order = api.useQuery('get', '/v1/orders/{id}', pathOf(order_id), whenWanted(order_id));
  return {
    titles: {
      action_title: action.data?.title ?? null,
      project_title: project.data?.title ?? null,
      order_name: order.data?.name ?? null,
    },
    link:
      linkOf('actions', action_id, action.data?.title ?? 'An action') ??
      linkOf('orders', order_id, order.data?.name ?? 'An order') ??
      linkOf('projects', project_id, project.data?.title ?? 'A project'),
  };
}

/** A link to the page of the record. */
export function About({ link }: { readonly link: RecordLink }) {
  return <Link href={link.href}>{link.title}</Link>;
}

function pathOf(id: string | null) {
  return { params: { path: { id: id ?? '' } } };
}

function whenWanted(id: string | null) {
  return { enabled: id !== null };
}

function linkOf(screen: string, id: string | null, title: string): RecordLink | null {
  return id === null ? null : { href: `/app/${screen}/${id}`, title };
}
