import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { documentForm } from '#src/ui/payment/document-form.tsx';
import type { RailFormProps } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { consentField } from './instructions.ts';

/** Four quarters around a centre: a drawing of our own. */
const mark =
  'm12 2.8 3.4 3.4L12 9.6 8.6 6.2 12 2.8Zm0 11.6 3.4 3.4-3.4 3.4-3.4-3.4 3.4-3.4ZM2.8 12l3.4-3.4L9.6 12l-3.4 3.4L2.8 12Zm11.6 0 3.4-3.4 3.4 3.4-3.4 3.4-3.4-3.4Z';

/** The terms of Pix Automático (amount, interval, first charge, how it ends), and the box that requests it. */
function Automatic({ name, value, recurring }: RailFormProps) {
  const t = useWords();
  if (!recurring) return null;
  const { amount, period, firstOn } = recurring;
  return (
    <Checkbox name={name(consentField)} defaultChecked={value(consentField) === 'yes'}>
      <strong>{t('method.pix.automatic')}</strong>
      <br />
      {t(`method.pix.automatic.${period}`, { amount, date: firstOn })} {t('method.pix.automatic.end')}
    </Checkbox>
  );
}

export const railForm = documentForm('pix', mark, Automatic);
