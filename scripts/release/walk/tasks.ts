import { unwrap, type CallboardClient } from 'callboard-client';
import { actionsWith, effect, type Task } from './task';
import { connectTasks } from './tasks-connect';

/** The three actions with the label garden. */
async function garden(person: CallboardClient) {
  const params = { query: { label: ['garden'] } };
  return (await unwrap(person.GET('/v1/actions', { params }))).items;
}

const decideTasks: readonly Task[] = [
  {
    name: 'answer a question',
    run: async ({ newcomer, given: { person } }) => {
      await newcomer.go('Now');
      await newcomer.press('Red', newcomer.row('Which colour has the tent?'));
      await effect('the question has the answer Red', async () => {
        const query = { state: ['answered' as const] };
        const { items } = await unwrap(person.GET('/v1/questions', { params: { query } }));
        return items.some(({ response }) => response === 'Red');
      });
    },
  },
  {
    name: 'approve finished work',
    run: async ({ newcomer, given: { person } }) => {
      const { say } = newcomer;
      await newcomer.go('Review');
      await newcomer.press(say('Approve'), newcomer.row('Sweep the stage'));
      await effect('the work is approved', async () => {
        const [one] = await actionsWith(person, 'Sweep the stage');
        return one?.status === 'done';
      });
    },
  },
  {
    name: 'reject finished work',
    run: async ({ newcomer, given: { person } }) => {
      const { say } = newcomer;
      await newcomer.go('Review');
      await newcomer.press(say('Reject …'), newcomer.row('Hang the lamps'));
      await newcomer.write(say('What is wrong? The agent reads this.'), 'Two lamps are dark.');
      await newcomer.press(say('Reject'));
      await effect('the work is ready again', async () => {
        const [one] = await actionsWith(person, 'Hang the lamps');
        return one?.status === 'ready';
      });
    },
  },
];

