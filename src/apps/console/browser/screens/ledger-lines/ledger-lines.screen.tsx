import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { FigureLine, FigureLines } from '../../../routes/figures/figures.types.ts';
import { brandName } from '../../data/brand-name.ts';
import { api } from '../../data/api.ts';
import { useMe } from '../../data/me-context.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import { EmptyFiltered } from '../../parts/notice.tsx';
import { hasSeveralCurrencies } from '../../parts/sales/sale-columns.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { methodText } from '../../parts/values/method-text.ts';
import { Money } from '../../parts/values/money.tsx';
import { Time } from '../../parts/values/time.tsx';
import { figureQuery, figureSearch, ledgerExportFilters } from '../money/figure-search.ts';
import { MoneyFilters } from '../money/money-filters.tsx';
import css from './ledger-lines.module.css';

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const search = figureSearch.read(searchParams);
  const query = { ...figureQuery(search), after: searchParams.get('after') };
  return { search, page: await api.get<FigureLines>('/figures/lines', { query, signal: request.signal }) };
}

export function Component() {
  const t = useWords();
  const navigate = useNavigate();
  const { search, page } = useLoaderData<typeof loader>();
  const { brands } = useMe();
  const isReloading = useIsReloading();
  const isMixed = hasSeveralCurrencies(page.lines);
  return (
    <>
      <ScreenHead
        title={t('ledger-lines.title')}
        beside={
          <Link to={`/money${figureSearch.write(search)}`} className={css['back']}>
            {t('ledger-lines.figures')}
          </Link>
        }
        actions={<ExportButton question={{ kind: 'ledger', filters: ledgerExportFilters(search) }} />}
      >
        <MoneyFilters search={search} methods={[...new Set(page.lines.map(({ method }) => method))]} />
      </ScreenHead>
      {page.lines.length === 0 ? (
        <EmptyFiltered filter={t('parts.period.label')} onDrop={() => void navigate('?')} />
      ) : (
        <>
          <DataTable
            label={t('ledger-lines.title')}
            rows={page.lines}
            rowKey={({ id }) => id}
            rowHref={({ orderId }) => `/sales/${orderId}`}
            isReloading={isReloading}
            columns={columnsOf(t, isMixed, new Map(brands.map(({ brand }) => [brand, brandName(brands, brand)])))}
          />
          <Pager before={null} after={page.after} summary={t('ledger-lines.summary')} />
        </>
      )}
    </>
  );
}

function columnsOf(
  t: Translator,
  isMixed: boolean,
  brandNames: ReadonlyMap<string, string>,
): readonly Column<FigureLine>[] {
  return [
    {
      id: 'order',
      header: t('ledger-lines.order'),
      cell: ({ orderNumber }) => String(orderNumber),
      narrowCell: ({ orderNumber }) => t('sale.title', { number: String(orderNumber) }),
      narrow: 'title',
    },
    { id: 'at', header: t('ledger-lines.at'), cell: ({ at }) => <Time at={at} />, narrow: 'detail-end' },
    { id: 'kind', header: t('ledger-lines.kind'), cell: ({ kind }) => kindText(t, kind), narrow: 'detail' },
    { id: 'brand', header: t('money.brand'), cell: ({ brand }) => brandNames.get(brand) ?? brand },
    { id: 'method', header: t('money.method'), cell: ({ method }) => methodText(t, method), narrow: 'detail' },
    { id: 'gateway', header: t('money.gateway'), cell: ({ gateway }) => gateway, isSpare: true },
    {
      id: 'movement',
      header: t('ledger-lines.movement'),
      cell: ({ movementId }) => <CopyableId value={movementId} name={t('ledger-lines.movement')} isShort />,
      isWide: true,
      isSpare: true,
    },
    {
      id: 'amount',
      header: t('ledger-lines.amount'),
      cell: ({ amount, currency }) => <Money units={amount} currency={currency} isMixed={isMixed} />,
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}

/** `refund-late-fee` in words: what happened, and which part of the money. */
function kindText(t: Translator, kind: string): string {
  const key = `ledger-lines.kind.${kind}`;
  return t.has(key) ? t(key) : kind;
}
