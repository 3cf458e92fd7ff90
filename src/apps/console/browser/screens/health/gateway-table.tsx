import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { GatewayHealth } from '../../../routes/health/health.types.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { countText } from '../../parts/values/money-text.ts';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './health.module.css';

const circuitTones: Readonly<Record<NonNullable<GatewayHealth['circuit']>, Tone>> = {
  closed: 'ok',
  'half-open': 'needs',
  open: 'lost',
};

/** Each gateway: whether new charges go to it, what it answered in five minutes, and what it owes an answer. */
export function GatewayTable({ gateways }: { readonly gateways: readonly GatewayHealth[] }) {
  const t = useWords();
  return (
    <section aria-label={t('health.gateways')}>
      <h2 className={css['title']}>{t('health.gateways')}</h2>
      <DataTable
        label={t('health.gateways')}
        rows={gateways}
        rowKey={({ gateway }) => gateway}
        rowHref={() => null}
        columns={columnsOf(t)}
      />
    </section>
  );
}

/** Paid ones of those that came to an end. */
function share({ succeeded, refused }: GatewayHealth): string {
  return succeeded + refused === 0 ? '–' : `${Math.round((100 * succeeded) / (succeeded + refused))} %`;
}

function columnsOf(t: Translator): readonly Column<GatewayHealth>[] {
  return [
    { id: 'gateway', header: t('health.gateway'), cell: ({ gateway }) => gateway, isWide: true, narrow: 'title' },
    {
      id: 'circuit',
      header: t('health.circuit'),
      cell: ({ circuit }) =>
        circuit === null ? (
          <StateWord tone="quiet">{t('health.circuit.none')}</StateWord>
        ) : (
          <StateWord tone={circuitTones[circuit]}>{t(`health.circuit.${circuit}`)}</StateWord>
        ),
      narrow: 'title-end',
    },
    {
      id: 'begun',
      header: t('health.begun'),
      cell: ({ begun }) => countText(begun, t.locale),
      isEnd: true,
    },
    {
      id: 'success',
      header: t('health.success'),
      cell: share,
      narrowCell: (row) => t('health.success.narrow', { share: share(row) }),
      isEnd: true,
      narrow: 'detail',
    },
    {
      id: 'p95',
      header: t('health.p95'),
      cell: ({ p95Ms }) => (p95Ms === null ? '–' : `${countText(p95Ms, t.locale)} ms`),
      isEnd: true,
    },
    {
      id: 'unknown',
      header: t('health.unknown'),
      cell: ({ unknown, unknownSince }) =>
        unknown === 0 ? (
          '0'
        ) : (
          <StateWord tone="needs">
            {countText(unknown, t.locale)} · <Time at={unknownSince} />
          </StateWord>
        ),
      narrowCell: ({ unknown }) => t('health.unknown.narrow', { count: unknown }),
      isEnd: true,
      narrow: 'detail-end',
    },
  ];
}
