import { useEffect } from 'react';
import { forgetSent } from '../../decisions/decisions';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import { RowsProvider, useKeysInUrl, useRows } from '../../rows/row-state';
import { SelectionBar } from '../../rows/section';
import { Tabs } from '../../ui/tabs';
import { useTitle } from '../../ui/title';
import { useChoice } from '../../ui/url-params';
import { EndedProposals, EndedQuestions } from './ended-requests';
import { OpenRequests } from './open-requests';
import { t } from '../../texts/texts';

const tabs = [
  ['open', t('Open')],
  ['questions', t('Ended questions')],
  ['proposals', t('Decided proposals')],
] as const;

/** The questions and the proposals of agents: those that wait for an answer, and those that ended. */
export function QuestionsScreen() {
  const [tab] = useChoice('show', ['open', 'questions', 'proposals']);
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  const rows = useRows(opened, selected);
  useListKeys(useDecisionKeys(selected));
  useEffect(() => forgetSent, []);
  useTitle(t('Questions'));
  return (
    <RowsProvider value={rows}>
      <div className="now">
        <h1 tabIndex={-1}>{t('Questions and proposals')}</h1>
        <Tabs label={t('Questions and proposals')} param="show" chosen={tab} tabs={tabs} />
        {tab === 'open' && <OpenRequests />}
        {tab === 'questions' && <EndedQuestions />}
        {tab === 'proposals' && <EndedProposals />}
        <SelectionBar keys={selected.keys} onDone={selected.setKeys} />
      </div>
    </RowsProvider>
  );
}
