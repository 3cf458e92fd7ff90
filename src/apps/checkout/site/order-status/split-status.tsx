import { Icon } from '#src/ui/icon/icon.tsx';
import css from './split-status.module.css';

/** The parts of a split price while one waits, as formatted text. */
export interface SplitStatus {
  readonly lines: readonly { readonly kind: 'done' | 'now'; readonly text: string }[];
  /** The result for the reserved parts when the waiting one expires. */
  readonly otherwise: string;
}

/** An arrow to the right; see `Icon`. */
const arrow = 'M5 12h14m-5.5-5.5L19 12l-5.5 5.5';

/** The parts of a split price, one line each, and the result of an expiry. */
export function SplitStatusList({ status }: { readonly status: SplitStatus }) {
  return (
    <div className={css['status']}>
      <ul>
        {status.lines.map(({ kind, text }) => (
          <li key={text} className={css[kind]}>
            {kind === 'done' ? <Icon name="check" /> : <Icon path={arrow} />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p>{status.otherwise}</p>
    </div>
  );
}
