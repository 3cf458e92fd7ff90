import { useRef, useState } from 'react';
import { callServer } from '#src/ui/http/call-server.ts';
import {
  resolveUnitSearch,
  type UnitSearchResult,
  type LocationOption,
  type UnitSearch,
  type UnitSearchSource,
} from './school-search.ts';

async function ask<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const answer = await callServer(`/api/v1/franchises/${path}?${new URLSearchParams(query).toString()}`);
  if (!answer.ok) throw new Error(`The list of ${path} was answered with ${answer.status}`);
  return (await answer.json()) as T;
}

interface UnitAnswer {
  readonly units: readonly { readonly id: string; readonly name: string; readonly address: string }[];
}

/** The lists by the franchise calls. */
function callsOf(brand: string): UnitSearchSource {
  return {
    regions: async (country) =>
      (await ask<{ regions: { code: string; name: string }[] }>('regions', { brand, country })).regions.map(
        ({ code, name }) => ({ value: code, label: name }),
      ),
    cities: async (country, region) =>
      (await ask<{ cities: { name: string }[] }>('cities', { brand, country, region })).cities.map(({ name }) => ({
        value: name,
        label: name,
      })),
    units: async (country, region, city) =>
      (await ask<UnitAnswer>('units', { brand, country, region, city })).units.map(({ id, name, address }) => ({
        value: id,
        label: name,
        address,
      })),
  };
}

export interface SchoolSearch extends UnitSearchResult {
  readonly state: 'ready' | 'loading' | 'failed';
  readonly change: (search: UnitSearch) => void;
  /** Asks again for what could not be had. */
  readonly again: () => void;
}

/** The way from country to unit without leaving the page. An answer that was overtaken by another choice is dropped. */
export function useSchoolSearch(
  start: UnitSearchResult & { readonly brand: string; readonly countries: readonly LocationOption[] },
  onFound: (found: UnitSearchResult) => void,
): SchoolSearch {
  const [followed, setFollowed] = useState<UnitSearchResult>({ search: start.search, lists: start.lists });
  const [state, setState] = useState<SchoolSearch['state']>('ready');
  const asked = useRef(0);

  const change = (search: UnitSearch): void => {
    asked.current += 1;
    const mine = asked.current;
    // What hangs on a choice that has just changed goes at once: nobody picks from the list of another city.
    setFollowed(({ search: before, lists }) => ({
      search,
      lists: {
        regions: search.country === before.country ? lists.regions : [],
        cities: search.country === before.country && search.region === before.region ? lists.cities : [],
        units: [],
      },
    }));
    setState('loading');
    resolveUnitSearch(search, start.countries, callsOf(start.brand)).then(
      (found) => {
        if (asked.current !== mine) return;
        setFollowed(found);
        setState('ready');
        onFound(found);
      },
      () => {
        if (asked.current === mine) setState('failed');
      },
    );
  };
  return { ...followed, state, change, again: () => change(followed.search) };
}
