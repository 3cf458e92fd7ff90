import { usePreferences } from '../data/preferences.ts';
import { useMedia } from '../parts/use-is-narrow.ts';

/** Whether the rail shows symbols only: chosen so, or because a tablet has no room for its names. */
export function useIsRailCollapsed(): boolean {
  const { isRailCollapsed } = usePreferences();
  return useMedia('(width <= 960px)') || isRailCollapsed;
}
