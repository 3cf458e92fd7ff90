import { Steps } from '#src/ui/steps/steps.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from './checkout-context.tsx';

/** "Passo 2 de 3", on pages that are counted in their flow; nothing elsewhere. */
export function StepCount() {
  const t = useWords();
  const step = useCheckout().flow?.step;
  if (!step) return null;
  return <Steps number={step.number} of={step.of} label={t('form.step', { number: step.number, of: step.of })} />;
}
