import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { taskKinds } from '#src/domain/sales/tasks/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { TaskDetail, TaskList } from '../../../routes/tasks/tasks.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';
import { useMe } from '../../data/me-context.tsx';
import { useFiltersOnWay } from '../../parts/filters/use-filters-on-way.ts';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { EmptyFiltered, EmptyFirst, NotThere } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { ColumnChooser } from '../../parts/table/column-chooser.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { ViewMenu } from '../../views/view-menu.tsx';
import { PayoutBatchBar } from './payout-batch-bar.tsx';
import { chosenPayouts, payoutSelection } from './payout-choice.ts';
import { taskColumns } from './task-columns.tsx';
import { TaskPanel } from './task-panel.tsx';
import css from './tasks.module.css';
import { taskName, tasksCodec, type TasksFilters } from './tasks-filters.ts';

interface Loaded {
  readonly list: TaskList;
  readonly filters: TasksFilters;
  /** The task beside the queue; `gone` where it has ended, or is out of scope. */
  readonly open: TaskDetail | 'gone' | null;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filters = tasksCodec.read(new URL(request.url).searchParams);
  const { open: opened, column: _column, view: _view, ...query } = filters;
  const at = opened?.indexOf('~') ?? -1;
  // A link of the sale page names the task by its id alone.
  const kind = opened === null || at < 0 ? null : opened.slice(0, at);
  const key = opened === null ? null : { kind, id: opened.slice(at + 1) };
  const { signal } = request;
  const [list, open] = await Promise.all([
    api.get<TaskList>('/tasks', { query, signal }),
    key === null ? null : api.get<TaskDetail>('/tasks/one', { query: key, signal }).catch((): 'gone' => 'gone'),
  ]);
  return { list, filters, open };
}

export function Component() {
  const t = useWords();
  const { list, filters, open } = useLoaderData<Loaded>();
  const wanted = useFiltersOnWay(tasksCodec, filters);
  const isReloading = useIsReloading();
  const { revalidate } = useRevalidator();
  useLive(['tasks'], () => void revalidate());
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const go = (change: Partial<TasksFilters>): void =>
    void navigate(tasksCodec.write({ ...wanted, after: null, ...change }) || '?', { preventScrollReset: true });
  const beside = (name: string): string => tasksCodec.write({ ...filters, open: name });
  const total = list.counts.reduce((sum, { count }) => sum + count, 0);
  const worst = filters.kind !== null ? 'kind' : filters.owner !== null ? 'owner' : 'brand';
  const isFiltered = filters.kind !== null || filters.owner !== null || filters.brand !== null;
  return (
    <>
      <ScreenHead
        title={t('tasks.title')}
        beside={<span>{t('tasks.total', { count: total })}</span>}
        actions={
          <>
            <ColumnChooser
              columns={taskColumns(t, { isBeside: false })}
              chosen={wanted.column}
              onChange={(column) => go({ column })}
            />
            <ViewMenu list="tasks" />
          </>
        }
      >
        <Filters list={list} filters={wanted} onChange={go} />
      </ScreenHead>
      <div className={css['split']} data-open={open === null ? undefined : true}>
        <div>
          {list.tasks.length === 0 && !isFiltered && (
            <EmptyFirst title={t('tasks.empty')}>{t('tasks.empty.text')}</EmptyFirst>
          )}
          {list.tasks.length === 0 && isFiltered && (
            <EmptyFiltered filter={t(`tasks.filter.${worst}`)} onDrop={() => go({ [worst]: null })} />
          )}
          <PayoutBatchBar
            payouts={chosenPayouts(list.tasks, chosen)}
            onChange={setChosen}
            onRecorded={() => void revalidate()}
          />
          {list.tasks.length > 0 && (
            <DataTable
              label={t('tasks.title')}
              rows={list.tasks}
              columns={taskColumns(t, { isBeside: open !== null })}
              chosenColumns={filters.column}
              rowKey={taskName}
              rowHref={(row) => beside(taskName(row))}
              besideHref={(row) => beside(taskName(row))}
              currentKey={filters.open}
              isReloading={isReloading}
              {...payoutSelection(t, list.tasks, { chosen, onChange: setChosen })}
            />
          )}
          {(list.after !== null || filters.after !== null) && (
            <Pager before={null} after={list.after} summary={t('tasks.page', { count: list.tasks.length })} />
          )}
        </div>
        {open === 'gone' && (
          <section className={css['panel']}>
            <NotThere level={2} />
          </section>
        )}
        {open !== null && open !== 'gone' && (
          <TaskPanel
            key={taskName(open)}
            task={open}
            onClose={() => go({ open: null, after: filters.after })}
            onChanged={() => void revalidate()}
          />
        )}
      </div>
    </>
  );
}

interface FiltersProps {
  readonly list: TaskList;
  readonly filters: TasksFilters;
  readonly onChange: (change: Partial<TasksFilters>) => void;
}

function Filters({ list, filters, onChange }: FiltersProps) {
  const t = useWords();
  const { brands } = useMe();
  const names = new Map(brands.map(({ brand }) => [brand, brandName(brands, brand)]));
  const counted = (kind: (typeof taskKinds)[number]) => list.counts.find((one) => one.kind === kind)?.count ?? 0;
  const kinds = taskKinds.filter((kind) => counted(kind) > 0 || kind === filters.kind);
  return (
    <FilterBar>
      <FilterChip
        label={t('tasks.filter.kind')}
        options={kinds.map((kind) => ({ value: kind, label: `${t(`tasks.kind.${kind}`)} · ${counted(kind)}` }))}
        chosen={filters.kind === null ? [] : [filters.kind]}
        onChange={([chosen]) => onChange({ kind: taskKinds.find((kind) => kind === chosen) ?? null })}
      />
      <FilterChip
        label={t('tasks.filter.owner')}
        options={(['me', 'nobody'] as const).map((value) => ({ value, label: t(`tasks.owner.${value}`) }))}
        chosen={filters.owner === null ? [] : [filters.owner]}
        onChange={([chosen]) => onChange({ owner: chosen === 'me' || chosen === 'nobody' ? chosen : null })}
      />
      {names.size > 1 && (
        <FilterChip
          label={t('tasks.filter.brand')}
          options={[...names].map(([value, label]) => ({ value, label }))}
          chosen={filters.brand === null ? [] : [filters.brand]}
          onChange={([chosen]) => onChange({ brand: chosen ?? null })}
        />
      )}
    </FilterBar>
  );
}
