import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DeliveryDetail } from '../../../routes/webhooks/webhooks.types.ts';
import { api } from '../../data/api.ts';
import { useMay } from '../../data/me-context.tsx';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { Facts } from '../../parts/values/facts.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import css from './webhook-delivery.module.css';

export async function loader({ params }: LoaderFunctionArgs) {
  const endpointId = `${params['owner'] ?? ''}/${params['kind'] ?? ''}`;
  const delivery = await api.get<DeliveryDetail>(
    `/webhooks/endpoints/${endpointId}/deliveries/${params['eventId'] ?? ''}`,
  );
  return { endpointId, delivery };
}

const tones = { waiting: 'waits', delivered: 'ok', 'given-up': 'lost', ended: 'quiet' } as const;

export function Component() {
  const t = useWords();
  const { endpointId, delivery } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const mayReplay = useMay('webhook.replay');
  const [isSending, setIsSending] = useState(false);
  const resend = async (): Promise<void> => {
    setIsSending(true);
    try {
      await api.post(`/webhooks/endpoints/${endpointId}/replay`, { body: { eventId: delivery.eventId } });
      announce(t('webhook-delivery.resent'));
      await revalidate();
    } catch {
      announce(t('webhook-delivery.not-resent'), 'lost');
    } finally {
      setIsSending(false);
    }
  };
  return (
    <>
      <ScreenHead
        title={delivery.type}
        beside={<StateWord tone={tones[delivery.state]}>{t(`webhook-delivery.state.${delivery.state}`)}</StateWord>}
        actions={
          mayReplay && (
            <Button kind="primary" isPending={isSending} onPress={() => void resend()}>
              {t('webhook-delivery.resend')}
            </Button>
          )
        }
      >
        <nav>
          <Link to={`/integrations/${endpointId}`}>{endpointId}</Link>
        </nav>
      </ScreenHead>
      <div className={css['columns']}>
        <div className={css['column']}>
          <section className={css['block']}>
            <h2>{t('webhook-delivery.message')}</h2>
            <Facts
              rows={[
                ['webhook-id', <CopyableId key="id" value={delivery.messageId} name="webhook-id" />],
                [t('webhook-delivery.at'), <Time key="at" at={delivery.at} isFocusable />],
                [
                  t('webhook-delivery.next'),
                  delivery.nextTryAt === null ? null : <Time key="next" at={delivery.nextTryAt} isFocusable />,
                ],
                [
                  t('webhook-delivery.order'),
                  delivery.orderId === null ? null : (
                    <Link key="order" to={`/sales/${delivery.orderId}`}>
                      {delivery.orderId}
                    </Link>
                  ),
                ],
              ]}
            />
          </section>
          <Tries delivery={delivery} />
        </div>
        <section className={css['block']}>
          <h2>{t('webhook-delivery.body')}</h2>
          <p className={css['note']}>{t('webhook-delivery.body.note')}</p>
          {delivery.body === null ? (
            <p>{t('webhook-delivery.body.gone')}</p>
          ) : (
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a text that scrolls is read by keyboard too
            <pre className={css['body']} tabIndex={0} aria-label={t('webhook-delivery.body')}>
              {JSON.stringify(delivery.body, null, 2)}
            </pre>
          )}
        </section>
      </div>
    </>
  );
}

/** Every request that was sent, the newest first; older ones than 90 days are gone. */
function Tries({ delivery: { tryList, tries } }: { readonly delivery: DeliveryDetail }) {
  const t = useWords();
  return (
    <section className={css['block']}>
      <h2>{t('webhook-delivery.tries', { count: tries })}</h2>
      {tryList.length === 0 && <p className={css['note']}>{t('webhook-delivery.tries.none')}</p>}
      <ol>
        {tryList.toReversed().map(({ n, at, status, failure, ms }) => (
          <li key={n} className={css['try']}>
            <span>{n}</span>
            <StateWord tone={failure === null ? 'ok' : 'lost'}>
              {status === null ? t('webhook-delivery.no-answer') : status}
            </StateWord>
            <span className={css['why']}>{failure !== null && status === null ? failure : ''}</span>
            <span>{t('webhook-delivery.took', { ms })}</span>
            <Time at={at} isFocusable />
          </li>
        ))}
      </ol>
    </section>
  );
}
