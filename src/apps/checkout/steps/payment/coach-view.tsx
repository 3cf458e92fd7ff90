import { Icon } from '#src/ui/icon/icon.tsx';
import css from '#src/ui/choice/radio-cards.module.css';
import type { PaymentCoach } from './coach.types.ts';

/** An arrow to the right; see `Icon`. */
const onward = 'm9.5 6 6 6-6 6';

/** Ways out of a refusal: each is a link that sets the page up for it, and works without a script. */
export function CoachView({ coach }: { readonly coach: PaymentCoach }) {
  return (
    <nav className={css['group']} aria-labelledby="coach-title">
      <h2 id="coach-title" className={css['legend']}>
        {coach.title}
      </h2>
      {coach.options.map(({ href, label, price }) => (
        <div key={href} className={css['item']}>
          <a className={css['card']} href={href}>
            <span className={css['text']}>
              <span className={css['title']}>{label}</span>
              <span className={css['detail']}>{price}</span>
            </span>
            <span className={css['mark']}>
              <Icon path={onward} />
            </span>
          </a>
        </div>
      ))}
    </nav>
  );
}
