import { Away } from '../parts/notice.tsx';
import css from './start-failed.module.css';

/** In the place of the whole console, while the server does not say who is signed in. */
export function StartFailed() {
  return (
    <main className={css['page']}>
      <Away onRetry={() => location.reload()} />
    </main>
  );
}
