import { ComboboxItem, ComboboxList, useComboboxStore } from '@ariakit/react/combobox';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useKeyPrefix } from '../api/session';
import { useChoices } from '../pickers/choices';
import { sentenceOf } from './loading';
import { place } from './use-placed';
import { usePaused } from './use-paused';
import { t } from '../texts/texts';

interface MentionsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onInsert: (text: string) => void;
}

/** What stands before the cursor: a sign and the words after it. */
interface Typed {
  readonly sign: string;
  readonly words: string;
  /** The index of the sign. */
  readonly start: number;
}

interface Mention {
  readonly id: string;
  readonly name: string;
  readonly note?: string | undefined;
  readonly link: string;
}

/**
 * Suggests people and agents after `@` and actions after `#`, and inserts a link to the chosen one.
 * It is only a link: nobody is assigned or told. Nothing is preselected.
 */
export function Mentions({ field, onInsert }: MentionsProps) {
  const id = useId();
  const store = useComboboxStore({ open: true });
  const panel = useRef<HTMLDivElement>(null);
  const caret = useRef<number>(undefined);
  const [typed, setTyped] = useState<Typed>();
  const [active, setActive] = useState(-1);
  const found = useMentions(typed);
  const { items } = found;
  const isOpen = typed !== undefined && (items.length > 0 || found.end !== '');
  const chosen = items[active];

  const show = (next: Typed | undefined): void => {
    setTyped(next);
    setActive(-1);
  };
  const take = ({ link }: Mention): void => {
    const area = field.current;
    if (area === null || typed === undefined) return;
    caret.current = typed.start + link.length;
    show(undefined);
    onInsert(area.value.slice(0, typed.start) + link + area.value.slice(area.selectionStart));
  };

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useLayoutEffect(() => {
    const [area, shown] = [field.current, panel.current];
    if (!isOpen || area === null || shown === null) return;
    if (!shown.matches(':popover-open')) shown.showPopover();
    place(shown, rectOf(area, typed.start));
  });
  useEffect(() => {
    const area = field.current;
    if (area === null) return undefined;
    area.setAttribute('aria-haspopup', 'listbox');
    area.setAttribute('aria-autocomplete', 'list');
    return () => area.removeAttribute('aria-haspopup');
  }, [field]);
  useEffect(() => {
    const area = field.current;
    if (area === null) return undefined;
    const set = (name: string, value: string | undefined): void => {
      if (value === undefined) area.removeAttribute(name);
      else area.setAttribute(name, value);
    };
    set('aria-controls', isOpen ? id : undefined);
    set('aria-activedescendant', chosen && `${id}-${active}`);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isOpen || event.isComposing) return;
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (isArrow && items.length > 0) {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive((active + step + items.length) % items.length);
      } else if (event.key === 'Escape') show(undefined);
      else if (event.key === 'Enter' && chosen !== undefined) take(chosen);
      else return;
      // The form, the dialog and the page do nothing with the key.
      event.preventDefault();
      event.stopPropagation();
    };
    const onInput = (): void => show(typedIn(area));
    const onClose = (): void => show(undefined);
    area.addEventListener('keydown', onKeyDown);
    area.addEventListener('input', onInput);
    area.addEventListener('blur', onClose);
    area.addEventListener('click', onClose);
    return () => {
      area.removeEventListener('keydown', onKeyDown);
      area.removeEventListener('input', onInput);
      area.removeEventListener('blur', onClose);
      area.removeEventListener('click', onClose);
    };
  });
  useEffect(() => {
    // What was typed while this module was loaded.
    field.current?.dispatchEvent(new Event('input'));
  }, [field]);
  if (!isOpen) return null;
  return (
    <div
      ref={panel}
      role="presentation"
      popover="manual"
      className="floating"
      // A click leaves the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <ComboboxList
        id={id}
        store={store}
        aria-label={typed.sign === '@' ? t('People and agents') : t('Actions')}
        className="choices"
      >
        {items.map((item, index) => (
          <ComboboxItem
            key={item.id}
            id={`${id}-${index}`}
            aria-selected={index === active}
            data-active-item={index === active || undefined}
            ref={index === active ? scrollTo : undefined}
            className="choice"
            focusOnHover={false}
            setValueOnClick={false}
            hideOnClick={false}
            onClick={() => take(item)}
          >
            <span className="choice-name" dir="auto">
              {item.name}
            </span>
            {item.note !== undefined && <span className="muted">{item.note}</span>}
          </ComboboxItem>
        ))}
      </ComboboxList>
      <output className="choices-end muted">{found.end}</output>
    </div>
  );
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

