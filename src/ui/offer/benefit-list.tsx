import { Icon } from '../icon/icon.tsx';
import css from './benefit-list.module.css';

/** What the buyer gets, a line each. */
export function BenefitList({ benefits }: { readonly benefits: readonly string[] }) {
  if (benefits.length === 0) return null;
  return (
    <ul className={css['benefits']}>
      {benefits.map((benefit) => (
        <li key={benefit}>
          <Icon name="check" />
          <span>{benefit}</span>
        </li>
      ))}
    </ul>
  );
}
