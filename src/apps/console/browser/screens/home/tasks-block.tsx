import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { TaskList } from '../../../routes/tasks/tasks.types.ts';
import { Part } from '../../parts/part.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { taskColumns } from '../tasks/task-columns.tsx';
import { taskName, tasksCodec } from '../tasks/tasks-filters.ts';
import css from './home.module.css';

const most = 6;
const noFilters = tasksCodec.read(new URLSearchParams());

/** The oldest open tasks, with how many there are. */
export function TasksBlock({ data }: { readonly data: Promise<TaskList> }) {
  const t = useWords();
  return (
    <Part title={t('home.tasks')} aside={<Link to="/tasks">{t('home.all')}</Link>} data={data}>
      {({ tasks }) =>
        tasks.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="ok">{t('tasks.empty')}</StateWord>
          </p>
        ) : (
          <DataTable
            label={t('home.tasks')}
            rows={tasks.slice(0, most)}
            rowKey={taskName}
            rowHref={(task) => `/tasks${tasksCodec.write({ ...noFilters, open: taskName(task) })}`}
            hasKeys={false}
            columns={taskColumns(t, { isBeside: true })}
          />
        )
      }
    </Part>
  );
}
