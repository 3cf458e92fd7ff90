import type { ViewAudience, ViewList } from '#src/domain/staff/index.ts';

/** Filters and columns of a list under a name. */
export interface SavedViewItem {
  readonly id: string;
  readonly list: ViewList;
  readonly name: string;
  /** Null: its owner alone sees it. */
  readonly sharedWith: ViewAudience;
  /** Values by the filter's name in the list's address. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Ids of the columns that are shown; empty: all. */
  readonly columns: readonly string[];
  readonly isOwn: boolean;
  readonly ownerName: string;
  readonly mayDelete: boolean;
}

/** Answer of `GET /data/views?list=`: the reader's own first, each group by name. */
export interface SavedViewList {
  readonly views: readonly SavedViewItem[];
}

/** Answer of `POST /data/views`. */
export interface MadeView {
  readonly id: string;
}
