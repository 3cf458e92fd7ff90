import { StepIndicator } from '#src/ui/steps/step-indicator.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';

/** "Passo 2 de 3", with the index where several pages share a step; empty on pages outside the count. */
export function StepCounter() {
  const t = useWords();
  const step = useCheckout().flow?.step;
  if (!step) return null;
  const { number, of, part } = step;
  const label = part
    ? t('form.step.part', { number, of, part: part.number, parts: part.of })
    : t('form.step', { number, of });
  return <StepIndicator number={number} of={of} label={label} />;
}
