import { type ReactNode, useRef } from 'react';
import { useKeys } from '../../keys/use-keys.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './filter-bar.module.css';

/** The filters of a list, in one line that scrolls on a phone; `f` goes to the first. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  const t = useWords();
  const bar = useRef<HTMLDivElement>(null);
  useKeys([
    {
      keys: 'f',
      label: 'parts.keys.filter',
      group: 'list',
      run: () => bar.current?.querySelector<HTMLButtonElement>('[data-filter]')?.focus(),
    },
  ]);
  return (
    <div ref={bar} className={css['bar']} role="group" aria-label={t('parts.filter.bar')}>
      {children}
    </div>
  );
}
