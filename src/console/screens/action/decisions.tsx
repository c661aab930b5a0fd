import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Action } from './action-form';
import { forgetSent } from '../../decisions/decisions';
import { QuestionRow, type Question } from '../../rows/request-rows';
import { ReviewRow } from '../../rows/review-row';
import { RowsProvider, useKeysInUrl } from '../../rows/row-state';
import { Section } from '../../rows/section';
import { useListKeys } from '../../keys/list-keys';
import { useDecisionKeys } from '../../rows/decision-keys';
import type { Context } from './facts';
import { LongMarkdown } from '../../ui/markdown';
import { t } from '../../texts/texts';

type OpenQuestion = Context['open_questions'][number];

const none: readonly OpenQuestion[] = [];

/** The review of the action and the open questions about it, each decided in its row. */
export function Decisions({
  action,
  context,
}: {
  readonly action: Action;
  readonly context: Context | undefined;
}) {
  const [search] = useSearchParams();
  const open = context?.open_questions ?? none;
  const reviews = useMemo(() => (action.review.state === 'pending' ? [action] : []), [action]);
  const questions = useMemo(() => open.map(entryOf), [open]);
  const rows = usePageRows(`review-${action.id}`);
  useEffect(() => forgetSent, []);
  return (
    <RowsProvider value={rows}>
      <Section
        title={t('Review')}
        kind="review"
        items={reviews}
        omitted={0}
        render={(one, isGone) => (
          <ReviewRow
            key={one.id}
            action={one}
            isGone={isGone}
            linked={Number(search.get('choose'))}
            detail={
              <LongMarkdown text={one.result_summary ?? t('No result was written.')} under={3} />
            }
          />
        )}
      />
      <Section
        title={t('Open questions')}
        kind="question"
        items={questions}
        omitted={context?.truncated.open_questions ?? 0}
        render={(question, isGone) => (
          <QuestionRow key={question.id} question={question} isGone={isGone} />
        )}
      />
    </RowsProvider>
  );
}

function entryOf(question: OpenQuestion): Question {
  return {
    ...question,
    // The page names the action and its project already.
    action_title: null,
    project_title: null,
    order_name: null,
    agent_name: question.created_by_actor_name,
  };
}

/** The rows of the page. The one of the review shows the whole result at first. */
function usePageRows(reviewKey: string) {
  const [isReviewOpen, setReviewOpen] = useState(true);
  const opened = useKeysInUrl('open');
  const selected = useKeysInUrl('selected');
  useListKeys(useDecisionKeys(selected));
  return useMemo(
    () => ({
      opened: new Set(isReviewOpen ? [...opened.keys, reviewKey] : opened.keys),
      selected: selected.keys,
      toggleOpened: (key: string) =>
        key === reviewKey ? setReviewOpen(!isReviewOpen) : opened.toggle(key),
      toggleSelected: selected.toggle,
    }),
    [isReviewOpen, opened, selected, reviewKey],
  );
}
