import { CopyText } from '#src/ui/payment/copy-text.tsx';
import { NumberedSteps } from '#src/ui/payment/numbered-steps.tsx';
import type { RailWaitingProps, RailWaitingView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { readShownCip } from './cip.ts';

/** The code to copy or to read out, and where to pay it. */
function Waiting({ instructions, amount }: RailWaitingProps) {
  const t = useWords();
  const code = readShownCip(instructions);
  if (!code) return null;
  return (
    <>
      <CopyText
        text={code.shown}
        plain={code.plain}
        label={t('waiting.pago-efectivo.code')}
        copyLabel={t('waiting.pago-efectivo.copy')}
        copiedLabel={t('waiting.pago-efectivo.copied')}
        refusedLabel={t('waiting.pago-efectivo.refused')}
        rows={1}
        isGrouped
      />
      <NumberedSteps
        title={t('waiting.pago-efectivo.steps.title')}
        steps={[
          t('waiting.pago-efectivo.steps.1'),
          t('waiting.pago-efectivo.steps.2', { cip: code.shown, amount }),
          t('waiting.pago-efectivo.steps.3'),
        ]}
      />
    </>
  );
}

export const railWaiting: RailWaitingView = { Waiting };
