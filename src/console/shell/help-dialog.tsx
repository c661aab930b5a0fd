import '../api/client';
import { setKeysEnabled, useKeysEnabled } from '../keys/keys';
import { Dialog } from '../ui/dialog';

const groups = [
  {
    title: 'Find',
    keys: [
      ['Ctrl K', 'Find a screen, a command of the row or a record; on a Mac, Cmd K'],
      ['.', 'Show all commands'],
      ['/', 'Search'],
    ],
  },
  {
    title: 'Move',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Show or hide everything about the row'],
      ['Esc', 'Close, go back'],
      ['G N', 'Go to Now'],
      ['G T', 'Go to My work'],
      ['G I', 'Go to Inbox'],
      ['G R', 'Go to Review'],
      ['G Q', 'Go to Questions'],
      ['G W', 'Go to Work'],
      ['G A', 'Go to Agents'],
      ['G D', 'Go to Documents'],
      ['G V', 'Go to Activity'],
      ['G S', 'Go to Settings'],
      ['E', 'Edit the record of the page'],
    ],
  },
  {
    title: 'Decide',
    keys: [
      ['1 to 9', 'Choose that answer'],
      ['0', 'Write an answer or a note'],
      ['Y', 'Take the recommended answer, approve, permit'],
      ['N', 'Reject, deny'],
      ['S', 'Dismiss'],
      ['U', 'Undo, while that is offered'],
    ],
  },
  {
    title: 'Sort the inbox',
    keys: [
      ['C', 'Capture an action; Esc goes back to the rows'],
      ['Y', 'Make ready'],
      ['M', 'Assign to me'],
      ['D', 'Defer'],
      ['N', 'Drop'],
      ['E', 'Edit'],
      ['U', 'Undo, within eight seconds'],
    ],
  },
  { title: 'Write', keys: [['E', 'Edit the text of the document']] },
  {
    title: 'Several at once',
    keys: [
      ['X', 'Select the row'],
      ['Shift X', 'Select all rows from the last selected one'],
      ['Y', 'Approve, permit or answer as recommended all selected rows'],
      ['S', 'Dismiss all selected rows'],
      ['Esc', 'Select none'],
    ],
  },
  {
    title: 'Actions',
    keys: [
      ['C', 'Create an action'],
      ['E', 'Edit the action of the page'],
      ['M', 'Assign it to me'],
      ['D', 'Defer it'],
    ],
  },
  {
    title: 'Work and projects',
    keys: [
      ['M', 'Show only work that is assigned to me'],
      ['E', 'Edit the project'],
      ['A', 'Add an action to the project'],
      ['B', 'Show the blockers of the action'],
      ['Shift K', 'Move the action up'],
      ['Shift J', 'Move the action down'],
      ['← →', 'Next column of the board; with Shift, move the card there'],
      ['M', 'On the board: move the card to a column'],
    ],
  },
  { title: 'Help', keys: [['?', 'Show these keys']] },
] as const;

/** The keys, and the setting that turns single keys off. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const isEnabled = useKeysEnabled();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <label className="check">
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={(event) => setKeysEnabled(event.target.checked)}
        />
        Single keys are commands
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
