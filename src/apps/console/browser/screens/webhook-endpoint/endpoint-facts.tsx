import { useWords } from '#src/ui/words/words-context.tsx';
import type { WebhookEndpointRow } from '../../../routes/webhooks/webhooks.types.ts';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';

/** The state of an endpoint in one line: since when it waits or is paused. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpointRow }) {
  const t = useWords();
  const { state, pausedUntil, endedAt, overlapUntil } = endpoint;
  return (
    <>
      {state === 'open' && <StateWord tone="ok">{t('webhook-endpoint.receiving')}</StateWord>}
      {state === 'paused' && (
        <StateWord tone="waits">
          {t('webhook-endpoint.paused')} <Time at={pausedUntil} isFocusable />
        </StateWord>
      )}
      {state === 'ended' && (
        <StateWord tone="lost">
          {t('webhook-endpoint.ended')} <Time at={endedAt} isFocusable />
        </StateWord>
      )}
      {overlapUntil !== null && (
        <StateWord tone="waits">
          {t('webhook-endpoint.two-secrets')} <Time at={overlapUntil} isFocusable />
        </StateWord>
      )}
    </>
  );
}
