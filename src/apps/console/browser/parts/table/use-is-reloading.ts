import { useLocation, useNavigation } from 'react-router';

/** Whether the same screen is being read again with other filters. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === pathname;
}
