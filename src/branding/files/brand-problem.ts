/** A mistake in the brands' data: where it is and what is wrong, in words for the person who writes the data. */
export interface BrandProblem {
  /** Relative to the brands folder, e.g. `meusucesso/catalog.json`. */
  readonly file: string;
  /** Path inside the file, e.g. `products.meusucesso.plans.annual.price`; empty for the file as a whole. */
  readonly key: string;
  readonly message: string;
}

/** `meusucesso/catalog.json: products.x.title: is missing`. */
export function describeProblem({ file, key, message }: BrandProblem): string {
  return key === '' ? `${file}: ${message}` : `${file}: ${key}: ${message}`;
}
