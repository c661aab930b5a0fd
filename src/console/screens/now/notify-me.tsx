import { useState } from 'react';
import {
  canNotify,
  setNotificationsEnabled,
  useNotificationsEnabled,
} from '../../live/notifications';

/** Switches the notifications of this browser on or off. */
export function NotifyMe() {
  const isEnabled = useNotificationsEnabled();
  const [isRefused, setRefused] = useState(false);
  if (!canNotify()) return null;
  const change = (): void =>
    void setNotificationsEnabled(!isEnabled).then((isAllowed) => setRefused(!isAllowed));
  return (
    <div className="stack">
      <label className="check">
        <input type="checkbox" checked={isEnabled} onChange={change} />
        Notify me when something waits
      </label>
      <div role="alert">
        {isRefused && (
          <p className="notice notice-warn">
            The browser does not allow it. Allow notifications for this page in its settings.
          </p>
        )}
      </div>
    </div>
  );
}
