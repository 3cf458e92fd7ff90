import type { Role } from '../permissions/index.ts';

/** Lists of the console whose filters and columns can be kept. */
export const viewLists = ['sales', 'subscriptions', 'tasks', 'disputes'] as const;
export type ViewList = (typeof viewLists)[number];

/** Filters that a view of each list may have, by their names in the list's address. A page, a day and an open row are none. */
export const filtersOfView: Readonly<Record<ViewList, readonly string[]>> = {
  sales: ['period', 'state', 'trouble', 'method', 'kind', 'brand', 'product', 'seller', 'source'],
  subscriptions: ['state', 'brand'],
  tasks: ['kind', 'owner', 'brand'],
  disputes: ['state'],
};

/** Who sees a view besides its owner; null: nobody. */
export type ViewAudience = 'team' | `role:${Role}` | null;

export interface ViewContent {
  readonly name: string;
  readonly sharedWith: ViewAudience;
  /** Values by the filter's name. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Ids of the columns that are shown; empty: all. */
  readonly columns: readonly string[];
}

/** A view as one of its readers sees it. */
export interface SavedView extends ViewContent {
  readonly id: string;
  readonly list: ViewList;
  readonly ownerId: string;
  readonly ownerName: string;
  /** Its owner works here no longer: whoever it is shared with may delete it. */
  readonly hasOwnerLeft: boolean;
}

/** Views of one person for one list. */
export const mostViews = 50;
