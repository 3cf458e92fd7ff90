/** One row of links that narrow the gallery. */
export interface GalleryFilter {
  readonly name: 'brand' | 'mode' | 'locale' | 'page';
  /** `value` is null for all of them. */
  readonly options: readonly { readonly value: string | null; readonly href: string; readonly isCurrent: boolean }[];
}

export interface GalleryData {
  readonly brand: string;
  readonly mode: string;
  readonly locale: string;
  readonly page: string | null;
  readonly filters: readonly GalleryFilter[];
  /** Each one a page in a state. */
  readonly pictures: readonly { readonly page: string; readonly state: string; readonly href: string }[];
}

/** What the gallery has, as the page of that name asks for it. */
export interface GalleryBook {
  /** The pictures that a query asks for; null without any brand. */
  readonly list: (query: URLSearchParams) => Promise<GalleryData | null>;
}
