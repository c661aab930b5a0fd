import type { components } from 'callboard-client';
import { pageOfHit, pageOfLabel } from '../api/page-of';
import { workspaceNow } from '../api/workspace';
import { rowCommandsOf } from '../keys/list-keys';
import { kinds } from '../screens/search/kinds';
import type { IconName } from '../ui/icon';
import type { Screen } from './screens';
import { signInToAnother, switchTo, waitingIn, type SignedInWorkspace } from './workspaces';
import { t } from '../texts/texts';

/** An entry of the palette. `run` follows after the palette is closed. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  /** The key that does the same. */
  readonly key?: string | undefined;
  /** What else says what it is. */
  readonly more?: string | undefined;
  readonly run: () => void;
}

type Found = components['schemas']['SearchResults'];
type Navigate = (path: string) => void;

/** The screens, the help, and what a word typed here can begin. */
export function screenEntries(
  screens: readonly Screen[],
  navigate: Navigate,
  onHelp: () => void,
): readonly Entry[] {
  return [
    ...screens.map(({ path, name, icon, letter }) => ({
      id: `screen-${path}`,
      name: t('Go to {name}', { name }),
      icon,
      key: letter === undefined ? '/' : `G ${letter.toUpperCase()}`,
      run: () => navigate(path),
    })),
    { id: 'help', name: t('Show all keys'), icon: 'help', key: '?', run: onHelp },
  ];
}

/** The other workspaces that the browser is signed in to, and the sign-in to one more. */
export function workspaceEntries(workspaces: readonly SignedInWorkspace[]): readonly Entry[] {
  if (workspaces.length === 0) return [];
  const others = workspaces.filter(({ id }) => id !== workspaceNow());
  return [
    ...others.map((workspace) => ({
      id: `workspace-${workspace.id}`,
      name: t('Switch to {name}', { name: workspace.name }),
      icon: 'out' as const,
      more: waitingIn(workspace),
      run: () => void switchTo(workspace.id),
    })),
    {
      id: 'workspace-another',
      name: t('Sign in to another workspace'),
      icon: 'plus',
      run: () => void signInToAnother(),
    },
  ];
}

/** The commands of the row that had the focus. */
export function rowEntries(row: string | undefined): readonly Entry[] {
  const commands = rowCommandsOf(row);
  const { names } = commands;
  const simple = [
    [commands.yes, names?.yes ?? t('Agree'), 'Y'],
    [commands.no, names?.no ?? t('Reject …'), 'N'],
    [commands.write, names?.write ?? t('Write an answer …'), '0'],
    [commands.dismiss, t('Dismiss'), 'S'],
    [commands.mine, t('Assign to me'), 'M'],
    [commands.defer, t('Defer …'), 'D'],
    [commands.edit, t('Edit'), 'E'],
    [commands.toggle, t('Show or hide everything about it'), 'Enter'],
    [commands.select, t('Select or unselect it'), 'X'],
  ] as const;
  const { choose } = commands;
  const answers = choose === undefined ? [] : (names?.choices ?? []);
  return [
    ...answers.map((choice, index) => ({
      id: `row-choice-${index}`,
      name: t('Answer “{choice}”', { choice }),
      icon: 'now' as const,
      key: index < 9 ? String(index + 1) : undefined,
      run: () => choose?.(index + 1),
    })),
    ...simple.flatMap(([run, name, key]) =>
      run === undefined ? [] : [{ id: `row-${key}`, name, icon: 'now' as const, key, run }],
    ),
  ];
}

/** Records and labels that the search has found, and the search itself for all of them. */
export function hitEntries(
  text: string,
  { items: hits, labels }: Pick<Found, 'items' | 'labels'>,
  navigate: Navigate,
) {
  const records: readonly Entry[] = hits.map((hit) => ({
    id: `hit-${hit.id}`,
    name: hit.title,
    icon: kinds[hit.type].icon,
    more: hit.key ?? kinds[hit.type].name,
    run: () => navigate(pageOfHit(hit)),
  }));
  const named: readonly Entry[] = labels.map(({ name }, index) => ({
    id: `label-${index}`,
    name,
    icon: 'work',
    more: t('Label'),
    run: () => navigate(pageOfLabel(name)),
  }));
  const all: Entry = {
    id: 'search',
    name: t('Search for “{text}”', { text }),
    icon: 'search',
    run: () => navigate(`/app/search?q=${encodeURIComponent(text)}`),
  };
  return text === '' ? [] : [...records, ...named, all];
}

/** The entries whose name has all words of the text. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/);
  return entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
