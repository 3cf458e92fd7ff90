import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { JobHealth } from '../../../routes/health/health.types.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './health.module.css';

/** The last run of each job in any process; those that failed first. */
export function JobTable({ jobs }: { readonly jobs: readonly JobHealth[] }) {
  const t = useWords();
  return (
    <section aria-label={t('health.jobs')}>
      <h2 className={css['title']}>{t('health.jobs')}</h2>
      <DataTable
        label={t('health.jobs')}
        rows={jobs.toSorted((one, other) => Number(one.isGood) - Number(other.isGood))}
        rowKey={({ name }) => name}
        rowHref={() => null}
        hasKeys={false}
        columns={columnsOf(t)}
      />
    </section>
  );
}

function columnsOf(t: Translator): readonly Column<JobHealth>[] {
  return [
    { id: 'name', header: t('health.job'), cell: ({ name }) => name, isWide: true, narrow: 'title' },
    {
      id: 'result',
      header: t('health.result'),
      cell: ({ isGood }) => (
        <StateWord tone={isGood ? 'ok' : 'lost'}>{t(isGood ? 'health.result.good' : 'health.result.bad')}</StateWord>
      ),
      narrow: 'title-end',
    },
    { id: 'at', header: t('health.ended'), cell: ({ at }) => <Time at={at} />, isEnd: true, narrow: 'detail' },
    {
      id: 'duration',
      header: t('health.duration'),
      cell: ({ durationMs }) => `${countText(durationMs, t.locale)} ms`,
      isEnd: true,
      narrow: 'detail-end',
    },
  ];
}
