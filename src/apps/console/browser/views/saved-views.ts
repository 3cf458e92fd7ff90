import { useCallback, useSyncExternalStore } from 'react';
import type { ViewList } from '#src/domain/staff/index.ts';
import type { SavedViewItem, SavedViewList } from '../../routes/views/views.types.ts';
import { api } from '../data/api.ts';

const known = new Map<ViewList, readonly SavedViewItem[]>();
const listeners = new Set<() => void>();

/** Reads the views of a list again, after one of them was changed. */
export async function readViews(list: ViewList): Promise<void> {
  try {
    known.set(list, (await api.get<SavedViewList>('/views', { query: { list } })).views);
  } catch {
    // What was read last stays where the server does not answer.
  }
  for (const listener of listeners) listener();
}

/** The views of a list that the reader sees; null until they were read. */
export function useSavedViews(list: ViewList): readonly SavedViewItem[] | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      void readViews(list);
      return () => void listeners.delete(listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => known.get(list) ?? null);
}
