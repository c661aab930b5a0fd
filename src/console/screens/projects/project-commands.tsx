import { isCallboardError, type components } from 'callboard-client';
import { Suspense, useState } from 'react';
import { isTyping } from '../../keys/keys';
import { ConfirmDialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { RefusedNotice, useCommand } from '../../ui/use-command';
import { readProject, updateProject, type Project } from './project';
import { lazy } from '../../ui/loading';
import { t } from '../../texts/texts';

const DuplicateDialog = lazy(async () => ({
  default: (await import('./project-dialogs')).DuplicateDialog,
}));

type State = components['schemas']['ProjectState'];

const commands = {
  completed: { name: t('Complete'), done: t('The project was completed.') },
  paused: { name: t('Pause'), done: t('The project was paused.') },
  dropped: { name: t('Drop'), done: t('The project was dropped.') },
  active: { name: t('Reactivate'), done: t('The project is active.') },
} as const;

const nextStates: Readonly<Record<State, readonly State[]>> = {
  active: ['completed', 'paused', 'dropped'],
  paused: ['active', 'completed', 'dropped'],
  completed: ['active'],
  dropped: ['active'],
};

/** Asks what happens to the open actions of a project that ends. */
interface Question {
  readonly state: State;
  readonly open: number;
}

/** The commands of a project: edit, change its state, duplicate a template. */
export function ProjectCommands({
  project,
  onEdit,
}: {
  readonly project: Project;
  readonly onEdit: () => void;
}) {
  const [question, setQuestion] = useState<Question>();
  const [isDuplicating, setDuplicating] = useState(false);
  const { run, refused, isSending, fault, forgetFault } = useCommand();

  async function change(state: State, closeActions: boolean): Promise<void> {
    const former = project.state;
    let asked: Question | undefined;
    const send = async (current: Project): Promise<Project> => {
      try {
        return await updateProject(current, { state, close_actions: closeActions });
      } catch (error) {
        if (isCallboardError(error, 'PROJECT_HAS_OPEN_ACTIONS')) {
          asked = { state, open: error.details.open_action_count };
        }
        throw error;
      }
    };
    const { done } = commands[state];
    const undo = (changed: Project): Promise<Project> => updateProject(changed, { state: former });
    // Nothing reopens the dropped actions together with the project.
    const result = await run(project, {
      send,
      read: () => readProject(project.id),
      done,
      undo: closeActions ? undefined : undo,
    });
    if (asked !== undefined) forgetFault();
    if (result === undefined) {
      setQuestion(asked ?? question);
      return;
    }
    setQuestion(undefined);
    // The button is gone.
    if (!isTyping()) document.querySelector<HTMLElement>('h1')?.focus();
  }

  return (
    <>
      {project.is_template && (
        <button
          type="button"
          className="button button-primary"
          onClick={() => setDuplicating(true)}
        >
          {t('Duplicate …')}
        </button>
      )}
      <button type="button" className="button" onClick={onEdit}>
        <Icon name="edit" /> {t('Edit')} <kbd>E</kbd>
      </button>
      {nextStates[project.state].map((state) => (
        <button
          key={state}
          type="button"
          className="button"
          aria-disabled={isSending}
          onClick={() => void change(state, false)}
        >
          {commands[state].name}
        </button>
      ))}
      {question === undefined && fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <RefusedNotice refused={refused} />
      {question !== undefined && (
        <ConfirmDialog
          title={t('The project has open actions')}
          action={
            question.state === 'completed'
              ? t('Complete the project and drop them')
              : t('Drop the project and drop them')
          }
          fault={fault}
          isSending={isSending}
          onConfirm={() => void change(question.state, true)}
          onClose={() => {
            forgetFault();
            setQuestion(undefined);
          }}
        >
          <p>
            {t(
              '{count, plural, one {One action is still open.} other {# actions are still open.}} A project ends only with all its actions. Nothing undoes this, but each action can be reopened.',
              { count: question.open },
            )}
          </p>
        </ConfirmDialog>
      )}
      {isDuplicating && (
        <Suspense>
          <DuplicateDialog template={project} onClose={() => setDuplicating(false)} />
        </Suspense>
      )}
    </>
  );
}
