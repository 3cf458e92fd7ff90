/** A list that narrows the gallery or says how its windows look. */
export interface GalleryFilter {
  readonly name: 'brand' | 'mode' | 'locale' | 'page' | 'width';
  /** An empty value is all of them. */
  readonly options: readonly string[];
  readonly chosen: string;
}

/** Widths of the windows, in CSS pixels: a phone, a large phone, a tablet, a desktop. */
export const galleryWidths = [360, 390, 768, 1280] as const;

export interface GalleryData {
  readonly brand: string;
  readonly mode: string;
  readonly locale: string;
  readonly page: string | null;
  readonly width: (typeof galleryWidths)[number];
  /** What the names of pages and states are searched for; empty for all. */
  readonly search: string;
  readonly filters: readonly GalleryFilter[];
  /** Each one a page in a state. */
  readonly pictures: readonly { readonly page: string; readonly state: string; readonly href: string }[];
}
