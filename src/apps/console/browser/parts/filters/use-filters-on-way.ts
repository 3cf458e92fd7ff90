import { useLocation, useNavigation } from 'react-router';

/**
 * The filters that a list is on its way to, and those of the rows in sight once it has arrived: what is chosen shows at once,
 * and the next choice builds on it.
 */
export function useFiltersOnWay<Filters>(
  codec: { readonly read: (search: URLSearchParams) => Filters },
  shown: Filters,
): Filters {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? codec.read(new URLSearchParams(location.search)) : shown;
}
