import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { DisputeCase } from '../../../routes/disputes/disputes.types.ts';
import { Facts } from '../../parts/values/facts.tsx';
import { Money } from '../../parts/values/money.tsx';
import { StateWord } from '../../parts/values/state-word.tsx';
import { Time } from '../../parts/values/time.tsx';
import { consentText } from '../../parts/values/consent-text.ts';
import { wordOf } from '../sale/value-text.ts';
import css from './dispute.module.css';

interface CardsProps {
  readonly dispute: DisputeCase;
}

/** Four cards: who bought, what was agreed, what was used, and earlier sales. */
export function EvidenceCards({ dispute }: CardsProps) {
  return (
    <div className={css['cards']}>
      <Who dispute={dispute} />
      <Agreed dispute={dispute} />
      <Used dispute={dispute} />
      <Earlier dispute={dispute} />
    </div>
  );
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css['card']} aria-label={title}>
      <h2 className={css['heading']}>{title}</h2>
      {children}
    </section>
  );
}

function Who({ dispute: { who, timeZone } }: CardsProps) {
  const t = useWords();
  return (
    <Card title={t('dispute.who')}>
      {who.isErased ? (
        <p>{t('dispute.who.erased')}</p>
      ) : (
        <Facts
          rows={[
            [t('dispute.name'), who.name],
            [t('dispute.email'), who.email],
            [t('dispute.phone'), who.phone],
            [
              t('dispute.phone-verified'),
              who.phoneVerifiedAt === null ? (
                t('dispute.not-verified')
              ) : (
                <Time key="verified" at={who.phoneVerifiedAt} timeZone={timeZone} isFocusable />
              ),
            ],
            [t('dispute.document'), who.document],
          ]}
        />
      )}
    </Card>
  );
}

function Agreed({ dispute: { agreed, currency, timeZone } }: CardsProps) {
  const t = useWords();
  return (
    <Card title={t('dispute.agreed')}>
      <Facts
        rows={[
          ...agreed.lines.map(
            ({ title, amount }) => [title, <Money key={title} units={amount} currency={currency} />] as const,
          ),
          [t('dispute.ordered-at'), <Time key="ordered" at={agreed.orderedAt} timeZone={timeZone} isFocusable />],
        ]}
      />
      {agreed.contracts.length + agreed.consents.length === 0 && <p>{t('dispute.agreed.none')}</p>}
      <ul className={css['steps']}>
        {agreed.contracts.map(({ label, at, ip }) => (
          <li key={at} className={css['step']}>
            <span>{label}</span>
            <span className={css['when']}>
              {ip} · <Time at={at} timeZone={timeZone} isFocusable />
            </span>
          </li>
        ))}
        {agreed.consents.map(({ kind, label, at, accepted }) => (
          <li key={`${kind} ${label}`} className={css['step']}>
            <span>{consentText(t, { kind, label })}</span>
            <span className={css['when']}>
              {t(accepted ? 'dispute.ticked' : 'dispute.not-ticked')} · <Time at={at} timeZone={timeZone} isFocusable />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Used({ dispute: { used, timeZone } }: CardsProps) {
  const t = useWords();
  return (
    <Card title={t('dispute.used')}>
      {used.length === 0 && <p>{t('dispute.used.none')}</p>}
      <ol className={css['steps']}>
        {used.map(({ kind, at, detail }) => (
          <li key={`${kind} ${at} ${detail}`} className={css['step']}>
            <span>
              {t(`dispute.used.${kind}`, { detail: kind === 'email' ? wordOf(t, 'email', detail ?? '') : detail })}
            </span>
            <span className={css['when']}>
              <Time at={at} timeZone={timeZone} isFocusable />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Earlier({ dispute: { earlier, compelling, timeZone } }: CardsProps) {
  const t = useWords();
  return (
    <Card title={t('dispute.earlier')}>
      {compelling.result !== 'not-applicable' && (
        <div className={css['rule']}>
          <StateWord tone={compelling.result === 'qualified' ? 'ok' : 'quiet'}>
            {t(`dispute.ce3.${compelling.result}`)}
          </StateWord>
          <p>
            {compelling.result === 'qualified'
              ? t('dispute.ce3.by', { elements: compelling.elements.map((one) => t(`dispute.ce3.${one}`)).join(', ') })
              : t('dispute.ce3.why', { count: compelling.payments.length })}
          </p>
          <ul className={css['steps']}>
            {compelling.payments.map(({ reference, amount, currency, at, matches }) => (
              <li key={reference} className={css['step']}>
                <span>
                  {reference} · {matches.map((one) => t(`dispute.ce3.${one}`)).join(', ')}
                </span>
                <span className={css['when']}>
                  <Money units={amount} currency={currency} isMixed /> ·{' '}
                  <Time at={at} timeZone={timeZone} kind="day" isFocusable />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {earlier.length === 0 && <p>{t('dispute.earlier.none')}</p>}
      <ul className={css['steps']}>
        {earlier.map(({ orderId, reference, total, currency, paidAt, isDisputed }) => (
          <li key={orderId} className={css['step']}>
            <span>
              <Link to={`/sales/${orderId}`}>{reference}</Link>
              {isDisputed && ` · ${t('dispute.earlier.disputed')}`}
            </span>
            <span className={css['when']}>
              <Money units={total} currency={currency} isMixed /> ·{' '}
              <Time at={paidAt} timeZone={timeZone} kind="day" isFocusable />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
