import { NumberedSteps } from '#src/ui/payment/numbered-steps.tsx';
import type { RailWaitingProps, RailWaitingView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

/** The steps in the bank's app, and that this page stays open. */
function Waiting({ amount }: RailWaitingProps) {
  const t = useWords();
  return (
    <NumberedSteps
      title={t('waiting.nu-pay.steps.title')}
      steps={[t('waiting.nu-pay.steps.1'), t('waiting.nu-pay.steps.2', { amount }), t('waiting.nu-pay.steps.3')]}
    />
  );
}

export const railWaiting: RailWaitingView = { Waiting };
