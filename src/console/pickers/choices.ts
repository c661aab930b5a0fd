import type { components } from 'callboard-client';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api/client';
import { slow } from '../api/read-options';
import { mostChoices, type Choice, type Choices } from '../ui/choice';
import { t } from '../texts/texts';

interface ReadList<Item> {
  readonly data:
    { readonly items: readonly Item[]; readonly page: { readonly has_more: boolean } } | undefined;
  readonly isFetching: boolean;
  /** Whether the items are those of the words before. */
  readonly isPlaceholderData: boolean;
  readonly error: unknown;
}

function choicesOf<Item>(list: ReadList<Item>, toChoice: (item: Item) => Choice): Choices {
  return {
    items: (list.data?.items ?? []).map(toChoice),
    hasMore: list.data?.page.has_more ?? false,
    isReading: list.isPlaceholderData || (list.isFetching && list.data === undefined),
    error: list.error,
  };
}

const options = (isWanted: boolean) => ({
  ...slow,
  enabled: isWanted,
  placeholderData: keepPreviousData,
});

const limit = mostChoices;
const q = (words: string) => (words === '' ? {} : { q: words });

function toPerson({
  actor_id: id,
  name,
  away_until: until,
}: components['schemas']['User']): Choice {
  const isAway = until !== null && Date.parse(until) > Date.now();
  return { id, name, note: isAway ? t('away') : undefined };
}

/** The active people with these words in their names. */
function usePeopleChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, state: 'active' as const, ...q(words) };
  const list = api.useQuery('get', '/v1/users', { params: { query } }, options(isWanted));
  return choicesOf(list, toPerson);
}

/** Those of `usePeopleChoices` to whom work can be assigned: all but viewers. */
function useWorkersChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, state: 'active' as const, ...q(words) };
  const list = api.useQuery('get', '/v1/users', { params: { query } }, options(isWanted));
  const isViewer = new Set(
    list.data?.items.filter(({ role }) => role === 'viewer').map(({ actor_id: id }) => id),
  );
  const { items, ...rest } = choicesOf(list, toPerson);
  return { items: items.filter(({ id }) => !isViewer.has(id)), ...rest };
}

const used = ['pending' as const, 'active' as const, 'paused' as const];

/** The agents, by the id of the agent or of its actor. Only words find those that are revoked. */
function useAgents(
  id: 'id' | 'actor_id',
  words: string,
  isWanted: boolean,
  hasPast = false,
): Choices {
  const query = { limit, ...(hasPast && words !== '' ? {} : { state: used }), ...q(words) };
  const list = api.useQuery('get', '/v1/agents', { params: { query } }, options(isWanted));
  return choicesOf(list, (agent) => ({ id: agent[id], name: agent.name, note: t('agent') }));
}

/** The agents with these words in their names, by their own ids. */
function useAgentChoices(words: string, isWanted: boolean): Choices {
  return useAgents('id', words, isWanted);
}

/** The people and the agents to whom work can be assigned, by the ids of their actors. */
function useAssigneeChoices(words: string, isWanted: boolean): Choices {
  return both(useWorkersChoices(words, isWanted), useAgents('actor_id', words, isWanted));
}

/** The people, also viewers, and the agents. */
function useActorChoices(words: string, isWanted: boolean): Choices {
  return both(usePeopleChoices(words, isWanted), useAgents('actor_id', words, isWanted, true));
}

// Half of the places for each, unless one leaves room for the other.
function both(people: Choices, agents: Choices): Choices {
  const half = mostChoices / 2;
  const shownPeople = people.items.slice(0, Math.max(half, mostChoices - agents.items.length));
  const items = [...shownPeople, ...agents.items].slice(0, mostChoices);
  const isCut = items.length < people.items.length + agents.items.length;
  return {
    items,
    hasMore: people.hasMore || agents.hasMore || isCut,
    isReading: people.isReading || agents.isReading,
    error: people.error ?? agents.error,
  };
}

const opened = ['active' as const, 'paused' as const];

