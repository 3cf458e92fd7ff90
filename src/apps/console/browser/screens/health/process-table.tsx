import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ProcessHealth } from '../../../routes/health/health.types.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { durationText } from '../../parts/values/time-text.ts';
import { Time } from '../../parts/values/time.tsx';
import css from './health.module.css';

/** A process says every 30 seconds that it runs: three words that were not heard are no delay. */
const silentAfterSeconds = 90;

/** Each process with its role and build: a deployment that is half done shows two builds, one that was killed is silent. */
export function ProcessTable({ processes }: { readonly processes: readonly ProcessHealth[] }) {
  const t = useWords();
  const running = processes.filter(({ silentSeconds }) => silentSeconds <= silentAfterSeconds);
  const builds = new Set(running.map(({ version, build }) => `${version} ${build}`)).size;
  return (
    <section aria-label={t('health.processes')}>
      <h2 className={css['title']}>{t('health.processes')}</h2>
      {builds > 1 && <StateWord tone="needs">{t('health.builds', { count: builds })}</StateWord>}
      <DataTable
        label={t('health.processes')}
        rows={processes}
        rowKey={({ id }) => id}
        rowHref={() => null}
        hasKeys={false}
        columns={columnsOf(t)}
      />
    </section>
  );
}

function columnsOf(t: Translator): readonly Column<ProcessHealth>[] {
  return [
    {
      id: 'role',
      header: t('health.role'),
      cell: ({ role }) => (t.has(`health.role.${role}`) ? t(`health.role.${role}`) : role),
      narrow: 'title',
    },
    { id: 'host', header: t('health.host'), cell: ({ host }) => host, isWide: true },
    {
      id: 'build',
      header: t('health.build'),
      cell: ({ version, build }) => (build === '' ? version : `${version} · ${build}`),
      narrow: 'detail',
    },
    {
      id: 'state',
      header: t('health.state'),
      cell: ({ silentSeconds }) =>
        silentSeconds > silentAfterSeconds ? (
          <StateWord tone="lost">{t('health.silent', { time: durationText(silentSeconds, t.locale) })}</StateWord>
        ) : (
          <StateWord tone="ok">{t('health.running')}</StateWord>
        ),
      narrow: 'title-end',
    },
    {
      id: 'since',
      header: t('health.since'),
      cell: ({ startedAt }) => <Time at={startedAt} />,
      isEnd: true,
      narrow: 'detail-end',
    },
  ];
}
