import type { Ref } from 'react';
import { setKeysEnabled, useKeysEnabled } from '../keys/keys';

const groups = [
  {
    title: 'Move',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Show or hide everything about the row'],
      ['Esc', 'Close, go back'],
      ['G N', 'Go to Now'],
      ['G R', 'Go to Review'],
      ['G Q', 'Go to Questions'],
      ['G D', 'Go to Documents'],
      ['G V', 'Go to Activity'],
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
      ['U', 'Undo, within four seconds'],
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
  { title: 'Help', keys: [['?', 'Show these keys']] },
] as const;

/** The keys, and the setting that turns single keys off. */
export function HelpDialog({ ref }: { readonly ref: Ref<HTMLDialogElement> }) {
  const isEnabled = useKeysEnabled();
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="help-title">
      <form method="dialog">
        <div className="dialog-head">
          <h2 id="help-title">Keys</h2>
          <button className="button" type="submit">
            Close
          </button>
        </div>
      </form>
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
    </dialog>
  );
}
