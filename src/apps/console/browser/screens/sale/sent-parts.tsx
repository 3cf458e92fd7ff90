import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { SaleAnswer } from '../../../routes/sale/sale.types.ts';
import { StateWord, type Tone } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { EmailPreview } from './email-preview.tsx';
import { useSale } from './sale-context.tsx';
import css from './side-part.module.css';
import { SidePart, SideRow } from './side-part.tsx';
import { wordOf } from './value-text.ts';

type EmailFacts = SaleAnswer['sale']['emails'][number];

const emailTone: Readonly<Record<string, Tone>> = { sent: 'ok', waiting: 'waits', 'given-up': 'needs' };

/** E-mails of the order with what the mail server said. */
export function EmailsPart() {
  const t = useWords();
  const { sale, timeZone, may } = useSale();
  const [read, setRead] = useState<EmailFacts | null>(null);
  const mayRead = may.includes('buyer.reveal') && !sale.order.isErased;
  return (
    <SidePart title={t('sale.emails')} isEmpty={sale.emails.length === 0}>
      {sale.emails.map((one) => {
        const isRefused = one.outcome === 'refused';
        return (
          <SideRow
            key={one.id}
            what={t('sale.email', { kind: wordOf(t, 'email', one.kind) })}
            more={
              <>
                {mayRead && (
                  <>
                    <button
                      type="button"
                      className={css['link']}
                      aria-label={t('sale.email-preview.title', { kind: wordOf(t, 'email', one.kind) })}
                      onClick={() => setRead(one)}
                    >
                      {t('sale.email-preview.read')}
                    </button>
                    {' · '}
                  </>
                )}
                <Time at={one.sentAt ?? one.createdAt} timeZone={timeZone} />
                {isRefused && ` · ${one.smtpCode ?? ''} ${wordOf(t, 'refusal', one.refusal ?? 'other')}`}
                {one.tries > 1 && ` · ${t('sale.tries', { count: one.tries })}`}
              </>
            }
          >
            <StateWord tone={isRefused ? 'needs' : (emailTone[one.state] ?? 'quiet')}>
              {isRefused ? t('sale.email-state.refused') : t(`sale.email-state.${one.state}`)}
            </StateWord>
          </SideRow>
        );
      })}
      {read !== null && <EmailPreview orderId={sale.order.id} email={read} onClose={() => setRead(null)} />}
    </SidePart>
  );
}

const webhookTone: Readonly<Record<string, Tone>> = { delivered: 'ok', waiting: 'waits', 'given-up': 'needs' };

/** Webhooks to the school's systems; those to which nobody listens are left out. */
export function WebhooksPart() {
  const t = useWords();
  const { sale, timeZone } = useSale();
  const sent = sale.webhooks.filter(({ endpoint }) => endpoint !== null);
  return (
    <SidePart title={t('sale.webhooks')} isEmpty={sent.length === 0}>
      {sent.map((one) => (
        <SideRow
          key={`${one.eventId} ${one.endpoint}`}
          what={wordOf(t, 'webhook', one.type)}
          more={
            <>
              {one.endpoint} · <Time at={one.lastTryAt ?? one.createdAt} timeZone={timeZone} />
              {one.lastStatus !== null && ` · ${one.lastStatus}`}
              {one.lastFailure !== null && ` · ${one.lastFailure}`}
              {one.tries > 1 && ` · ${t('sale.tries', { count: one.tries })}`}
            </>
          }
        >
          <StateWord tone={webhookTone[one.state ?? ''] ?? 'quiet'}>{t(`sale.webhook-state.${one.state}`)}</StateWord>
        </SideRow>
      ))}
    </SidePart>
  );
}
