import { extras } from '../extras.ts';
import css from '../payment.module.css';
import { MethodChoice, type MethodChoiceProps } from './method-choice.tsx';
import type { SplitFormProps } from '../split/split-form.tsx';

/** One payment method out of several, or a split. */
export function PaymentMethods(props: MethodChoiceProps & Pick<SplitFormProps, 'onCost' | 'onLabel'>) {
  const { split } = props.data;
  return split && extras.split ? <extras.split.Form {...props} split={split} /> : <MethodChoice {...props} />;
}

/** The links that split the price; empty during a split, or where none is allowed. */
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
