import Combobox from '@github/combobox-nav';
import { keepPreviousData } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { components } from 'callboard-client';
import { api } from '../api/client';
import { workspaceNow } from '../api/workspace';
import { Dialog } from '../ui/dialog';
import { sentenceOf } from '../ui/loading';
import { Icon, type IconName } from '../ui/icon';
import { usePaused } from '../ui/use-paused';
import type { Screen } from './screens';
import {
  useWorkspaces,
  signInToAnother,
  switchTo,
  waitingIn,
  type SignedInWorkspace,
} from './workspaces';
import { t } from '../texts/texts';
import { pageOfHit, pageOfLabel } from '../api/page-of';
import { rowCommandsOf } from '../keys/list-keys';
import { kinds } from '../screens/search/kinds';

/** Finds screens, the commands of the row that had the focus, and records, by what is typed. */
export function Palette({
  screens,
  row,
  onHelp,
  onClose,
}: {
  readonly screens: readonly Screen[];
  /** The key of the row that had the focus. */
  readonly row: string | undefined;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [, navigate] = useLocation();
  const [ofRow] = useState(() => rowEntries(row));
  const text = typed.trim();
  const { found, error, isReading } = useHits(text);
  const { workspaces } = useWorkspaces(workspaceNow() !== undefined);
  const groups = [
    { name: t('This row'), entries: matching(ofRow, text) },
    { name: t('Screens'), entries: matching(screenEntries(screens, navigate, onHelp), text) },
    { name: t('Workspaces'), entries: matching(workspaceEntries(workspaces), text) },
    { name: t('Records'), entries: hitEntries(text, found, navigate) },
  ].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const idOf = ({ id }: Entry): string => `${listId}-${id}`;
  const take = (id: string): void => {
    const entry = entries.find((each) => idOf(each) === id);
    if (entry === undefined) return;
    // The dialog returns the focus before the command moves it.
    flushSync(onClose);
    entry.run();
  };
  const combobox = useCombobox(entries.map(idOf).join(' '), take);

  return (
    <Dialog title={t('Find and do')} onClose={onClose}>
      <div className="palette">
        <label className="field">
          <span className="visually-hidden">{t('A screen, a command or a word of a record')}</span>
          <input
            {...combobox.fieldProps}
            value={typed}
            placeholder={t('A screen, a command or a word of a record')}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            dir="auto"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <div {...combobox.listProps} id={listId} className="palette-list" aria-label={t('Found')}>
          {groups.map((group, index) => (
            <div key={group.name} {...combobox.groupProps(`${listId}-group-${index}`)}>
              <div id={`${listId}-group-${index}`} className="palette-group" role="presentation">
                {group.name}
              </div>
              {group.entries.map((entry) => (
                <div
                  key={entry.id}
                  {...combobox.optionProps(idOf(entry))}
                  className="palette-option"
                >
                  <EntryContent entry={entry} />
                </div>
              ))}
            </div>
          ))}
        </div>
        <output className={error === null ? 'visually-hidden' : 'notice notice-bad'}>
          {error !== null && sentenceOf(error)}
          {error === null && !isReading && countOf(entries)}
        </output>
      </div>
    </Dialog>
  );
}

function EntryContent({ entry: { icon, name, more, key } }: { readonly entry: Entry }) {
  return (
    <>
      <Icon name={icon} />
      <span className="palette-name" dir="auto">
        {name}
      </span>
      {more !== undefined && <span className="muted">{more}</span>}
      {key !== undefined && <kbd>{key}</kbd>}
    </>
  );
}

function countOf({ length }: readonly Entry[]): string {
  return t('{length, plural, one {# entry} other {# entries}}', { length });
}

/**
 * A combobox by GitHub's library: the arrow keys choose an option of the list, Enter takes it, and
 * the focus stays in the field. Returns what its field, list, groups and options need. `ids` are
 * those of the options, separated by spaces.
 */
function useCombobox(ids: string, onTake: (id: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const combobox = useRef<Combobox>(undefined);
  const hasMoved = useRef(false);
  // Before the dialog focuses the field, so that a screen reader knows its role.
  useLayoutEffect(() => {
    if (field.current === null || list.current === null) return undefined;
    const made = new Combobox(field.current, list.current, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: 'selected',
    });
    made.start();
    combobox.current = made;
    return () => made.destroy();
  }, []);
  // The first option is chosen, unless the person has moved to one that is still there.
  useEffect(() => {
    const chosen = field.current?.getAttribute('aria-activedescendant') ?? '';
    const isKept = hasMoved.current && ids.split(' ').includes(chosen);
    if (!isKept) combobox.current?.resetSelection();
  });
  useEffect(() => {
    const element = list.current;
    const take = ({ target }: Event): void => {
      if (target instanceof Element) onTake(target.id);
    };
    element?.addEventListener('combobox-commit', take);
    return () => element?.removeEventListener('combobox-commit', take);
  });
  return {
    fieldProps: {
      ref: field,
      onCompositionEnd: () => combobox.current?.resetSelection(),
      onKeyDown: ({ key }: KeyboardEvent) => {
        hasMoved.current = key === 'ArrowDown' || key === 'ArrowUp';
      },
    },
    listProps: { ref: list, role: 'listbox' },
    groupProps: (nameId: string) => ({ role: 'group', 'aria-labelledby': nameId }),
    optionProps: (id: string) => ({ id, role: 'option', onMouseDown: stayInField }),
  };
}

function stayInField(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * The records that a text finds, read once the person pauses. A request for a text that has changed
 * since is cancelled.
 */
function useHits(text: string) {
  const paused = usePaused(text);
  const isWanted = text !== '' && paused !== '';
  const { data, error, isFetching } = api.useQuery(
    'get',
    '/v1/search',
    { params: { query: { q: paused, limit: 8 } } },
    { enabled: isWanted, placeholderData: keepPreviousData },
  );
  return {
    found: (isWanted ? data : undefined) ?? { items: [], labels: [] },
    error: isWanted ? error : null,
    isReading: text !== paused || (isWanted && isFetching),
  };
}

/** An entry of the palette. `run` follows after the palette is closed. */
interface Entry {
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
function screenEntries(
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
function workspaceEntries(workspaces: readonly SignedInWorkspace[]): readonly Entry[] {
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
function rowEntries(row: string | undefined): readonly Entry[] {
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
function hitEntries(
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
function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/);
  return entries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
