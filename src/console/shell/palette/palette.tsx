import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { Dialog } from '../../ui/dialog';
import { sentenceOf } from '../../ui/failure';
import { Icon } from '../../ui/icon';
import type { Screen } from '../screens';
import { hitEntries, matching, rowEntries, screenEntries, type Entry } from './commands';
import { useCombobox } from './use-combobox';
import { useHits } from './use-hits';

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
  const { hits, error, isReading } = useHits(text);
  const groups = [
    { name: 'This row', entries: matching(ofRow, text) },
    { name: 'Screens', entries: matching(screenEntries(screens, navigate, onHelp), text) },
    { name: 'Records', entries: hitEntries(text, hits, navigate) },
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
    <Dialog title="Find and do" onClose={onClose}>
      <div className="palette">
        <label className="field">
          <span className="visually-hidden">A screen, a command or a word of a record</span>
          <input
            {...combobox.fieldProps}
            value={typed}
            placeholder="A screen, a command or a word of a record"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            dir="auto"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <div {...combobox.listProps} id={listId} className="palette-list" aria-label="Found">
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
  return length === 1 ? '1 entry' : `${length} entries`;
}
