import { lazy, Suspense, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Figures } from '../../../routes/figures/figures.types.ts';
import { api } from '../../data/api.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyFiltered, EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { dateText } from '../../parts/values/time-text.ts';
import { Time } from '../../parts/values/time.tsx';
import { CutTable } from './cut-table.tsx';
import { DayTable } from './day-table.tsx';
import { figureQuery, figureSearch, ledgerExportFilters, periodOf, todayOfMoney } from './figure-search.ts';
import { MoneyFilters } from './money-filters.tsx';
import css from './money.module.css';
import { Totals } from './totals.tsx';

/** The chart is a chunk of its own: the figures do not wait for it. */
const DayBars = lazy(async () => ({ default: (await import('./day-bars.tsx')).DayBars }));

export async function loader({ request }: LoaderFunctionArgs) {
  const search = figureSearch.read(new URL(request.url).searchParams);
  const query = { ...figureQuery(search), by: search.by };
  return { search, figures: await api.get<Figures>('/figures', { query, signal: request.signal }) };
}

export function Component() {
  const t = useWords();
  const navigate = useNavigate();
  const { search, figures } = useLoaderData<typeof loader>();
  const [isTable, setTable] = useState(false);
  const isReloading = useIsReloading();
  const isFiltered = search.method.length > 0 || search.gateway.length > 0 || search.brand.length > 0;
  return (
    <>
      <ScreenHead
        title={t('money.title')}
        beside={
          <span className={css['as-of']}>
            {t('money.as-of')} <Time at={figures.asOf} isFocusable />
          </span>
        }
        actions={<ExportButton question={{ kind: 'ledger', filters: ledgerExportFilters(search) }} />}
      >
        <MoneyFilters search={search} methods={figures.methods} />
      </ScreenHead>
      {figures.totals.length === 0 ? (
        isFiltered ? (
          <EmptyFiltered filter={t('money.filters')} onDrop={() => void navigate('?')} />
        ) : (
          <EmptyFirst title={t('money.empty.title')}>{t('money.empty.text')}</EmptyFirst>
        )
      ) : (
        <div className={css['page']} data-reloading={isReloading || undefined}>
          <Totals figures={figures} search={search} />
          <section className={css['part']} aria-label={t('money.by-day')}>
            <header className={css['head']}>
              <h2>{t('money.by-day')}</h2>
              <Button kind="plain" onPress={() => setTable(!isTable)}>
                {t(isTable ? 'money.as-bars' : 'money.as-table')}
              </Button>
            </header>
            {isTable ? (
              <DayTable figures={figures} search={search} />
            ) : (
              <div className={css['bars']}>
                <Suspense>
                  <DayBars figures={figures} period={periodOf(search, todayOfMoney())} />
                </Suspense>
              </div>
            )}
          </section>
          <CutTable figures={figures} search={search} />
          <p className={css['sealed']}>
            {figures.sealedUntil === null
              ? t('money.not-sealed')
              : t('money.sealed', { day: dateText(figures.sealedUntil, t.locale) })}
          </p>
        </div>
      )}
    </>
  );
}
