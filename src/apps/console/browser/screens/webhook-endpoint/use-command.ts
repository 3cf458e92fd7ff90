import { useState } from 'react';
import { useWords } from '#src/ui/words/words-context.tsx';
import { ProblemError } from '../../data/problem-error.ts';

/** Problems that have words of their own here; every other one is “it did not work”. */
const known = new Set(['sign-in-too-old', 'endpoint-ended', 'directory-away', 'permission-missing']);

/** Runs a command of a sheet: whether it is under way, and why it failed in words. */
export function useCommand() {
  const t = useWords();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (command: () => Promise<void>): Promise<void> => {
    setIsRunning(true);
    setFailure(null);
    try {
      await command();
    } catch (error) {
      const code = error instanceof ProblemError && known.has(error.code) ? error.code : 'other';
      setFailure(t(`webhook-endpoint.problem.${code}`));
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, failure, run };
}
