import { extras } from './extras.ts';
import { MethodChoice, type MethodChoiceProps } from './method-choice.tsx';

/** One way to pay out of several, or several at once. */
export function Ways(props: MethodChoiceProps & { readonly onCost: (cost: string | null) => void }) {
  const { split } = props.data;
  return split && extras.split ? <extras.split.Form {...props} split={split} /> : <MethodChoice {...props} />;
}
