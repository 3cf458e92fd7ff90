import { extras } from '../extras.ts';
import css from '../payment.module.css';
import { MethodChoice, type MethodChoiceProps } from './method-choice.tsx';
import type { SplitFormProps } from '../split/split-form.tsx';

/** One way to pay out of several, or several at once. */
export function PaymentMethods(props: MethodChoiceProps & Pick<SplitFormProps, 'onCost' | 'onLabel'>) {
  const { split } = props.data;
  return split && extras.split ? <extras.split.Form {...props} split={split} /> : <MethodChoice {...props} />;
}

/** Where the price is divided; nothing while it is, or where it may not be. */
export function SplitOffers({ data: { split, splitOffers } }: Pick<MethodChoiceProps, 'data'>) {
  if (split || splitOffers.length === 0) return null;
  return (
    <p className={`fineprint ${css['links']}`}>
      {splitOffers.map(({ href, label }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}
