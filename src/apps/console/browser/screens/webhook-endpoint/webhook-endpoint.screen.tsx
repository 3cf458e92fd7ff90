import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router';
import { z } from 'zod';
import type { Translator } from '#src/ui/words/translator.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DeliveryPage, DeliveryRow, WebhookEndpointRow } from '../../../routes/webhooks/webhooks.types.ts';
import { api } from '../../data/api.ts';
import { ProblemError } from '../../data/problem-error.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { FilterBar } from '../../parts/filters/filter-bar.tsx';
import { FilterChip } from '../../parts/filters/filter-chip.tsx';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { EmptyFiltered, EmptyFirst } from '../../parts/notice.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Pager } from '../../parts/table/pager.tsx';
import { useIsReloading } from '../../parts/table/use-is-reloading.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { ReplaySheet } from './replay-sheet.tsx';
import { RotateSheet } from './rotate-sheet.tsx';
import { SignatureSheet } from './signature-sheet.tsx';
import { useCommand } from './use-command.ts';

const states = ['waiting', 'delivered', 'given-up', 'ended'] as const;
const codec = searchCodec({
  state: z.enum(states).nullable().default(null),
  after: z.string().regex(/^\d+$/).nullable().default(null),
});

export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = `${params['owner'] ?? ''}/${params['kind'] ?? ''}`;
  const { state, after } = codec.read(new URL(request.url).searchParams);
  const [{ endpoints }, page] = await Promise.all([
    api.get<{ readonly endpoints: readonly WebhookEndpointRow[] }>('/webhooks/endpoints'),
    api.get<DeliveryPage>(`/webhooks/endpoints/${id}/deliveries`, { query: { state, before: after } }),
  ]);
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new ProblemError(404, {});
  return { endpoint, page, state };
}

const tones = { waiting: 'waits', delivered: 'ok', 'given-up': 'lost', ended: 'quiet' } as const;

export function Component() {
  const t = useWords();
  const { endpoint, page, state } = useLoaderData<typeof loader>();
  const [sheet, setSheet] = useState<'replay' | 'rotate' | 'signature' | null>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const isReloading = useIsReloading();
  const { revalidate } = useRevalidator();
  const close = (): void => setSheet(null);
  const filterBy = (next: string | null): void => {
    const known = states.find((one) => one === next) ?? null;
    void navigate({ search: codec.write({ state: known }) });
  };
  const { failure, run } = useCommand();
  const open = () =>
    run(async () => {
      await api.post(`/webhooks/endpoints/${endpoint.id}/open`);
      announce(t('webhook-endpoint.opened'));
      await revalidate();
    });
  return (
    <>
      <ScreenHead
        title={endpoint.id}
        beside={<EndpointFacts endpoint={endpoint} />}
        actions={
          <>
            <Button onPress={() => setSheet('signature')}>{t('webhook-endpoint.signature')}</Button>
            {endpoint.mayRotate && <Button onPress={() => setSheet('rotate')}>{t('webhook-endpoint.rotate')}</Button>}
            {endpoint.mayReplay && endpoint.state !== 'open' && (
              <Button onPress={() => void open()}>{t('webhook-endpoint.open')}</Button>
            )}
            {endpoint.mayReplay && (
              <Button kind="primary" isDisabled={endpoint.state === 'ended'} onPress={() => setSheet('replay')}>
                {t('webhook-endpoint.replay')}
              </Button>
            )}
          </>
        }
      >
        <nav>
          <Link to="/integrations">{t('webhook-endpoint.back')}</Link>
        </nav>
        <FilterBar>
          <FilterChip
            label={t('webhook-endpoint.state')}
            options={states.map((value) => ({ value, label: t(`webhook-endpoint.state.${value}`) }))}
            chosen={state === null ? [] : [state]}
            onChange={([next]) => filterBy(next ?? null)}
          />
        </FilterBar>
      </ScreenHead>
      {failure !== null && <p role="alert">{failure}</p>}
      <Deliveries endpointId={endpoint.id} page={page} isReloading={isReloading}>
        {state === null || search.includes('after=') ? (
          <EmptyFirst title={t('webhook-endpoint.empty.title')}>{t('webhook-endpoint.empty.text')}</EmptyFirst>
        ) : (
          <EmptyFiltered filter={t(`webhook-endpoint.state.${state}`)} onDrop={() => filterBy(null)} />
        )}
      </Deliveries>
      <ReplaySheet endpoint={endpoint} isOpen={sheet === 'replay'} onClose={close} />
      <RotateSheet endpoint={endpoint} isOpen={sheet === 'rotate'} onClose={close} />
      <SignatureSheet endpoint={endpoint} isOpen={sheet === 'signature'} onClose={close} />
    </>
  );
}

interface DeliveriesProps {
  readonly endpointId: string;
  readonly page: DeliveryPage;
  readonly isReloading: boolean;
  /** In the place of an empty list. */
  readonly children: React.ReactNode;
}

function columnsOf(t: Translator): readonly Column<DeliveryRow>[] {
  return [
    { id: 'type', header: t('webhook-endpoint.event'), cell: ({ type }) => type, narrow: 'title' },
    {
      id: 'state',
      header: t('webhook-endpoint.state'),
      cell: (one) => <StateWord tone={tones[one.state]}>{t(`webhook-endpoint.state.${one.state}`)}</StateWord>,
      narrow: 'title-end',
    },
    { id: 'answer', header: t('webhook-endpoint.answer'), cell: (one) => answerOf(one), narrow: 'detail' },
    { id: 'tries', header: t('webhook-endpoint.tries'), cell: ({ tries }) => tries, isEnd: true },
    {
      id: 'next',
      header: t('webhook-endpoint.next'),
      cell: ({ nextTryAt }) => (nextTryAt === null ? '–' : <Time at={nextTryAt} />),
      isEnd: true,
    },
    {
      id: 'at',
      header: t('webhook-endpoint.at'),
      cell: ({ at }) => <Time at={at} />,
      isEnd: true,
      narrow: 'detail-end',
    },
  ];
}

function Deliveries({ endpointId, page: { deliveries, next }, isReloading, children }: DeliveriesProps) {
  const t = useWords();
  if (deliveries.length === 0) return children;
  return (
    <>
      <DataTable
        label={t('webhook-endpoint.deliveries')}
        rows={deliveries}
        columns={columnsOf(t)}
        rowKey={({ eventId }) => eventId}
        rowHref={({ eventId }) => `/integrations/${endpointId}/${eventId}`}
        isReloading={isReloading}
      />
      <Pager before={null} after={next} summary={t('webhook-endpoint.count', { count: deliveries.length })} />
    </>
  );
}

/** The last answer: a status, or why none came. */
function answerOf({ lastStatus, lastFailure }: DeliveryRow): string {
  if (lastStatus !== null) return String(lastStatus);
  return lastFailure ?? '–';
}
