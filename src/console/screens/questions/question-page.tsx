import type { components } from 'callboard-client';
import { useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { useSession } from '../../api/session';
import { Notes } from '../../notes/notes';
import { decide } from '../../decisions/outbox';
import { isDecided, keyOf, useEntry } from '../../decisions/decisions';
import { FileList } from '../../files/file-list';
import { useActorName } from '../../pickers/names';
import { QuestionRow } from '../../rows/request-rows';
import { Unsent } from '../../rows/row';
import { partsOf } from '../../ui/short-text';
import { LongMarkdown, MarkdownLine } from '../../ui/markdown';
import { Facts, Page, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import {
  About,
  Ending,
  RecordMissing,
  shortTitle,
  trailOfRequests,
  SingleRow,
  useAbout,
  useIsOpen,
} from './record-parts';
import { t } from '../../texts/texts';

type Question = components['schemas']['Question'];

/** The page of one question: to answer it, or to read who answered what. */
export function QuestionPage() {
  const { id } = useParams<{ readonly id: string }>();
  const { data, error, refetch } = api.useQuery('get', '/v1/questions/{id}', {
    params: { path: { id } },
  });
  useTitle(data === undefined ? t('Question') : shortTitle(partsOf(data.question).title));
  if (data === undefined) {
    return <RecordMissing key={id} name="question" error={error} onRetry={() => void refetch()} />;
  }
  return <Loaded key={id} question={data} />;
}

function Loaded({ question }: { readonly question: Question }) {
  const { id, created_by_actor_name: asker } = question;
  const { title, rest } = partsOf(question.question);
  const about = useAbout(question);
  const isOpen = useIsOpen({ kind: 'question', id }, question.state === 'open');
  const [search] = useSearchParams();
  const linked = question.choices[Number(search.get('choose') ?? 0) - 1];
  return (
    <Page title={<MarkdownLine text={title} />} trail={trailOfRequests}>
      {isOpen ? (
        <SingleRow subject={{ kind: 'question', id }}>
          <QuestionRow
            question={{ ...question, ...about.titles, agent_name: asker }}
            isGone={question.state !== 'open'}
            linked={linked}
          />
        </SingleRow>
      ) : (
        <QuestionEnding question={question} />
      )}
      <Panel title={t('The question')}>
        {!isOpen && rest !== '' && <LongMarkdown text={rest} under={2} />}
        <Facts
          facts={[
            [t('Asked by'), asker],
            [t('Asked'), <Time key="asked" at={question.created_at} />],
            [t('About'), about.link && <About key="about" link={about.link} />],
            // An open question has these in its row.
            ...(isOpen ? [] : factsOfEnded(question)),
          ]}
        />
        {!isOpen && <FileList files={question.files} />}
      </Panel>
      {isOpen && linked !== undefined && <LinkedChoice question={question} choice={linked} />}
      <Notes of="questions" id={id} />
    </Page>
  );
}

/**
 * Asks whether the choice of a link is the answer. It comes after all of the question, and the
 * button works once it has been on the screen, so that nobody answers what they have not seen.
 */
function LinkedChoice({
  question: { id, version },
  choice,
}: {
  readonly question: Question;
  readonly choice: string;
}) {
  const subject = { kind: 'question', id } as const;
  const entry = useEntry(keyOf(subject));
  const isViewer = useSession().data?.user.role === 'viewer';
  const end = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([shown]) => {
      if (shown?.isIntersecting === true) setSeen(true);
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  if (isDecided(entry) || isViewer) return null;
  return (
    <Panel title={t('The choice in your link')}>
      <p dir="auto">
        <MarkdownLine text={choice} />
      </p>
      <div className="actions" ref={end}>
        <button
          type="button"
          className="button button-primary"
          disabled={!isSeen}
          onClick={() => decide(subject, { kind: 'answer', id, version, text: choice })}
        >
          {t('Send this answer')}
        </button>
      </div>
    </Panel>
  );
}

function QuestionEnding({ question }: { readonly question: Question }) {
  const nameOf = useActorName();
  const { responded_at, dismissed_at, closed_at, updated_at, response } = question;
  return (
    <Ending
      sentence={sentenceOf(question, nameOf(whoEnded(question)))}
      at={responded_at ?? dismissed_at ?? closed_at ?? updated_at}
      texts={[
        [t('Answer|noun'), response],
        [question.state === 'closed' ? t('Reason') : t('Comment'), question.response_comment],
      ]}
    >
      <Unsent kind="question" id={question.id} />
    </Ending>
  );
}

function factsOfEnded({ choices, recommended_choice: recommended, on_answer }: Question) {
  return [
    [t('Choices'), choices.length === 0 ? null : <Choices key="choices" choices={choices} />],
    [t('Recommended'), recommended && <MarkdownLine key="recommended" text={recommended} />],
    [t('Then it will'), on_answer === '' ? null : <LongMarkdown key="then" text={on_answer} />],
  ] as const;
}

function Choices({ choices }: { readonly choices: readonly string[] }) {
  return (
    <ul className="plain-list">
      {choices.map((choice) => (
        <li key={choice} dir="auto">
          <MarkdownLine text={choice} />
        </li>
      ))}
    </ul>
  );
}

function whoEnded({ responded_by_actor_id, updated_by_actor_id }: Question): string {
  return responded_by_actor_id ?? updated_by_actor_id;
}

function sentenceOf({ state, timed_out, response }: Question, name: string): string {
  if (timed_out) {
    return response === null
      ? t('Nobody answered in time')
      : t('Nobody answered in time, so the default answer was taken');
  }
  if (state === 'dismissed') return t('{name} dismissed it', { name });
  return state === 'closed'
    ? t('{name} withdrew or resolved it', { name })
    : t('{name} answered', { name });
}