const people = { kind: 'people' } as const;
const agents = { kind: 'agents' } as const;
const actions = { kind: 'actions', projectId: null, without: [] } as const;
const most = 8;

function useMentions(typed: Typed | undefined): {
  readonly items: readonly Mention[];
  readonly end: string;
} {
  const typedWords = typed?.words ?? '';
  const words = usePaused(typedWords);
  const isActor = typed?.sign === '@';
  const isAction = typed?.sign === '#';
  const prefix = useKeyPrefix(isAction);
  const query = isAction && /^\d+$/.test(words) ? `${prefix}-${words}` : words;
  const persons = useChoices(people, words, isActor);
  const workers = useChoices(agents, words, isActor);
  const works = useChoices(actions, query, isAction);
  if (typed === undefined) return { items: [], end: '' };
  const lists = isActor ? [persons, workers] : [works];
  const error = lists.find((list) => list.error !== null && list.error !== undefined)?.error;
  if (error !== undefined) return { items: [], end: sentenceOf(error) };
  if (words !== typedWords || lists.some(({ isReading }) => isReading)) {
    return { items: [], end: t('Searching …') };
  }
  const items = isActor
    ? [
        ...persons.items.map((one) => ({ ...one, link: linkTo(`@${one.name}`, pageOf(one.id)) })),
        ...workers.items.map((one) => ({
          ...one,
          link: linkTo(`@${one.name}`, `/app/agents/${one.id}`),
        })),
      ]
    : works.items.map((one) => ({
        ...one,
        link: linkTo(`${one.note ?? ''} ${one.name}`, `/app/actions/${one.note ?? one.id}`),
      }));
  // What follows a name may be words of the sentence.
  if (items.length === 0)
    return { items, end: words.includes(' ') ? '' : t('Nothing has these words.') };
  const isCut = items.length > most || lists.some(({ hasMore }) => hasMore);
  return {
    items: items.slice(0, most),
    end: isCut
      ? t('Arrow down and Enter insert a link, which tells nobody. There are more: keep typing.')
      : t('Arrow down and Enter insert a link, which tells nobody.'),
  };
}

/** The work of a person, who has no page. */
function pageOf(actorId: string): string {
  return `/app/work?tab=all&assigned_actor_id=${actorId}`;
}

function linkTo(name: string, href: string): string {
  const short = name.length > 80 ? `${name.slice(0, 79)}…` : name;
  return `[${short.replaceAll(/[[\]\\`*_<]/g, String.raw`\$&`)}](${href}) `;
}

const beginning =
  /(?:^|[\s(])([@#])((?:[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}][\p{L}\p{N}_.-]*){0,3})?)$/u;
const mostLength = 60;

function typedIn(area: HTMLTextAreaElement): Typed | undefined {
  const { selectionStart: end, selectionEnd, value } = area;
  if (end !== selectionEnd) return undefined;
  const [, sign = '', words = ''] =
    beginning.exec(value.slice(Math.max(0, end - mostLength), end)) ?? [];
  return sign === '' ? undefined : { sign, words, start: end - words.length - 1 };
}

const copied = [
  'border',
  'box-sizing',
  'direction',
  'font',
  'letter-spacing',
  'padding',
  'text-align',
  'width',
];

/** Where a character of the field is in the window: browsers tell it for other elements only. */
function rectOf(area: HTMLTextAreaElement, index: number): DOMRect {
  const { left, top } = area.getBoundingClientRect();
  const style = getComputedStyle(area);
  const mirror = document.createElement('div');
  for (const name of copied) mirror.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(mirror.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top - area.scrollTop}px`,
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const mark = document.createElement('span');
  mark.textContent = area.value.charAt(index);
  mirror.append(area.value.slice(0, index), mark);
  area.after(mirror);
  const rect = mark.getBoundingClientRect();
  mirror.remove();
  return rect;
}
