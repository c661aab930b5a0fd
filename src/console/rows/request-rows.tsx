import { unwrap, type components, type Proposal } from 'callboard-client';
import { Link, useLocation } from 'wouter';
import { client } from '../api/client';
import { useSession } from '../api/session';
import { FileList } from '../files/file-list';
import { Addressee } from '../pickers/names';
import { loadable } from '../ui/loading';
import { LongMarkdown, MarkdownLine } from '../ui/markdown';
import { Menu, type MenuEntry } from '../ui/menu';
import { TextForm } from '../ui/text-form';
import { Time } from '../ui/time';
import { useWrite } from '../ui/use-write';
import { partsOf } from '../ui/short-text';
import { Row, useDecide } from './row';
import { t, Trans } from '../texts/texts';

/** A question, with the names of its agent and of the record that it is about. */
export type Question = Omit<components['schemas']['QuestionEntry'], 'state' | 'status'>;

/** A question with its choices as numbered buttons. */
export function QuestionRow({
  question,
  isGone,
  linked,
}: {
  readonly question: Question;
  readonly isGone: boolean;
  /** The choice of the link that led here. Such a row shows the whole question. */
  readonly linked?: string | undefined;
}) {
  const { id, version, choices, recommended_choice: recommended } = question;
  const subject = { kind: 'question', id } as const;
  const { form, show, close, decide } = useDecide(subject);
  // Viewers read the choices.
  const isViewer = useSession().data?.user.role === 'viewer';
  const answer = (text: string): void => decide({ kind: 'answer', id, version, text });
  const dismiss = (): void => decide({ kind: 'dismiss', id, version });
  const { title, rest } = partsOf(question.question);
  const canWrite = question.allow_free_text || choices.length === 0;
  const write = canWrite ? () => show('write') : undefined;
  const [path] = useLocation();
  const page = `/app/questions/${id}`;
  const take = useTake(question);
  const own = write !== undefined && (
    <button
      type="button"
      className={choices.length === 0 ? 'button' : 'button button-quiet'}
      onClick={write}
    >
      <kbd>0</kbd> {choices.length === 0 ? t('Write an answer') : t('Another answer')}
    </button>
  );
  return (
    <Row
      subject={subject}
      kind={t('question')}
      icon="question"
      title={title}
      heading={<MarkdownLine text={title} />}
      href={path === page ? undefined : page}
      meta={<QuestionMeta question={question} />}
      isGone={isGone}
      commands={{
        choose: (number) => {
          const choice = choices[number - 1];
          if (choice !== undefined) answer(choice);
        },
        write,
        yes: recommended === null ? undefined : () => answer(recommended),
        dismiss,
        close,
        names: {
          choices,
          yes: t('Answer as recommended: {recommended}', { recommended: recommended ?? '' }),
        },
      }}
    >
      {rest !== '' && <LongMarkdown text={rest} startsWhole={linked !== undefined} />}
      {question.on_answer !== '' && (
        <div className="row-then">
          <span className="row-then-label">{t('Then it will:')}</span>
          <div>
            <LongMarkdown text={question.on_answer} startsWhole={linked !== undefined} />
          </div>
        </div>
      )}
      <FileList files={question.files} />
      {form === undefined ? (
        <div className="actions">
          {choices.map((choice, index) => (
            <button
              key={choice}
              type="button"
              data-reads
              disabled={isViewer}
              className={choice === recommended ? 'button button-recommended' : 'button'}
              onClick={() => answer(choice)}
            >
              {index < 9 && <kbd>{index + 1}</kbd>}
              <span dir="auto">
                <MarkdownLine text={choice} isButton />
              </span>
              {choice === recommended && <span className="tag">{t('Recommended')}</span>}
              {choice === linked && <span className="tag">{t('In your link')}</span>}
            </button>
          ))}
          {choices.length === 0 && own}
          <Menu
            label={t('Other commands')}
            entries={[...take, { name: t('Dismiss'), key: 'S', isDanger: true, run: dismiss }]}
          />
          {choices.length > 0 && own}
        </div>
      ) : (
        <TextForm
          draftKey={id}
          label={t('Your answer')}
          action={t('Answer')}
          onSend={answer}
          onCancel={close}
        />
      )}
    </Row>
  );
}

/** Takes a question that nobody has taken, and releases what the person has taken. */
function useTake({ id, taken_by_actor_id: taker }: Question): readonly MenuEntry[] {
  const { data } = useSession();
  const { write } = useWrite();
  const isMine = taker === data?.user.actor_id;
  if (taker !== null && !isMine) return [];
  const send = (): void =>
    void write(
      () => {
        const params = { path: { id } };
        return unwrap(
          isMine
            ? client.POST('/v1/questions/{id}/release', { params })
            : client.POST('/v1/questions/{id}/take', { params }),
        );
      },
      { done: isMine ? t('You released the question.') : t('You answer this question.') },
    );
  return [{ name: isMine ? t('Release') : t('I answer this'), run: send }];
}

function QuestionMeta({ question }: { readonly question: Question }) {
  const { agent_name, created_by_actor_name, expires_at, blocking, action_id } = question;
  const { taken_by_actor_id: taker } = question;
  const about = question.action_title ?? question.order_name ?? question.project_title;
  const aboutLink =
    action_id === null ? about : <Link href={`/app/actions/${action_id}`}>{about}</Link>;
  return (
    <>
      <Trans
        id="{agentName} asked {time}"
        values={{
          agentName: (
            <strong dir="auto">{agent_name ?? created_by_actor_name ?? t('An agent')}</strong>
          ),
          time: <Time at={question.created_at} />,
        }}
      />
      {about !== null && (
        <span dir="auto">
          {blocking ? (
            <Trans id="cannot go on with “{about}”" values={{ about: aboutLink }} />
          ) : (
            <Trans id="about “{about}”" values={{ about: aboutLink }} />
          )}
        </span>
      )}
      <Addressee
        id={taker ?? question.assigned_actor_id}
        words={
          taker === null
            ? t('for {assignedActorName}', {
                assignedActorName: question.assigned_actor_name ?? '',
              })
            : t('{takenByActorName} answers it', {
                takenByActorName: question.taken_by_actor_name ?? '',
              })
        }
      />
      {expires_at !== null && (
        <span>
          <Trans id="ends {time}" values={{ time: <Time at={expires_at} /> }} />
        </span>
      )}
    </>
  );
}

/** The module of the rows of proposals; undefined until it is loaded. */
export const useProposalRows = loadable(() => import('./proposal-row'));

/** A request of an agent for approval. Its code is loaded with the first one. */
export function ProposalRow(props: {
  readonly proposal: Proposal;
  readonly isGone: boolean;
  readonly linked?: number | undefined;
}) {
  const loaded = useProposalRows();
  if (loaded !== undefined) return <loaded.ProposalRow {...props} />;
  return <li className="skeleton skeleton-row" aria-busy="true" />;
}

/** The texts of a proposal that has ended. */
export function ProposalTexts(props: { readonly proposal: Proposal }) {
  const loaded = useProposalRows();
  return loaded === undefined ? null : <loaded.ProposalTexts {...props} />;
}
