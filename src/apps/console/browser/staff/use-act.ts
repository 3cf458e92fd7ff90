import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { announce } from '../parts/announce.ts';

/** One act at a time: what runs, and why the last one failed. */
export interface Act {
  /** The name of the act that runs; null: none. */
  readonly running: string | null;
  readonly failure: unknown;
  /** Runs an act, says that it is done, and reads the screen again. True when it was done. */
  readonly run: <Answer>(
    name: string,
    act: () => Promise<Answer>,
    done: string | ((answer: Answer) => string),
  ) => Promise<boolean>;
}

export function useAct(): Act {
  const [running, setRunning] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { revalidate } = useRevalidator();
  const run: Act['run'] = async (name, act, done) => {
    setRunning(name);
    setFailure(null);
    try {
      const answer = await act();
      announce(typeof done === 'string' ? done : done(answer));
      await revalidate();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setRunning(null);
    }
  };
  return { running, failure, run };
}
