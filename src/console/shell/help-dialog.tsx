import '../api/client';
import { setKeysEnabled, useKeysEnabled } from '../keys/keys';
import { Dialog } from '../ui/dialog';
import { t } from '../texts/texts';

const groups = [
  {
    title: t('Find'),
    keys: [
      ['Ctrl K', t('Find a screen, a command of the row or a record; on a Mac, Cmd K')],
      ['.', t('Show all commands')],
      ['/', t('Search')],
    ],
  },
  {
    title: t('Move'),
    keys: [
      ['J', t('Next row')],
      ['K', t('Previous row')],
      ['Enter', t('Show or hide everything about the row')],
      ['Esc', t('Close, go back')],
      ['G N', t('Go to Now')],
      ['G T', t('Go to My work')],
      ['G I', t('Go to Inbox')],
      ['G R', t('Go to Review')],
      ['G Q', t('Go to Questions')],
      ['G W', t('Go to Work')],
      ['G A', t('Go to Agents')],
      ['G D', t('Go to Documents')],
      ['G V', t('Go to Activity')],
      ['G S', t('Go to Settings')],
      ['E', t('Edit the record of the page')],
    ],
  },
  {
    title: t('Decide'),
    keys: [
      [t('1 to 9'), t('Choose that answer')],
      ['0', t('Write an answer or a note')],
      ['Y', t('Take the recommended answer, approve, permit')],
      ['N', t('Reject, deny')],
      ['S', t('Dismiss')],
      ['U', t('Undo, while that is offered')],
    ],
  },
  {
    title: t('Sort the inbox'),
    keys: [
      ['C', t('Capture an action; Esc goes back to the rows')],
      ['Y', t('Make ready')],
      ['M', t('Assign to me')],
      ['D', t('Defer')],
      ['N', t('Drop')],
      ['E', t('Edit')],
      ['U', t('Undo, within eight seconds')],
    ],
  },
  { title: t('Write'), keys: [['E', t('Edit the text of the document')]] },
  {
    title: t('Several at once'),
    keys: [
      ['X', t('Select the row')],
      ['Shift X', t('Select all rows from the last selected one')],
      ['Y', t('Approve, permit or answer as recommended all selected rows')],
      ['S', t('Dismiss all selected rows')],
      ['Esc', t('Select none')],
    ],
  },
  {
    title: t('Actions'),
    keys: [
      ['C', t('Create an action')],
      ['E', t('Edit the action of the page')],
      ['M', t('Assign to me')],
      ['D', t('Defer')],
    ],
  },
  {
    title: t('Work and projects'),
    keys: [
      ['M', t('Show only work that is assigned to me')],
      ['E', t('Edit the project')],
      ['A', t('Add an action to the project')],
      ['B', t('Show the blockers of the action')],
      ['Shift K', t('Move the action up')],
      ['Shift J', t('Move the action down')],
      ['← →', t('Next column of the board; with Shift, move the card there')],
      ['M', t('On the board: move the card to a column')],
    ],
  },
  { title: t('Help'), keys: [['?', t('Show these keys')]] },
] as const;

/** The keys, and the setting that turns single keys off. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const isEnabled = useKeysEnabled();
  return (
    <Dialog title={t('Keys')} onClose={onClose}>
      <label className="check">
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={(event) => setKeysEnabled(event.target.checked)}
        />
        {t('Single keys are commands')}
      </label>
      <div className="key-groups">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="keys">
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
