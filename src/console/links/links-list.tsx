import { Suspense, useRef, useState, type ReactNode } from 'react';
import { isTyping } from '../keys/keys';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/page';
import { short } from '../ui/short-text';
import { useWrite } from '../ui/use-write';
import { attach, detach, HiddenName, LinkName, nameOf, type Link, type Linked } from './link';
import { lazyForm } from '../ui/loading';
import { t, Trans } from '../texts/texts';

const AttachDialog = lazyForm(async () => ({
  default: (await import('./link-dialogs')).AttachDialog,
}));
const LinkDialog = lazyForm(async () => ({ default: (await import('./link-dialogs')).LinkDialog }));

/** A record with its links. */
export interface LinksProps {
  readonly linked: Linked;
  /** Undefined until they are read. */
  readonly links: readonly Link[] | undefined;
  readonly count: number | undefined;
  /** What stands below the list, such as the button for more. */
  readonly children: ReactNode;
}

/** Shows the links of a record, attaches, edits and removes them. */
export function LinksList({ linked, links, count, children }: LinksProps) {
  const [isAttaching, setAttaching] = useState(false);
  const [edited, setEdited] = useState<Link>();
  const attachButton = useRef<HTMLButtonElement>(null);
  const { write, fault } = useWrite();

  async function remove(link: Link): Promise<void> {
    const removed = await write(() => detach(link), {
      done: t('Removed the link “{text}”.', { text: short(nameOf(link)) }),
      undo: () => attach(linked, link),
    });
    if (removed && !isTyping()) attachButton.current?.focus();
  }

  return (
    <Panel
      title={t('Links and documents')}
      count={count}
      actions={
        <button
          ref={attachButton}
          type="button"
          className="button button-small"
          onClick={() => setAttaching(true)}
        >
          <Icon name="plus" />{' '}
          <Trans
            id="Attach <span>a link or a document</span>"
            components={{ span: <span className="visually-hidden" /> }}
          />
        </button>
      }
    >
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
      {links?.length === 0 && <p className="muted">{t('Nothing is attached.')}</p>}
      {links !== undefined && links.length > 0 && (
        <ul className="items">
          {links.map((link) => (
            <li key={link.id}>
              <LinkName link={link} />
              <span className="actions">
                <button
                  type="button"
                  className="button button-small button-quiet"
                  onClick={() => setEdited(link)}
                >
                  <Trans
                    id="Edit {hiddenName}"
                    values={{ hiddenName: <HiddenName link={link} /> }}
                  />
                </button>
                <button
                  type="button"
                  className="button button-small button-quiet"
                  onClick={() => void remove(link)}
                >
                  <Trans
                    id="Remove {hiddenName}"
                    values={{ hiddenName: <HiddenName link={link} /> }}
                  />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Suspense>
        {isAttaching && (
          <AttachDialog
            place={Object.values(linked).join()}
            attach={(target) => attach(linked, target)}
            detach={detach}
            onClose={() => setAttaching(false)}
          />
        )}
        {edited !== undefined && <LinkDialog link={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </Panel>
  );
}
