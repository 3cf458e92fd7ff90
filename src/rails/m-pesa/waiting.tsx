import type { RailWaitingProps, RailWaitingView } from '#src/ui/payment/rail-views.ts';
import { NumberedSteps } from '#src/ui/payment/numbered-steps.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The phone that rings, and the steps on it. */
function Waiting({ instructions, amount, payee }: RailWaitingProps) {
  const t = useWords();
  const { phoneEnd } = instructions;
  return (
    <>
      <NumberedSteps
        title={t('waiting.m-pesa.steps.title')}
        steps={[
          t('waiting.m-pesa.steps.1', { end: typeof phoneEnd === 'string' ? phoneEnd : '' }),
          payee
            ? t('waiting.m-pesa.steps.check', { payee: payee.name, amount })
            : t('waiting.m-pesa.steps.2', { amount }),
          t('waiting.m-pesa.steps.3'),
        ]}
      />
      {payee?.note ? <p className="fineprint">{payee.note}</p> : null}
    </>
  );
}

export const railWaiting: RailWaitingView = { Waiting };