/** The open projects with these words in their titles or descriptions. */
function useProjectChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, state: opened, sort: 'title' as const, ...q(words) };
  const list = api.useQuery('get', '/v1/projects', { params: { query } }, options(isWanted));
  return choicesOf(list, ({ id, title, state }) => ({
    id,
    name: title,
    note: state === 'paused' ? t('paused') : undefined,
  }));
}

/** The active domains with these words in their names. */
function useDomainChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, state: ['active' as const], sort: 'name' as const, ...q(words) };
  const list = api.useQuery('get', '/v1/domains', { params: { query } }, options(isWanted));
  return choicesOf(list, ({ id, name }) => ({ id, name }));
}

/** The documents with these words in their titles. */
function useDocumentChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, sort: 'title' as const, include_content: false, ...q(words) };
  const list = api.useQuery('get', '/v1/documents', { params: { query } }, options(isWanted));
  return choicesOf(list, ({ id, title }) => ({ id, name: title }));
}

/** The labels with these words in their names. A label is chosen by its name. */
function useLabelChoices(words: string, isWanted: boolean): Choices {
  const query = { limit, ...q(words) };
  const list = api.useQuery('get', '/v1/labels', { params: { query } }, options(isWanted));
  return choicesOf(list, ({ name }) => ({ id: name, name }));
}

const open = ['inbox' as const, 'ready' as const, 'waiting' as const];
const keyOfAction = /^[a-z][a-z0-9]*-\d+$/i;

/**
 * The open actions with these words, and the one with this key. Without words, those of the
 * project. `without` are not among them.
 */
function useActionChoices(
  words: string,
  isWanted: boolean,
  {
    projectId,
    without,
  }: { readonly projectId: string | null; readonly without: readonly string[] },
): Choices {
  const within = words === '' && projectId !== null ? { project_id: projectId } : {};
  const query = { limit, status: open, ...within, ...q(words) };
  const list = api.useQuery('get', '/v1/actions', { params: { query } }, options(isWanted));
  const isKey = keyOfAction.test(words);
  const one = api.useQuery(
    'get',
    '/v1/actions/{id}',
    { params: { path: { id: words } } },
    { ...slow, enabled: isWanted && isKey, retry: false },
  );
  const keyed = isKey && one.data !== undefined ? [one.data] : [];
  const found = choicesOf(list, ({ id, title, key }) => ({ id, name: title, note: key }));
  const others = found.items.filter(({ id }) => id !== keyed[0]?.id);
  const items = [...keyed.map(({ id, title, key }) => ({ id, name: title, note: key })), ...others];
  return { ...found, items: items.filter(({ id }) => !without.includes(id)) };
}

/** A list from which a record is chosen. */
export type Source =
  | {
      readonly kind:
        | 'actors'
        | 'agents'
        | 'assignees'
        | 'documents'
        | 'domains'
        | 'fixed'
        | 'labels'
        | 'people'
        | 'projects';
    }
  | {
      readonly kind: 'actions';
      readonly projectId: string | null;
      readonly without: readonly string[];
    };

const noChoices: Choices = { items: [], hasMore: false, isReading: false };
const noActions = { projectId: null, without: [] };

/** The choices of a list with these words, when they are wanted. Only this list is read. */
export function useChoices(source: Source, words: string, isWanted: boolean): Choices {
  const { kind } = source;
  const is = (one: Source['kind']): boolean => isWanted && kind === one;
  const lists = {
    actions: useActionChoices(words, is('actions'), kind === 'actions' ? source : noActions),
    actors: useActorChoices(words, is('actors')),
    agents: useAgentChoices(words, is('agents')),
    assignees: useAssigneeChoices(words, is('assignees')),
    documents: useDocumentChoices(words, is('documents')),
    domains: useDomainChoices(words, is('domains')),
    fixed: noChoices,
    labels: useLabelChoices(words, is('labels')),
    people: usePeopleChoices(words, is('people')),
    projects: useProjectChoices(words, is('projects')),
  };
  return lists[kind];
}
