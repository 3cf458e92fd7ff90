import { Notice } from '#src/ui/notice/notice.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import type { RailSuccessProps, RailSuccessView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './success.module.css';

/** The unit, the last day, the code, and what to bring. */
function SuccessPanel({ instructions, amount, state }: RailSuccessProps) {
  const t = useWords();
  const { code, means, unit, address, until } = instructions;
  if (state === 'paid' || typeof code !== 'string') return null;
  if (state === 'over') {
    return (
      <Notice kind="alert" title={t('success.in-person.over.title')}>
        <p>{t('success.in-person.over.text')}</p>
      </Notice>
    );
  }
  const facts = [
    ['where', `${String(unit)}, ${String(address)}`],
    ['until', String(until)],
    ['amount', amount],
    ['how', t(`success.in-person.line.${String(means)}`)],
  ] as const;
  return (
    <div className={css['panel']}>
      <CopyText
        text={code}
        label={t('success.in-person.code')}
        copyLabel={t('success.in-person.copy')}
        copiedLabel={t('success.in-person.copied')}
        refusedLabel={t('success.in-person.refused')}
      />
      <dl className={css['facts']}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`success.in-person.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <section className={css['bring']}>
        <h2>{t('success.in-person.bring')}</h2>
        <ul>
          <li>{t('success.in-person.bring.code')}</li>
          <li>{t('success.in-person.bring.document')}</li>
          <li>{t(`success.in-person.bring.${String(means)}`)}</li>
        </ul>
      </section>
    </div>
  );
}

export const railSuccess: RailSuccessView = {
  isHandedOver: true,
  SuccessPanel,
  summaryLine: ({ means }, t) => (typeof means === 'string' ? t(`success.in-person.line.${means}`) : null),
};
