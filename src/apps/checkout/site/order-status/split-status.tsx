import { Icon } from '#src/ui/icon/icon.tsx';
import css from './split-status.module.css';

/** How the parts of a price stand while one of them waits for its buyer, as finished texts. */
export interface SplitStatus {
  readonly lines: readonly { readonly kind: 'done' | 'now'; readonly text: string }[];
  /** What becomes of the reserved parts when the waiting one is not paid in time. */
  readonly otherwise: string;
}

/** An arrow to the right; see `Icon`. */
const arrow = 'M5 12h14m-5.5-5.5L19 12l-5.5 5.5';

/** The parts of a price, one line each, and what becomes of them. */
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
