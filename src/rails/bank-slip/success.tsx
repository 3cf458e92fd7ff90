import { ButtonLink } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import type { RailSuccessProps, RailSuccessView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { readShownSlip, type ShownSlip } from './slip-instructions.ts';
import css from './success.module.css';

/** An arrow into a tray; see `Icon`. */
const downloadIcon = 'M12 4v11m-4.5-4.25L12 15.25l4.5-4.5M4.5 19.5h15';

/** Everything that is needed to pay the slip: line, bars, its Pix, the PDF. */
function SuccessPanel({ instructions, amount, state, documents, payee }: RailSuccessProps) {
  const t = useWords();
  const slip = readShownSlip(instructions);
  if (!slip || state === 'paid') return null;
  if (state === 'over' || slip.status === 'over') {
    return (
      <Notice kind="alert" title={t('success.bank-slip.over.title')}>
        <p>{t('success.bank-slip.over.text')}</p>
      </Notice>
    );
  }
  const pdfLink = documents[0];
  return (
    <div className={css['panel']}>
      <SlipState status={slip.status} />
      <dl className={css['facts']}>
        <div>
          <dt>{t('success.bank-slip.amount')}</dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>{t('success.bank-slip.due')}</dt>
          <dd>{slip.dueOn}</dd>
        </div>
        {payee ? (
          <div className={css['payee']}>
            <dt>{t('success.bank-slip.payee')}</dt>
            <dd>
              {payee.name}
              {payee.note ? <span>{payee.note}</span> : null}
            </dd>
          </div>
        ) : null}
      </dl>
      <CopyText
        text={slip.line}
        plain={slip.line.replaceAll(/\D/g, '')}
        rows={2}
        isGrouped
        label={t('success.bank-slip.code')}
        copyLabel={t('success.bank-slip.copy')}
        copiedLabel={t('success.bank-slip.copied')}
        refusedLabel={t('success.bank-slip.refused')}
      />
      <img className={css['bars']} src={slip.bars} width={445} height={60} alt={t('success.bank-slip.bars')} />
      {pdfLink ? (
        <div className={css['actions']}>
          <ButtonLink href={pdfLink.href} look="secondary" target="_blank" rel="noopener">
            <Icon path={downloadIcon} />
            {t('success.bank-slip.pdf')}
          </ButtonLink>
        </div>
      ) : null}
      <SlipPix slip={slip} amount={amount} />
      <p className={css['small']}>{t('success.bank-slip.access')}</p>
    </div>
  );
}

function SlipState({ status }: Pick<ShownSlip, 'status'>) {
  const t = useWords();
  if (status === 'registered') {
    return (
      <Notice kind="success">
        <p>{t('success.bank-slip.registered')}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="info" title={t('success.bank-slip.pending.title')}>
      <p>{t('success.bank-slip.pending.text')}</p>
    </Notice>
  );
}

/**
 * The slip's own Pix: the first payment cancels the other. The code comes first, because a phone cannot scan its own
 * screen.
 */
function SlipPix({ slip: { qr, pixCode }, amount }: { readonly slip: ShownSlip; readonly amount: string }) {
  const t = useWords();
  if (qr === null || pixCode === null) return null;
  return (
    <section className={css['pix']}>
      <div>
        <h2>{t('success.bank-slip.pix')}</h2>
        <p>{t('success.bank-slip.pix.text')}</p>
      </div>
      <CopyText
        text={pixCode}
        rows={2}
        label={t('success.bank-slip.pix.code')}
        copyLabel={t('success.bank-slip.pix.copy')}
        copiedLabel={t('success.bank-slip.copied')}
        refusedLabel={t('success.bank-slip.refused')}
      />
      <img className={css['qr']} src={qr} width={136} height={136} alt={t('success.bank-slip.qr', { amount })} />
    </section>
  );
}

export const railSuccess: RailSuccessView = { SuccessPanel, summaryLine: (_kept, t) => t('success.bank-slip.line') };
