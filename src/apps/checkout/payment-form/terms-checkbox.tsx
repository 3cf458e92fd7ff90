import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PaymentData } from './payment.types.ts';

interface TermsProps {
  readonly links: PaymentData['links'];
  readonly isAccepted: boolean;
  readonly error: string | null;
}

/** The acceptance of the terms, beside the pay button. It never starts ticked. */
export function Terms({ links, isAccepted, error }: TermsProps) {
  const t = useWords();
  return (
    <Checkbox name="terms" defaultChecked={isAccepted} error={error} required>
      {t('payment.terms.before')}{' '}
      <a href={links.contract} target="_blank" rel="noopener noreferrer">
        {t('payment.terms.contract')}
      </a>
      {', '}
      {t('payment.terms.then')}{' '}
      <a href={links.terms} target="_blank" rel="noopener noreferrer">
        {t('payment.terms.terms')}
      </a>{' '}
      {t('payment.terms.and')}{' '}
      <a href={links.politics} target="_blank" rel="noopener noreferrer">
        {t('payment.terms.politics')}
      </a>
      .
    </Checkbox>
  );
}
