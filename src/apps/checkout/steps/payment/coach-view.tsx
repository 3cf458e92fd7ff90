import { Icon } from '#src/ui/icon/icon.tsx';
import card from '#src/ui/choice/radio-cards.module.css';
import type { PaymentCoach } from './coach.types.ts';

/** An arrow to the right; see `Icon`. */
const onward = 'm9.5 6 6 6-6 6';

/** Ways out of a refusal: each is a link that sets the page up for it, and works without a script. */
export function CoachView({ coach }: { readonly coach: PaymentCoach }) {
  return (
    <nav className={card['group']} aria-labelledby="coach-title">
      <h2 id="coach-title" className={card['legend']}>
        {coach.title}
      </h2>
      {coach.options.map(({ href, label, price }) => (
        <div key={href} className={card['item']}>
          <a className={card['card']} href={href}>
            <span className={card['text']}>
              <span className={card['title']}>{label}</span>
              <span className={card['detail']}>{price}</span>
            </span>
            <span className={card['mark']}>
              <Icon path={onward} />
            </span>
          </a>
        </div>
      ))}
    </nav>
  );
}
