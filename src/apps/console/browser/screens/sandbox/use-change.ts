import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { announce } from '../../parts/announce.ts';

/** Runs a change of the sandbox, reads the screen again, and says what happened; one at a time. */
export function useChange(): {
  readonly isChanging: boolean;
  readonly change: (run: () => Promise<unknown>, said: string) => Promise<void>;
} {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const [isChanging, setChanging] = useState(false);
  const change = async (run: () => Promise<unknown>, said: string): Promise<void> => {
    setChanging(true);
    try {
      await run();
      await revalidate();
      announce(said);
    } catch {
      announce(t('sandbox.failed'), 'lost');
    } finally {
      setChanging(false);
    }
  };
  return { isChanging, change };
}