const workTasks: readonly Task[] = [
  {
    name: 'create for an agent with date and label',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.press(say('New action'));
      await newcomer.write(say('Title'), 'Print the programme', dialog());
      await newcomer.choose(say('Assigned to'), 'Otto', dialog());
      await newcomer.write(say('Due'), say('fri 5pm'), dialog());
      await dialog().getByText(say('More fields')).click();
      await newcomer.write(say('Labels'), 'print', dialog());
      await newcomer.press(say('Create the action'), dialog());
      await effect('Otto has it, due at 17:00, with the label', async () => {
        const [one] = await actionsWith(person, 'Print the programme');
        if (one?.due_at === null || one === undefined) return false;
        // The example of the field names another day in German.
        const isAtFive = new Date(one.due_at).getUTCHours() === 17;
        return one.assigned_actor_name === 'Otto' && isAtFive && one.labels.includes('print');
      });
    },
  },
  {
    name: 'find who does what today',
    run: async ({ newcomer }) => {
      await newcomer.go('Agents');
      const mira = newcomer.row('Mira');
      await mira.getByRole('link', { name: 'Tune the piano' }).waitFor();
    },
  },
  {
    name: 'project from a template',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Work');
      await newcomer.follow(say('Projects'));
      await newcomer.select(say('Kind'), say('Templates'));
      await newcomer.follow('Open an evening');
      await newcomer.press(say('Duplicate …'));
      await newcomer.write(say('Title of the new project'), 'Evening of the owls', dialog());
      await newcomer.press(say('Create the project'), dialog());
      await newcomer.find('heading', 'Evening of the owls').waitFor();
      await effect('the project has the three actions', async () => {
        const { items } = await unwrap(person.GET('/v1/projects'));
        const id = items.find(({ title }) => title === 'Evening of the owls')?.id;
        if (id === undefined) return false;
        const params = { path: { id } };
        const actions = await unwrap(person.GET('/v1/projects/{id}/actions', { params }));
        return actions.items.length === 3;
      });
    },
  },
  {
    name: 'order three with a blocker',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      // The project of the task before.
      const title = 'Sell the tickets';
      await newcomer.press(say('Move up: {title}', { title }));
      await newcomer.press(say('Move up: {title}', { title }));
      await newcomer.press(say('Blockers of: {title}', { title: 'Print the posters' }));
      await newcomer.choose(say('Blocked by'), 'Water the lawn', dialog());
      await newcomer.press(say('Add the blocker'), dialog());
      await newcomer.press(say('Close'), dialog());
      await effect('the order and the blocker are stored', async () => {
        const { items: projects } = await unwrap(person.GET('/v1/projects'));
        const id = projects.find((one) => one.title === 'Evening of the owls')?.id ?? '';
        const params = { path: { id } };
        const { items } = await unwrap(person.GET('/v1/projects/{id}/actions', { params }));
        const titles = items.map((one) => one.title).join();
        const blocked = items.find((one) => one.title === 'Print the posters');
        const isOrdered = titles === 'Sell the tickets,Book the hall,Print the posters';
        return isOrdered && blocked?.blocked_by.length === 1;
      });
    },
  },
  {
    name: 'change many at once',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Work');
      await newcomer.follow(say('All actions'));
      for (const action of ['Water the lawn', 'Rake the paths', 'Cut the hedge']) {
        await newcomer.find('checkbox', say('Select {action}', { action })).check();
      }
      const bar = newcomer.find('region', say('Selected actions'));
      await newcomer.press(`${say('Priority')} …`, bar);
      await newcomer.select(say('Priority'), say('High'), dialog());
      await dialog().getByRole('button', { name: /3/ }).click();
      await effect('all three have the priority', async () => {
        const all = await garden(person);
        return all.filter(({ priority }) => priority === 3).length === 3;
      });
    },
  },
  {
    name: 'undo it',
    run: async ({ newcomer, given: { person } }) => {
      const { say } = newcomer;
      await newcomer.press(say('Undo'), newcomer.find('region', say('What was done')));
      await effect('none of the three has the priority', async () => {
        const all = await garden(person);
        return all.every(({ priority }) => priority !== 3);
      });
    },
  },
  {
    name: 'save a view',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Work');
      await newcomer.follow(say('All actions'));
      await newcomer.press(say('Filter'));
      await newcomer.find('menuitem', say('Label')).click();
      await dialog().getByLabel('garden', { exact: true }).check();
      await newcomer.press(say('Apply'), dialog());
      await newcomer.press(say('Save as a view…'));
      await newcomer.write(say('Name'), 'The garden', dialog());
      await newcomer.press(say('Save'), dialog());
      await newcomer.find('link', 'The garden').waitFor();
      await effect('the view has the label', async () => {
        const { items } = await unwrap(person.GET('/v1/saved-views'));
        return JSON.stringify(items.find(({ name }) => name === 'The garden')).includes('garden');
      });
    },
  },
  {
    name: 'move a card of the board',
    run: async ({ newcomer, given: { person } }) => {
      const { say, dialog } = newcomer;
      await newcomer.go('Work');
      await newcomer.follow(say('Board'));
      const [one] = await actionsWith(person, 'Cut the hedge');
      await newcomer.press(say('Move {key} to …', { key: one?.key ?? '' }));
      await newcomer.press(say('Waiting'), dialog());
      await effect('the action waits', async () => {
        const [moved] = await actionsWith(person, 'Cut the hedge');
        return moved?.status === 'waiting';
      });
    },
  },
  {
    name: 'search',
    run: async ({ newcomer }) => {
      await newcomer.go('Search');
      await newcomer.write(newcomer.say('Words'), 'piano');
      await newcomer.follow('Tune the piano');
      await newcomer.find('heading', 'Tune the piano').waitFor();
    },
  },
];

/** The twenty tasks, in their order. */
export const tasks: readonly Task[] = [...decideTasks, ...workTasks, ...connectTasks];
