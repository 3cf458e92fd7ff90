import { Link } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ApprovalItem, ApprovalList } from '../../../routes/approvals/approvals.types.ts';
import { Part } from '../../parts/part.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './home.module.css';

const most = 6;

/** Requests that wait for this person, the next to expire first. */
export function ApprovalsBlock({ data }: { readonly data: Promise<ApprovalList> }) {
  const t = useWords();
  return (
    <Part title={t('home.approvals')} aside={<Link to="/approvals">{t('home.all')}</Link>} data={data}>
      {({ items }) => {
        const waiting = items.filter(({ mayDecide }) => mayDecide);
        return waiting.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="ok">{t('home.approvals.none')}</StateWord>
          </p>
        ) : (
          <DataTable
            label={t('home.approvals')}
            rows={waiting.slice(0, most)}
            rowKey={({ id }) => id}
            rowHref={({ refund }) => (refund === null ? '/approvals' : `/sales/${refund.orderId}`)}
            columns={columnsOf(t)}
          />
        );
      }}
    </Part>
  );
}

function columnsOf(t: Translator): readonly Column<ApprovalItem>[] {
  return [
    { id: 'kind', header: t('home.what'), cell: ({ kind }) => t(`home.approvals.${kind}`), narrow: 'title' },
    { id: 'asked', header: t('home.asked-by'), cell: ({ askedBy }) => askedBy, isWide: true, narrow: 'detail' },
    {
      id: 'amount',
      header: t('home.amount'),
      cell: ({ refund }) => refund && <Money units={refund.amount} currency={refund.currency} isMixed />,
      isEnd: true,
      narrow: 'title-end',
    },
    {
      id: 'expires',
      header: t('home.expires'),
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
      isEnd: true,
      narrow: 'detail-end',
    },
  ];
}
