import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ProblemError } from '../../data/problem-error.ts';

/** Problems that have words of their own here; every other one is “it did not work”. */
const known = new Set([
  'dispute-decided',
  'dispute-deadline-over',
  'evidence-changed',
  'sign-in-too-old',
  'directory-away',
]);

/** Runs a command about a dispute: whether it is under way, and why it failed in words. The screen is read again after it. */
export function useDisputeCommand() {
  const t = useWords();
  const { revalidate } = useRevalidator();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (command: () => Promise<void>): Promise<void> => {
    setIsRunning(true);
    setFailure(null);
    try {
      await command();
      await revalidate();
    } catch (error) {
      const code = error instanceof ProblemError && known.has(error.code) ? error.code : 'other';
      setFailure(t(`dispute.problem.${code}`));
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, failure, run };
}
