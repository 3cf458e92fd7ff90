import { useLoaderData } from 'react-router';
import type { WebhookEndpointRow } from '../../../routes/webhooks/webhooks.types.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { api } from '../../data/api.ts';
import { EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';

export const loader = () => api.get<{ readonly endpoints: readonly WebhookEndpointRow[] }>('/webhooks/endpoints');

const tones = { open: 'ok', paused: 'waits', ended: 'lost' } as const;

function columnsOf(t: Translator): readonly Column<WebhookEndpointRow>[] {
  return [
    { id: 'id', header: t('integrations.endpoint'), cell: ({ id }) => id, narrow: 'title' },
    {
      id: 'state',
      header: t('integrations.state'),
      cell: ({ state }) => <StateWord tone={tones[state]}>{t(`integrations.state.${state}`)}</StateWord>,
      narrow: 'title-end',
    },
    {
      id: 'url',
      header: t('integrations.url'),
      cell: ({ url }) => hostOf(url),
      isWide: true,
      isSpare: true,
      narrow: 'detail',
    },
    {
      id: 'waiting',
      header: t('integrations.waiting'),
      cell: ({ waiting, waitingSince }) => (waiting === 0 ? 0 : <Waiting count={waiting} since={waitingSince} />),
      isEnd: true,
    },
    { id: 'given-up', header: t('integrations.given-up'), cell: ({ givenUp }) => givenUp, isEnd: true },
    {
      id: 'failed',
      header: t('integrations.failed'),
      cell: ({ recent }) => (recent.tries === 0 ? '–' : `${recent.failed} / ${recent.tries}`),
      isEnd: true,
    },
    {
      id: 'p95',
      header: t('integrations.p95'),
      cell: ({ recent: { p95Ms } }) => (p95Ms === null ? '–' : `${p95Ms} ms`),
      isEnd: true,
      isSpare: true,
      narrow: 'detail-end',
    },
    {
      id: 'last',
      header: t('integrations.last-success'),
      cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? '–' : <Time at={lastSuccessAt} />),
      isEnd: true,
    },
  ];
}

export function Component() {
  const t = useWords();
  const { endpoints } = useLoaderData<typeof loader>();
  const isReloading = useIsReloading();
  return (
    <>
      <ScreenHead title={t('integrations.title')} />
      {endpoints.length === 0 ? (
        <EmptyFirst title={t('integrations.empty.title')}>{t('integrations.empty.text')}</EmptyFirst>
      ) : (
        <DataTable
          label={t('integrations.title')}
          rows={endpoints}
          columns={columnsOf(t)}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/integrations/${id}`}
          isReloading={isReloading}
        />
      )}
    </>
  );
}

function Waiting({ count, since }: { readonly count: number; readonly since: string | null }) {
  return (
    <>
      {count}
      {since !== null && (
        <>
          {' · '}
          <Time at={since} />
        </>
      )}
    </>
  );
}

/** The receiver's host: the path may be a secret of theirs. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
