import { LongMarkdown, MarkdownLine } from '../../ui/markdown';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { partsOf } from '../../rows/question-text';
import type { Context } from './facts';
import { useActorName } from '../../pickers/use-actor-name';

/** The questions about the action that ended last, with their answers. */
export function EndedQuestions({ context }: { readonly context: Context }) {
  const nameOf = useActorName('you');
  const { ended_questions: ended, truncated } = context;
  if (ended.length === 0) return null;
  return (
    <Panel title="Ended questions" count={ended.length + truncated.ended_questions}>
      <ul className="plain-list">
        {ended.map((question) => (
          <li key={question.id} className="ended">
            <QuestionText question={question.question} />
            {question.response !== null && <LongMarkdown text={question.response} />}
            <p className="row-meta">
              {endOf(question)}
              {question.responded_by_actor_id !== null &&
                !question.timed_out &&
                ` by ${nameOf(question.responded_by_actor_id)}`}{' '}
              <Time
                at={
                  question.responded_at ??
                  question.dismissed_at ??
                  question.closed_at ??
                  question.updated_at
                }
              />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function QuestionText({ question }: { readonly question: string }) {
  const { title, rest } = partsOf(question);
  return (
    <>
      <p className="item-title" dir="auto">
        <MarkdownLine text={title} />
      </p>
      {rest !== '' && <LongMarkdown text={rest} />}
    </>
  );
}

function endOf({ state, timed_out }: Context['ended_questions'][number]): string {
  if (timed_out) return 'Its time ran out';
  if (state === 'dismissed') return 'Dismissed';
  return state === 'closed' ? 'The agent no longer asks' : 'Answered';
}
