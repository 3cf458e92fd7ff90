import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ApprovalList } from '../../routes/approvals/approvals.types.ts';
import { api } from '../data/api.ts';
import { subscribeToLive } from '../data/live.ts';
import { countText } from '../parts/values/money-text.ts';
import css from './approvals-counter.module.css';

let waiting = 0;

async function read(): Promise<void> {
  try {
    const { items } = await api.get<ApprovalList>('/approvals');
    waiting = items.filter(({ mayDecide }) => mayDecide).length;
  } catch {
    // The number that was read last stays; the screen of approvals says what is wrong.
  }
}

/** Reads at once, and again whenever a request is made or decided. */
function subscribe(listener: () => void): () => void {
  const readAndTell = (): void => void read().then(listener);
  readAndTell();
  return subscribeToLive((topic) => {
    if (topic === null || topic === 'approvals') readAndTell();
  });
}

/** How many requests wait for this person's decision; absent while there is none. */
export function ApprovalsCounter() {
  const t = useWords();
  const count = useSyncExternalStore(subscribe, () => waiting);
  if (count === 0) return null;
  const said = t('frame.approvals', { count });
  return (
    <Link to="/approvals" className={css['counter']} aria-label={said} data-tip={said}>
      <span aria-hidden="true">{countText(count, t.locale)}</span>
    </Link>
  );
}
