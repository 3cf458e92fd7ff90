import { useEffect } from 'react';
import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { NumberedSteps } from '#src/ui/payment/numbered-steps.tsx';
import type { RailWaitingProps, RailWaitingView } from '#src/ui/payment/rail-views.ts';
import { sessionStore } from '#src/ui/storage/session-store.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { readPixInstructions } from './instructions.ts';
import css from './waiting.module.css';

/**
 * The code to copy and the picture to scan. On a phone the button comes first, because a phone cannot scan its own
 * screen; the document has the phone's order, and wide screens put the picture first.
 */
function Waiting({ instructions, amount, state, expiresAt, payee }: RailWaitingProps) {
  const t = useWords();
  // Without the code: the bank's page behind its address names the payer.
  useEffect(() => sessionStore.write('dataPix', { amount, expiresAt }), [amount, expiresAt]);
  const shown = readPixInstructions(instructions);
  if (state === 'expired' || !shown) return null;
  return (
    <>
      <div className={css['pay']}>
        <section>
          <h2 className={css['second']}>{t('waiting.pix.copy.second')}</h2>
          <CopyText
            text={shown.code}
            label={t('waiting.pix.code')}
            copyLabel={t('waiting.pix.copy')}
            copiedLabel={t('waiting.pix.copied')}
            refusedLabel={t('waiting.pix.refused')}
          />
        </section>
        <section className={css['scan']}>
          <h2 className={css['narrow']}>{t('waiting.pix.scan')}</h2>
          <h2 className={css['wide']}>{t('waiting.pix.scan.first')}</h2>
          <img className={css['qr']} src={shown.qr} width={232} height={232} alt={t('waiting.pix.qr', { amount })} />
        </section>
      </div>
      {shown.consent ? <p className={css['consent']}>{t('waiting.pix.consent')}</p> : null}
      <div className={css['steps']}>
        <NumberedSteps
          title={t('waiting.pix.steps.title')}
          steps={[
            t('waiting.pix.steps.1'),
            t('waiting.pix.steps.2'),
            payee ? t('waiting.pix.steps.check', { payee: payee.name, amount }) : t('waiting.pix.steps.3'),
          ]}
        />
        {payee?.note ? <p className={css['note']}>{payee.note}</p> : null}
      </div>
    </>
  );
}

export const railWaiting: RailWaitingView = { Waiting };
