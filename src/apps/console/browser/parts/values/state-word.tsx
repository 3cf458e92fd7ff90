import type { ReactNode } from 'react';
import css from './state-word.module.css';

/** What a state asks of staff: nothing, waiting, an act, nothing more to be done, or the sandbox. */
export type Tone = 'ok' | 'waits' | 'needs' | 'lost' | 'sandbox' | 'quiet';

interface StateWordProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** The state of something: a dot, and always its word. */
export function StateWord({ tone, children }: StateWordProps) {
  return (
    <span className={css['state']} data-tone={tone}>
      <span className={css['dot']} aria-hidden="true" />
      <span className={css['word']}>{children}</span>
    </span>
  );
}
