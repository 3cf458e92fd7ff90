import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ApprovalItem, ApprovalList } from '../../../routes/approvals/approvals.types.ts';
import { api } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';
import { EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { Approval } from './approval.tsx';
import css from './approvals.module.css';

export function loader({ request }: LoaderFunctionArgs): Promise<ApprovalList> {
  return api.get<ApprovalList>('/approvals', { signal: request.signal });
}

/** What waits for a second person, with all that its asker saw; the next to expire first. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const t = useWords();
  const { revalidate } = useRevalidator();
  useLive(['approvals'], () => void revalidate());
  const waiting = items.filter(({ state }) => state === 'waiting');
  const mine = waiting.filter(({ mayDecide }) => mayDecide);
  const others = waiting.filter(({ mayDecide }) => !mayDecide);
  const over = items.filter(({ state }) => state !== 'waiting');
  return (
    <>
      <ScreenHead title={t('approvals.title')} />
      {items.length === 0 && <EmptyFirst title={t('approvals.empty.title')}>{t('approvals.empty.text')}</EmptyFirst>}
      <Group title={t('approvals.for-me')} items={mine} />
      <Group title={t('approvals.of-others')} items={others} />
      <Group title={t('approvals.over')} items={over} />
    </>
  );
}

function Group({ title, items }: { readonly title: string; readonly items: readonly ApprovalItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className={css['group']} aria-label={title}>
      <h2>
        {title} <span className={css['count']}>{items.length}</span>
      </h2>
      <ul className={css['list']}>
        {items.map((item) => (
          <li key={item.id}>
            <Approval item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
