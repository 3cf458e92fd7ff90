import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { z } from 'zod';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputePage, DisputeRow } from '../../../routes/disputes/disputes.types.ts';
import { api } from '../../data/api.ts';
import { useNow } from '../../data/now.ts';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { EmptyFirst } from '../../parts/notice.tsx';
import { hasSeveralCurrencies } from '../../parts/sales/sale-columns.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { ColumnChooser } from '../../parts/table/column-chooser.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { BrandWord } from '../../parts/values/brand-word.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { viewFields } from '../../views/view-fields.ts';
import { ViewMenu } from '../../views/view-menu.tsx';
import { standingOf, standingTones } from './dispute-standing.ts';

const codec = searchCodec({ state: z.enum(['open', 'decided']).default('open'), ...viewFields });

export async function loader({ request }: LoaderFunctionArgs) {
  const filters = codec.read(new URL(request.url).searchParams);
  const { disputes } = await api.get<DisputePage>('/disputes', { query: { state: filters.state } });
  return { filters, disputes };
}

function columnsOf(
  t: Translator,
  { now, state, isMixed }: { readonly now: number; readonly state: 'open' | 'decided'; readonly isMixed: boolean },
): readonly Column<DisputeRow>[] {
  return [
    {
      id: 'order',
      header: t('disputes.order'),
      cell: ({ orderReference }) => orderReference,
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
      id: 'category',
      header: t('disputes.category'),
      cell: ({ category, reason }) =>
        [t(`disputes.category.${category}`), reason].filter((part) => part !== null).join(' · '),
      isWide: true,
    },
    { id: 'stage', header: t('disputes.stage'), cell: ({ stage }) => t(`disputes.stage.${stage}`), isSpare: true },
    {
      id: 'method',
      header: t('disputes.method'),
      cell: ({ method, scheme, last4 }) => (scheme === null ? method : `${scheme} · ${last4 ?? ''}`),
      isSpare: true,
    },
    { id: 'brand', header: t('disputes.brand'), cell: ({ brand }) => <BrandWord brand={brand} /> },
    {
      id: 'amount',
      header: t('disputes.amount'),
      cell: ({ amount, currency }) => <Money units={amount} currency={currency} isMixed={isMixed} />,
      isEnd: true,
      narrow: 'title-end',
    },
    {
      id: 'at',
      header: state === 'open' ? t('disputes.at') : t('disputes.decided-at'),
      cell: ({ occurredAt, decidedAt }) => <Time at={decidedAt ?? occurredAt} />,
      isEnd: true,
      isSpare: true,
    },
  ];
}

export function Component() {
  const t = useWords();
  const { filters, disputes } = useLoaderData<typeof loader>();
  const { state } = filters;
  const navigate = useNavigate();
  const isReloading = useIsReloading();
  const now = useNow();
  const isMixed = hasSeveralCurrencies(disputes);
  const go = (change: Partial<typeof filters>): void => void navigate(codec.write({ ...filters, ...change }) || '?');
  const columns = columnsOf(t, { now, state, isMixed });
  return (
    <>
      <ScreenHead
        title={t('disputes.title')}
        actions={
          <>
            <ColumnChooser columns={columns} chosen={filters.column} onChange={(column) => go({ column })} />
            <ViewMenu list="disputes" />
          </>
        }
      >
        <FilterBar>
          <FilterChip
            label={t('disputes.state')}
            options={[{ value: 'decided', label: t('disputes.state.decided') }]}
            chosen={state === 'decided' ? ['decided'] : []}
            onChange={([next]) => go({ state: next === 'decided' ? 'decided' : 'open' })}
          />
        </FilterBar>
      </ScreenHead>
      {disputes.length === 0 ? (
        <EmptyFirst title={t(`disputes.empty.${state}`)}>{t(`disputes.empty.${state}.text`)}</EmptyFirst>
      ) : (
        <DataTable
          label={t('disputes.title')}
          rows={disputes}
          columns={columns}
          chosenColumns={filters.column}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/disputes/${id}`}
          isReloading={isReloading}
        />
      )}
    </>
  );
}
