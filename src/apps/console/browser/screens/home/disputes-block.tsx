import { Link } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputePage, DisputeRow } from '../../../routes/disputes/disputes.types.ts';
import { useNow } from '../../data/now.ts';
import { Part } from '../../parts/part.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { standingOf, standingTones } from '../disputes/dispute-standing.ts';
import css from './home.module.css';

const most = 6;

/** Open disputes, the next deadline first. */
export function DisputesBlock({ data }: { readonly data: Promise<DisputePage> }) {
  const t = useWords();
  const now = useNow();
  return (
    <Part title={t('home.disputes')} aside={<Link to="/disputes">{t('home.all')}</Link>} data={data}>
      {({ disputes }) =>
        disputes.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="ok">{t('disputes.empty.open')}</StateWord>
          </p>
        ) : (
          <DataTable
            label={t('home.disputes')}
            rows={disputes.slice(0, most)}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/disputes/${id}`}
            hasKeys={false}
            columns={columnsOf(t, now)}
          />
        )
      }
    </Part>
  );
}

function columnsOf(t: Translator, now: number): readonly Column<DisputeRow>[] {
  return [
    {
      id: 'order',
      header: t('disputes.order'),
      cell: ({ orderReference }) => orderReference,
      isWide: true,
      narrow: 'title',
    },
    {
      id: 'standing',
      header: t('disputes.standing'),
      cell: (row) => {
        const standing = standingOf(row, now);
        return <StateWord tone={standingTones[standing]}>{t(`disputes.standing.${standing}`)}</StateWord>;
      },
      narrow: 'detail',
    },
    {
      id: 'due',
      header: t('disputes.due'),
      cell: ({ evidenceDue }) => (evidenceDue === null ? '–' : <Time at={evidenceDue} />),
      narrow: 'detail-end',
    },
    {
      id: 'amount',
      header: t('disputes.amount'),
      cell: ({ amount, currency }) => <Money units={amount} currency={currency} isMixed />,
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}
