import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ApprovalList } from '../../../routes/approvals/approvals.types.ts';
import type { DisputePage } from '../../../routes/disputes/disputes.types.ts';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import type { Health } from '../../../routes/health/health.types.ts';
import type { SaleList } from '../../../routes/sales/sale-item.types.ts';
import type { TaskList } from '../../../routes/tasks/tasks.types.ts';
import { saleTroubles } from '#src/domain/sales/search/index.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { api } from '../../data/api.ts';
import { brandsInView } from '../../data/brands-in-view.ts';
import { later } from '../../data/later.ts';
import { useLive } from '../../data/live.ts';
import { currentMe } from '../../data/me-context.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { todayOfMoney } from '../money/figure-search.ts';
import { salesCodec } from '../sales/sales-filters.ts';
import { ApprovalsBlock } from './approvals-block.tsx';
import { DisputesBlock } from './disputes-block.tsx';
import { HealthBlock } from './health-block.tsx';
import css from './home.module.css';
import { MoneyBlock } from './money-block.tsx';
import { SalesBlock } from './sales-block.tsx';
import { TasksBlock } from './tasks-block.tsx';

const allSales = salesCodec.read(new URLSearchParams());

/** What the person may see of the day: each block is asked for by itself, and one that fails leaves the others. */
export function loader({ request: { signal } }: LoaderFunctionArgs) {
  const { permissions } = currentMe();
  const today = todayOfMoney();
  const days = { from: addDays(today, -1), to: today, brand: brandsInView() };
  const decides = permissions.some((permission) => permission.endsWith('.approve'));
  return {
    today,
    approvals: decides ? later(api.get<ApprovalList>('/approvals', { signal })) : null,
    tasks: permissions.includes('task.work') ? later(api.get<TaskList>('/tasks', { signal })) : null,
    disputes: permissions.includes('dispute.answer')
      ? later(api.get<DisputePage>('/disputes', { query: { state: 'open' }, signal }))
      : null,
    figures: permissions.includes('figures.view') ? later(api.get<Figures>('/figures', { query: days, signal })) : null,
    ...(permissions.includes('sale.view') ? salesOf(signal) : { troubled: null, newest: null }),
    health: permissions.includes('health.view') ? later(api.get<Health>('/health', { signal })) : null,
  };
}

function salesOf(signal: AbortSignal) {
  const list = (trouble: readonly string[]) =>
    later(api.get<SaleList>('/sales', { query: { period: '30', brand: brandsInView(), trouble }, signal }));
  return { troubled: list(saleTroubles), newest: list([]) };
}

export function Component() {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const { today, approvals, tasks, disputes, figures, troubled, newest, health } = useLoaderData<typeof loader>();
  useLive(['approvals', 'tasks'], () => void revalidate());
  return (
    <>
      <ScreenHead title={t('home.title')} />
      <div className={css['blocks']}>
        {approvals && <ApprovalsBlock data={approvals} />}
        {tasks && <TasksBlock data={tasks} />}
        {disputes && <DisputesBlock data={disputes} />}
        {figures && <MoneyBlock data={figures} today={today} />}
        {troubled && (
          <SalesBlock
            title={t('home.troubled')}
            none={t('home.troubled.none')}
            href={`/sales${salesCodec.write({ ...allSales, trouble: [...saleTroubles] })}`}
            columns={['state', 'buyer', 'amount', 'troubles']}
            data={troubled}
          />
        )}
        {newest && (
          <SalesBlock
            title={t('home.newest')}
            none={t('sales.empty')}
            href="/sales"
            columns={['when', 'state', 'buyer', 'method', 'amount']}
            data={newest}
          />
        )}
        {health && <HealthBlock data={health} />}
      </div>
    </>
  );
}
