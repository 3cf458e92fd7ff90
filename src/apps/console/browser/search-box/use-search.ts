import { useEffect, useState } from 'react';
import type { SearchAnswer } from '../../routes/search/search.types.ts';
import { api } from '../data/api.ts';
import { failureKind, ProblemError } from '../data/problem-error.ts';
import { signInAgain } from '../frame/sign-in-again.ts';

/** Milliseconds without a key before the term is asked for. */
const pauseMs = 180;
const shortest = 2;

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly last: SearchAnswer | null }
  | { readonly kind: 'found'; readonly answer: SearchAnswer }
  | { readonly kind: 'failed'; readonly isLimited: boolean };

/**
 * Asks for a term once its reader has stopped typing. Only the answer to the newest term is shown; what was found for the
 * one before stays meanwhile, so that the list does not jump.
 */
export function useSearch(term: string): SearchState {
  const [last, setLast] = useState<{ readonly term: string; readonly state: SearchState } | null>(null);
  const trimmed = term.trim();
  useEffect(() => {
    if (trimmed.length < shortest) return undefined;
    const stop = new AbortController();
    const show = (state: SearchState) => setLast({ term: trimmed, state });
    const timer = setTimeout(() => void ask(trimmed, stop.signal, show), pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [trimmed]);
  if (trimmed.length < shortest) return { kind: 'idle' };
  if (last?.term === trimmed) return last.state;
  return { kind: 'loading', last: last === null ? null : answerOf(last.state) };
}

export function answerOf(state: SearchState): SearchAnswer | null {
  if (state.kind === 'found') return state.answer;
  return state.kind === 'loading' ? state.last : null;
}

async function ask(term: string, signal: AbortSignal, show: (state: SearchState) => void): Promise<void> {
  try {
    show({ kind: 'found', answer: await api.post<SearchAnswer>('/search', { body: { term }, signal }) });
  } catch (error) {
    if (signal.aborted) return;
    if (failureKind(error) === 'signed-out') return signInAgain();
    show({ kind: 'failed', isLimited: error instanceof ProblemError && error.status === 429 });
  }
}
