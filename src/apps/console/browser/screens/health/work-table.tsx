import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Health } from '../../../routes/health/health.types.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { durationText } from '../../parts/values/time-text.ts';
import css from './health.module.css';

/** Older than this, waiting work is late: every job runs at least once a minute. */
export const lateSeconds = 120;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

/** What waits to be done: e-mails and messages by the age of the oldest, and the queues of jobs. */
export function WorkTable({ health }: { readonly health: Health }) {
  const t = useWords();
  const rows: readonly Row[] = [
    ...health.waiting.map(({ kind, count, oldestSeconds }) => ({
      ...{ id: kind, name: t(`health.waiting.${kind}`), count, oldestSeconds },
    })),
    ...health.queues
      .map(({ name, queued, active }) => ({ id: `queue-${name}`, name, count: queued + active, oldestSeconds: null }))
      .filter(({ count }) => count > 0),
  ];
  return (
    <section aria-label={t('health.waiting')}>
      <h2 className={css['title']}>{t('health.waiting')}</h2>
      <DataTable
        label={t('health.waiting')}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={() => null}
        hasKeys={false}
        columns={columnsOf(t)}
      />
    </section>
  );
}

function columnsOf(t: Translator): readonly Column<Row>[] {
  return [
    { id: 'name', header: t('health.work'), cell: ({ name }) => name, isWide: true, narrow: 'title' },
    {
      id: 'count',
      header: t('health.count'),
      cell: ({ count }) => countText(count, t.locale),
      isEnd: true,
      narrow: 'title-end',
    },
    {
      id: 'oldest',
      header: t('health.oldest'),
      cell: ({ count, oldestSeconds }) =>
        oldestSeconds === null || count === 0 ? (
          '–'
        ) : (
          <StateWord tone={oldestSeconds > lateSeconds ? 'needs' : 'ok'}>
            {durationText(oldestSeconds, t.locale)}
          </StateWord>
        ),
      isEnd: true,
      narrow: 'detail',
    },
  ];
}
