import '../../api/client';
import { FirstSteps } from '../../shell/first-steps';
import { t } from '../../texts/texts';

/** Says that nothing waits, what would appear here, and what to do in a workspace without work. */
export function EmptyNow({ onConnect }: { readonly onConnect: () => void }) {
  return (
    <>
      <section className="empty">
        <h2>{t('Nothing needs you')}</h2>
        <p>
          {t(
            'Here you will see questions of agents, finished work to review, requests for permission, work that has stalled, and check-ins that are overdue. You decide each of them in its row.',
          )}
        </p>
      </section>
      <FirstSteps onConnect={onConnect} />
    </>
  );
}
