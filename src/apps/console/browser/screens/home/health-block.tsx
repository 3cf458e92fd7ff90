import { Link } from 'react-router';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Health } from '../../../routes/health/health.types.ts';
import { Part } from '../../parts/part.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { lateSeconds } from '../health/work-table.tsx';
import css from './home.module.css';

interface Trouble {
  readonly id: string;
  readonly what: string;
  readonly how: string;
}

/** Only what is not as it should be: gateways, work and jobs. */
export function HealthBlock({ data }: { readonly data: Promise<Health> }) {
  const t = useWords();
  return (
    <Part title={t('home.health')} aside={<Link to="/health">{t('home.all')}</Link>} data={data}>
      {(health) => {
        const troubles = troublesOf(health, t);
        return troubles.length === 0 ? (
          <p className={css['quiet']}>
            <StateWord tone="ok">{t('home.health.good')}</StateWord>
          </p>
        ) : (
          <DataTable
            label={t('home.health')}
            rows={troubles}
            rowKey={({ id }) => id}
            rowHref={() => '/health'}
            hasKeys={false}
            columns={columnsOf(t)}
          />
        );
      }}
    </Part>
  );
}

function troublesOf({ gateways, waiting, jobs }: Health, t: Translator): readonly Trouble[] {
  return [
    ...gateways.flatMap(({ gateway, circuit, unknown }) => [
      ...(circuit === 'open' || circuit === 'half-open'
        ? [{ id: `circuit ${gateway}`, what: gateway, how: t(`health.circuit.${circuit}`) }]
        : []),
      ...(unknown > 0
        ? [{ id: `unknown ${gateway}`, what: gateway, how: t('health.unknown.narrow', { count: unknown }) }]
        : []),
    ]),
    ...waiting
      .filter(({ count, oldestSeconds }) => count > 0 && oldestSeconds > lateSeconds)
      .map(({ kind, count }) => ({
        id: kind,
        what: t(`health.waiting.${kind}`),
        how: t('home.health.waits', { count }),
      })),
    ...jobs
      .filter(({ isGood }) => !isGood)
      .map(({ name }) => ({ id: `job ${name}`, what: name, how: t('health.result.bad') })),
  ];
}

function columnsOf(t: Translator): readonly Column<Trouble>[] {
  return [
    { id: 'what', header: t('home.what'), cell: ({ what }) => what, isWide: true, narrow: 'title' },
    {
      id: 'how',
      header: t('home.state'),
      cell: ({ how }) => <StateWord tone="needs">{how}</StateWord>,
      isEnd: true,
      narrow: 'title-end',
    },
  ];
}
